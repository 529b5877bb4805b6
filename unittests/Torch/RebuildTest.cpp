// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live tensors that are described, made again by a program on the meta device,
// and described once more: both descriptions are to say the same.

#include "metautils/Conversion/Passes.h"
#include "metautils/IR/DescriptionDiff.h"
#include "metautils/Torch/Program/RunProgram.h"
#include "metautils/Torch/TensorDescriber.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <ATen/ATen.h>
#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/functorch/TensorWrapper.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/forward_grad.h>

#include <gtest/gtest.h>

#include <random>

using namespace mlir;
using namespace metautils;
namespace functional = at::functionalization::impl;
namespace functorch = at::functorch;

namespace {

class RebuildTest : public ::testing::Test {
protected:
  RebuildTest()
      : context(MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          message = diagnostic.str();
        }) {
    context.loadDialect<MetaDialect>();
  }

  LogicalResult runPass(ModuleOp module, std::unique_ptr<Pass> pass) {
    PassManager manager(&context);
    manager.addPass(std::move(pass));
    return manager.run(module);
  }

  /// The tensors that a program makes of a description, described; called
  /// outside of all transforms.
  OwningOpRef<ModuleOp> rebuild(ModuleOp description) {
    OwningOpRef<ModuleOp> program = description.clone();
    if (failed(runPass(*program, createMetaMaterializePass())))
      return {};
    return runAndDescribe(*program->getOps<func::FuncOp>().begin());
  }

  void expectSame(OwningOpRef<ModuleOp> description) {
    ASSERT_TRUE(description) << message;
    OwningOpRef<ModuleOp> made = rebuild(*description);
    ASSERT_TRUE(made) << message;
    ASSERT_TRUE(succeeded(runPass(*description, createFoldViewsPass())));
    ASSERT_TRUE(succeeded(runPass(*made, createFoldViewsPass())));
    auto difference = findDifference(*description, *made);
    EXPECT_FALSE(difference)
        << difference->field << " of '" << difference->tensor << "': expected "
        << difference->expected << ", got " << difference->found;
  }

  void expectRebuilt(llvm::ArrayRef<NamedTensor> tensors) {
    expectSame(describe(context, tensors));
  }

  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler;
};

at::Tensor makeLeaf(at::IntArrayRef sizes) {
  return at::zeros(sizes).requires_grad_(true);
}

} // namespace

//===----------------------------------------------------------------------===//
// Strided tensors
//===----------------------------------------------------------------------===//

TEST_F(RebuildTest, Plain) {
  expectRebuilt({{at::zeros({}), "scalar"},
                 {at::zeros({0, 3}), "empty"},
                 {at::zeros({2, 3}, at::kComplexDouble), "complex"},
                 {makeLeaf({4}), "leaf"},
                 {makeLeaf({4}).clone(), "non_leaf"}});
  at::Tensor tied = makeLeaf({8, 4});
  expectRebuilt({{tied, "embedding"}, {tied, "head"}});
}

TEST_F(RebuildTest, StoragesAsTheyAre) {
  at::Tensor big = at::zeros({6});
  at::Tensor u = at::empty({0}).set_(big.storage(), 0, {2}, {1});
  at::Tensor w = at::empty({0}).set_(big.storage(), 3, {3}, {1});
  expectRebuilt({{u, "u"}, {w, "w"}});
  expectRebuilt({{w, "w"}, {u, "u"}});
  for (size_t bytes : {0, 8, 64}) {
    at::Tensor resized = at::zeros({4});
    resized.storage().unsafeGetStorageImpl()->set_nbytes(bytes);
    expectRebuilt({{resized, "resized"}});
  }
  at::Tensor odd = at::zeros({9}, at::kChar).slice(0, 0, 8).view(at::kInt);
  expectRebuilt({{odd, "odd"}});
}

TEST_F(RebuildTest, Views) {
  at::Tensor x = at::zeros({4, 6}), y = makeLeaf({4, 6});
  at::Tensor noGrad;
  {
    at::NoGradGuard guard;
    noGrad = y.select(0, 1).requires_grad_(true);
  }
  at::Tensor twoSteps = x.view({24}).requires_grad_(true).view({2, 12});
  expectRebuilt({{x.slice(0, 1).t(), "leaf"},
                 {y.slice(0, 1).t(), "non_leaf"},
                 {noGrad, "no_grad"},
                 {twoSteps, "two_steps"},
                 {y.unbind(0)[2], "unbind"},
                 {y.clone().split(2)[1], "split"},
                 {x.expand({2, 4, 6}), "expand"},
                 {y.detach(), "detached"},
                 {x, "x"}});
}

TEST_F(RebuildTest, ElementViews) {
  at::Tensor real = at::zeros({15});
  at::Tensor pairs = at::view_as_complex(real.slice(0, 4, 12).view({4, 2}));
  at::Tensor complex = at::zeros({3, 4}, at::kComplexFloat);
  at::Tensor conj = complex._conj();
  expectRebuilt({{pairs, "pairs"},
                 {at::view_as_real(complex).select(2, 1), "imag"},
                 {conj, "conj"},
                 {conj.select(0, 1), "conj.select"},
                 {conj.detach(), "conj.detach"},
                 {at::imag(conj), "conj.imag"},
                 {real._neg_view(), "neg"},
                 {real.view(at::kInt), "ints"}});
}

