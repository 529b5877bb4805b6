// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as Python prints it.

#include "PythonText.h"
#include "metautils/IR/Dtype.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
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

std::string metautils::quoteAsPython(StringRef text) {
  return escape(text, /*isBytes=*/false);
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

static std::string printDevice(StringRef name) {
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

// The nesting of data is bounded, see Note [Plain data].
std::string metautils::printAsPython(Attribute data) {
  return llvm::TypeSwitch<Attribute, std::string>(data)
      .Case([](NoneAttr) { return "None"; })
      .Case([](BoolAttr value) { return value.getValue() ? "True" : "False"; })
      .Case([](IntegerAttr value) {
        return llvm::toString(value.getValue(), /*Radix=*/10, /*Signed=*/true);
      })
      .Case(
          [](FloatAttr value) { return printFloat(value.getValueAsDouble()); })
      .Case([](ComplexAttr value) { return printComplex(value); })
      .Case([](StringAttr value) { return quoteAsPython(value.getValue()); })
      .Case([](BytesAttr value) {
        return "b" + escape(value.getValue(), /*isBytes=*/true);
      })
      .Case([](TypeAttr value) -> std::string {
        if (std::optional<Dtype> dtype = getDtype(value.getValue()))
          return "torch." + getName(*dtype).str();
        return llvm::formatv("{0}", value);
      })
      .Case([](DeviceAttr value) { return printDevice(value.getValue()); })
      .Case(
          [](ConstantAttr value) { return "torch." + value.getValue().str(); })
      .Case([](ArrayAttr list) {
        return "[" + joinAsPython(list.getValue()) + "]";
      })
      .Case([](TupleAttr tuple) {
        return printTuple(tuple.getElements().getValue());
      })
      .Case([](SizeAttr size) {
        return "torch.Size([" + joinAsPython(size.getElements().getValue()) +
               "])";
      })
      .Case([](SetAttr set) {
        if (set.getElements().empty())
          return std::string("set()");
        return "{" + joinAsPython(set.getElements().getValue()) + "}";
      })
      .Case([](FrozenSetAttr set) {
        if (set.getElements().empty())
          return std::string("frozenset()");
        return "frozenset({" + joinAsPython(set.getElements().getValue()) +
               "})";
      })
      .Case([](SliceAttr slice) {
        return "slice(" +
               joinAsPython(
                   {slice.getStart(), slice.getStop(), slice.getStep()}) +
               ")";
      })
      .Case([](DictAttr dict) { return printDict(dict); })
      .Case([](OpaqueDataAttr value) { return value.getPrinted().str(); })
      .Default(
          [](Attribute value) { return llvm::formatv("{0}", value).str(); });
}
