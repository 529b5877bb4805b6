// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a batched tensor of the vmap that was there before functorch. Its
// header and that of functorch cannot be read together: their functions have
// one name.

#include "metautils/Torch/TensorFacts.h"

#include <ATen/LegacyBatchedTensorImpl.h>

using namespace metautils;

LegacyBatchFacts metautils::readLegacyBatch(const at::Tensor &tensor) {
  at::BatchedTensorImpl *impl = at::maybeGetBatchedImpl(tensor);
  TORCH_CHECK(impl, "expected a batched tensor of the legacy vmap");
  LegacyBatchFacts facts;
  for (const at::BatchDim &dim : impl->bdims())
    facts.dims.emplace_back(dim.dim(), dim.level());
  facts.inner = impl->value();
  return facts;
}
