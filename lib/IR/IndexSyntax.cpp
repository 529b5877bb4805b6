// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of numbers that are constants or operands. A number given by an
// operand is `kDynamic` in the property; its operand is the next one.

#include "metautils/IR/IndexSyntax.h"

using namespace mlir;
using namespace metautils;

static constexpr int64_t kSliceEnd = std::numeric_limits<int64_t>::max();

/// A number: `12`, `-1` or `%n`.
static ParseResult parseNumber(OpAsmParser &parser, int64_t &number,
                               OperandList &operands) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  if (parsed.has_value()) {
    number = ShapedType::kDynamic;
    operands.push_back(operand);
    return *parsed;
  }
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseInteger(number))
    return failure();
  if (ShapedType::isDynamic(number))
    return parser.emitError(location)
           << "expected a number or an operand, got the reserved value "
           << number;
  return success();
}

namespace {
/// Prints numbers in the order in which their operands stand.
class NumberPrinter {
public:
  NumberPrinter(OpAsmPrinter &printer, OperandRange operands)
      : printer(printer), operands(operands) {}

  void print(int64_t number) {
    if (!ShapedType::isDynamic(number))
      printer << number;
    else if (operands.empty()) // Only in IR that does not verify.
      printer << "<<missing operand>>";
    else {
      printer << operands.front();
      operands = operands.drop_front();
    }
  }

  void print(ArrayRef<int64_t> list) {
    printer << '[';
    llvm::interleaveComma(list, printer,
                          [&](int64_t number) { print(number); });
    printer << ']';
  }

private:
  OpAsmPrinter &printer;
  OperandRange operands;
};
} // namespace

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

ParseResult metautils::parseStorageBytes(
    OpAsmParser &parser, int64_t &bytes,
    std::optional<OpAsmParser::UnresolvedOperand> &operand) {
  SmallVector<OpAsmParser::UnresolvedOperand, 1> operands;
  if (parseNumber(parser, bytes, operands))
    return failure();
  if (!operands.empty())
    operand = operands.front();
  return success();
}

void metautils::printStorageBytes(OpAsmPrinter &printer, Operation *,
                                  int64_t bytes, Value operand) {
  if (operand)
    printer << operand;
  else
    printer << bytes;
}

ParseResult metautils::parseBatchSize(
    OpAsmParser &parser, std::optional<int64_t> &size,
    std::optional<OpAsmParser::UnresolvedOperand> &operand) {
  if (failed(parser.parseOptionalKeyword("batch_size")))
    return success();
  if (parseStorageBytes(parser, size.emplace(), operand))
    return failure();
  if (operand)
    size.reset();
  return success();
}

void metautils::printBatchSize(OpAsmPrinter &printer, Operation *op,
                               std::optional<int64_t> size, Value operand) {
  if (!size && !operand)
    return;
  printer << " batch_size ";
  printStorageBytes(printer, op, size.value_or(0), operand);
}

/// A keyword and a number, where it stands.
static ParseResult parseFact(OpAsmParser &parser, StringRef keyword,
                             std::optional<int64_t> &number) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return parser.parseInteger(number.emplace());
}

ParseResult metautils::parseSymbolFacts(OpAsmParser &parser, SymbolKind &kind,
                                        std::optional<int64_t> &min,
                                        std::optional<int64_t> &max,
                                        std::optional<int64_t> &hint,
                                        SmallVectorImpl<std::string> &sources) {
  kind = SymbolKind::Backed;
  for (SymbolKind other : {SymbolKind::Unbacked, SymbolKind::NestedInt})
    if (succeeded(parser.parseOptionalKeyword(stringifySymbolKind(other))))
      kind = other;
  if (parseFact(parser, "min", min) || parseFact(parser, "max", max) ||
      parseFact(parser, "hint", hint))
    return failure();
  if (failed(parser.parseOptionalKeyword("sources")))
    return success();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseString(&sources.emplace_back());
  });
}

