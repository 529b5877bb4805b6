// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain tensors of one structure are compiled once, others by themselves.

#include "metautils/Torch/Program/DescriptionProgram.h"
#include "metautils/Torch/TensorDescriber.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

using namespace mlir;
using namespace metautils;

namespace {

class DescriptionProgramTest : public ::testing::Test {
protected:
  DescriptionProgramTest() : context(MLIRContext::Threading::DISABLED) {}

  auto compile(const std::vector<at::Tensor> &tensors) {
    std::vector<NamedTensor> named;
    for (size_t index = 0; index < tensors.size(); ++index)
      named.push_back({tensors[index], StringRef("abcdefgh").substr(index, 1)});
    return compiler.compile(std::make_shared<OwningOpRef<ModuleOp>>(
        metautils::describe(context, named)));
  }

  std::vector<at::Tensor> make(const std::vector<at::Tensor> &tensors) {
    auto program = compile(tensors);
    auto made = ProgramExecutor().run(program->program);
    EXPECT_TRUE(succeeded(made));
    return *made;
  }

  MLIRContext context;
  DescriptionCompiler compiler{/*capacity=*/3};
};

TEST_F(DescriptionProgramTest, SizesAreNoStructure) {
  at::Tensor matrix = at::zeros({4, 6});
  std::vector<at::Tensor> tensors = {
      matrix,
      at::zeros({7}),
      at::zeros({}),
      at::zeros({0, 3}),
      matrix.t().detach(),
      at::zeros({9}).slice(0, 1, 8, 2).detach(),
      at::empty_strided({2, 3}, {1, 5}),
      at::zeros({2}).expand({3, 2}).detach(),
  };
  auto made = make(tensors);
  EXPECT_EQ(compiler.countStructures(), 1u);
  ASSERT_EQ(made.size(), tensors.size());
  for (size_t index = 0; index < made.size(); ++index) {
    EXPECT_EQ(made[index].sizes(), tensors[index].sizes());
    EXPECT_EQ(made[index].strides(), tensors[index].strides());
    EXPECT_EQ(made[index].storage_offset(), tensors[index].storage_offset());
    EXPECT_EQ(made[index].storage().nbytes(),
              tensors[index].storage().nbytes());
    for (size_t other = 0; other < made.size(); ++other)
      EXPECT_EQ(made[index].is_alias_of(made[other]),
                tensors[index].is_alias_of(tensors[other]));
  }
}

TEST_F(DescriptionProgramTest, StateIsStructure) {
  at::Tensor tensor = at::zeros({2});
  compile({tensor});
  compile({at::zeros({2}).set_requires_grad(true)});
  EXPECT_EQ(compiler.countStructures(), 2u);
  compile({at::zeros({5}), at::zeros({6}).set_requires_grad(true)});
  EXPECT_EQ(compiler.countStructures(), 2u);
  compile({at::zeros({2}, at::kDouble)});
  EXPECT_EQ(compiler.countStructures(), 3u);
  // There are as many as are kept.
  compile({at::zeros({2}, at::kComplexFloat).conj().detach()});
  EXPECT_EQ(compiler.countStructures(), 1u);
}

/// A view, its base, what has a grad, what a grad is, and plain ones between.
TEST_F(DescriptionProgramTest, OthersStayInOrder) {
  at::Tensor base = at::zeros({4, 4}), withGrad = at::zeros({3});
  withGrad.set_requires_grad(true);
  withGrad.mutable_grad() = at::ones({3});
  std::vector<at::Tensor> tensors = {at::zeros({1}), base.t(), at::zeros({2}),
                                     withGrad,       base,     at::zeros({5}),
                                     base.detach(),  base.t()};
  auto made = make(tensors);
  ASSERT_EQ(made.size(), tensors.size());
  for (size_t index = 0; index < made.size(); ++index)
    EXPECT_EQ(made[index].sizes(), tensors[index].sizes());
  EXPECT_EQ(made[1]._base().unsafeGetTensorImpl(),
            made[4].unsafeGetTensorImpl());
  EXPECT_TRUE(made[6].is_alias_of(made[4]));
  EXPECT_FALSE(made[6].is_view());
  EXPECT_TRUE(made[3].grad().defined());
}

TEST_F(DescriptionProgramTest, ErrorsNameTheTensor) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  context.loadDialect<MetaDialect>();
  auto parse = [&](StringRef text) {
    return std::make_shared<OwningOpRef<ModuleOp>>(
        parseSourceString<ModuleOp>(text, &context));
  };
  EXPECT_FALSE(compiler.compile(parse(R"(
    %s = meta.storage 48 : !meta.storage<nowhere>
    %a = meta.tensor %s : !meta.storage<nowhere> -> !meta.tensor<12xf32, nowhere>
    meta.source %a, "a" : !meta.tensor<12xf32, nowhere>
  )")));
  EXPECT_EQ(
      message.find("expected 'a' to be on a device of PyTorch, got 'nowhere'"),
      0u)
      << message;

  auto program = compiler.compile(parse(R"(
    %s = meta.storage 48 : !meta.storage
    %a = meta.tensor %s : !meta.storage -> !meta.tensor<12xf32>
    meta.source %a, "a" : !meta.tensor<12xf32>
    %b = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<12xsi32>
    meta.source %b, "layer.b" : !meta.tensor<12xsi32>
    %c = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<6xsi32>
    meta.source %c, "layer.c" : !meta.tensor<6xsi32>
  )"));
  ASSERT_TRUE(program);
  EXPECT_TRUE(failed(ProgramExecutor().run(program->program)));
  EXPECT_EQ(message.find("PyTorch could not make 'layer.b': Only Tensors of "
                         "floating point and complex dtype"),
            0u)
      << message;
}

/// The structure's own first description may be gone.
TEST_F(DescriptionProgramTest, ProgramsOutliveTheCompiler) {
  std::shared_ptr<const DescriptionProgram> program;
  {
    DescriptionCompiler other;
    program = other.compile(std::make_shared<OwningOpRef<ModuleOp>>(
        metautils::describe(context, {{at::zeros({3}), "x"}})));
  }
  auto made = ProgramExecutor().run(program->program);
  ASSERT_TRUE(succeeded(made));
  EXPECT_EQ(made->front().sizes(), at::IntArrayRef({3}));
}

} // namespace
