// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that keeps what it is asked as expressions, without any IR.

#ifndef METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H
#define METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H

#include "metautils/Layout/Arithmetic.h"

namespace metautils {

/// Arithmetic in which a result that is not constant is a symbol of its own,
/// the same one for the same operation on the same operands. By it one can tell
/// that strides are contiguous though no size is known:
///
///   sizes [n, m, 4]  ->  contiguous strides [m * 4, 4, 1]
///
/// Handles of its symbols are small numbers, which no pointer is.
class SymbolicArithmetic : public Arithmetic {
public:
  /// A symbol that equals no other.
  SymInt makeSymbol();

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;
  void factor(SymInt symbol, Product &into) override;

private:
  /// A fresh symbol has no operands.
  struct Expression {
    Op op;
    llvm::SmallVector<SymInt, 2> operands;
  };
  const Expression *lookup(SymInt symbol) const;
  SymInt record(Expression expression);

  llvm::SmallVector<Expression, 0> expressions;
};

} // namespace metautils

#endif // METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H
