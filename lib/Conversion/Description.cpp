// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description that a function takes the place of.

#include "Description.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace metautils;

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
