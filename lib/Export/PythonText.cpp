// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as Python prints it.

#include "PythonText.h"
#include "metautils/IR/Dtype.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <charconv>

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static std::string escape(StringRef text, bool isBytes) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result(1, quote);
  for (unsigned char c : text) {
    if (c == quote || c == '\\')
      result += {'\\', static_cast<char>(c)};
    else if (c == '\n')
      result += "\\n";
    else if (c == '\r')
      result += "\\r";
    else if (c == '\t')
      result += "\\t";
    else if (llvm::isPrint(c) || (c >= 0x80 && !isBytes))
      result.push_back(static_cast<char>(c));
    else
      result += "\\x" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
  }
  return result + quote;
}

/// The shortest text that is the same number; without an exponent from 1e-4 up
/// to 1e16.
static std::string printFloat(double number) {
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

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static std::string joinAsPython(ArrayRef<Attribute> elements) {
  return llvm::join(llvm::map_range(elements, &printAsPython), ", ");
}

static std::string printTuple(ArrayRef<Attribute> elements) {
  return "(" + joinAsPython(elements) + (elements.size() == 1 ? ",)" : ")");
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
    if (std::optional<Dtype> dtype = getDtype(value.getValue()))
      return "torch." + getName(*dtype).str();
  return llvm::formatv("{0}", data);
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
    return printTuple(tuple.getElements().getValue());
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