void metautils::printSymbolFacts(OpAsmPrinter &printer, Operation *,
                                 SymbolKind kind, std::optional<int64_t> min,
                                 std::optional<int64_t> max,
                                 std::optional<int64_t> hint,
                                 ArrayRef<std::string> sources) {
  if (kind != SymbolKind::Backed)
    printer << ' ' << stringifySymbolKind(kind);
  if (min)
    printer << " min " << *min;
  if (max)
    printer << " max " << *max;
  if (hint)
    printer << " hint " << *hint;
  if (sources.empty())
    return;
  printer << " sources [";
  llvm::interleaveComma(sources, printer, [&](const std::string &source) {
    printer.printString(source);
  });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// ` offset 4`, where it is not 0.
static ParseResult parseOffset(OpAsmParser &parser, OperandList &operands,
                               int64_t &offset) {
  offset = 0;
  if (succeeded(parser.parseOptionalKeyword("offset")))
    return parseNumber(parser, offset, operands);
  return success();
}

static void printOffset(OpAsmPrinter &printer, NumberPrinter &numbers,
                        int64_t offset) {
  if (offset == 0)
    return;
  printer << " offset ";
  numbers.print(offset);
}

ParseResult metautils::parseViewOperands(OpAsmParser &parser,
                                         OperandList &operands,
                                         int64_t &offset) {
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::OptionalSquare))
    return failure();
  return parseOffset(parser, operands, offset);
}

void metautils::printViewOperands(OpAsmPrinter &printer, Operation *,
                                  OperandRange operands, int64_t offset) {
  bool hasOffsetOperand = ShapedType::isDynamic(offset) && !operands.empty();
  OperandRange layout = operands.drop_back(hasOffsetOperand ? 1 : 0);
  if (!layout.empty())
    printer << '[' << layout << ']';
  NumberPrinter numbers(printer, operands.drop_front(layout.size()));
  printOffset(printer, numbers, offset);
}

ParseResult metautils::parsePlacement(OpAsmParser &parser,
                                      OperandList &operands, int64_t &bytes,
                                      int64_t &offset) {
  if (parser.parseKeyword("bytes") || parseNumber(parser, bytes, operands))
    return failure();
  return parseOffset(parser, operands, offset);
}

void metautils::printPlacement(OpAsmPrinter &printer, Operation *,
                               OperandRange operands, int64_t bytes,
                               int64_t offset) {
  NumberPrinter numbers(printer, operands);
  printer << "bytes ";
  numbers.print(bytes);
  printOffset(printer, numbers, offset);
}

ParseResult metautils::parseSliceBounds(OpAsmParser &parser, int64_t &start,
                                        int64_t &end, int64_t &step,
                                        OperandList &operands) {
  start = 0;
  end = kSliceEnd;
  step = 1;
  auto parseBound = [&](StringRef keyword, int64_t &bound) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(keyword)))
      return success();
    return parseNumber(parser, bound, operands);
  };
  return failure(parseBound("from", start) || parseBound("to", end) ||
                 parseBound("step", step));
}

void metautils::printSliceBounds(OpAsmPrinter &printer, Operation *,
                                 int64_t start, int64_t end, int64_t step,
                                 OperandRange operands) {
  NumberPrinter numbers(printer, operands);
  auto printBound = [&](StringRef keyword, int64_t bound, int64_t otherwise) {
    if (bound == otherwise)
      return;
    printer << ' ' << keyword << ' ';
    numbers.print(bound);
  };
  printBound("from", start, 0);
  printBound("to", end, kSliceEnd);
  printBound("step", step, 1);
}

ParseResult metautils::parseNarrowBounds(OpAsmParser &parser, int64_t &start,
                                         int64_t &length,
                                         OperandList &operands) {
  return failure(
      parser.parseKeyword("start") || parseNumber(parser, start, operands) ||
      parser.parseKeyword("length") || parseNumber(parser, length, operands));
}

