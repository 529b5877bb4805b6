// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of tensors as Python writes them.

#include "PythonElements.h"
#include "PythonText.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Endian.h"

#include <charconv>

using namespace mlir;
using namespace metautils;

/// A number that is no longer than it must be for its type.
static std::string printFloat(const llvm::APFloat &number) {
  double value = number.convertToDouble();
  std::string exact = printFloat(value);
  if (&number.getSemantics() != &llvm::APFloat::IEEEsingle())
    return exact;
  std::array<char, 64> buffer;
  char *end =
      std::to_chars(buffer.begin(), buffer.end(), static_cast<float>(value))
          .ptr;
  double again = 0;
  std::from_chars(buffer.begin(), end, again);
  // Python reads it as a double first.
  return static_cast<float>(again) == value ? printFloat(again) : exact;
}

static std::optional<std::string> printElement(Type type, StringRef bytes) {
  uint64_t bits = 0;
  for (char byte : llvm::reverse(bytes))
    bits = bits << 8 | static_cast<unsigned char>(byte);
  llvm::APInt read(8 * bytes.size(), bits);
  if (auto number = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(number.getFloatSemantics(), read);
    if (!value.isFinite())
      return std::nullopt;
    return printFloat(value);
  }
  auto number = cast<IntegerType>(type);
  if (number.getWidth() == 1)
    return bytes.front() ? "True" : "False";
  return llvm::toString(read, /*Radix=*/10, number.isSigned());
}

/// Whether `torch.tensor` makes elements of this type out of numbers.
static bool isListed(Type type, StringRef bytes) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  auto number = dyn_cast<IntegerType>(type);
  if (!number)
    return false;
  if (number.isSignless()) // bool, whose other bytes are no numbers
    return llvm::all_of(bytes,
                        [](char byte) { return byte == 0 || byte == 1; });
  return number.getWidth() >= 8;
}

std::optional<std::string> metautils::printElements(Type elementType,
                                                    ArrayRef<int64_t> sizes,
                                                    StringRef bytes) {
  constexpr size_t maxBytes = 1024;
  if (bytes.empty() || bytes.size() > maxBytes || !isListed(elementType, bytes))
    return std::nullopt;
  size_t width = std::max(elementType.getIntOrFloatBitWidth() / 8, 1u);
  SmallVector<std::string> texts;
  for (; !bytes.empty(); bytes = bytes.drop_front(width)) {
    auto text = printElement(elementType, bytes.take_front(width));
    if (!text)
      return std::nullopt;
    texts.push_back(std::move(*text));
  }
  // From the inside out: lists of so many.
  for (int64_t size : llvm::reverse(sizes)) {
    SmallVector<std::string> lists;
    for (ArrayRef<std::string> left = texts; !left.empty();
         left = left.drop_front(size))
      lists.push_back("[" + llvm::join(left.take_front(size), ", ") + "]");
    texts = std::move(lists);
  }
  return texts.front();
}

std::string metautils::printBytes(StringRef bytes) {
  constexpr size_t width = 76;
  std::string text = "base64.b64decode(";
  std::string encoded = llvm::encodeBase64(bytes);
  for (StringRef left = encoded; !left.empty();
       left = left.drop_front(std::min(width, left.size())))
    text += "\n    '" + left.take_front(width).str() + "'";
  return text + "\n)";
}
