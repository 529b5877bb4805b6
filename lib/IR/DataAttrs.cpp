// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as attributes: syntax and verification.

#include "DataSyntax.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// How many attributes of plain data the one at hand is in.
static thread_local unsigned depth = 0;

ParseResult metautils::parseAnyData(AsmParser &parser, Attribute &data) {
  if (depth == maxDataDepth)
    return parser.emitError(parser.getCurrentLocation())
           << "expected at most " << maxDataDepth << " levels of plain data";
  llvm::SaveAndRestore guard(depth, depth + 1);
  return parser.parseAttribute(data);
}

void metautils::printData(AsmPrinter &printer, Attribute data) {
  // 64 bits are what an integer without a type has.
  auto integer = dyn_cast<IntegerAttr>(data);
  if (integer && integer.getType().isSignlessInteger(64))
    printer.printAttributeWithoutType(data);
  else
    printer.printAttribute(data);
}

Attribute DictAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> keys, values;
  auto parseItem = [&] {
    return failure(parseData(parser, keys.emplace_back()) ||
                   parser.parseEqual() ||
                   parseData(parser, values.emplace_back()));
  };
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseItem))
    return {};
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), ArrayRef<Attribute>(keys),
                    ArrayRef<Attribute>(values));
}

void DictAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(llvm::zip_equal(getKeys(), getValues()), printer,
                        [&](auto item) {
                          printData(printer, std::get<0>(item));
                          printer << " = ";
                          printData(printer, std::get<1>(item));
                        });
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

using EmitErrorFn = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult ComplexAttr::verify(EmitErrorFn emitError, FloatAttr real,
                                  FloatAttr imag) {
  // complex_attr_c1
  if (real.getType().isF64() && imag.getType().isF64())
    return success();
  return emitError() << "expected two 64-bit floats, got " << real << " and "
                     << imag;
}

LogicalResult DictAttr::verify(EmitErrorFn emitError, ArrayRef<Attribute> keys,
                               ArrayRef<Attribute>) {
  // dict_attr_c1
  llvm::SmallDenseSet<Attribute> seen;
  for (Attribute key : keys)
    if (!seen.insert(key).second)
      return emitError() << "expected each key once, got " << key << " twice";
  return success();
}
