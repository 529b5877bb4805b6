// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a description as affine expressions of its symbols.

#include "AffineNumbers.h"
#include "NumberCopier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace metautils;

/// What a number is computed of.
static SmallVector<Value, 2> getInputs(Value number) {
  Operation *op = number.getDefiningOp();
  if (!op)
    return {};
  if (auto answer = dyn_cast_if_present<Value>(foldQuery(op)))
    return {answer};
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return llvm::to_vector<2>(op->getOperands());
  return {};
}

AffineExpr AffineNumbers::getSymbol(SymbolOp op) {
  auto [position, isNew] = positions.try_emplace(op.getName(), symbols.size());
  if (isNew)
    symbols.push_back({op.getName().str(), {}});
  symbols[position->second].ops.push_back(op);
  return getAffineSymbolExpr(position->second, context);
}

AffineExpr AffineNumbers::addSymbol(std::string name) {
  while (!positions.try_emplace(name, symbols.size()).second)
    name += '_';
  symbols.push_back({std::move(name), {}});
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

AffineNumbers::Term AffineNumbers::computeArith(Operation *op) {
  constexpr unsigned maxSize = 64;
  if (op->getNumOperands() != 2)
    return {};
  Term a = terms.lookup(op->getOperand(0)), b = terms.lookup(op->getOperand(1));
  unsigned size = a.size + b.size;
  if (!a.expr || !b.expr || size > maxSize)
    return {};
  if (isa<arith::AddIOp>(op))
    return {a.expr + b.expr, size};
  if (isa<arith::SubIOp>(op))
    return {a.expr - b.expr, size};
  if (isa<arith::MulIOp>(op))
    return {a.expr * b.expr, size};
  // Affine division is by what is positive.
  auto divisor = dyn_cast<AffineConstantExpr>(b.expr);
  if (!divisor || divisor.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return {a.expr.floorDiv(b.expr), size};
  if (isa<arith::CeilDivSIOp>(op))
    return {a.expr.ceilDiv(b.expr), size};
  return {};
}

AffineNumbers::Term AffineNumbers::compute(Value number) {
  APInt constant;
  if (matchPattern(number, m_ConstantInt(&constant)))
    return {getAffineConstantExpr(constant.getSExtValue(), context)};
  Operation *op = number.getDefiningOp();
  if (!op)
    return {};
  if (auto symbol = dyn_cast<SymbolOp>(op))
    return {getSymbol(symbol)};
  if (OpFoldResult answer = foldQuery(op)) {
    if (auto value = dyn_cast<Value>(answer))
      return terms.lookup(value);
    auto integer = cast<IntegerAttr>(cast<Attribute>(answer));
    return {getAffineConstantExpr(integer.getInt(), context)};
  }
  return computeArith(op);
}

AffineExpr AffineNumbers::get(Value number) {
  SmallVector<Value> stack = {number};
  while (!stack.empty()) {
    Value value = stack.back();
    auto [term, isNew] = terms.try_emplace(value);
    if (term->second.isKnown) {
      stack.pop_back();
    } else if (isNew) {
      llvm::append_range(stack, getInputs(value));
    } else {
      // All it is computed of is known, unless that leads back to it.
      Term computed = compute(value);
      computed.isKnown = true;
      terms[value] = computed;
      stack.pop_back();
    }
  }
  return terms.lookup(number).expr;
}
