// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and makes the batched tensors of `torch._vmap_internals`.

#include "metautils/Torch/LegacyBatched.h"

#include <ATen/LegacyBatchedTensorImpl.h>

using namespace metautils;

LegacyBatch metautils::readLegacyBatch(const at::Tensor &tensor) {
  auto *impl = at::unsafeGetBatchedImpl(tensor);
  LegacyBatch batch{impl->value(), {}};
  for (const at::BatchDim &dim : impl->bdims())
    batch.dims.push_back({dim.dim(), dim.level()});
  return batch;
}

at::Tensor metautils::addLegacyBatchDim(const at::Tensor &tensor, int64_t dim,
                                        int64_t level) {
  TORCH_CHECK(level < at::kVmapNumLevels, "expected a level below ",
              at::kVmapNumLevels, ", got ", level);
  return at::addBatchDim(tensor, level, dim);
}
