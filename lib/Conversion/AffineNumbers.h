// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a description as affine expressions of its symbols.

#ifndef METAUTILS_LIB_CONVERSION_AFFINENUMBERS_H
#define METAUTILS_LIB_CONVERSION_AFFINENUMBERS_H

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/StringMap.h"

namespace metautils {

/// Numbers the symbols as it meets them: `s0` of an expression is the first.
class AffineNumbers {
public:
  explicit AffineNumbers(mlir::MLIRContext *context) : context(context) {}

  struct Symbol {
    std::string name;
    /// Those of the name; none where the symbol stands for another number.
    llvm::SmallVector<SymbolOp, 1> ops;
  };

  /// Null where no affine expression of moderate size says it, as of a number
  /// that depends on itself.
  mlir::AffineExpr get(mlir::Value number);

  /// A symbol of its own, for a number that has no expression.
  mlir::AffineExpr addSymbol(std::string name);

  llvm::ArrayRef<Symbol> getSymbols() const { return symbols; }

private:
  /// Expressions are uniqued but print as trees, so that their size is bound.
  struct Term {
    mlir::AffineExpr expr;
    unsigned size = 1;
    bool isKnown = false;
  };

  Term compute(mlir::Value number);
  Term computeArith(mlir::Operation *op);
  mlir::AffineExpr getSymbol(SymbolOp op);

  mlir::MLIRContext *context;
  llvm::DenseMap<mlir::Value, Term> terms;
  llvm::SmallVector<Symbol> symbols;
  llvm::StringMap<unsigned> positions;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_AFFINENUMBERS_H
