// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that keeps what it is asked as expressions, without any IR.

#include "metautils/Layout/SymbolicArithmetic.h"

using namespace metautils;

/// Symbol number 0 has handle 1: a handle is not null.
SymInt SymbolicArithmetic::record(Expression expression) {
  expressions.push_back(std::move(expression));
  return SymInt::symbol(reinterpret_cast<const void *>(expressions.size()));
}

SymInt SymbolicArithmetic::makeSymbol() { return record({Op::Add, {}}); }

SymInt SymbolicArithmetic::emit(Op op, llvm::ArrayRef<SymInt> operands) {
  auto get = [&](size_t index) {
    return index < operands.size() ? operands[index] : SymInt(0);
  };
  auto [entry, isNew] =
      known.try_emplace(Key(op, get(0), get(1), get(2), get(3)));
  if (isNew)
    entry->second = record({op, llvm::SmallVector<SymInt, 2>(operands)});
  return entry->second;
}

void SymbolicArithmetic::factor(SymInt symbol, Product &into) {
  const Expression *expression = lookup(symbol);
  if (expression && expression->op == Op::Mul) {
    // Operands are older than their product, so this ends.
    for (SymInt operand : expression->operands) {
      if (operand.isConstant())
        into.scale(operand.constant());
      else
        factor(operand, into);
    }
    return;
  }
  if (expression && expression->op == Op::Max &&
      expression->operands[0].isSymbol() &&
      expression->operands[1].isConstant(1)) {
    into.addSymbol(expression->operands[0].symbol(), /*atLeastOne=*/true);
    return;
  }
  into.addSymbol(symbol.symbol());
}
