// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that keeps what it is asked as expressions, without any IR.

#ifndef METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H
#define METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H

#include "metautils/Layout/Arithmetic.h"

#include "llvm/ADT/DenseMap.h"

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

  /// What gave a symbol; one of `makeSymbol` has no operands.
  struct Expression {
    Op op;
    llvm::SmallVector<SymInt, 2> operands;
  };
  /// Null for a symbol from elsewhere.
  const Expression *lookup(SymInt symbol) const {
    size_t index = getIndex(symbol);
    return index < expressions.size() ? &expressions[index] : nullptr;
  }

  /// Symbols and expressions are counted as they come, operands first.
  static size_t getIndex(SymInt symbol) {
    return reinterpret_cast<uintptr_t>(symbol.symbol()) - 1;
  }
  size_t getCount() const { return expressions.size(); }

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;
  void factor(SymInt symbol, Product &into) override;

private:
  using Key = std::tuple<Op, SymInt, SymInt, SymInt, SymInt>;

  SymInt record(Expression expression);

  llvm::SmallVector<Expression, 0> expressions;
  /// A geometry has a handful, an environment many.
  llvm::SmallDenseMap<Key, SymInt, 4> known;
};

} // namespace metautils

#endif // METAUTILS_LAYOUT_SYMBOLICARITHMETIC_H
