// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranked tensors cannot say, refused before anything is converted.

#ifndef METAUTILS_LIB_CONVERSION_TENSORLEGALITY_H
#define METAUTILS_LIB_CONVERSION_TENSORLEGALITY_H

#include "metautils/Conversion/TensorTypeConverter.h"
#include "metautils/IR/MetaOps.h"

namespace metautils {

/// What the user calls a tensor, in quotes, for messages.
std::string quoteName(mlir::Value tensor);

/// Whether both tensors of a cast have their dimensions in one order when they
/// are converted.
bool haveSameOrder(const TensorTypeConverter &converter, CastOp cast);

/// Whether a tensor is no more to an op than its type.
bool isOfMLProgram(mlir::Operation *op);

/// Fails, with an error at the op, for the first thing in `top` of which the
/// conversion would drop something.
llvm::LogicalResult checkTensorLegality(mlir::Operation *top,
                                        const TensorTypeConverter &converter);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_TENSORLEGALITY_H
