// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of views as one view of their root.

#ifndef METAUTILS_TRANSFORMS_FOLDVIEWS_H
#define METAUTILS_TRANSFORMS_FOLDVIEWS_H

#include "mlir/IR/Operation.h"

namespace metautils {

/// Folds each chain of views below `top` into one view of its root, as
/// `--meta-fold-views` does. Views that are to stay are left alone.
void foldViews(mlir::Operation *top,
               llvm::function_ref<bool(mlir::Operation *)> isToStay = {});

} // namespace metautils

#endif // METAUTILS_TRANSFORMS_FOLDVIEWS_H
