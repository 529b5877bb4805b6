// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies what computes a number of a description to a function.

#ifndef METAUTILS_LIB_CONVERSION_NUMBERCOPIER_H
#define METAUTILS_LIB_CONVERSION_NUMBERCOPIER_H

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace metautils {

/// What a query folds to: a constant, another number, or nothing.
mlir::OpFoldResult foldQuery(mlir::Operation *op);

/// A description is a graph: what a number is computed of may stand behind it,
/// and may be a cycle.
class NumberCopier {
public:
  using CopySymbol = std::function<mlir::Value(SymbolOp)>;

  /// `copySymbol` says what becomes of symbols that are not mapped.
  explicit NumberCopier(mlir::OpBuilder &builder, CopySymbol copySymbol = {})
      : builder(builder), copySymbol(std::move(copySymbol)) {}

  /// Says that `copy` is `number` in the function.
  void map(mlir::Value number, mlir::Value copy) { copies[number] = copy; }

  /// Copies symbols, `arith` on numbers, and answers to queries. Fails, with an
  /// error, on other ops.
  llvm::LogicalResult copy(mlir::Value number);

  mlir::Value lookup(mlir::Value number) const { return copies.lookup(number); }

private:
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  getMissing(mlir::Operation *op) const;
  void copyOp(mlir::Operation *op);

  mlir::OpBuilder &builder;
  CopySymbol copySymbol;
  llvm::DenseMap<mlir::Value, mlir::Value> copies;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_NUMBERCOPIER_H
