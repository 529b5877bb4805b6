// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of the types that have more to say than their name.

#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// StorageType
//===----------------------------------------------------------------------===//

/// The rest of a device of which `keyword` is parsed: `cuda` or `cuda:0`.
static ParseResult parseDevice(AsmParser &parser, StringRef keyword,
                               StringAttr &device) {
  std::string name = keyword.str();
  if (succeeded(parser.parseOptionalColon())) {
    SMLoc location = parser.getCurrentLocation();
    int64_t number = -1;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value() && failed(*parsed))
      return failure();
    if (number < 0)
      return parser.emitError(location, "expected the number of the device");
    name += ":" + std::to_string(number);
  }
  device = parser.getBuilder().getStringAttr(name);
  return success();
}

Type StorageType::parse(AsmParser &parser) {
  StringAttr device = parser.getBuilder().getStringAttr(StorageType::kCpu);
  StringRef keyword;
  SMLoc location = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseKeyword(&keyword) || parseDevice(parser, keyword, device) ||
       parser.parseGreater()))
    return {};
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), device);
}

void StorageType::print(AsmPrinter &printer) const {
  if (getDevice() != StorageType::kCpu)
    printer << '<' << getDevice().getValue() << '>';
}

//===----------------------------------------------------------------------===//
// MetaTensorType
//===----------------------------------------------------------------------===//

static ParseResult parseStride(AsmParser &parser, int64_t &stride) {
  if (succeeded(parser.parseOptionalQuestion())) {
    stride = ShapedType::kDynamic;
    return success();
  }
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseInteger(stride))
    return failure();
  if (ShapedType::isDynamic(stride))
    return parser.emitError(location)
           << "expected a stride or '?', got the reserved value " << stride;
  return success();
}

/// The strides after `strided`, in the builtin attribute's syntax but for the
/// offset.
static ParseResult parseStrides(AsmParser &parser, Attribute &layout) {
  SmallVector<int64_t> strides;
  auto parseElement = [&] {
    return parseStride(parser, strides.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseElement) ||
      parser.parseGreater())
    return failure();
  layout = StridedLayoutAttr::get(parser.getContext(), 0, strides);
  return success();
}

namespace {
/// What follows the element type, in this order.
struct Traits {
  enum Place { Layout, Device, Conj, Neg };
  Attribute layout;
  StringAttr device;
  bool conj = false, neg = false;

  FailureOr<Place> parseOne(AsmParser &parser);
  ParseResult parse(AsmParser &parser);
};
} // namespace

FailureOr<Traits::Place> Traits::parseOne(AsmParser &parser) {
  StringRef keyword;
  Place place = Layout;
  ParseResult parsed = success();
  if (failed(parser.parseOptionalKeyword(&keyword))) {
    parsed = parser.parseAttribute(layout);
  } else if (keyword == "strided") {
    parsed = parseStrides(parser, layout);
  } else if (keyword == "conj" || keyword == "neg") {
    place = keyword == "conj" ? Conj : Neg;
    (keyword == "conj" ? conj : neg) = true;
  } else {
    place = Device;
    parsed = parseDevice(parser, keyword, device);
  }
  if (parsed)
    return failure();
  return place;
}

ParseResult Traits::parse(AsmParser &parser) {
  for (int next = Layout; succeeded(parser.parseOptionalComma());) {
    SMLoc location = parser.getCurrentLocation();
    FailureOr<Place> place = parseOne(parser);
    if (failed(place))
      return failure();
    if (*place < next)
      return parser.emitError(location, "expected a layout, a device, 'conj' "
                                        "and 'neg' once each, in this order");
    next = *place + 1;
  }
  return success();
}

/// A tensor type inside of another is never legal. Text that nests them without
/// end is refused before the parser's stack is.
static thread_local bool isParsingTensorType = false;

Type MetaTensorType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  Traits traits;
  SMLoc location = parser.getCurrentLocation();
  if (isParsingTensorType)
    return parser.emitError(location, "expected no tensor type in another"),
           Type();
  llvm::SaveAndRestore guard(isParsingTensorType, true);
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || traits.parse(parser) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(location); }, shape,
                    elementType, traits.layout, traits.device, traits.conj,
                    traits.neg);
}

void MetaTensorType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  if (!getShape().empty())
    printer << 'x';
  printer << getElementType();
  if (getLayout())
    printer << ", " << getLayout();
  if (getDevice() != StorageType::kCpu)
    printer << ", " << getDevice().getValue();
  if (getConj())
    printer << ", conj";
  if (getNeg())
    printer << ", neg";
  printer << '>';
}
