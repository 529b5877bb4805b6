// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes, strides and offsets that are known only at run time: in front of the
// first tensor that has them, so that symbols come in the order in which
// tensors are made.
//
//   before:  %n = meta.symbol "s0" min 2
//            %0 = meta.view %s[%n] : .. -> !meta.tensor<?x3xf32>
//            %x = meta.tensor %0
//   after:   %n = build.symbol "s0" min 2
//            %x = build.tensor 0 "x" {
//              %0 = build.empty_strided[%n] : !meta.tensor<?x3xf32>
//              build.yield %0
//            }

#include "Materializer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace metautils;

FailureOr<Materializer::Numbers> Materializer::getNumbers(ValueRange numbers) {
  OpBuilder::InsertionGuard guard(builder);
  if (current)
    builder.setInsertionPoint(current);
  Numbers copies;
  for (Value number : numbers) {
    if (failed(copier.copy(number)))
      return failure();
    copies.push_back(copier.lookup(number));
  }
  return copies;
}

/// Those of the type that a geometry, or a tensor of one, has.
FailureOr<Materializer::Numbers> Materializer::getDynamic(Value geometry) {
  if (auto live = geometry.getDefiningOp<TensorOp>())
    geometry = live.getGeometry();
  if (auto subclass = geometry.getDefiningOp<SubclassOp>())
    geometry = subclass.getOuter();
  if (auto view = geometry.getDefiningOp<ViewOp>())
    return getNumbers(view.getDynamicLayout());
  return Numbers();
}

/// The strides and the offset of a view, counted in halves of its elements.
Materializer::Numbers Materializer::doubleStrides(MetaTensorType type,
                                                  Numbers operands) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(current);
  for (Value &number :
       MutableArrayRef(operands).drop_front(type.getNumDynamicDims())) {
    Value two = arith::ConstantIndexOp::create(builder, location, 2);
    number = arith::MulIOp::create(builder, location, number, two);
  }
  return operands;
}
