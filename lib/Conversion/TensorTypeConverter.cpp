// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From `!meta.tensor` to ranked tensors, and what their types cannot say.

#include "metautils/Conversion/TensorTypeConverter.h"
#include "ElementTypes.h"
#include "metautils/Conversion/QuantizedType.h"
#include "metautils/Conversion/SparseEncoding.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Layout/Extent.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

TensorTypeConverter::TensorTypeConverter(TensorTypeOptions options)
    : options(options) {
  addConversion(
      [](Type type) { return whyUnconvertible(type) ? Type() : type; });
  addConversion([this](MetaTensorType type) -> Type {
    if (whyUnconvertible(type))
      return {};
    return convertTensor(type, convertElementType(type.getElementType()));
  });
  addConversion([this](Value value) -> std::optional<Type> {
    auto known = quantized.find(value);
    return known == quantized.end() ? std::nullopt
                                    : std::optional(known->second);
  });
}

Type TensorTypeConverter::convertTensor(MetaTensorType type,
                                        Type element) const {
  SmallVector<int64_t> shape =
      applyPermutation(type.getShape(), ArrayRef<int64_t>(getDimOrder(type)));
  return RankedTensorType::get(shape, element, getEncoding(type));
}

LogicalResult TensorTypeConverter::setQuantization(
    Value tensor, DictionaryAttr quantization,
    llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto type = cast<MetaTensorType>(tensor.getType());
  Type element = getQuantizedType(emitError, type, quantization);
  if (!element)
    return failure();
  SmallVector<int64_t> order = getDimOrder(type);
  // The axis is counted in the order of the ranked tensor.
  if (auto channels = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    element = quant::UniformQuantizedPerAxisType::get(
        channels.getFlags(), channels.getStorageType(),
        channels.getExpressedType(), channels.getScales(),
        channels.getZeroPoints(),
        llvm::find(order, channels.getQuantizedDimension()) - order.begin(),
        channels.getStorageTypeMin(), channels.getStorageTypeMax());
  quantized[tensor] = convertTensor(type, element);
  return success();
}

const char *TensorTypeConverter::whyUnconvertible(Value value) const {
  return quantized.contains(value) ? nullptr
                                   : whyUnconvertible(value.getType());
}

const char *TensorTypeConverter::whyUnconvertible(Type type) {
  auto tensor = dyn_cast<MetaTensorType>(type);
  if (isa<StorageType>(type))
    return "a ranked tensor shares no storage with another";
  if (!tensor)
    return hasMetaType(type) ? "a tensor inside of a type is not converted"
                             : nullptr;
  if (tensor.getConj())
    return "a ranked tensor has no conjugate bit";
  if (tensor.getNeg())
    return "a ranked tensor has no negative bit";
  if (!tensor.isStrided() && !getSparseEncoding(tensor))
    return "a ranked tensor has no layout without strides";
  if (isQuantized(tensor.getElementType()))
    return "a quantized element needs its scale";
  return nullptr;
}

Type TensorTypeConverter::convertElementType(Type type) const {
  return metautils::convertElementType(type, options.signedIntegers);
}

/// Whether the tensor's memory, in this order of dimensions, is contiguous down
/// to the strides of dimensions of size 1.
static bool isContiguousInOrder(MetaTensorType type, ArrayRef<int64_t> order) {
  SmallVector<int64_t> sizes = applyPermutation(type.getShape(), order);
  SmallVector<int64_t> strides =
      applyPermutation(ArrayRef<int64_t>(type.getStrides()), order);
  auto layout = StridedLayoutAttr::get(type.getContext(), 0, strides);
  return MetaTensorType::get(sizes, type.getElementType(), layout)
      .isContiguous();
}

/// A layout can say of a stride that it is known only at run time.
static Attribute getStridesAttr(MetaTensorType type) {
  SmallVector<int64_t> strides = type.getStrides();
  if (llvm::is_contained(strides, ShapedType::kDynamic))
    return StridedLayoutAttr::get(type.getContext(), 0, strides);
  return Builder(type.getContext()).getI64ArrayAttr(strides);
}

SmallVector<int64_t>
TensorTypeConverter::getDimOrder(MetaTensorType type) const {
  auto identity = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  if (options.layout != TensorLayout::Permute || type.isContiguous() ||
      !type.isStrided())
    return identity;
  SmallVector<int64_t> strides = type.getStrides();
  if (llvm::is_contained(strides, ShapedType::kDynamic))
    return identity;
  if (type.hasStaticShape()) {
    auto order = densePermutation(type.getShape(), strides);
    return order ? SmallVector<int64_t>(order->begin(), order->end())
                 : identity;
  }
  // With a dynamic size there is one order that can do: by falling strides.
  SmallVector<int64_t> order = identity;
  llvm::stable_sort(
      order, [&](int64_t a, int64_t b) { return strides[a] > strides[b]; });
  return isContiguousInOrder(type, order) ? order : identity;
}

Attribute TensorTypeConverter::getEncoding(MetaTensorType type) const {
  if (!type.isStrided())
    return getSparseEncoding(type);
  if (options.layout != TensorLayout::Encoding || type.isContiguous())
    return {};
  Builder builder(type.getContext());
  return builder.getDictionaryAttr(
      builder.getNamedAttr("layout", type.getLayout()));
}

SmallVector<NamedAttribute>
TensorTypeConverter::getArgumentAttrs(MetaTensorType type) const {
  Builder builder(type.getContext());
  SmallVector<NamedAttribute> attrs;
  auto add = [&](StringRef name, Attribute value) {
    attrs.push_back(builder.getNamedAttr(name, value));
  };
  SmallVector<int64_t> order = getDimOrder(type);
  bool isPermuted = !isIdentityPermutation(order);
  if (isPermuted)
    add(MetaDialect::kPermutationAttr,
        builder.getI64ArrayAttr(invertPermutationVector(order)));
  if (!type.isContiguous() && !getEncoding(type) &&
      !(isPermuted && isContiguousInOrder(type, order)))
    add(MetaDialect::kStridesAttr, getStridesAttr(type));
  addElementAttrs(type, convertElementType(type.getElementType()), attrs);
  return attrs;
}
