// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of numbers that are constants or operands, and the custom directives
// of ops that are made of them.

#ifndef METAUTILS_IR_INDEXSYNTAX_H
#define METAUTILS_IR_INDEXSYNTAX_H

#include "metautils/IR/ListSyntax.h"
#include "metautils/IR/MetaOps.h"

namespace metautils {

using OperandList = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

/// `storage 128` or `storage %n`.
mlir::ParseResult
parseStorageBytes(mlir::OpAsmParser &parser, int64_t &bytes,
                  std::optional<mlir::OpAsmParser::UnresolvedOperand> &operand);
void printStorageBytes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       int64_t bytes, mlir::Value operand);

/// ` batch_size 3`, ` batch_size %n` or nothing.
mlir::ParseResult
parseBatchSize(mlir::OpAsmParser &parser, std::optional<int64_t> &size,
               std::optional<mlir::OpAsmParser::UnresolvedOperand> &operand);
void printBatchSize(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    std::optional<int64_t> size, mlir::Value operand);

/// `unbacked min 2 max 128 hint 8 sources ["x"]`, each where it is known.
mlir::ParseResult parseSymbolFacts(mlir::OpAsmParser &parser, SymbolKind &kind,
                                   std::optional<int64_t> &min,
                                   std::optional<int64_t> &max,
                                   std::optional<int64_t> &hint,
                                   llvm::SmallVectorImpl<std::string> &sources);
void printSymbolFacts(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      SymbolKind kind, std::optional<int64_t> min,
                      std::optional<int64_t> max, std::optional<int64_t> hint,
                      llvm::ArrayRef<std::string> sources);

/// `[%n, %m] offset 4`.
mlir::ParseResult parseViewOperands(mlir::OpAsmParser &parser,
                                    OperandList &operands, int64_t &offset);
void printViewOperands(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::OperandRange operands, int64_t offset);

/// `bytes 96 offset %n`.
mlir::ParseResult parsePlacement(mlir::OpAsmParser &parser,
                                 OperandList &operands, int64_t &bytes,
                                 int64_t &offset);
void printPlacement(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange operands, int64_t bytes, int64_t offset);

/// `from 2 to %n step 3`.
mlir::ParseResult parseSliceBounds(mlir::OpAsmParser &parser, int64_t &start,
                                   int64_t &end, int64_t &step,
                                   OperandList &operands);
void printSliceBounds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      int64_t start, int64_t end, int64_t step,
                      mlir::OperandRange operands);

/// `start 2 length %n`.
mlir::ParseResult parseNarrowBounds(mlir::OpAsmParser &parser, int64_t &start,
                                    int64_t &length, OperandList &operands);
void printNarrowBounds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       int64_t start, int64_t length,
                       mlir::OperandRange operands);

/// `index %n`.
mlir::ParseResult parseSelectIndex(mlir::OpAsmParser &parser, int64_t &index,
                                   OperandList &operands);
void printSelectIndex(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      int64_t index, mlir::OperandRange operands);

/// `[2, %n, -1]`.
mlir::ParseResult parseIndexList(mlir::OpAsmParser &parser,
                                 llvm::SmallVectorImpl<int64_t> &list,
                                 OperandList &operands);
void printIndexList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    llvm::ArrayRef<int64_t> list, mlir::OperandRange operands);

/// `sizes [2, %n] strides [6, 1] offset 7`.
mlir::ParseResult
parseAsStridedOperands(mlir::OpAsmParser &parser,
                       llvm::SmallVectorImpl<int64_t> &sizes,
                       llvm::SmallVectorImpl<int64_t> &strides,
                       std::optional<int64_t> &offset, OperandList &operands);
void printAsStridedOperands(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            llvm::ArrayRef<int64_t> sizes,
                            llvm::ArrayRef<int64_t> strides,
                            std::optional<int64_t> offset,
                            mlir::OperandRange operands);

/// `(data = %a, axis = 0) with %n`.
mlir::ParseResult parseSubclassParts(mlir::OpAsmParser &parser,
                                     OperandList &inner, DictAttr &parts);
void printSubclassParts(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::OperandRange inner, DictAttr parts);

/// The types of `meta.tensor`: of its operands, then `->` and that of the
/// result where the geometry does not say it.
mlir::ParseResult
parseTensorTypes(mlir::OpAsmParser &parser,
                 std::optional<mlir::OpAsmParser::UnresolvedOperand> base,
                 std::optional<mlir::OpAsmParser::UnresolvedOperand> grad,
                 mlir::Type &geometryType, mlir::Type &baseType,
                 mlir::Type &gradType, mlir::Type &resultType);
void printTensorTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::Value base, mlir::Value grad,
                      mlir::Type geometryType, mlir::Type baseType,
                      mlir::Type gradType, mlir::Type resultType);

} // namespace metautils

#endif // METAUTILS_IR_INDEXSYNTAX_H
