// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describing from C++ alone. What needs Python to be made is in
// test/python/test_describe*.py.

#include "metautils/Torch/TensorDescriber.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

#include <ATen/ATen.h>
#include <ATen/core/NestedIntSymNodeImpl.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
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
    expectError(tensor,
                "expected a tensor of a kind that can be described, got 'w', " +
                    kind.str(),
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
  std::string str() override { return "n"; }
  c10::SymNode clone() override { return c10::make_intrusive<Symbol>(); }
};

c10::SymInt makeSymbol() {
  return c10::SymInt(c10::SymNode(c10::make_intrusive<Symbol>()));
}

/// Says the same of every tensor.
class FixedFacts : public PythonFacts {
public:
  explicit FixedFacts(Class kind) : kind(kind) {}
  Class getClass(const at::Tensor &) override { return kind; }
  std::string getClassName(const at::Tensor &) override { return "Thing"; }
  llvm::Expected<SymInt> getNumber(const c10::SymInt &number,
                                   DescriptionNumbers &numbers) override {
    if (!knowsNumbers)
      return PythonFacts::getNumber(number, numbers);
    if (overflows)
      return numbers.power(std::numeric_limits<int64_t>::max(), 2);
    return numbers.getSymbol({number.toSymNode()->str()});
  }
  bool knowsNumbers = true;
  bool overflows = false;

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

at::Tensor makeSymbolic() {
  at::Tensor tensor = makeWithKeys({c10::DispatchKey::CPU});
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(
      {makeSymbol()}, {c10::SymInt(1)}, c10::SymInt(0));
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

TEST_F(TensorDescriberTest, ClassIsWhatPythonSays) {
  FixedFacts other(PythonFacts::Class::Other);
  describe({{at::zeros({2}), "x"}}, &other);
  EXPECT_EQ(get("x").getClassName(), "Thing");

  FixedFacts wrapper(PythonFacts::Class::Wrapper);
  describe({{at::zeros({2}), "x"}}, &wrapper);
  auto subclass = get("x").getGeometry().getDefiningOp<SubclassOp>();
  ASSERT_TRUE(subclass);
  EXPECT_EQ(subclass.getClassName(), "Thing");
  EXPECT_TRUE(subclass.getInner().empty());
}

TEST_F(TensorDescriberTest, SymbolicSizes) {
  FixedFacts python(PythonFacts::Class::Tensor);
  at::Tensor sizes = makeSymbolic();
  sizes.storage().unsafeGetStorageImpl()->set_nbytes(makeSymbol());
  describe({{sizes, "x"}, {makeSymbolic(), "y"}}, &python);
  Value size;
  for (llvm::StringRef name : {"x", "y"}) {
    auto view = get(name).getGeometry().getDefiningOp<ViewOp>();
    ASSERT_TRUE(view);
    EXPECT_TRUE(view.getType().isContiguous());
    ASSERT_EQ(view.getDynamic().size(), 1u);
    EXPECT_TRUE(!size || size == view.getDynamic()[0]);
    size = view.getDynamic()[0];
  }
  EXPECT_EQ(size.getDefiningOp<SymbolOp>().getName(), "n");
  auto storage = getRoot(get("x")).getDefiningOp<StorageOp>();
  EXPECT_EQ(storage.getDynamicBytes(), size);
}

/// Those that C++ makes need no Python.
TEST_F(TensorDescriberTest, NestedInts) {
  at::Tensor jagged = makeWithKeys({c10::DispatchKey::CPU});
  c10::SymInt ragged(c10::SymNode(
      c10::make_intrusive<c10::NestedIntSymNodeImpl>(/*val=*/4, /*coeff=*/3)));
  jagged.unsafeGetTensorImpl()->set_sizes_and_strides(
      {ragged}, {c10::SymInt(1)}, c10::SymInt(0));
  describe({{jagged, "x"}});
  auto view = get("x").getGeometry().getDefiningOp<ViewOp>();
  auto product = view.getDynamic()[0].getDefiningOp<arith::MulIOp>();
  ASSERT_TRUE(product);
  auto symbol = product.getLhs().getDefiningOp<SymbolOp>();
  EXPECT_EQ(symbol.getName(), "j4");
  EXPECT_EQ(symbol.getKind(), SymbolKind::NestedInt);
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

TEST_F(TensorDescriberTest, SymbolicSizesThatNobodyKnows) {
  at::Tensor sizes = makeSymbolic();
  expectError(sizes, "expected the sizes of 'w' to be known, got 'n'");
  FixedFacts python(PythonFacts::Class::Tensor);
  python.knowsNumbers = false;
  expectError(sizes,
              "expected integer sizes, strides and bytes of 'w', got one of "
              "which 'n' is a number that only Python knows",
              &python);

  FixedFacts large(PythonFacts::Class::Tensor);
  large.overflows = true;
  expectError(sizes,
              "expected the sizes, strides and offset of 'w' below 2^63, got "
              "an overflow",
              &large);

  at::Tensor storage = makeWithKeys({c10::DispatchKey::CPU});
  storage.storage().unsafeGetStorageImpl()->set_nbytes(makeSymbol());
  expectError(storage, "expected the sizes of 'w' to be known, got 'n'");
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

/// Bytes that are not the CPU's to read are not read.
TEST_F(TensorDescriberTest, DataElsewhere) {
  int8_t byte = 1;
  c10::Storage storage(c10::Storage::use_byte_size_t{}, 1,
                       c10::DataPtr(&byte, c10::Device(c10::kCUDA, 1)));
  at::Tensor tensor = at::detail::make_tensor<c10::TensorImpl>(
      std::move(storage), c10::DispatchKeySet(c10::DispatchKey::CUDA),
      caffe2::TypeMeta::Make<int8_t>());
  tensor.unsafeGetTensorImpl()->set_sizes_contiguous({1});
  describe({{tensor, "w"}});

  TensorDescriber describer(*module);
  describer.setCopyData(true);
  EXPECT_TRUE(failed(describer.add(tensor, "w")));
  EXPECT_EQ(llvm::join(messages, "\n"),
            "expected 'w' on the CPU to keep its data, got cuda:1: move it "
            "there before");
}

TEST_F(TensorDescriberTest, BatchOfUnknownSize) {
  namespace functorch = at::functorch;
  int64_t level = functorch::initAndPushDynamicLayer(
      functorch::TransformType::Vmap, makeSymbol(),
      functorch::RandomnessType::Error);
  at::Tensor batched = functorch::makeBatched(at::zeros({2, 3}), 0, level);
  expectError(batched, "expected the sizes of 'w' to be known, got 'n'");
  functorch::popDynamicLayerAndDeleteMetadata();
}
