// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views as the ops that made them, where PyTorch recorded these.

#ifndef METAUTILS_LIB_TORCH_RECORDEDVIEWS_H
#define METAUTILS_LIB_TORCH_RECORDEDVIEWS_H

#include "metautils/Build/DescriptionBuilder.h"

#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/core/Tensor.h>

namespace metautils {

class PythonFacts;

/// Emits the ops of the view function that autograd recorded of a tensor, over
/// its base (`facts.base`). Null where it recorded none, or what is no chain of
/// views of the dialect. Runs the function on a tensor without data, unseen by
/// modes and transforms. `python` may be null.
mlir::Value emitRecordedView(DescriptionBuilder &builder,
                             const at::Tensor &tensor, const TensorFacts &facts,
                             PythonFacts *python);

/// The same for the `ViewMeta`s of a functional tensor, over `base`, which
/// describes the value `root` that they begin with.
mlir::Value emitViewMetas(DescriptionBuilder &builder, const at::Tensor &root,
                          mlir::Value base,
                          const at::FunctionalTensorWrapper &wrapper,
                          PythonFacts *python);

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_RECORDEDVIEWS_H
