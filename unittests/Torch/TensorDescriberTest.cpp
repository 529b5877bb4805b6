// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describing from C++ alone. What needs Python to be made is in
// test/python/test_describe*.py.

#include "metautils/Torch/TensorDescriber.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

#include <ATen/ATen.h>
#include <ATen/quantized/Quantizer.h>
#include <c10/core/SymNodeImpl.h>
#include <torch/csrc/autograd/variable.h>

#include <gtest/gtest.h>

using namespace mlir;
using namespace metautils;

namespace {

class TensorDescriberTest : public ::testing::Test {
protected:
  TensorDescriberTest()
      : context(MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          messages.push_back(diagnostic.str());
        }) {}

  /// Describes the tensors; each is to be valid.
  void describe(llvm::ArrayRef<NamedTensor> tensors,
                PythonFacts *python = nullptr) {
    module = metautils::describe(context, tensors, python);
    ASSERT_TRUE(module) << llvm::join(messages, "\n");
    EXPECT_TRUE(succeeded(verify(*module)));
  }

  void expectError(const at::Tensor &tensor, llvm::StringRef message,
                   PythonFacts *python = nullptr) {
    messages.clear();
    EXPECT_FALSE(metautils::describe(context, {{tensor, "w"}}, python));
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages.front(), message);
  }

  void expectRefused(const at::Tensor &tensor, llvm::StringRef kind,
                     PythonFacts *python = nullptr) {
    expectError(
        tensor,
        "expected a strided, sparse, nested or quantized tensor, got 'w', " +
            kind.str() + ": it is not described yet",
        python);
  }

  /// The tensor of that name.
  TensorOp get(llvm::StringRef name) {
    for (auto source : module->getOps<SourceOp>())
      if (source.getName() == name)
        return cast<TensorOp>(source.getTensor().getDefiningOp());
    ADD_FAILURE() << "no tensor is called " << name.str();
    return {};
  }

  MLIRContext context;
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

/// A size of which nothing is known.
class Symbol : public c10::SymNodeImpl {
public:
  bool is_int() override { return true; }
  c10::SymNode clone() override { return c10::make_intrusive<Symbol>(); }
};

/// Says the same of every tensor.
class FixedFacts : public PythonFacts {
public:
  explicit FixedFacts(Class kind) : kind(kind) {}
  Class getClass(const at::Tensor &) override { return kind; }
  std::string getClassName(const at::Tensor &) override { return "Thing"; }

private:
  Class kind;
};

/// A tensor of 3 floats with keys of one's choice.
at::Tensor makeWithKeys(std::initializer_list<c10::DispatchKey> keys) {
  at::Tensor plain = at::zeros({3});
  at::Tensor tensor = at::detail::make_tensor<c10::TensorImpl>(
      c10::Storage(plain.storage()), c10::DispatchKeySet(keys), plain.dtype());
  tensor.unsafeGetTensorImpl()->set_sizes_contiguous({3});
  return tensor;
}

} // namespace

//===----------------------------------------------------------------------===//
// What is described
//===----------------------------------------------------------------------===//

TEST_F(TensorDescriberTest, WholeStorage) {
  describe({{at::zeros({2, 3}, at::kDouble), "x"}});
  auto storage = cast<StorageOp>(get("x").getGeometry().getDefiningOp());
  EXPECT_EQ(storage.getBytes(), 48);
  EXPECT_EQ(get("x").getType().getShape(), llvm::ArrayRef<int64_t>({2, 3}));
  EXPECT_TRUE(get("x").getType().getElementType().isF64());
  EXPECT_FALSE(get("x").getParameter());
}

TEST_F(TensorDescriberTest, ViewAndItsBase) {
  at::Tensor base = at::zeros({4, 6});
  describe({{base.slice(0, 1).t(), "v"}, {base, "b"}});
  auto view = cast<ViewOp>(get("v").getGeometry().getDefiningOp());
  EXPECT_EQ(view.getOffset(), 6);
  EXPECT_EQ(view.getBase(), get("b").getResult());
  EXPECT_EQ(get("v").getBase(), get("b").getResult());
  EXPECT_EQ(llvm::range_size(module->getOps<TensorOp>()), 2);
}

TEST_F(TensorDescriberTest, SharedStorageWithoutABase) {
  at::Tensor x = at::zeros({6});
  describe({{x, "x"}, {x.detach(), "d"}});
  EXPECT_EQ(llvm::range_size(module->getOps<StorageOp>()), 1);
  EXPECT_FALSE(get("d").getBase());
  EXPECT_NE(get("d"), get("x"));
}

TEST_F(TensorDescriberTest, OneTensorWithTwoNames) {
  at::Tensor x = at::zeros({6});
  describe({{x, "a"}, {x, "b"}});
  EXPECT_EQ(get("a"), get("b"));
}

TEST_F(TensorDescriberTest, AutogradState) {
  at::Tensor leaf = at::zeros({2}).requires_grad_(true);
  leaf.mutable_grad() = at::ones({2});
  describe({{leaf, "leaf"}, {leaf * 2, "other"}});
  EXPECT_TRUE(get("leaf").getRequiresGrad());
  EXPECT_FALSE(get("leaf").getNonLeaf());
  EXPECT_TRUE(get("leaf").getGrad());
  EXPECT_TRUE(get("other").getNonLeaf());
}

