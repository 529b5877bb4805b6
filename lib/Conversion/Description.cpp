// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description that a function takes the place of.

#include "Description.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace metautils;

static int64_t getMin(SymbolOp symbol) {
  return symbol.getMin().value_or(std::numeric_limits<int64_t>::min());
}

static int64_t getMax(SymbolOp symbol) {
  return symbol.getMax().value_or(std::numeric_limits<int64_t>::max());
}

LogicalResult SymbolRanges::add(SymbolOp symbol) {
  auto [known, isNew] =
      bounds.try_emplace(symbol.getName(), Bounds{symbol, symbol});
  auto &[min, max] = known->second;
  if (getMin(symbol) > getMin(min))
    min = symbol;
  if (getMax(symbol) < getMax(max))
    max = symbol;
  if (getMin(min) <= getMax(max))
    return success();
  InFlightDiagnostic diagnostic =
      symbol.emitOpError("expected symbol '")
      << symbol.getName()
      << "' to have a value in common with others of its name, got min "
      << getMin(min) << " and max " << getMax(max);
  diagnostic.attachNote((min == symbol ? max : min).getLoc())
      << "another one is defined here";
  return diagnostic;
}

LogicalResult metautils::checkHasBytes(TensorOp tensor, StringRef name) {
  auto subclass = tensor.getGeometry().getDefiningOp<SubclassOp>();
  if (!subclass)
    return success();
  return tensor.emitOpError("expected ")
         << name << " to have bytes of its own, got an instance of '"
         << subclass.getClassName()
         << "', which wraps others: name the tensors inside of it";
}

LogicalResult metautils::checkFunctionName(ModuleOp module, StringRef name) {
  if (name.empty())
    return module.emitError("expected a name for the function, got none");
  if (Operation *other = SymbolTable::lookupSymbolIn(module, name))
    return other->emitOpError("expected no symbol '")
           << name << "' yet: give the function another name";
  return success();
}

static bool isOfDescription(Operation &op) {
  return isa_and_nonnull<MetaDialect, arith::ArithDialect>(op.getDialect());
}

LogicalResult metautils::eraseDescription(ModuleOp module) {
  Block *body = module.getBody();
  for (Operation &op : *body)
    if (isOfDescription(op))
      for (Operation *user : op.getUsers())
        if (user->getBlock() != body || !isOfDescription(*user))
          return user->emitOpError(
              "expected no use of a description but by descriptions");
  // Most users come first, and leave nothing to drop.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (isOfDescription(op)) {
      op.dropAllUses();
      op.erase();
    }
  return success();
}
