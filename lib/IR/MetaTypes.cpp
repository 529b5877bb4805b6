// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the meta dialect: verification, and one spelling for each. Their
// syntax is in TypeSyntax.cpp.

#include "metautils/IR/MetaTypes.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace metautils;

#define GET_TYPEDEF_CLASSES
#include "metautils/IR/MetaTypes.cpp.inc"

void MetaDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "metautils/IR/MetaTypes.cpp.inc"
      >();
}

using EmitErrorFn = llvm::function_ref<InFlightDiagnostic()>;

InFlightDiagnostic metautils::emitUnseenError(MLIRContext *context) {
  InFlightDiagnostic diagnostic = emitError(UnknownLoc::get(context));
  diagnostic.abandon();
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Whether text of this device is read back as the same: `cuda` or `cuda:0`.
static bool isDevice(StringRef device) {
  auto [kind, number] = device.split(':');
  auto isOfKeyword = [](char c) {
    return llvm::isAlnum(c) || StringRef("_$.").contains(c);
  };
  if (kind.empty() || !(llvm::isAlpha(kind[0]) || kind[0] == '_') ||
      !llvm::all_of(kind, isOfKeyword))
    return false;
  // These follow an element type, as a device does.
  if (kind == "strided" || kind == "conj" || kind == "neg")
    return false;
  uint32_t value;
  return kind == device ||
         (!number.getAsInteger(10, value) && std::to_string(value) == number);
}

static LogicalResult verifyDevice(EmitErrorFn emitError, StringAttr device) {
  if (isDevice(device.getValue()))
    return success();
  return emitError() << "expected a device such as 'cuda:0', got " << device;
}

LogicalResult StorageType::verify(EmitErrorFn emitError, StringAttr device) {
  // storage_type_c1
  return verifyDevice(emitError, device);
}

//===----------------------------------------------------------------------===//
// MetaTensorType
//===----------------------------------------------------------------------===//

/// The strides of `torch.empty`, `kDynamic` from the first dynamic size on
/// leftwards; nothing where one of them overflows.
static std::optional<SmallVector<int64_t>>
contiguousOrDynamic(ArrayRef<int64_t> shape) {
  size_t known = shape.size();
  while (known > 0 && !ShapedType::isDynamic(shape[known - 1]))
    --known;
  // The dynamic size itself has a known stride: that of all behind it.
  std::optional<SmallVector<int64_t>> tail =
      contiguousStrides(shape.drop_front(known));
  if (!tail || known == 0)
    return tail;
  int64_t next = 1;
  if (known < shape.size()) {
    std::optional<int64_t> product =
        llvm::checkedMul(tail->front(), std::max<int64_t>(shape[known], 1));
    if (!product)
      return std::nullopt;
    next = *product;
  }
  SmallVector<int64_t> strides(known, ShapedType::kDynamic);
  strides.back() = next;
  strides.append(tail->begin(), tail->end());
  return strides;
}

MetaTensorType MetaTensorType::get(ArrayRef<int64_t> shape, Type elementType,
                                   Attribute layout, StringAttr device,
                                   bool conj, bool neg) {
  if (!device)
    device = StringAttr::get(elementType.getContext(), StorageType::kCpu);
  // One meaning has one type: contiguous strides are not spelled out.
  if (auto strided = dyn_cast_if_present<StridedLayoutAttr>(layout))
    if (!llvm::is_contained(strided.getStrides(), ShapedType::kDynamic) &&
        strided.getOffset() == 0)
      if (auto strides = contiguousOrDynamic(shape))
        if (ArrayRef<int64_t>(*strides) == strided.getStrides())
          layout = {};
  return Base::get(elementType.getContext(), shape, elementType, layout, device,
                   conj, neg);
}

MetaTensorType MetaTensorType::getChecked(EmitErrorFn emitError,
                                          ArrayRef<int64_t> shape,
                                          Type elementType, Attribute layout,
                                          StringAttr device, bool conj,
                                          bool neg) {
  if (!device)
    device = StringAttr::get(elementType.getContext(), StorageType::kCpu);
  if (failed(verify(emitError, shape, elementType, layout, device, conj, neg)))
    return {};
  return get(shape, elementType, layout, device, conj, neg);
}

static LogicalResult verifySizes(EmitErrorFn emitError,
                                 ArrayRef<int64_t> shape) {
  if (shape.size() > MetaTensorType::maxRank)
    return emitError() << "expected at most " << MetaTensorType::maxRank
                       << " dimensions, got " << shape.size();
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!ShapedType::isDynamic(size) && size < 0)
      return emitError() << "expected no negative size, got " << size
                         << " at dim " << dim;
  return success();
}

