// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From `!meta.tensor` to ranked tensors, and what their types cannot say.

#include "metautils/Conversion/TensorTypeConverter.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Layout/Extent.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

TensorTypeConverter::TensorTypeConverter(TensorTypeOptions options)
    : options(options) {
  addConversion([](Type type) { return type; });
  addConversion([this](MetaTensorType type) -> Type {
    if (whyUnconvertible(type))
      return {};
    SmallVector<int64_t> shape = applyPermutation(
        type.getShape(), ArrayRef<int64_t>(getDimOrder(type)));
    return RankedTensorType::get(shape,
                                 convertElementType(type.getElementType()),
                                 getEncoding(type));
  });
}

const char *TensorTypeConverter::whyUnconvertible(MetaTensorType type) {
  if (type.getConj())
    return "a ranked tensor has no conjugate bit";
  if (type.getNeg())
    return "a ranked tensor has no negative bit";
  if (!type.isStrided())
    return "a ranked tensor has no layout without strides";
  if (isa<QInt8Type, QUInt8Type, QInt32Type, QUInt4x2Type, QUInt2x4Type>(
          type.getElementType()))
    return "a quantized element needs its scale";
  return nullptr;
}

Type TensorTypeConverter::convertElementType(Type type) const {
  MLIRContext *context = type.getContext();
  if (isa<Bits16Type>(type))
    return IntegerType::get(context, 16);
  if (isa<Bits1x8Type, Bits2x4Type, Bits4x2Type, Bits8Type, Float4x2Type>(type))
    return IntegerType::get(context, 8);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(context, std::max(8u, integer.getWidth()),
                          options.signedIntegers ? integer.getSignedness()
                                                 : IntegerType::Signless);
}

SmallVector<int64_t>
TensorTypeConverter::getDimOrder(MetaTensorType type) const {
  auto identity = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  SmallVector<int64_t> strides = type.getStrides();
  if (options.layout != TensorLayout::Permute || type.isContiguous() ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return identity;
  if (type.hasStaticShape()) {
    auto order = densePermutation(type.getShape(), strides);
    return order ? SmallVector<int64_t>(order->begin(), order->end())
                 : identity;
  }
  // With a dynamic size there is one order that can do: by falling strides.
  SmallVector<int64_t> order = identity;
  llvm::stable_sort(order, [&](int64_t a, int64_t b) {
    return strides[a] > strides[b];
  });
  auto memory = MetaTensorType::get(
      applyPermutation(type.getShape(), ArrayRef<int64_t>(order)),
      type.getElementType(),
      StridedLayoutAttr::get(
          type.getContext(), 0,
          applyPermutation(ArrayRef<int64_t>(strides),
                           ArrayRef<int64_t>(order))));
  return memory.isContiguous() ? order : identity;
}

Attribute TensorTypeConverter::getEncoding(MetaTensorType type) const {
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
  if (!type.isContiguous() && !isPermuted && !getEncoding(type))
    add(MetaDialect::kStridesAttr, builder.getI64ArrayAttr(type.getStrides()));
  if (type.getDevice() != "cpu")
    add(MetaDialect::kDeviceAttr, type.getDevice());

  // A signless integer is taken for a signed one.
  auto *dialect = type.getContext()->getLoadedDialect<MetaDialect>();
  Type element = type.getElementType();
  Type converted = convertElementType(element);
  bool isPlain = converted == element ||
                 (element.isSignedInteger() &&
                  element.getIntOrFloatBitWidth() ==
                      converted.getIntOrFloatBitWidth());
  if (!isPlain)
    add(MetaDialect::kDtypeAttr,
        builder.getStringAttr(
            getName(*dialect->getDtypes().getDtype(element))));
  return attrs;
}
