// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From `!meta.storage` and `!meta.tensor` to the types of memrefs.

#include "ElementTypes.h"
#include "metautils/Conversion/MetaToMemRef.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace metautils;

/// A tensor of which only its type is known, as an argument is.
static MemRefType convertTensor(const MemRefTypeConverter &converter,
                                MetaTensorType type) {
  auto layout = StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic,
                                       type.getStrides());
  return MemRefType::get(type.getShape(),
                         converter.convertElementType(type.getElementType()),
                         layout);
}

MemRefTypeConverter::MemRefTypeConverter(bool packedBytes)
    : packedBytes(packedBytes) {
  addConversion(
      [this](Type type) { return whyUnconvertible(type) ? Type() : type; });
  addConversion([](StorageType type) -> Type {
    return MemRefType::get(ShapedType::kDynamic,
                           IntegerType::get(type.getContext(), 8));
  });
  addConversion([this](MetaTensorType type) -> Type {
    return whyUnconvertible(type) ? Type() : convertTensor(*this, type);
  });
  // More may be known of a value than of its type.
  addTargetMaterialization([](OpBuilder &builder, MemRefType type,
                              ValueRange values, Location location) -> Value {
    if (!memref::CastOp::areCastCompatible(values.front().getType(), type))
      return {};
    return memref::CastOp::create(builder, location, type, values.front());
  });
}

Type MemRefTypeConverter::convertElementType(Type type) const {
  if (type.isSignlessInteger(1))
    return IntegerType::get(type.getContext(), 8);
  return metautils::convertElementType(type, /*signedIntegers=*/false);
}

MemRefType MemRefTypeConverter::getType(MetaTensorType type,
                                        const Geometry &geometry) const {
  SmallVector<int64_t> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(size.toStatic());
  for (SymInt stride : geometry.strides)
    strides.push_back(stride.toStatic());
  Type element = convertElementType(type.getElementType());
  // Behind a size of 0, strides of torch are not those of a memref.
  bool isInOrder =
      type.isContiguous() && geometry.offset.isConstant(0) &&
      !llvm::is_contained(
          ArrayRef(sizes).drop_front(std::min<size_t>(1, sizes.size())), 0);
  if (isInOrder)
    return MemRefType::get(sizes, element);
  auto layout = StridedLayoutAttr::get(type.getContext(),
                                       geometry.offset.toStatic(), strides);
  return MemRefType::get(sizes, element, layout);
}

const char *MemRefTypeConverter::whyUnconvertible(Type type) const {
  if (isa<StorageType>(type))
    return nullptr;
  auto tensor = dyn_cast<MetaTensorType>(type);
  if (!tensor)
    return hasMetaType(type) ? "a tensor inside of a type is not converted"
                             : nullptr;
  if (tensor.getConj())
    return "a memref has no conjugate bit";
  if (tensor.getNeg())
    return "a memref has no negative bit";
  if (!tensor.isStrided())
    return "a memref has no layout without strides";
  Type element = tensor.getElementType();
  if (isQuantized(element))
    return "a quantized element needs its scale";
  if (!packedBytes && isPacked(element))
    return "a memref has no elements that share a byte; packed-bytes=true "
           "takes each byte as one";
  return nullptr;
}
