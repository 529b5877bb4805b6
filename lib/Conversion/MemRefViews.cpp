// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of the bytes of a storage, as ops of memref.

#include "MemRefViews.h"
#include "metautils/Layout/Extent.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

Geometry metautils::getViewGeometry(ViewOp view, ValueRange operands,
                                    Arithmetic &arithmetic) {
  auto operand = operands.begin();
  // Sizes are asked for before strides, which is the order of the operands.
  auto open = [&](GeometryPart, unsigned) {
    return resolveConstant(toSymInt(*operand++));
  };
  SymInt offset = view.getDynamicOffset()
                      ? resolveConstant(toSymInt(operands.back()))
                      : SymInt(view.getOffset());
  return getTypeGeometry(view.getType(), offset, arithmetic, open);
}

/// The bytes that a tensor reaches to, where all its numbers are known.
static std::optional<int64_t> getEnd(const Geometry &geometry,
                                     int64_t elementBytes) {
  SmallVector<int64_t> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(size.constant());
  for (SymInt stride : geometry.strides)
    strides.push_back(stride.constant());
  return reachedBytes(sizes, strides, geometry.offset.constant(), elementBytes);
}

LogicalResult metautils::checkGeometry(Operation *op, StringRef whose,
                                       MetaTensorType type,
                                       const Geometry &geometry,
                                       StorageOp storage) {
  auto numbers = llvm::to_vector(
      llvm::concat<const SymInt>(geometry.sizes, geometry.strides));
  numbers.push_back(geometry.offset);
  for (SymInt number : numbers)
    if (number.isConstant() && number.constant() < 0)
      return op->emitOpError("expected no negative size, stride or offset of ")
             << whose << ", got " << number.constant();
  auto isConstant = [](SymInt number) { return number.isConstant(); };
  if (!storage || storage.getDynamicBytes() ||
      !llvm::all_of(numbers, isConstant))
    return success();
  std::optional<int64_t> end = getEnd(geometry, type.getElementBytes());
  if (end && *end <= storage.getBytes())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected ")
      << whose << " to end within " << storage.getBytes() << " bytes, got "
      << (end ? std::to_string(*end) : "an overflow");
  diagnostic.attachNote(storage.getLoc()) << "the storage is defined here";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value MemRefViewBuilder::getZero() {
  if (!zero)
    zero = arith::ConstantIndexOp::create(builder, location, 0);
  return zero;
}

/// All of a buffer as elements of the tensor's type. What is left at its end is
/// no element.
Value MemRefViewBuilder::getElements(Value buffer, std::optional<int64_t> bytes,
                                     MetaTensorType type) {
  Type element = converter.convertElementType(type.getElementType());
  if (element.isInteger(8))
    return buffer;
  Value &view = elements[{buffer, element}];
  if (view)
    return view;
  int64_t count = ShapedType::kDynamic;
  SmallVector<Value, 1> sizes;
  if (bytes) {
    count = *bytes / type.getElementBytes();
  } else {
    Value size = memref::DimOp::create(builder, location, buffer, getZero());
    Value elementBytes = arith::ConstantIndexOp::create(builder, location,
                                                        type.getElementBytes());
    sizes = {
        builder.createOrFold<arith::DivUIOp>(location, size, elementBytes)};
  }
  view =
      memref::ViewOp::create(builder, location, MemRefType::get(count, element),
                             buffer, getZero(), sizes);
  return view;
}

static OpFoldResult toFoldResult(SymInt number, Builder &builder) {
  if (number.isConstant())
    return builder.getIndexAttr(number.constant());
  return toValue(number);
}

Value MemRefViewBuilder::reinterpret(Value base, MemRefType type,
                                     const Geometry &geometry) {
  SmallVector<OpFoldResult> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(toFoldResult(size, builder));
  for (SymInt stride : geometry.strides)
    strides.push_back(toFoldResult(stride, builder));
  return memref::ReinterpretCastOp::create(
      builder, location, type, base, toFoldResult(geometry.offset, builder),
      sizes, strides);
}

Value MemRefViewBuilder::viewBuffer(Value buffer, std::optional<int64_t> bytes,
                                    MetaTensorType type,
                                    const Geometry &geometry) {
  MemRefType result = converter.getType(type, geometry);
  if (isa<StridedLayoutAttr>(result.getLayout()))
    return reinterpret(getElements(buffer, bytes, type), result, geometry);
  if (result.hasStaticShape() && result == buffer.getType())
    return buffer;
  SmallVector<Value> sizes;
  for (SymInt size : geometry.sizes)
    if (!size.isConstant())
      sizes.push_back(toValue(size));
  return memref::ViewOp::create(builder, location, result, buffer, getZero(),
                                sizes);
}

Value MemRefViewBuilder::viewTensor(Value tensor, MetaTensorType type,
                                    const Geometry &geometry) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, tensor);
  MemRefType result = converter.getType(type, geometry);
  return reinterpret(metadata.getBaseBuffer(), result, geometry);
}
