// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether two descriptions are the same, op by op.

#include "metautils/IR/DescriptionEquality.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace metautils;

/// But for operands.
static bool isAlike(Operation &one, Operation &other) {
  return one.getName() == other.getName() && one.getLoc() == other.getLoc() &&
         one.getNumOperands() == other.getNumOperands() &&
         one.getNumRegions() == 0 && other.getNumRegions() == 0 &&
         one.getDiscardableAttrDictionary() ==
             other.getDiscardableAttrDictionary() &&
         llvm::equal(one.getResultTypes(), other.getResultTypes()) &&
         one.getName().compareOpProperties(one.getPropertiesStorage(),
                                           other.getPropertiesStorage());
}

bool metautils::areEqual(ModuleOp one, ModuleOp other) {
  llvm::DenseMap<Operation *, Operation *> counterparts;
  Block &ops = *one.getBody(), &otherOps = *other.getBody();
  counterparts.reserve(llvm::range_size(ops));
  auto next = otherOps.begin();
  for (Operation &op : ops) {
    if (next == otherOps.end() || !isAlike(op, *next))
      return false;
    counterparts[&op] = &*next++;
  }
  if (next != otherOps.end())
    return false;
  // A module has no arguments: each operand is the result of an op in it.
  for (auto [op, counterpart] : llvm::zip_equal(ops, otherOps))
    for (auto [operand, otherOperand] :
         llvm::zip_equal(op.getOperands(), counterpart.getOperands())) {
      auto result = cast<OpResult>(operand), as = cast<OpResult>(otherOperand);
      if (result.getResultNumber() != as.getResultNumber() ||
          counterparts.lookup(result.getOwner()) != as.getOwner())
        return false;
    }
  return true;
}

llvm::hash_code metautils::hashDescription(ModuleOp module) {
  llvm::hash_code hash = 0;
  for (Operation &op : *module.getBody()) {
    hash = llvm::hash_combine(hash, op.getName(), op.hashProperties());
    for (Type type : op.getResultTypes())
      hash = llvm::hash_combine(hash, type);
  }
  return hash;
}
