// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of plain data (Note [Plain data] in MetaDataAttrs.td).

#ifndef METAUTILS_LIB_IR_DATASYNTAX_H
#define METAUTILS_LIB_IR_DATASYNTAX_H

#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/DialectImplementation.h"

namespace metautils {

/// Parses one attribute, down to `maxDataDepth` levels.
mlir::ParseResult parseAnyData(mlir::AsmParser &parser, mlir::Attribute &data);

/// The same, of a certain kind.
template <typename AttrT>
mlir::ParseResult parseData(mlir::AsmParser &parser, AttrT &data) {
  mlir::Attribute any;
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parseAnyData(parser, any))
    return mlir::failure();
  data = mlir::dyn_cast<AttrT>(any);
  if (data)
    return mlir::success();
  return parser.emitError(location, "expected another kind of attribute, got ")
         << any;
}

/// Prints an attribute so that `parseData` reads it.
void printData(mlir::AsmPrinter &printer, mlir::Attribute data);

} // namespace metautils

#endif // METAUTILS_LIB_IR_DATASYNTAX_H
