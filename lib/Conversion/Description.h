// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description that a function takes the place of.

#ifndef METAUTILS_LIB_CONVERSION_DESCRIPTION_H
#define METAUTILS_LIB_CONVERSION_DESCRIPTION_H

#include "mlir/IR/BuiltinOps.h"

namespace metautils {

/// Erases the ops of the description at the top of `module`. Fails, with an
/// error at the other op, where one is used by anything else: that would stay,
/// and so would a second truth.
llvm::LogicalResult eraseDescription(mlir::ModuleOp module);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_DESCRIPTION_H
