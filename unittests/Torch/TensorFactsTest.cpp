// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facts of live tensors, read from C++ alone.

#include "metautils/Torch/TensorFacts.h"
#include "metautils/Torch/LegacyBatched.h"

#include <ATen/ATen.h>
#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/functorch/TensorWrapper.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/forward_grad.h>

#include <gtest/gtest.h>

using namespace metautils;
using torch::autograd::CreationMeta;
namespace functorch = at::functorch;

static Dims dims(std::initializer_list<int64_t> values) {
  return Dims(values.begin(), values.end());
}

TEST(TensorFactsTest, StridedView) {
  at::Tensor base = at::zeros({4, 6}), view = base.slice(1, 2).t();
  LiveTensorFacts facts = readFacts(view);
  EXPECT_EQ(facts.geometry.sizes, dims({4, 4}));
  EXPECT_EQ(facts.geometry.strides, dims({1, 6}));
  EXPECT_EQ(facts.geometry.offset, 2);
  EXPECT_TRUE(facts.geometry.storage->is_alias_of(base.storage()));
  EXPECT_TRUE(facts.base.is_same(base));
  EXPECT_EQ(facts.creation, CreationMeta::DEFAULT);
  EXPECT_EQ(facts.dtype, at::kFloat);
  EXPECT_TRUE(facts.isLeaf);
  EXPECT_FALSE(facts.grad.defined());
  EXPECT_FALSE(facts.sparse || facts.functorch);
}

TEST(TensorFactsTest, Autograd) {
  at::Tensor x = at::zeros({2}).requires_grad_(true), y = x * 2;
  x.mutable_grad() = at::ones({2});
  EXPECT_TRUE(readFacts(x).isLeaf);
  EXPECT_TRUE(readFacts(x).grad.is_same(x.grad()));
  EXPECT_TRUE(readFacts(y).requiresGrad);
  EXPECT_FALSE(readFacts(y).isLeaf);
  y.retain_grad();
  EXPECT_TRUE(readFacts(y).exact.retainsGrad);
  EXPECT_EQ(readFacts(at::zeros({2, 3}).requires_grad_(true).unbind(0)[1])
                .exact.outputIndex,
            1);
  c10::NoGradGuard guard;
  EXPECT_EQ(readFacts(x.slice(0, 1)).creation, CreationMeta::NO_GRAD_MODE);
}

/// `Tensor::is_leaf` would not notice.
TEST(TensorFactsTest, ViewWhoseHistoryChanged) {
  at::Tensor x = at::zeros({4}), view = x.slice(0, 1);
  x.mul_(at::ones({4}).requires_grad_(true));
  EXPECT_TRUE(view.is_leaf());
  EXPECT_FALSE(isLeaf(view));
  EXPECT_EQ(readFacts(view).exact.gradFn, "AsStridedBackward0");
}

TEST(TensorFactsTest, ViewWhoseHistoryIsRefused) {
  at::Tensor x = at::zeros({2, 3}).requires_grad_(true).clone();
  at::Tensor view = x.unbind(0)[0];
  x.mul_(2);
  EXPECT_THROW(view.grad_fn(), c10::Error);
  EXPECT_FALSE(isLeaf(view));
  ExactFacts exact = readFacts(view).exact;
  EXPECT_NE(exact.historyError.find("has been modified inplace"),
            std::string::npos);
  EXPECT_EQ(exact.gradFn, "");
  EXPECT_EQ(readFacts(x).exact.historyError, "");
  EXPECT_EQ(readFacts(x).exact.gradFn, "MulBackward1");
}

TEST(TensorFactsTest, VersionCounters) {
  at::Tensor x = at::zeros({4});
  VersionCounter counter = getVersionCounter(x);
  EXPECT_EQ(counter, getVersionCounter(x.detach()));
  EXPECT_EQ(counter, getVersionCounter(x.slice(0, 1)));
  EXPECT_FALSE(counter == getVersionCounter(x.clone()));
  EXPECT_FALSE(readFacts(x).exact.sharesVersion);
  EXPECT_FALSE(counter.expired());
  x = at::Tensor();
  EXPECT_TRUE(counter.expired());
  c10::InferenceMode guard;
  EXPECT_FALSE(getVersionCounter(at::zeros({2}))._unsafe_get_target());
}

TEST(TensorFactsTest, Versions) {
  at::Tensor x = at::zeros({4});
  EXPECT_FALSE(readFacts(x).exact.sharesVersion);
  at::Tensor view = x.slice(0, 1);
  view.add_(1);
  EXPECT_EQ(readFacts(x).exact.version, x._version());
  EXPECT_TRUE(readFacts(x).exact.sharesVersion);
  c10::InferenceMode guard;
  at::Tensor inference = at::zeros({2});
  EXPECT_TRUE(readFacts(inference).isInference);
  EXPECT_FALSE(readFacts(inference).exact.version);
}

TEST(TensorFactsTest, Sparse) {
  at::Tensor coo = at::eye(3).to_sparse();
  LiveTensorFacts facts = readFacts(coo);
  ASSERT_TRUE(facts.sparse);
  EXPECT_EQ(facts.sparse->sparseDim, 2);
  EXPECT_EQ(facts.sparse->denseDim, 0);
  EXPECT_EQ(facts.sparse->isCoalesced, true);
  EXPECT_EQ(facts.exact.nonZeros, 3);
  EXPECT_TRUE(facts.exact.cooIndices.is_alias_of(coo._indices()));
  EXPECT_EQ(facts.exact.cooValues.numel(), 3);
  EXPECT_FALSE(facts.geometry.strides || facts.geometry.storage);

  facts = readFacts(coo.to_sparse_csr());
  EXPECT_TRUE(facts.kind.isSparseCompressed());
  EXPECT_EQ(facts.sparse->sparseDim, 2);
  EXPECT_FALSE(facts.sparse->isCoalesced);
  EXPECT_EQ(facts.exact.nonZeros, 3);
  EXPECT_FALSE(facts.geometry.strides || facts.geometry.storage);
  EXPECT_EQ(facts.geometry.sizes, dims({3, 3}));
}

