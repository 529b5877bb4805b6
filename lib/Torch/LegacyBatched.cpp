// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the batched tensors of `torch._vmap_internals`.

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
