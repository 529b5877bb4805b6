// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether two descriptions are the same, op by op.

#ifndef METAUTILS_IR_DESCRIPTIONEQUALITY_H
#define METAUTILS_IR_DESCRIPTIONEQUALITY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/Hashing.h"

namespace metautils {

/// Whether two modules of one context have the same ops in the same order:
/// names, properties, attributes, types, locations, and results as operands.
/// Uses may come before definitions and form cycles. Modules with regions
/// inside are never equal: a description has none.
bool areEqual(mlir::ModuleOp one, mlir::ModuleOp other);

/// The same for equal modules.
llvm::hash_code hashDescription(mlir::ModuleOp module);

} // namespace metautils

#endif // METAUTILS_IR_DESCRIPTIONEQUALITY_H
