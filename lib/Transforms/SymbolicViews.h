// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views that PyTorch replays, and all others.

#ifndef METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H
#define METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace metautils {

/// From a base to a view of it, the first one first.
using ViewChain = llvm::SmallVector<mlir::OpResult, 4>;

/// The views that PyTorch replays to make `tensor` of its base: one of both
/// wraps others. Empty where it makes the view with `as_strided`.
ViewChain getReplayedViews(TensorOp tensor);

/// Folds all chains of views but those that are replayed, or that say how
/// functionalization made a view.
void foldOtherViews(mlir::ModuleOp description);

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H
