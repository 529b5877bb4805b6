// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that strides over one storage cannot say, made of their parts.
//
//   before:  %0 = meta.sparse_coo %i, %v coalesced
//            %x = meta.tensor %0
//   after:   %x = build.tensor 0 "x" {
//              %0 = build.empty_strided
//              build.bind_storage %0 to 0 bytes 48
//              %1 = build.empty_strided
//              build.bind_storage %1 to 1 bytes 12
//              %2 = build.sparse_coo %0, %1 coalesced
//              build.yield %2
//            }

#include "Materializer.h"

using namespace mlir;
using namespace metautils;

FailureOr<Value> Materializer::makePart(Value geometry) {
  FailureOr<Placement> placement = place(geometry);
  if (failed(placement))
    return failure();
  FailureOr<Numbers> dynamic = getDynamic(geometry);
  if (failed(dynamic))
    return failure();
  Value part = build::EmptyStridedOp::create(builder, location,
                                             geometry.getType(), *dynamic);
  if (failed(bindStorage(part, *placement)))
    return failure();
  return part;
}

FailureOr<Value> Materializer::makeSparseCoo(SparseCooOp op) {
  FailureOr<Value> indices = makePart(op.getIndices());
  if (failed(indices))
    return failure();
  FailureOr<Value> values = makePart(op.getValues());
  if (failed(values))
    return failure();
  FailureOr<Numbers> dynamic = getNumbers(op.getDynamic());
  if (failed(dynamic))
    return failure();
  return build::SparseCooOp::create(builder, location, op.getType(), *indices,
                                    *values, *dynamic, op.getCoalesced())
      .getResult();
}

FailureOr<Value> Materializer::makeSparseCompressed(SparseCompressedOp op) {
  FailureOr<Value> compressed = makePart(op.getCompressed());
  if (failed(compressed))
    return failure();
  FailureOr<Value> plain = makePart(op.getPlain());
  if (failed(plain))
    return failure();
  FailureOr<Value> values = makePart(op.getValues());
  if (failed(values))
    return failure();
  FailureOr<Numbers> dynamic = getNumbers(op.getDynamic());
  if (failed(dynamic))
    return failure();
  return build::SparseCompressedOp::create(builder, location, op.getType(),
                                           *compressed, *plain, *values,
                                           *dynamic)
      .getResult();
}

FailureOr<Value> Materializer::makeNested(NestedOp op) {
  FailureOr<Value> buffer = makePart(op.getBuffer());
  if (failed(buffer))
    return failure();
  return build::NestedOp::create(builder, location, op.getType(), *buffer,
                                 op.getSizes(), op.getStrides(),
                                 op.getOffsets())
      .getResult();
}

FailureOr<Value> Materializer::makeQuantized(TensorOp tensor, QuantizedOp op) {
  FailureOr<Placement> placement = place(op.getGeometry());
  if (failed(placement))
    return failure();
  Value value = build::QuantizedOp::create(builder, location, tensor.getType(),
                                           op.getScheme(), op.getScales(),
                                           op.getZeroPoints(), op.getAxis());
  if (failed(bindStorage(value, *placement)))
    return failure();
  return value;
}
