// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs: what is made once, in which order, and what is left of it.
// That each kind is made right is told by test/Run.

#include "metautils/Torch/Program/ProgramExecutor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/variable.h>

#include <gtest/gtest.h>

using namespace mlir;
using namespace metautils;

namespace {

/// Notes the sizes of roots in the order in which they are made.
class RecordingHost : public ProgramHost {
public:
  at::Tensor adoptRoot(at::Tensor root, at::Device device) override {
    TORCH_CHECK(!refuses, "no memory");
    sizes.push_back(root.numel());
    devices.push_back(device);
    return root;
  }
  void adoptView(const at::Tensor &view, at::Device) override {
    views.push_back(view.numel());
  }
  std::vector<int64_t> sizes, views;
  std::vector<at::Device> devices;
  bool refuses = false;
};

class ProgramExecutorTest : public ::testing::Test {
protected:
  ProgramExecutorTest()
      : context(MLIRContext::Threading::DISABLED),
        handler(&context,
                [this](Diagnostic &diagnostic) {
                  messages.push_back(diagnostic.str());
                }),
        executor(&host) {
    context.loadDialect<MetaDialect, build::BuildDialect, func::FuncDialect>();
  }

  /// Runs the function in `text`; nothing where that fails.
  std::vector<at::Tensor> run(llvm::StringRef text) {
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    if (!modules.back())
      return {};
    auto function = *modules.back()->getOps<func::FuncOp>().begin();
    FailureOr<Program> program = Program::compile(function);
    if (failed(program))
      return {};
    auto results = executor.run(*program);
    return succeeded(results) ? std::move(*results) : std::vector<at::Tensor>();
  }

  MLIRContext context;
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
  RecordingHost host;
  ProgramExecutor executor;
  std::vector<OwningOpRef<ModuleOp>> modules;
};

} // namespace

static const char *const viewAndGrad = R"(
  func.func @main() -> !meta.tensor<4xf32> {
    %base = build.tensor 0 "base" : !meta.tensor<24xf32> {
      %0 = build.empty_strided : !meta.tensor<24xf32>
      build.bind_storage %0 to 0 bytes 96 : !meta.tensor<24xf32>
      build.yield %0 : !meta.tensor<24xf32>
    }
    %unused = build.tensor 1 "unused" : !meta.tensor<7xf32> {
      %0 = build.empty_strided : !meta.tensor<7xf32>
      build.yield %0 : !meta.tensor<7xf32>
    }
    %grad = build.tensor 2 "v.grad" : !meta.tensor<4xf32> {
      %0 = build.empty_strided : !meta.tensor<4xf32>
      build.bind_storage %0 to 1 bytes 16 : !meta.tensor<4xf32>
      build.yield %0 : !meta.tensor<4xf32>
    }
    %v = build.tensor 3 "v" : !meta.tensor<4xf32> {
      %0 = build.as_strided %base offset 2 no_grad : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
      build.creation %0 default : !meta.tensor<4xf32>
      build.grad %0, %grad : !meta.tensor<4xf32>, !meta.tensor<4xf32>
      build.yield %0 : !meta.tensor<4xf32>
    }
    return %v : !meta.tensor<4xf32>
  })";

TEST_F(ProgramExecutorTest, MakesWhatResultsAskForInTheirOrder) {
  auto results = run(viewAndGrad);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(host.sizes, std::vector<int64_t>({24, 4}));
  EXPECT_EQ(host.views, std::vector<int64_t>({4}));
  EXPECT_TRUE(results[0].is_meta());
  EXPECT_TRUE(results[0].is_view());
  EXPECT_EQ(results[0]._base().numel(), 24);
  EXPECT_EQ(results[0].storage_offset(), 2);
  EXPECT_EQ(results[0].mutable_grad().numel(), 4);
}

TEST_F(ProgramExecutorTest, FindsWhatIsAlive) {
  auto first = run(viewAndGrad), second = run(viewAndGrad);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_TRUE(first[0].is_same(second[0]));
  EXPECT_EQ(executor.getMemo().getHits(), 1u);
  EXPECT_EQ(executor.getMemo().getMisses(), 3u);
  EXPECT_EQ(executor.getMemo().countLiveTensors(), 3u);
  EXPECT_EQ(executor.getMemo().countLiveStorages(), 2u);
}

