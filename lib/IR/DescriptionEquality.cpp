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

using Counterparts = llvm::DenseMap<Operation *, Operation *>;

/// Whether an operand is the result that stands in the place of another one.
static bool isSame(Value operand, Value other, const Counterparts &known) {
  // A module has no arguments: each operand is the result of an op in it.
  auto result = cast<OpResult>(operand), otherResult = cast<OpResult>(other);
  return result.getResultNumber() == otherResult.getResultNumber() &&
         known.lookup(result.getOwner()) == otherResult.getOwner();
}

bool metautils::areEqual(ModuleOp one, ModuleOp other) {
  Counterparts known;
  Block &ops = *one.getBody(), &otherOps = *other.getBody();
  known.reserve(llvm::range_size(ops));
  // Operands that are defined behind their uses wait for all ops to be known.
  SmallVector<std::pair<Value, Value>> forward;
  auto next = otherOps.begin();
  for (Operation &op : ops) {
    if (next == otherOps.end() || !isAlike(op, *next))
      return false;
    for (auto operands :
         llvm::zip_equal(op.getOperands(), next->getOperands())) {
      auto [operand, otherOperand] = operands;
      if (!known.contains(operand.getDefiningOp()))
        forward.emplace_back(operand, otherOperand);
      else if (!isSame(operand, otherOperand, known))
        return false;
    }
    known[&op] = &*next++;
  }
  return next == otherOps.end() && llvm::all_of(forward, [&](auto operands) {
           return isSame(operands.first, operands.second, known);
         });
}

/// Of the first ops: who has found one that may be equal compares the rest.
llvm::hash_code metautils::hashDescription(ModuleOp module) {
  llvm::hash_code hash = llvm::hash_code(0);
  Block &ops = *module.getBody();
  auto end = ops.end(), op = ops.begin();
  for (unsigned count = 0; count < 256 && op != end; ++count, ++op) {
    hash = llvm::hash_combine(hash, op->getName(), op->hashProperties());
    for (Type type : op->getResultTypes())
      hash = llvm::hash_combine(hash, type);
  }
  return hash;
}
