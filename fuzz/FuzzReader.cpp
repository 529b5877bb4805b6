// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes as what a dialect reads from a bytecode file.

#include "FuzzReader.h"
#include "metautils/IR/MetaBytecode.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::fuzz;

/// What a file may have where an attribute is read: right ones and wrong ones.
static constexpr llvm::StringLiteral attributes[] = {
    "\"cpu\"",
    "\"cuda:0\"",
    "\"conj\"",
    "\"\"",
    "strided<[1, 4]>",
    "strided<[?, 1]>",
    "strided<[2, 1], offset: 3>",
    "strided<[]>",
    "#meta.coo<1, 1>",
    "#meta.csr",
    "#meta.bsc<2, 2>",
    "#meta.jagged",
    "#meta.opaque_layout<\"mkldnn\">",
    "-9223372036854775808 : i64",
    "7 : i32",
    "-1 : i3",
    "unit",
    "f32",
    "array<i64: 1, -1>",
    "affine_map<(d0) -> (d0)>",
};

static constexpr llvm::StringLiteral builtinTypes[] = {
    "f32",           "bf16",     "f64",  "i1",  "si8", "ui64",  "complex<f32>",
    "complex<f16>",  "i8",       "si32", "f80", "i32", "index", "si65535",
    "tensor<2xf32>", "f8E4M3FN",
};

FuzzReader::FuzzReader(MLIRContext *context, ArrayRef<uint8_t> input)
    : context(context), input(input) {
  context->loadDialect<MetaDialect>();
  version = std::make_unique<MetaVersion>(MetaVersion::current - choose(2) % 2);
}

unsigned FuzzReader::choose(unsigned bound) {
  if (input.empty())
    return 0;
  unsigned number = input.front() % bound;
  input = input.drop_front();
  return number;
}

/// One byte for a small number, nine for any.
LogicalResult FuzzReader::readVarInt(uint64_t &result) {
  if (input.empty())
    return failure();
  result = input.front();
  input = input.drop_front();
  if (result < 0xf0)
    return success();
  if (input.size() < sizeof(result))
    return failure();
  std::memcpy(&result, input.data(), sizeof(result));
  input = input.drop_front(sizeof(result));
  return success();
}

LogicalResult FuzzReader::readSignedVarInt(int64_t &result) {
  uint64_t number;
  if (failed(readVarInt(number)))
    return failure();
  result = number < 0xf0 ? static_cast<int64_t>(number) - 8
                         : static_cast<int64_t>(number);
  return success();
}

LogicalResult FuzzReader::readAttribute(Attribute &result) {
  if (input.empty())
    return failure();
  result = parseAttribute(attributes[choose(std::size(attributes))], context);
  return success(bool(result));
}

LogicalResult FuzzReader::readOptionalAttribute(Attribute &result) {
  bool isThere;
  if (failed(readBool(isThere)))
    return failure();
  return isThere ? readAttribute(result) : success();
}

LogicalResult FuzzReader::readType(Type &result) {
  if (input.empty())
    return failure();
  if (unsigned number = choose(std::size(builtinTypes) + 1)) {
    result = parseType(builtinTypes[number - 1], context);
    return success(bool(result));
  }
  result = context->getLoadedDialect<MetaDialect>()
               ->getRegisteredInterface<BytecodeDialectInterface>()
               ->readType(*this);
  return success(bool(result));
}

FailureOr<llvm::APInt> FuzzReader::readAPIntWithKnownWidth(unsigned width) {
  uint64_t number;
  if (failed(readVarInt(number)))
    return failure();
  return llvm::APInt(width, number, /*isSigned=*/false, /*implicitTrunc=*/true);
}

LogicalResult FuzzReader::readString(StringRef &result) {
  ArrayRef<char> bytes;
  if (failed(readBlob(bytes)))
    return failure();
  result = StringRef(bytes.data(), bytes.size());
  return success();
}

LogicalResult FuzzReader::readBlob(ArrayRef<char> &result) {
  if (input.empty())
    return failure();
  size_t size = choose(16);
  size = std::min(size, input.size());
  result = {reinterpret_cast<const char *>(input.data()), size};
  input = input.drop_front(size);
  return success();
}

LogicalResult FuzzReader::readBool(bool &result) {
  if (input.empty())
    return failure();
  result = choose(2);
  return success();
}
