// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the conversions of types share: elements, and what no type says.

#include "ElementTypes.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

Type metautils::convertElementType(Type type, bool signedIntegers) {
  MLIRContext *context = type.getContext();
  if (isa<Bits16Type>(type))
    return IntegerType::get(context, 16);
  if (isa<Bits8Type>(type) || isPacked(type))
    return IntegerType::get(context, 8);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(context, std::max(8u, integer.getWidth()),
                          signedIntegers ? integer.getSignedness()
                                         : IntegerType::Signless);
}

bool metautils::isQuantized(Type type) {
  return isa<QInt8Type, QUInt8Type, QInt32Type, QUInt4x2Type, QUInt2x4Type>(
      type);
}

bool metautils::isPacked(Type type) {
  return isa<Bits1x8Type, Bits2x4Type, Bits4x2Type, Float4x2Type>(type);
}

static WalkResult findMetaType(Type part) {
  bool isFound = isa<MetaTensorType, StorageType>(part);
  return isFound ? WalkResult::interrupt() : WalkResult::advance();
}

bool metautils::hasMetaType(Type type) {
  return type.walk(findMetaType).wasInterrupted();
}

bool metautils::hasMetaType(Attribute attribute) {
  return attribute.walk(findMetaType).wasInterrupted();
}

void metautils::addDeviceAttr(StringAttr device,
                              SmallVectorImpl<NamedAttribute> &attrs) {
  if (device != StorageType::kCpu)
    attrs.push_back(NamedAttribute(
        StringAttr::get(device.getContext(), MetaDialect::kDeviceAttr),
        device));
}

void metautils::addElementAttrs(MetaTensorType type, Type converted,
                                SmallVectorImpl<NamedAttribute> &attrs) {
  Builder builder(type.getContext());
  addDeviceAttr(type.getDevice(), attrs);

  // A signless integer is taken for a signed one.
  Type element = type.getElementType();
  bool isPlain =
      converted == element ||
      (element.isSignedInteger() &&
       element.getIntOrFloatBitWidth() == converted.getIntOrFloatBitWidth());
  if (!isPlain)
    attrs.push_back(builder.getNamedAttr(
        MetaDialect::kDtypeAttr,
        builder.getStringAttr(getName(*getDtype(element)))));
}
