// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description that a function takes the place of.

#include "Description.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace metautils;

LogicalResult metautils::eraseDescription(ModuleOp module) {
  SmallVector<Operation *> description;
  for (Operation &op : *module.getBody())
    if (isa_and_nonnull<MetaDialect, arith::ArithDialect>(op.getDialect()))
      description.push_back(&op);
  llvm::SmallPtrSet<Operation *, 16> erasing(description.begin(),
                                             description.end());
  for (Operation *op : description)
    for (Operation *user : op->getUsers())
      if (!erasing.contains(user))
        return user->emitOpError(
            "expected no use of a description but by descriptions");
  for (Operation *op : description)
    op->dropAllUses();
  for (Operation *op : description)
    op->erase();
  return success();
}
