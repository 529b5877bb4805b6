// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and makes the batched tensors of `torch._vmap_internals`. Apart, since
// their header cannot stand beside functorch's.

#ifndef METAUTILS_TORCH_LEGACYBATCHED_H
#define METAUTILS_TORCH_LEGACYBATCHED_H

#include <ATen/core/Tensor.h>

#include <vector>

namespace metautils {

struct LegacyBatch {
  /// A dimension of the inner tensor that is hidden, and for which vmap.
  struct Dim {
    int64_t dim;
    int64_t level;
  };
  at::Tensor inner;
  std::vector<Dim> dims;
};

LegacyBatch readLegacyBatch(const at::Tensor &tensor);

/// Hides one dimension more, for the vmap of this level.
at::Tensor addLegacyBatchDim(const at::Tensor &tensor, int64_t dim,
                             int64_t level);

} // namespace metautils

#endif // METAUTILS_TORCH_LEGACYBATCHED_H
