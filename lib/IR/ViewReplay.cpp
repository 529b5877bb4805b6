// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of views, and how one is made anew over another base.

#include "metautils/IR/ViewReplay.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace metautils;

ViewChain metautils::getViewChain(Value view, Value base) {
  ViewChain chain;
  llvm::SmallPtrSet<Operation *, 8> met;
  while (view != base) {
    auto op = view.getDefiningOp<ViewOpInterface>();
    if (!op || !met.insert(op).second)
      break;
    chain.views.push_back(cast<OpResult>(view));
    view = op.getViewSource();
  }
  std::reverse(chain.views.begin(), chain.views.end());
  chain.start = view;
  return chain;
}

LogicalResult metautils::inferViewTypes(Operation *op) {
  auto infer = dyn_cast<InferTypeOpInterface>(op);
  if (!infer)
    return success();
  SmallVector<Type> types;
  if (failed(infer.inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  if (types.size() != op->getNumResults())
    return op->emitOpError("expected a base that gives ")
           << op->getNumResults() << " results, got one that gives "
           << types.size();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return success();
}

FailureOr<Value> metautils::replayViews(OpBuilder &builder, Value view,
                                        Value base, Value newBase,
                                        ReplayOperands operands) {
  ViewChain chain = getViewChain(view, base);
  if (chain.start != base)
    return emitError(view.getLoc()) << "expected a view of the base to replay";
  Value current = newBase;
  SmallVector<Operation *> clones;
  for (OpResult result : chain.views) {
    Operation *op = result.getOwner();
    IRMapping mapping;
    for (Value operand : op->getOperands().drop_front()) {
      auto map = isa<IndexType>(operand.getType()) ? operands.mapNumber
                                                   : operands.mapTensor;
      if (map)
        mapping.map(operand, map(operand));
    }
    Operation *clone = builder.clone(*op, mapping);
    clone->setOperand(0, current);
    clones.push_back(clone);
    if (failed(inferViewTypes(clone)) ||
        failed(verify(clone, /*verifyRecursively=*/false))) {
      for (Operation *made : llvm::reverse(clones))
        made->erase();
      return failure();
    }
    current = clone->getResult(result.getResultNumber());
  }
  return current;
}
