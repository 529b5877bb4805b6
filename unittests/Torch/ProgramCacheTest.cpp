// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which descriptions have one program, and for how long.

#include "metautils/Torch/Program/ProgramCache.h"
#include "metautils/Torch/TensorDescriber.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

using namespace mlir;
using namespace metautils;

namespace {

class ProgramCacheTest : public ::testing::Test {
protected:
  ProgramCacheTest() : context(MLIRContext::Threading::DISABLED) {}

  auto describe(const std::vector<at::Tensor> &tensors) {
    std::vector<NamedTensor> named;
    for (const at::Tensor &tensor : tensors)
      named.push_back({tensor, "x"});
    return std::make_shared<OwningOpRef<ModuleOp>>(
        metautils::describe(context, named));
  }

  auto get(const std::vector<at::Tensor> &tensors) {
    return cache.get(describe(tensors));
  }

  MLIRContext context;
  ProgramCache cache{/*capacity=*/3};
};

TEST_F(ProgramCacheTest, EqualDescriptionsHaveOneProgram) {
  auto program = get({at::zeros({2, 3})});
  EXPECT_EQ(get({at::ones({2, 3})}), program);
  EXPECT_NE(get({at::zeros({3, 2})}), program);
  EXPECT_EQ(cache.getMisses(), 2u);

  ProgramExecutor executor;
  auto made = executor.run(program->program);
  ASSERT_TRUE(succeeded(made));
  EXPECT_EQ(made->front().sizes(), at::IntArrayRef({2, 3}));
}

TEST_F(ProgramCacheTest, LastUsedAreKept) {
  at::Tensor one = at::zeros({1}), two = at::zeros({2}), three = at::zeros({3});
  get({one});
  get({two});
  get({three});
  get({one});
  EXPECT_EQ(cache.getMisses(), 3u);
  get({at::zeros({4})}); // `two` goes.
  EXPECT_EQ(cache.countPrograms(), 3u);
  get({one});
  get({three});
  EXPECT_EQ(cache.getMisses(), 4u);
  get({two});
  EXPECT_EQ(cache.getMisses(), 5u);
}

TEST_F(ProgramCacheTest, LargeProgramIsKeptAlone) {
  get({at::zeros({9})});
  std::vector<at::Tensor> many;
  for (int64_t size = 0; size < 5; ++size)
    many.push_back(at::zeros({size}));
  auto program = get(many);
  EXPECT_EQ(cache.countPrograms(), 1u);
  EXPECT_EQ(get(many), program);
}

TEST_F(ProgramCacheTest, ProgramOutlivesItsEntry) {
  auto program = get({at::zeros({1})});
  for (int64_t size = 2; size < 8; ++size)
    get({at::zeros({size})});
  ProgramExecutor executor;
  EXPECT_TRUE(succeeded(executor.run(program->program)));
}

/// What is refused is asked for again.
TEST_F(ProgramCacheTest, Refused) {
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
  });
  // No tensor has a name: there is nothing to make, which is a program too.
  auto empty = std::make_shared<OwningOpRef<ModuleOp>>(
      ModuleOp::create(UnknownLoc::get(&context)));
  EXPECT_TRUE(cache.get(empty));

  auto description = std::make_shared<OwningOpRef<ModuleOp>>(
      parseSourceString<ModuleOp>(R"(
        %s = meta.storage 96 : !meta.storage
        %0 = meta.view %s : !meta.storage -> !meta.tensor<24xf32>
        %1 = meta.slice %0 dim 0 from 2 : !meta.tensor<24xf32>
        %x = meta.tensor %1 : !meta.tensor<22xf32>
        meta.source %x, "x" : !meta.tensor<22xf32>
      )",
                                  &context));
  EXPECT_FALSE(cache.get(description));
  EXPECT_FALSE(cache.get(description));
  EXPECT_EQ(messages.size(), 2u);
}

} // namespace
