// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of views, and how one is made anew over another base.

#ifndef METAUTILS_IR_VIEWREPLAY_H
#define METAUTILS_IR_VIEWREPLAY_H

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"

namespace metautils {

/// The views that lead to a value, the first one first, and what that is of.
struct ViewChain {
  llvm::SmallVector<mlir::OpResult> views;
  mlir::Value start;
};

/// From `base`, or without that from the first value that is no view. A cycle
/// is cut where it closes, and starts elsewhere than at `base` then.
ViewChain getViewChain(mlir::Value view, mlir::Value base = {});

/// What becomes of the operands of the views besides their base. Without a
/// function an operand stays.
struct ReplayOperands {
  llvm::function_ref<mlir::Value(mlir::Value)> mapNumber;
  llvm::function_ref<mlir::Value(mlir::Value)> mapTensor;
};

/// Clones the ops that lead from `base` to `view` over `newBase`, where the
/// builder is: what `ViewFunc.apply` of `torch._subclasses.meta_utils` does,
/// with its two visitors. The types follow from the new base. Emits an error
/// and fails where `view` is no view of `base` or an op does not fit the new
/// one; nothing is left behind then.
mlir::FailureOr<mlir::Value> replayViews(mlir::OpBuilder &builder,
                                         mlir::Value view, mlir::Value base,
                                         mlir::Value newBase,
                                         ReplayOperands operands = {});

/// Gives a view the types that it has over its operands: those it has where
/// they are not inferred. Emits an error and fails where it does not fit these.
llvm::LogicalResult inferViewTypes(mlir::Operation *view);

} // namespace metautils

#endif // METAUTILS_IR_VIEWREPLAY_H
