// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies what computes a number of a description to a function.

#include "NumberCopier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace metautils;

OpFoldResult metautils::foldQuery(Operation *op) {
  SmallVector<OpFoldResult, 1> answer;
  if (!isa<SizeOp, StrideOp, OffsetOp>(op) || failed(op->fold(answer)))
    return {};
  return answer.front();
}

/// What must be copied before `op` can be.
FailureOr<SmallVector<Value>> NumberCopier::getMissing(Operation *op) const {
  SmallVector<Value> needed;
  if (OpFoldResult answer = foldQuery(op)) {
    if (auto number = dyn_cast<Value>(answer))
      needed.push_back(number);
  } else if (copySymbol && isa_and_nonnull<SymbolOp>(op)) {
    return needed;
  } else if (isa_and_nonnull<arith::ArithDialect>(op->getDialect())) {
    needed = llvm::to_vector(op->getOperands());
  } else {
    return op->emitOpError("expected numbers to be of symbols and arithmetic "
                           "on them: run --meta-fold-views first");
  }
  llvm::erase_if(needed, [&](Value number) { return copies.contains(number); });
  return needed;
}

void NumberCopier::copyOp(Operation *op) {
  if (OpFoldResult answer = foldQuery(op)) {
    auto constant = dyn_cast<Attribute>(answer);
    copies[op->getResult(0)] =
        constant ? arith::ConstantOp::create(builder, op->getLoc(),
                                             cast<TypedAttr>(constant))
                 : copies.lookup(cast<Value>(answer));
    return;
  }
  if (auto symbol = dyn_cast<SymbolOp>(op)) {
    copies[symbol] = copySymbol(symbol);
    return;
  }
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, copies.lookup(operand));
  Operation *copy = builder.clone(*op, mapping);
  for (auto [number, result] :
       llvm::zip_equal(op->getResults(), copy->getResults()))
    copies[number] = result;
}

LogicalResult NumberCopier::copy(Value number) {
  SmallVector<Value> stack = {number};
  llvm::SmallPtrSet<Operation *, 8> waiting;
  while (!stack.empty()) {
    if (copies.contains(stack.back())) {
      stack.pop_back();
      continue;
    }
    Operation *op = stack.back().getDefiningOp();
    FailureOr<SmallVector<Value>> missing = getMissing(op);
    if (failed(missing))
      return failure();
    if (missing->empty())
      copyOp(op);
    else if (waiting.insert(op).second)
      llvm::append_range(stack, *missing);
    else
      return op->emitOpError("expected numbers that do not depend on "
                             "themselves");
  }
  return success();
}