TEST_F(RebuildTest, InferenceMode) {
  at::Tensor x = at::zeros({4}), inference, view;
  {
    c10::InferenceMode mode;
    inference = at::zeros({4});
    view = x.slice(0, 1);
  }
  expectRebuilt({{inference, "inference"},
                 {inference.slice(0, 1), "inference.slice"},
                 {view, "view"}});
}

TEST_F(RebuildTest, Autograd) {
  at::Tensor x = makeLeaf({4}), y = at::zeros({4});
  x.mutable_grad() = y.slice(0, 0);
  at::Tensor kept = x.clone();
  kept.retain_grad();
  at::Tensor zero = at::_efficientzerotensor({3});
  expectRebuilt({{x, "x"}, {kept, "kept"}, {zero, "zero"}});
}

TEST_F(RebuildTest, Tangents) {
  uint64_t level = torch::autograd::ForwardADLevel::get_next_idx();
  at::Tensor x = at::zeros({4});
  x._set_fw_grad(at::zeros({4}), level, /*is_inplace_op=*/false);
  OwningOpRef<ModuleOp> description = describe(context, {{x, "x"}});
  torch::autograd::ForwardADLevel::release_idx(level);
  expectSame(std::move(description));
}

/// Chains of random views, of which any two may share a base.
TEST_F(RebuildTest, RandomViews) {
  std::mt19937 random(7);
  auto below = [&](int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  };
  for (int round = 0; round < 100; ++round) {
    std::vector<at::Tensor> pool = {at::zeros({4, 6}), makeLeaf({2, 3, 4}),
                                    makeLeaf({12}).clone()};
    std::vector<std::string> names;
    for (int count = 0; count < 8; ++count) {
      const at::Tensor &base = pool[below(pool.size())];
      at::AutoGradMode mode(below(3) > 0);
      int64_t dim = base.dim() ? below(base.dim()) : 0;
      switch (base.dim() ? below(6) : 5) {
      case 0:
        pool.push_back(base.transpose(0, dim));
        break;
      case 1:
        pool.push_back(base.slice(dim, 0, std::nullopt, 2));
        break;
      case 2:
        pool.push_back(base.unsqueeze(dim));
        break;
      case 3:
        pool.push_back(base.size(dim) ? base.select(dim, 0) : base);
        break;
      case 4:
        pool.push_back(base.unbind(dim).back());
        break;
      default:
        pool.push_back(base.detach());
      }
    }
    for (size_t index = 0; index < pool.size(); ++index)
      names.push_back("t" + std::to_string(index));
    SmallVector<NamedTensor> tensors;
    for (size_t index = 0; index < pool.size(); ++index)
      tensors.push_back({pool[index], names[index]});
    std::shuffle(tensors.begin(), tensors.end(), random);
    SCOPED_TRACE(round);
    expectRebuilt(tensors);
  }
}

//===----------------------------------------------------------------------===//
// Tensors made of others
//===----------------------------------------------------------------------===//

TEST_F(RebuildTest, SparseCoo) {
  at::Tensor x = at::eye(3).to_sparse();
  at::Tensor hybrid = at::ones({3, 2}).to_sparse(1);
  at::Tensor sum = (hybrid + hybrid).requires_grad_(true);
  expectRebuilt({{x, "x"},
                 {x.coalesce().values(), "x.values"},
                 {hybrid._coalesced_(false), "uncoalesced"},
                 {sum, "sum"},
                 {sum.clone(), "sum.clone"}});
}

TEST_F(RebuildTest, SparseCompressed) {
  at::Tensor dense = at::ones({4, 6}), csr = dense.to_sparse_csr();
  expectRebuilt({{csr, "csr"},
                 {csr.values(), "csr.values"},
                 {dense.to_sparse_csc(), "csc"},
                 {dense.to_sparse_bsr({2, 3}), "bsr"},
                 {dense.to_sparse_bsc({2, 2}).requires_grad_(true), "bsc"},
                 {at::ones({3, 2, 4}).to_sparse_csr(), "batches"}});
}

TEST_F(RebuildTest, Functorch) {
  at::Tensor x = at::zeros({3, 4});
  int64_t grad = functorch::initAndPushDynamicLayer(
      functorch::TransformType::Grad, std::nullopt, std::nullopt, true);
  at::Tensor tracked = functorch::makeTensorWrapper(x, grad);
  tracked.set_requires_grad(true);
  int64_t vmap = functorch::initAndPushDynamicLayer(
      functorch::TransformType::Vmap, c10::SymInt(3),
      functorch::RandomnessType::Same);
  at::Tensor batched = functorch::addBatchDim(tracked, 0, vmap);
  OwningOpRef<ModuleOp> description =
      describe(context, {{batched, "batched"}, {tracked, "tracked"}});
  functorch::popDynamicLayerAndDeleteMetadata();
  functorch::popDynamicLayerAndDeleteMetadata();
  expectSame(std::move(description));
  expectRebuilt({{tracked, "dead"}, {batched, "batched"}});
}

TEST_F(RebuildTest, Functional) {
  at::Tensor x = functional::to_functional_tensor(at::zeros({2, 3})), row;
  {
    c10::impl::IncludeDispatchKeyGuard guard(c10::DispatchKey::Functionalize);
    functional::FunctionalizationReapplyViewsGuard reapply(true);
    row = x.select(0, 1);
  }
  expectRebuilt({{x, "x"}});
  expectRebuilt({{row, "row"}});
}
