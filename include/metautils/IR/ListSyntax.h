// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of the lists that are properties, for the ops of every dialect.

#ifndef METAUTILS_IR_LISTSYNTAX_H
#define METAUTILS_IR_LISTSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace metautils {

/// `[0.5, 2.0]`.
mlir::ParseResult parseFloatList(mlir::OpAsmParser &parser,
                                 llvm::SmallVectorImpl<double> &list);
void printFloatList(mlir::OpAsmPrinter &printer, llvm::ArrayRef<double> list);

} // namespace metautils

#endif // METAUTILS_IR_LISTSYNTAX_H