TEST(TensorFactsTest, Mkldnn) {
  LiveTensorFacts facts = readFacts(at::zeros({2, 3}).to_mkldnn());
  EXPECT_TRUE(facts.kind.isMkldnn);
  EXPECT_TRUE(facts.geometry.strides);
  EXPECT_FALSE(facts.geometry.storage);
}

TEST(TensorFactsTest, Quantized) {
  at::Tensor q = at::quantize_per_tensor(at::zeros({2}), 0.5, 3, at::kQInt8);
  LiveTensorFacts facts = readFacts(q);
  EXPECT_TRUE(facts.kind.isQuantized);
  ASSERT_TRUE(facts.exact.quantizer);
  EXPECT_EQ(facts.exact.quantizer->qscheme(), at::kPerTensorAffine);
}

TEST(TensorFactsTest, StridedNested) {
  at::Tensor nested = at::_nested_tensor_from_tensor_list(
      {at::zeros({2, 3}), at::zeros({1, 3})});
  LiveTensorFacts facts = readFacts(nested);
  EXPECT_TRUE(facts.kind.isNested);
  EXPECT_FALSE(facts.geometry.sizes || facts.geometry.strides);
  EXPECT_EQ(facts.exact.nestedSizes[1][0].item<int64_t>(), 1);
  EXPECT_EQ(facts.exact.nestedStrides[0][0].item<int64_t>(), 3);
  EXPECT_EQ(facts.exact.nestedOffsets[1].item<int64_t>(), 6);
}

TEST(TensorFactsTest, WithoutData) {
  EXPECT_TRUE(readFacts(at::_efficientzerotensor({2})).exact.isZero);
  EXPECT_FALSE(readFacts(at::zeros({2})).exact.isZero);
}

TEST(TensorFactsTest, Tangent) {
  uint64_t level = torch::autograd::ForwardADLevel::get_next_idx();
  at::Tensor x = at::zeros({2}), tangent = at::ones({2});
  x._set_fw_grad(tangent, level, /*is_inplace_op=*/false);
  EXPECT_TRUE(readFacts(x).exact.tangent.defined());
  torch::autograd::ForwardADLevel::release_idx(level);
  EXPECT_FALSE(readFacts(x).exact.tangent.defined());
}

TEST(TensorFactsTest, Functorch) {
  at::Tensor x = at::zeros({2, 3});
  int64_t level = functorch::initAndPushDynamicLayer(
      functorch::TransformType::Grad, std::nullopt, std::nullopt,
      at::GradMode::is_enabled());
  at::Tensor tracked = functorch::makeTensorWrapper(x, level);
  at::Tensor batched = functorch::makeBatched(tracked, 1, 2);

  LiveTensorFacts facts = readFacts(batched);
  EXPECT_EQ(facts.kind.functorch, FunctorchWrapper::Batched);
  EXPECT_EQ(facts.geometry.sizes, dims({2}));
  EXPECT_FALSE(facts.geometry.storage);
  EXPECT_EQ(facts.functorch->level, 2);
  EXPECT_EQ(facts.functorch->batchDim, 1);
  EXPECT_TRUE(facts.functorch->inner.is_same(tracked));

  facts = readFacts(tracked);
  EXPECT_EQ(facts.kind.functorch, FunctorchWrapper::GradTracking);
  EXPECT_EQ(facts.functorch->level, level);
  EXPECT_TRUE(facts.functorch->inner.is_same(x));
  functorch::popDynamicLayerAndDeleteMetadata();
  EXPECT_EQ(readFacts(tracked).functorch->level, deadLevel);
}

TEST(TensorFactsTest, Functional) {
  namespace functional = at::functionalization::impl;
  at::Tensor wrapper = functional::to_functional_tensor(at::zeros({2}));
  KindFacts kind = readKind(wrapper);
  EXPECT_TRUE(kind.isFunctional);
  EXPECT_FALSE(kind.isFunctorchWrapped());
  EXPECT_TRUE(kind.hasStorage());
  functional::unsafeGetFunctionalWrapper(wrapper)->set_level(1);
  EXPECT_EQ(readKind(wrapper).functorch, FunctorchWrapper::Functional);
}

TEST(TensorFactsTest, LegacyBatch) {
  at::Tensor x = at::zeros({3, 2});
  at::Tensor batched = at::_add_batch_dim(x, /*batch_dim=*/1, /*level=*/4);
  ASSERT_TRUE(readKind(batched).isLegacyBatched);
  LegacyBatch batch = readLegacyBatch(batched);
  ASSERT_EQ(batch.dims.size(), 1u);
  EXPECT_EQ(batch.dims[0].dim, 1);
  EXPECT_EQ(batch.dims[0].level, 4);
  EXPECT_TRUE(batch.inner.is_same(x));
}

TEST(TensorFactsTest, FunctorchFactsOfAnother) {
  at::Tensor x = at::zeros({2});
  try {
    readFunctorch(x, readKind(x));
    FAIL();
  } catch (const c10::Error &error) {
    EXPECT_STREQ(error.what_without_backtrace(),
                 "expected a batched or grad-tracking tensor of functorch");
  }
}
