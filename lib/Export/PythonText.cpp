// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as Python prints it.

#include "PythonText.h"
#include "metautils/IR/Dtype.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

#include <charconv>

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// A character that is no ASCII: as it is, unless it could not be seen. A byte
/// that is part of none becomes a surrogate, as Python reads it.
static std::string printWide(StringRef &text) {
  StringRef left = text;
  const auto *begin = left.bytes_begin();
  llvm::UTF32 c;
  if (llvm::convertUTF8Sequence(&begin, left.bytes_end(), &c,
                                llvm::strictConversion) != llvm::conversionOK) {
    text = left.drop_front();
    return "\\udc" + llvm::utohexstr(left.bytes_begin()[0], /*LowerCase=*/true);
  }
  text = left.drop_front(begin - left.bytes_begin());
  if (llvm::sys::unicode::isPrintable(c))
    return left.drop_back(text.size()).str();
  return llvm::formatv(c < 0x10000 ? "\\u{0:x-4}" : "\\U{0:x-8}", c);
}

static std::string escape(StringRef text, bool isBytes) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result(1, quote);
  while (!text.empty()) {
    unsigned char c = text.front();
    if (c >= 0x80 && !isBytes) {
      result += printWide(text);
      continue;
    }
    text = text.drop_front();
    if (c == quote || c == '\\')
      result += {'\\', static_cast<char>(c)};
    else if (c == '\n')
      result += "\\n";
    else if (c == '\r')
      result += "\\r";
    else if (c == '\t')
      result += "\\t";
    else if (llvm::isPrint(c))
      result.push_back(static_cast<char>(c));
    else
      result += "\\x" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
  }
  return result + quote;
}

std::string metautils::printText(StringRef text) {
  return escape(text, /*isBytes=*/false);
}

std::string metautils::printFloat(double number) {
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  double size = std::abs(number);
  auto format = size != 0 && (size < 1e-4 || size >= 1e16)
                    ? std::chars_format::scientific
                    : std::chars_format::fixed;
  std::array<char, 64> buffer;
  char *end = std::to_chars(buffer.begin(), buffer.end(), number, format).ptr;
  std::string text(buffer.begin(), end);
  if (format == std::chars_format::fixed && !StringRef(text).contains('.'))
    text += ".0";
  return text;
}

static std::string printComplex(ComplexAttr value) {
  double real = value.getReal().getValueAsDouble();
  double imag = value.getImag().getValueAsDouble();
  auto print = [](double number) {
    std::string text = printFloat(number);
    if (StringRef(text).ends_with(".0"))
      text.resize(text.size() - 2);
    return text;
  };
  if (real == 0 && !std::signbit(real))
    return print(imag) + "j";
  StringRef sign = std::signbit(imag) || std::isnan(imag) ? "" : "+";
  if (std::isnan(imag))
    sign = "+";
  return "(" + print(real) + sign.str() + print(imag) + "j)";
}

std::string metautils::printDevice(StringRef name) {
  auto [type, index] = name.split(':');
  std::string text = ("device(type='" + type + "'").str();
  if (!index.empty())
    text += (", index=" + index).str();
  return text + ")";
}

std::string metautils::printDtype(Type elementType) {
  return "torch." + getName(*getDtype(elementType)).str();
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static std::string joinAsPython(ArrayRef<Attribute> elements) {
  return llvm::join(llvm::map_range(elements, &printAsPython), ", ");
}

/// A comma tells a tuple of one from what is only in parentheses.
static std::string encloseTuple(const std::string &elements, size_t count) {
  return "(" + elements + (count == 1 ? ",)" : ")");
}

std::string metautils::printTuple(ArrayRef<int64_t> numbers) {
  return encloseTuple(printList(numbers), numbers.size());
}

std::string metautils::printList(ArrayRef<int64_t> numbers) {
  return llvm::join(llvm::map_range(numbers, &llvm::itostr), ", ");
}

static std::string printDict(DictAttr dict) {
  SmallVector<std::string> entries;
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), dict.getValues()))
    entries.push_back(printAsPython(key) + ": " + printAsPython(value));
  return "{" + llvm::join(entries, ", ") + "}";
}

static std::string printScalar(Attribute data) {
  if (isa<NoneAttr>(data))
    return "None";
  if (auto value = dyn_cast<BoolAttr>(data))
    return value.getValue() ? "True" : "False";
  if (auto value = dyn_cast<IntegerAttr>(data))
    return llvm::toString(value.getValue(), /*Radix=*/10, /*Signed=*/true);
  if (auto value = dyn_cast<FloatAttr>(data))
    return printFloat(value.getValueAsDouble());
  if (auto value = dyn_cast<ComplexAttr>(data))
    return printComplex(value);
  if (auto value = dyn_cast<StringAttr>(data))
    return escape(value.getValue(), /*isBytes=*/false);
  if (auto value = dyn_cast<BytesAttr>(data))
    return "b" + escape(value.getValue(), /*isBytes=*/true);
  if (auto value = dyn_cast<DeviceAttr>(data))
    return printDevice(value.getValue());
  if (auto value = dyn_cast<ConstantAttr>(data))
    return "torch." + value.getValue().str();
  if (auto value = dyn_cast<OpaqueDataAttr>(data))
    return value.getPrinted().str();
  if (auto value = dyn_cast<TypeAttr>(data))
    if (getDtype(value.getValue()))
      return printDtype(value.getValue());
  return llvm::formatv("{0}", data);
}

StringRef metautils::printCreation(CreationMeta creation) {
  switch (creation) {
  case CreationMeta::Default:
    return "CreationMeta.DEFAULT";
  case CreationMeta::InCustomFunction:
    return "CreationMeta.IN_CUSTOM_FUNCTION";
  case CreationMeta::MultiOutputNode:
    return "CreationMeta.MULTI_OUTPUT_NODE";
  case CreationMeta::NoGradMode:
    return "CreationMeta.NO_GRAD_MODE";
  case CreationMeta::InferenceMode:
    return "CreationMeta.INFERENCE_MODE";
  }
  llvm_unreachable("all are named above");
}

static std::string printSet(ArrayAttr elements, StringRef empty, StringRef open,
                            StringRef close) {
  if (elements.empty())
    return empty.str();
  return open.str() + joinAsPython(elements.getValue()) + close.str();
}

// The nesting of data is bounded, see Note [Plain data].
std::string metautils::printAsPython(Attribute data) {
  if (auto list = dyn_cast<ArrayAttr>(data))
    return "[" + joinAsPython(list.getValue()) + "]";
  if (auto tuple = dyn_cast<TupleAttr>(data))
    return encloseTuple(joinAsPython(tuple.getElements().getValue()),
                        tuple.getElements().size());
  if (auto size = dyn_cast<SizeAttr>(data))
    return "torch.Size([" + joinAsPython(size.getElements().getValue()) + "])";
  if (auto set = dyn_cast<SetAttr>(data))
    return printSet(set.getElements(), "set()", "{", "}");
  if (auto set = dyn_cast<FrozenSetAttr>(data))
    return printSet(set.getElements(), "frozenset()", "frozenset({", "})");
  if (auto slice = dyn_cast<SliceAttr>(data))
    return "slice(" +
           joinAsPython({slice.getStart(), slice.getStop(), slice.getStep()}) +
           ")";
  if (auto dict = dyn_cast<DictAttr>(data))
    return printDict(dict);
  return printScalar(data);
}
