// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Python makes of tensors: verification and syntax.

#include "DataSyntax.h"
#include "metautils/IR/IndexSyntax.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// SubclassOp
//===----------------------------------------------------------------------===//

/// The operands that are parts, and whether the names of parts are such.
static FailureOr<unsigned> countOperandParts(DictAttr parts) {
  unsigned count = 0;
  for (auto [key, value] :
       llvm::zip_equal(parts.getKeys(), parts.getValues())) {
    auto name = dyn_cast<StringAttr>(key);
    auto operand = dyn_cast<OperandAttr>(value);
    if (!name || name.empty() || (operand && operand.getNumber() != count))
      return failure();
    count += bool(operand);
  }
  return count;
}

LogicalResult SubclassOp::verify() {
  // subclass_c4
  if (getClassName().empty())
    return emitOpError("expected the name of a class");
  // subclass_c1
  for (Value value : getInner())
    if (isa<MetaTensorType>(value.getType()) && !isLiveTensor(value))
      return emitOpError("expected live tensors inside of ")
             << getClassName() << ", got a geometry";
  // subclass_c2
  if (failed(countOperandParts(getParts())))
    return emitOpError("expected names of parts, and their operands first and "
                       "in order, got ")
           << getParts();
  // subclass_c3
  llvm::BitVector named(getInner().size());
  for (Attribute attribute : {Attribute(getParts()), getCtxAttr()}) {
    if (!attribute)
      continue;
    auto result = attribute.walk([&](OperandAttr operand) {
      if (operand.getNumber() >= named.size())
        return WalkResult::interrupt();
      named.set(operand.getNumber());
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return emitOpError("expected numbers of operands below ")
             << named.size() << " in " << attribute;
  }
  if (!named.all())
    return emitOpError("expected each operand in a part or the context, not so "
                       "number ")
           << named.find_first_unset();
  return success();
}

ParseResult metautils::parseSubclassParts(OpAsmParser &parser,
                                          OperandList &inner, DictAttr &parts) {
  SmallVector<Attribute> keys, values;
  auto parsePart = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual())
      return failure();
    keys.push_back(parser.getBuilder().getStringAttr(name));
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return parseData(parser, values.emplace_back());
    values.push_back(OperandAttr::get(parser.getContext(), inner.size()));
    inner.push_back(operand);
    return *parsed;
  };
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parsePart))
    return failure();
  parts = DictAttr::getChecked([&] { return parser.emitError(location); },
                               parser.getContext(), ArrayRef<Attribute>(keys),
                               ArrayRef<Attribute>(values));
  if (!parts)
    return failure();
  if (failed(parser.parseOptionalKeyword("with")))
    return success();
  return parser.parseOperandList(inner);
}

void metautils::printSubclassParts(OpAsmPrinter &printer, Operation *,
                                   OperandRange inner, DictAttr parts) {
  printer << '(';
  size_t numParts = 0;
  llvm::interleaveComma(llvm::zip_equal(parts.getKeys(), parts.getValues()),
                        printer, [&](auto part) {
                          printer.printKeywordOrString(
                              cast<StringAttr>(std::get<0>(part)));
                          printer << " = ";
                          if (isa<OperandAttr>(std::get<1>(part)))
                            printer << inner[numParts++];
                          else
                            printData(printer, std::get<1>(part));
                        });
  printer << ')';
  if (numParts < inner.size())
    printer << " with " << inner.drop_front(numParts);
}

//===----------------------------------------------------------------------===//
// MarkOp
//===----------------------------------------------------------------------===//

LogicalResult MarkOp::verify() {
  // mark_c1
  if (!isLiveTensor(getTensor()))
    return emitOpError("expected a live tensor for the mark '")
           << getName() << "', got a geometry";
  // mark_c2
  if (getName().empty())
    return emitOpError("expected the name of a mark, got an empty one");
  return success();
}