void metautils::printNarrowBounds(OpAsmPrinter &printer, Operation *,
                                  int64_t start, int64_t length,
                                  OperandRange operands) {
  NumberPrinter numbers(printer, operands);
  printer << "start ";
  numbers.print(start);
  printer << " length ";
  numbers.print(length);
}

ParseResult metautils::parseSelectIndex(OpAsmParser &parser, int64_t &index,
                                        OperandList &operands) {
  return failure(parser.parseKeyword("index") ||
                 parseNumber(parser, index, operands));
}

void metautils::printSelectIndex(OpAsmPrinter &printer, Operation *,
                                 int64_t index, OperandRange operands) {
  printer << "index ";
  NumberPrinter(printer, operands).print(index);
}

ParseResult metautils::parseIndexList(OpAsmParser &parser,
                                      SmallVectorImpl<int64_t> &list,
                                      OperandList &operands) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseNumber(parser, list.emplace_back(), operands);
  });
}

void metautils::printIndexList(OpAsmPrinter &printer, Operation *,
                               ArrayRef<int64_t> list, OperandRange operands) {
  NumberPrinter(printer, operands).print(list);
}

ParseResult metautils::parseAsStridedOperands(OpAsmParser &parser,
                                              SmallVectorImpl<int64_t> &sizes,
                                              SmallVectorImpl<int64_t> &strides,
                                              std::optional<int64_t> &offset,
                                              OperandList &operands) {
  if (parser.parseKeyword("sizes") || parseIndexList(parser, sizes, operands) ||
      parser.parseKeyword("strides") ||
      parseIndexList(parser, strides, operands))
    return failure();
  if (failed(parser.parseOptionalKeyword("offset")))
    return success();
  return parseNumber(parser, offset.emplace(), operands);
}

void metautils::printAsStridedOperands(OpAsmPrinter &printer, Operation *,
                                       ArrayRef<int64_t> sizes,
                                       ArrayRef<int64_t> strides,
                                       std::optional<int64_t> offset,
                                       OperandRange operands) {
  NumberPrinter numbers(printer, operands);
  printer << "sizes ";
  numbers.print(sizes);
  printer << " strides ";
  numbers.print(strides);
  if (!offset)
    return;
  printer << " offset ";
  numbers.print(*offset);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

ParseResult metautils::parseFloatList(OpAsmParser &parser,
                                      SmallVectorImpl<double> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    APFloat number(0.0);
    if (parser.parseFloat(APFloat::IEEEdouble(), number))
      return failure();
    list.push_back(number.convertToDouble());
    return success();
  });
}

void metautils::printFloatList(OpAsmPrinter &printer, ArrayRef<double> list) {
  printer << '[';
  llvm::interleaveComma(list, printer, [&](double number) {
    printer.printFloat(APFloat(number));
  });
  printer << ']';
}

ParseResult metautils::parseTensorTypes(
    OpAsmParser &parser, std::optional<OpAsmParser::UnresolvedOperand> base,
    std::optional<OpAsmParser::UnresolvedOperand> grad, Type &geometryType,
    Type &baseType, Type &gradType, Type &resultType) {
  if (parser.parseType(geometryType) ||
      (base && (parser.parseComma() || parser.parseType(baseType))) ||
      (grad && (parser.parseComma() || parser.parseType(gradType))))
    return failure();
  if (!isa<StorageType>(geometryType)) {
    resultType = geometryType;
    return success();
  }
  return failure(parser.parseArrow() || parser.parseType(resultType));
}

void metautils::printTensorTypes(OpAsmPrinter &printer, Operation *, Value base,
                                 Value grad, Type geometryType, Type baseType,
                                 Type gradType, Type resultType) {
  printer << geometryType;
  if (base)
    printer << ", " << baseType;
  if (grad)
    printer << ", " << gradType;
  if (isa<StorageType>(geometryType))
    printer << " -> " << resultType;
}