TEST_F(ProgramExecutorTest, KeepsNothingAlive) {
  auto results = run(viewAndGrad);
  at::Tensor base(results[0]._base());
  results.clear();
  EXPECT_EQ(executor.getMemo().countLiveTensors(), 1u);
  auto again = run(viewAndGrad);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_TRUE(again[0]._base().is_same(base));
  EXPECT_EQ(host.sizes, std::vector<int64_t>({24, 4, 4}));
}

TEST_F(ProgramExecutorTest, RefusedTensorsAreNotInTheMemo) {
  host.refuses = true;
  EXPECT_TRUE(run(viewAndGrad).empty());
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], "PyTorch could not make 'base': no memory");
  EXPECT_EQ(executor.getMemo().countLiveTensors(), 0u);
  host.refuses = false;
  EXPECT_EQ(run(viewAndGrad).size(), 1u);
}

/// One tensor of two floats in a storage of 24 bytes.
static std::string inStorage(int number, int offset) {
  std::string type = " : !meta.tensor<2xf32>";
  return "func.func @main() -> !meta.tensor<2xf32> {\n"
         "  %x = build.tensor " +
         std::to_string(number) + " \"x\"" + type +
         " {\n"
         "    %0 = build.empty_strided" +
         type + "\n    build.bind_storage %0 to 0 bytes 24 offset " +
         std::to_string(offset) + type + "\n    build.yield %0" + type +
         "\n  }\n  return %x" + type + "\n}\n";
}

TEST_F(ProgramExecutorTest, StoragesAreOfTheirSizeWhoeverComesFirst) {
  // Nothing of the first round is alive in the second.
  for (int first : {0, 3}) {
    auto one = run(inStorage(first, first));
    auto other = run(inStorage(3 - first, 3 - first));
    ASSERT_EQ(one.size() + other.size(), 2u);
    EXPECT_EQ(one[0].storage().nbytes(), 24u);
    EXPECT_TRUE(one[0].is_alias_of(other[0]));
    EXPECT_EQ(one[0].storage_offset(), first);
  }
}

TEST_F(ProgramExecutorTest, MemoDoesNotGrow) {
  for (int number = 0; number < 1000; ++number)
    EXPECT_EQ(run(inStorage(number, 0)).size(), 1u);
  EXPECT_EQ(executor.getMemo().countLiveTensors(), 0u);
  EXPECT_LE(executor.getMemo().countEntries(), 128u);
}

TEST_F(ProgramExecutorTest, ModesAroundARunDoNotMatter) {
  c10::InferenceMode inference;
  at::NoGradGuard noGrad;
  auto results = run(viewAndGrad);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].is_inference());
  EXPECT_TRUE(results[0].is_view());
  EXPECT_TRUE(c10::InferenceMode::is_enabled());
}

TEST_F(ProgramExecutorTest, GradsThatLeadBack) {
  auto results = run(R"(
    func.func @main() -> !meta.tensor<4xf32> {
      %a = build.tensor 0 "a" : !meta.tensor<4xf32> {
        %0 = build.empty_strided : !meta.tensor<4xf32>
        build.yield %0 : !meta.tensor<4xf32>
      }
      %b = build.tensor 1 "b" : !meta.tensor<4xf32> {
        %0 = build.empty_strided : !meta.tensor<4xf32>
        build.yield %0 : !meta.tensor<4xf32>
      }
      build.grad %a, %b : !meta.tensor<4xf32>, !meta.tensor<4xf32>
      build.grad %b, %a : !meta.tensor<4xf32>, !meta.tensor<4xf32>
      return %a : !meta.tensor<4xf32>
    })");
  ASSERT_EQ(results.size(), 1u);
  at::Tensor grad = results[0].mutable_grad();
  EXPECT_TRUE(grad.mutable_grad().is_same(results[0]));
  grad.mutable_grad().reset();
}

TEST_F(ProgramExecutorTest, HostIsToldTheDevice) {
  auto results = run(R"(
    func.func @main() -> !meta.tensor<4xf32, cuda:1> {
      %a = build.tensor 0 "a" : !meta.tensor<4xf32, cuda:1> {
        %0 = build.empty_strided : !meta.tensor<4xf32, cuda:1>
        build.yield %0 : !meta.tensor<4xf32, cuda:1>
      }
      return %a : !meta.tensor<4xf32, cuda:1>
    })");
  ASSERT_EQ(results.size(), 1u);
  ASSERT_EQ(host.devices.size(), 1u);
  EXPECT_EQ(host.devices[0], at::Device(at::kCUDA, 1));
}
