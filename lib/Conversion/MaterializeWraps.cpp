// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that wrap others: for functorch, functionalization, or by their
// class.
//
//   before:  %0 = meta.batched %x dim 0 level 1
//            %t = meta.tensor %0
//   after:   %t = build.tensor 1 "t" {
//              %0 = build.batched %x dim 0 level 1
//              build.yield %0
//            }

#include "Materializer.h"
#include "metautils/IR/ViewReplay.h"

using namespace mlir;
using namespace metautils;

/// What a live tensor became; a geometry was never alone.
FailureOr<Value> Materializer::getInner(Value inner) {
  if (inner.getDefiningOp<TensorOp>())
    return getMade(inner);
  return emitError(location)
         << "expected '" << name
         << "' to wrap live tensors, got a geometry: give it a 'meta.tensor'";
}

/// Several dimensions of one tensor are hidden in the legacy kind alone.
FailureOr<Value> Materializer::makeBatched(BatchedOp op) {
  SmallVector<BatchedOp> chain = {op};
  // Each has one dimension more than the one around it, so there is an end.
  while (auto next = chain.back().getInner().getDefiningOp<BatchedOp>())
    chain.push_back(next);
  FailureOr<Value> inner = getInner(chain.back().getInner());
  if (failed(inner))
    return failure();
  Value value = *inner;
  for (BatchedOp batched : llvm::reverse(chain))
    value = build::BatchedOp::create(builder, location, batched.getType(),
                                     value, batched.getDim(),
                                     batched.getLevel(), batched.getLegacy());
  return value;
}

FailureOr<Value> Materializer::makeGradTracking(GradTrackingOp op) {
  FailureOr<Value> inner = getInner(op.getInner());
  if (failed(inner))
    return failure();
  return build::GradTrackingOp::create(builder, location, op.getType(), *inner,
                                       op.getLevel())
      .getResult();
}

/// Whether functionalization has made views as copies: what it wraps has bytes
/// of its own then.
bool Materializer::isCopy(FunctionalOp op, Value start) {
  return op.getView().getType() != op.getType() ||
         roots.findStorages(op.getInner()) != roots.findStorages(start);
}

/// Functionalization makes the view itself, out of the functional tensor of
/// what the view ops began with.
FailureOr<Value> Materializer::viewFunctional(FunctionalOp op, Value base,
                                              bool noGrad) {
  Value start = getViewChain(op.getView()).start;
  auto view =
      build::FunctionalViewOp::create(builder, location, op.getType(), base,
                                      /*copies=*/isCopy(op, start), noGrad);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&view.getBody().emplaceBlock());
  FailureOr<Value> result = replayOver(op.getView(), start, base);
  if (failed(result))
    return failure();
  build::YieldOp::create(builder, location, *result);
  return view.getResult();
}

/// A view without a base has a functional tensor to itself that it is made of.
/// The transforms around it may record what it wraps.
FailureOr<Value> Materializer::makeFunctional(FunctionalOp op) {
  Value start = op.getView() ? getViewChain(op.getView()).start : op.getInner();
  FailureOr<Value> inner = getInner(start);
  if (failed(inner))
    return failure();
  Value value = build::FunctionalOp::create(builder, location, start.getType(),
                                            *inner, op.getLevel());
  if (!op.getView())
    return value;
  return viewFunctional(op, value, /*noGrad=*/!op.getLevel());
}

FailureOr<Value> Materializer::makeSubclass(SubclassOp op) {
  SmallVector<Value> inner;
  for (Value part : op.getInner()) {
    if (isa<IndexType>(part.getType())) {
      FailureOr<Numbers> number = getNumbers(part);
      if (failed(number))
        return failure();
      inner.push_back(number->front());
      continue;
    }
    FailureOr<Value> value = getInner(part);
    if (failed(value))
      return failure();
    inner.push_back(*value);
  }
  FailureOr<Numbers> dynamic = getDynamic(op.getOuter());
  if (failed(dynamic))
    return failure();
  Value value = build::SubclassOp::create(
      builder, location, op.getType(), *dynamic, inner, op.getClassName(),
      op.getParts(), op.getCtxAttr(), op.getLayout(), op.getByAttribute());
  // The outside has a storage too, which another tensor may share.
  FailureOr<Placement> placement = place(op.getOuter());
  if (failed(placement) || failed(bindStorage(value, *placement)))
    return failure();
  return value;
}