TEST_F(TensorDescriberTest, GradsOfEachOther) {
  at::Tensor x = at::zeros({2}), y = at::zeros({2});
  x.mutable_grad() = y;
  y.mutable_grad() = x;
  describe({{x, "x"}, {y, "y"}});
  EXPECT_EQ(get("x").getGrad(), get("y").getResult());
  EXPECT_EQ(get("y").getGrad(), get("x").getResult());
  x.mutable_grad() = at::Tensor();
}

TEST_F(TensorDescriberTest, GradThatIsAViewOfItsTensor) {
  at::Tensor x = at::zeros({2});
  x.mutable_grad() = x.view({2});
  describe({{x, "x"}, {x.grad(), "g"}});
  EXPECT_EQ(get("x").getGrad(), get("g").getResult());
  EXPECT_EQ(get("g").getBase(), get("x").getResult());
  x.mutable_grad() = at::Tensor();
}

TEST_F(TensorDescriberTest, EveryDtypeThatIsNotQuantized) {
  for (unsigned number = 0; number < numDtypes; ++number) {
    auto type = static_cast<at::ScalarType>(number);
    if (c10::isQIntType(type))
      continue;
    describe({{at::empty({3}, at::dtype(type).device(at::kMeta)), "x"}});
    EXPECT_EQ(get("x").getType().getElementBytes(),
              static_cast<int64_t>(c10::elementSize(type)));
  }
}

TEST_F(TensorDescriberTest, ParameterIsWhatPythonSays) {
  FixedFacts parameter(PythonFacts::Class::Parameter);
  describe({{at::zeros({2}), "x"}}, &parameter);
  EXPECT_TRUE(get("x").getParameter());
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_F(TensorDescriberTest, OtherKinds) {
  expectRefused(at::Tensor(), "an undefined tensor");
}

TEST_F(TensorDescriberTest, UnknownQuantizer) {
  expectRefused(at::new_qtensor({2}, at::TensorOptions(at::kQInt8),
                                at::make_unknown_quantizer(at::kQInt8)),
                "a tensor of an unknown quantizer");
}

TEST_F(TensorDescriberTest, Subclasses) {
  FixedFacts subclass(PythonFacts::Class::Subclass);
  expectRefused(at::zeros({2}), "an instance of the subclass 'Thing'",
                &subclass);
  at::Tensor dispatched = makeWithKeys({c10::DispatchKey::CPU});
  dispatched.unsafeGetTensorImpl()->set_python_dispatch(true);
  expectRefused(dispatched, "an instance of a subclass");
}

TEST_F(TensorDescriberTest, UnknownKeys) {
  auto wrapper = c10::DispatchKey::TESTING_ONLY_GenericWrapper;
  at::Tensor tensor = makeWithKeys({c10::DispatchKey::CPU, wrapper});
  expectRefused(tensor,
                "a tensor of dispatch keys " + c10::toString(tensor.key_set()));
}

TEST_F(TensorDescriberTest, NoStorage) {
  expectRefused(at::detail::make_tensor<c10::TensorImpl>(
                    c10::DispatchKeySet(c10::DispatchKey::CPU),
                    caffe2::TypeMeta::Make<float>(), at::kCPU),
                "a tensor without a storage");
}

TEST_F(TensorDescriberTest, SymbolicSizes) {
  c10::SymInt size{c10::SymNode(c10::make_intrusive<Symbol>())};
  at::Tensor sizes = makeWithKeys({c10::DispatchKey::CPU});
  sizes.unsafeGetTensorImpl()->set_sizes_and_strides({size}, {c10::SymInt(1)},
                                                     c10::SymInt(0));
  expectRefused(sizes, "a tensor of symbolic sizes");

  at::Tensor storage = makeWithKeys({c10::DispatchKey::CPU});
  storage.storage().unsafeGetStorageImpl()->set_nbytes(size);
  expectRefused(storage, "a tensor over a storage of symbolic size");
}

TEST_F(TensorDescriberTest, TensorThatThrows) {
  at::Tensor tensor = makeWithKeys({c10::DispatchKey::CPU});
  tensor.unsafeGetTensorImpl()->set_storage_access_should_throw();
  messages.clear();
  EXPECT_FALSE(metautils::describe(context, {{tensor, "w"}}));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(messages.front())
                  .starts_with("PyTorch could not say what 'w' is: "));
}

TEST_F(TensorDescriberTest, OwnGrad) {
  at::Tensor x = at::zeros({2});
  x.mutable_grad() = x;
  expectError(x, "expected another tensor as the grad of 'w', got the tensor "
                 "itself");
  x.mutable_grad() = at::Tensor();
}

TEST_F(TensorDescriberTest, NamesWhereTheTensorIs) {
  at::Tensor x = at::zeros({2}), grad = at::zeros({4});
  grad.mutable_grad() = makeWithKeys(
      {c10::DispatchKey::CPU, c10::DispatchKey::TESTING_ONLY_GenericWrapper});
  x.mutable_grad() = grad.slice(0, 2);
  messages.clear();
  EXPECT_FALSE(metautils::describe(context, {{x, "w"}}));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages.front().find("'w.grad._base.grad'"), std::string::npos);
}
