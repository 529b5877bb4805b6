// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that keeps what it is asked as expressions, without any IR.

#include "metautils/Layout/SymbolicArithmetic.h"

#include "llvm/ADT/STLExtras.h"

using namespace metautils;

/// Symbol number 0 has handle 1: a handle is not null.
static SymInt getSymbol(size_t number) {
  return SymInt::symbol(reinterpret_cast<const void *>(number + 1));
}

const SymbolicArithmetic::Expression *
SymbolicArithmetic::lookup(SymInt symbol) const {
  size_t number = reinterpret_cast<uintptr_t>(symbol.symbol()) - 1;
  return number < expressions.size() ? &expressions[number] : nullptr;
}

SymInt SymbolicArithmetic::record(Expression expression) {
  expressions.push_back(std::move(expression));
  return getSymbol(expressions.size() - 1);
}

SymInt SymbolicArithmetic::makeSymbol() { return record({Op::Add, {}}); }

SymInt SymbolicArithmetic::emit(Op op, llvm::ArrayRef<SymInt> operands) {
  // A geometry has a handful of expressions: a search beats a table.
  for (auto [number, known] : llvm::enumerate(expressions))
    if (known.op == op && llvm::ArrayRef<SymInt>(known.operands) == operands)
      return getSymbol(number);
  return record({op, llvm::SmallVector<SymInt, 2>(operands)});
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
