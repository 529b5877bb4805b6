// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that read the same tensors at once, or make them again, each with a
// context of its own. What they may not do shows with the thread sanitizer:
// `make tsan`.

#include "metautils/Torch/MetadataDiff.h"
#include "metautils/Torch/Program/ProgramCache.h"
#include "metautils/Torch/TensorDescriber.h"
#include "metautils/Torch/TensorFacts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

#include <barrier>
#include <thread>

using namespace metautils;

namespace {
class ThreadsTest : public ::testing::Test {
protected:
  ThreadsTest() {
    at::Tensor leaf = at::zeros({4, 6}).requires_grad_(true);
    leaf.mutable_grad() = at::ones({4, 6});
    at::Tensor nonLeaf = leaf * 2;
    tensors = {leaf,
               nonLeaf,
               nonLeaf.slice(1, 2).t(),
               leaf.detach(),
               at::zeros({3}, at::kComplexFloat).conj(),
               at::eye(3).to_sparse(),
               at::eye(3).to_sparse_csr(),
               at::quantize_per_tensor(at::zeros({2}), 0.5, 3, at::kQInt8),
               at::_nested_tensor_from_tensor_list(
                   {at::zeros({2, 3}), at::zeros({1, 3})})};
  }

  /// Runs it on all threads at once, again and again.
  template <typename Function>
  static void inThreads(Function function) {
    constexpr int numThreads = 4;
    std::barrier start(numThreads);
    std::vector<std::thread> threads;
    for (int i = 0; i < numThreads; ++i)
      threads.emplace_back([&, i] {
        start.arrive_and_wait();
        for (int round = 0; round < 20; ++round)
          function(i);
      });
    for (std::thread &thread : threads)
      thread.join();
  }

  std::vector<at::Tensor> tensors;
};
} // namespace

static mlir::OwningOpRef<mlir::ModuleOp>
describeIn(mlir::MLIRContext &context, const std::vector<at::Tensor> &tensors) {
  std::vector<std::string> names;
  for (size_t i = 0; i < tensors.size(); ++i)
    names.push_back(std::to_string(i));
  std::vector<NamedTensor> named;
  for (size_t i = 0; i < tensors.size(); ++i)
    named.push_back({tensors[i], names[i]});
  return describe(context, named);
}

static std::string describeAll(const std::vector<at::Tensor> &tensors) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> module = describeIn(context, tensors);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (module && succeeded(mlir::verify(*module)))
    module->print(os);
  return text;
}

TEST_F(ThreadsTest, Describe) {
  std::string expected = describeAll(tensors);
  EXPECT_NE(expected, "");
  std::array<int, 4> different = {};
  inThreads([&](int i) { different[i] += describeAll(tensors) != expected; });
  EXPECT_EQ(different, (std::array<int, 4>()));
}

TEST_F(ThreadsTest, ReadFacts) {
  std::array<int64_t, 4> read = {};
  inThreads([&](int i) {
    for (const at::Tensor &tensor : tensors) {
      LiveTensorFacts facts = readFacts(tensor);
      read[i] += facts.dtype == tensor.scalar_type() &&
                 getVersionCounter(tensor)._unsafe_get_target() ==
                     findVersionCounter(tensor);
    }
  });
  auto all = static_cast<int64_t>(20 * tensors.size());
  EXPECT_EQ(read, (std::array<int64_t, 4>{all, all, all, all}));
}

TEST_F(ThreadsTest, DiffMetadata) {
  std::array<size_t, 4> found = {};
  inThreads([&](int i) {
    for (size_t t = 0; t < tensors.size(); ++t)
      found[i] += diffMetadata(tensors[t], tensors[t]).size();
    found[i] += diffMetadata(tensors[0], tensors[1]).size();
  });
  size_t all = 20 * diffMetadata(tensors[0], tensors[1]).size();
  EXPECT_GT(all, 0u);
  EXPECT_EQ(found, (std::array<size_t, 4>{all, all, all, all}));
}

/// Views of one base, made and freed while others read their siblings.
TEST_F(ThreadsTest, ShortLivedViews) {
  at::Tensor base = at::zeros({8});
  std::array<int64_t, 4> offsets = {};
  inThreads([&](int i) {
    LiveTensorFacts facts = readFacts(base.slice(0, i));
    offsets[i] += facts.geometry.offset.expect_int() +
                  (facts.base.is_same(base) ? 0 : 100);
  });
  EXPECT_EQ(offsets, (std::array<int64_t, 4>{0, 20, 40, 60}));
}

/// Described, compiled or found in a cache, made, and described again.
static std::string makeAll(const std::vector<at::Tensor> &tensors) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ProgramCache cache;
  std::string text;
  for (int round = 0; round < 2; ++round) {
    auto program =
        cache.get(std::make_shared<mlir::OwningOpRef<mlir::ModuleOp>>(
            describeIn(context, tensors)));
    if (!program)
      return "";
    ProgramExecutor executor;
    auto made = executor.run(program->program);
    text += failed(made) ? "" : describeAll(*made);
  }
  return cache.getMisses() == 1 ? text : "";
}

TEST_F(ThreadsTest, MakeAgain) {
  // The meta device has no quantized and no nested ones.
  tensors.resize(tensors.size() - 2);
  std::string expected = makeAll(tensors);
  EXPECT_NE(expected, "");
  std::array<int, 4> different = {};
  inThreads([&](int i) { different[i] += makeAll(tensors) != expected; });
  EXPECT_EQ(different, (std::array<int, 4>()));
}

/// One program is run by several executors at once.
TEST_F(ThreadsTest, RunOneProgram) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<build::BuildDialect, mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    func.func @main() -> !meta.tensor<?x3xf32, strided<[1, ?]>> {
      %n = build.symbol "s0" min 2 hint 8
      %base = build.tensor 0 "base" : !meta.tensor<3x?xf32> {
        %0 = build.empty_strided[%n] : !meta.tensor<3x?xf32>
        build.requires_grad %0 : !meta.tensor<3x?xf32>
        build.yield %0 : !meta.tensor<3x?xf32>
      }
      %x = build.tensor 1 "x" : !meta.tensor<?x3xf32, strided<[1, ?]>> {
        %0 = build.replay %base : !meta.tensor<3x?xf32> -> !meta.tensor<?x3xf32, strided<[1, ?]>> {
          %1 = meta.transpose %base, 0, 1 : !meta.tensor<3x?xf32>
          build.yield %1 : !meta.tensor<?x3xf32, strided<[1, ?]>>
        }
        build.yield %0 : !meta.tensor<?x3xf32, strided<[1, ?]>>
      }
      return %x : !meta.tensor<?x3xf32, strided<[1, ?]>>
    })",
                                                        &context);
  ASSERT_TRUE(module);
  auto program =
      Program::compile(*module->getOps<mlir::func::FuncOp>().begin());
  ASSERT_TRUE(succeeded(program));
  std::array<int64_t, 4> sizes = {};
  inThreads([&](int i) {
    ProgramExecutor executor;
    auto made = executor.run(*program);
    if (succeeded(made) && made->front().requires_grad())
      sizes[i] += made->front().sym_size(0).guard_int("", 0);
  });
  EXPECT_EQ(sizes, (std::array<int64_t, 4>{160, 160, 160, 160}));
}