static LogicalResult verifyElement(EmitErrorFn emitError, Type elementType,
                                   bool conj) {
  // tensor_type_c2
  if (!getDtype(elementType))
    return emitError() << "expected the element type of a dtype of PyTorch, "
                          "such as 'si32' for int32, got "
                       << elementType;
  // tensor_type_c3
  if (conj && !isa<ComplexType>(elementType))
    return emitError() << "expected a complex element type under 'conj', got "
                       << elementType;
  return success();
}

/// Whether elements, contiguous strides and bytes can be counted in int64.
static LogicalResult verifyExtents(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape, Type elementType,
                                   Attribute layout) {
  SmallVector<int64_t> known;
  llvm::copy_if(shape, std::back_inserter(known),
                [](int64_t size) { return !ShapedType::isDynamic(size); });
  if (!elementCount(known))
    return emitError() << "expected fewer than 2^63 elements";
  auto strided = dyn_cast_if_present<StridedLayoutAttr>(layout);
  if (layout && !strided)
    return success();
  auto strides = strided ? llvm::to_vector(strided.getStrides())
                         : contiguousOrDynamic(shape);
  if (!strides)
    return emitError() << "expected contiguous strides below 2^63";
  if (known.size() < shape.size() ||
      llvm::is_contained(*strides, ShapedType::kDynamic))
    return success();
  if (!reachedBytes(shape, *strides, /*offset=*/0,
                    metautils::getElementBytes(*getDtype(elementType))))
    return emitError() << "expected every byte below 2^63";
  return success();
}

static LogicalResult verifyStrides(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape,
                                   StridedLayoutAttr layout) {
  if (layout.getOffset() != 0)
    return emitError() << "expected strides without an offset: the offset "
                          "belongs to the op, not to the type";
  if (layout.getStrides().size() != shape.size())
    return emitError() << "expected " << shape.size() << " strides, got "
                       << layout.getStrides().size();
  for (auto [dim, stride] : llvm::enumerate(layout.getStrides()))
    if (!ShapedType::isDynamic(stride) && stride < 0)
      return emitError() << "expected no negative stride, got " << stride
                         << " at dim " << dim;
  return success();
}

static LogicalResult verifyLayout(EmitErrorFn emitError,
                                  ArrayRef<int64_t> shape, Attribute layout) {
  if (!layout)
    return success();
  // tensor_type_c5
  if (auto strided = dyn_cast<StridedLayoutAttr>(layout))
    return verifyStrides(emitError, shape, strided);
  // tensor_type_c6
  if (auto other = dyn_cast<LayoutAttrInterface>(layout))
    return other.verifyShape(emitError, shape);
  return emitError() << "expected 'strided' or a layout of the meta dialect, "
                        "got "
                     << layout;
}

LogicalResult MetaTensorType::verify(EmitErrorFn emitError,
                                     ArrayRef<int64_t> shape, Type elementType,
                                     Attribute layout, StringAttr device,
                                     bool conj, bool) {
  // tensor_type_c1
  if (failed(verifySizes(emitError, shape)) ||
      failed(verifyElement(emitError, elementType, conj)) ||
      failed(verifyLayout(emitError, shape, layout)))
    return failure();
  // tensor_type_c4
  if (failed(verifyExtents(emitError, shape, elementType, layout)))
    return failure();
  // tensor_type_c7
  return verifyDevice(emitError, device);
}

MetaTensorType MetaTensorType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                         Type elementType) const {
  // Strides of another shape are not known.
  if (!shape || *shape == getShape())
    return get(getShape(), elementType, getLayout(), getDevice(), getConj(),
               getNeg());
  return get(*shape, elementType, {}, getDevice(), getConj(), getNeg());
}

bool MetaTensorType::isStrided() const {
  return !getLayout() || isa<StridedLayoutAttr>(getLayout());
}

SmallVector<int64_t> MetaTensorType::getStrides() const {
  assert(isStrided() && "a sparse or opaque tensor has no strides");
  if (auto strided = dyn_cast_if_present<StridedLayoutAttr>(getLayout()))
    return SmallVector<int64_t>(strided.getStrides());
  return *contiguousOrDynamic(getShape());
}

int64_t MetaTensorType::getElementBytes() const {
  return metautils::getElementBytes(*getDtype(getElementType()));
}

unsigned MetaTensorType::getNumDynamic() const {
  unsigned count = llvm::count(getShape(), ShapedType::kDynamic);
  if (auto strided = dyn_cast_if_present<StridedLayoutAttr>(getLayout()))
    count += llvm::count(strided.getStrides(), ShapedType::kDynamic);
  return count;
}
