// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a value is: live or a geometry, in which storages, and its name.

#include "metautils/IR/MetaOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace metautils;

bool metautils::isLiveTensor(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<TensorOp>(op) ||
         !(isa<ViewOpInterface>(op) || op->hasTrait<GeometryTrait>());
}

/// One step towards the storage, or null at the end.
static Value getUnderlying(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto live = dyn_cast_if_present<TensorOp>(op))
    return live.getGeometry();
  if (auto view = dyn_cast_if_present<ViewOpInterface>(op))
    return view.getViewSource();
  if (op && op->hasTrait<SameGeometryTrait>())
    return op->getOperand(0);
  return {};
}

Value metautils::getRoot(Value value) {
  // Brent's algorithm: a cycle comes back to a value remembered ever less
  // often.
  Value remembered;
  for (uint64_t step = 1; Value next = getUnderlying(value); ++step) {
    if (next == remembered)
      return {};
    if (llvm::isPowerOf2_64(step))
      remembered = next;
    value = next;
  }
  return value;
}

Value RootFinder::find(Value value) {
  // Most are one step from their storage, which is found without remembering.
  Value base = getUnderlying(value);
  if (base && isa<StorageType>(base.getType()))
    return base;
  SmallVector<Value> chain;
  Value root;
  while (true) {
    // While its root is looked for a value has none, as on a cycle.
    auto [known, isNew] = roots.try_emplace(value);
    if (!isNew) {
      root = known->second;
      break;
    }
    chain.push_back(value);
    Value underlying = getUnderlying(value);
    if (!underlying) {
      root = value;
      break;
    }
    value = underlying;
  }
  for (Value passed : chain)
    roots[passed] = root;
  return root;
}

SmallVector<Value> RootFinder::findStorages(Value value) {
  llvm::SetVector<Value> reached;
  reached.insert(find(value));
  SmallVector<Value> storages;
  for (unsigned index = 0; index < reached.size(); ++index) {
    Value root = reached[index];
    Operation *op = root ? root.getDefiningOp() : nullptr;
    if (isa_and_nonnull<StorageOp>(op))
      storages.push_back(root);
    else if (op && op->hasTrait<GeometryTrait>())
      for (Value part : op->getOperands())
        if (isa<MetaTensorType>(part.getType()))
          reached.insert(find(part));
  }
  return storages;
}

StringRef metautils::getSourceName(Value tensor) {
  // The newest use comes first in the list, so the last source is the first.
  SourceOp first;
  for (Operation *user : tensor.getUsers())
    if (auto source = dyn_cast<SourceOp>(user))
      first = source;
  if (first)
    return first.getName();
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument)
    return {};
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return {};
  auto sources = function.getArgAttrOfType<ArrayAttr>(
      argument.getArgNumber(), MetaDialect::kSourcesAttr);
  if (!sources || sources.empty())
    return {};
  return cast<StringAttr>(sources[0]).getValue();
}
