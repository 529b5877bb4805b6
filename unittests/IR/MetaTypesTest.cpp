// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One spelling for each type, what a tensor type answers, and what only code,
// but no text, can ask of it.

#include "metautils/IR/MetaTypes.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

static constexpr int64_t dynamic = ShapedType::kDynamic;

namespace {
class MetaTypesTest : public IRTest {
protected:
  Type f32 = Float32Type::get(&context);

  Attribute strided(llvm::ArrayRef<int64_t> strides, int64_t offset = 0) {
    return StridedLayoutAttr::get(&context, offset, strides);
  }
  MetaTensorType getChecked(llvm::ArrayRef<int64_t> shape, Type elementType,
                            Attribute layout = {},
                            llvm::StringRef device = "cpu") {
    return MetaTensorType::getChecked([&] { return emitError(); }, shape,
                                      elementType, layout,
                                      StringAttr::get(&context, device));
  }
};
} // namespace

TEST_F(MetaTypesTest, OneSpelling) {
  auto plain = MetaTensorType::get({4, 3}, f32);
  EXPECT_TRUE(plain.isContiguous());
  EXPECT_EQ(plain.getDevice(), "cpu");
  EXPECT_EQ(plain, MetaTensorType::get({4, 3}, f32, strided({3, 1})));
  EXPECT_EQ(plain, parseTensor("!meta.tensor<4x3xf32, strided<[3, 1]>, cpu>"));
  EXPECT_EQ(MetaTensorType::get({4, 0, 3}, f32),
            MetaTensorType::get({4, 0, 3}, f32, strided({3, 3, 1})));
  EXPECT_EQ(MetaTensorType::get({dynamic, 3}, f32),
            MetaTensorType::get({dynamic, 3}, f32, strided({3, 1})));
  EXPECT_EQ(MetaTensorType::get({}, f32),
            MetaTensorType::get({}, f32, strided({})));
}

TEST_F(MetaTypesTest, OtherStridesAreKept) {
  // Those of a size-1 dim, which address nothing, and unknown ones too.
  using Strides = SmallVector<int64_t>;
  for (const Strides &strides :
       {Strides{9, 1}, {1, 1}, {3, 0}, {dynamic, 1}, {dynamic, 3}}) {
    auto type = MetaTensorType::get({1, 3}, f32, strided(strides));
    EXPECT_FALSE(type.isContiguous());
    EXPECT_TRUE(type.isStrided());
    EXPECT_EQ(type.getStrides(), strides);
  }
}

TEST_F(MetaTypesTest, ContiguousStrides) {
  auto stridesOf = [&](llvm::ArrayRef<int64_t> shape) {
    return MetaTensorType::get(shape, f32).getStrides();
  };
  EXPECT_EQ(stridesOf({}), (SmallVector<int64_t>{}));
  EXPECT_EQ(stridesOf({4, 3, 2}), (SmallVector<int64_t>{6, 2, 1}));
  EXPECT_EQ(stridesOf({4, 0, 2}), (SmallVector<int64_t>{2, 2, 1}));
  EXPECT_EQ(stridesOf({dynamic, 3, 2}), (SmallVector<int64_t>{6, 2, 1}));
  EXPECT_EQ(stridesOf({4, dynamic, 2}), (SmallVector<int64_t>{dynamic, 2, 1}));
  EXPECT_EQ(stridesOf({4, 3, dynamic}),
            (SmallVector<int64_t>{dynamic, dynamic, 1}));
  EXPECT_EQ(stridesOf({dynamic, dynamic, 0}),
            (SmallVector<int64_t>{dynamic, 1, 1}));
}

TEST_F(MetaTypesTest, CountsItsOpenNumbers) {
  EXPECT_EQ(parseTensor("!meta.tensor<4x3xf32>").getNumDynamic(), 0u);
  // The stride of a contiguous one is no number of its own.
  EXPECT_EQ(parseTensor("!meta.tensor<4x?xf32>").getNumDynamic(), 1u);
  EXPECT_EQ(
      parseTensor("!meta.tensor<?x?xf32, strided<[?, 1]>>").getNumDynamic(),
      3u);
  EXPECT_EQ(parseTensor("!meta.tensor<?x4xf32, #meta.csr>").getNumDynamic(),
            1u);
}

TEST_F(MetaTypesTest, ElementBytes) {
  EXPECT_EQ(parseTensor("!meta.tensor<4xcomplex<f64>>").getElementBytes(), 16);
  EXPECT_EQ(parseTensor("!meta.tensor<4xi1>").getElementBytes(), 1);
  EXPECT_EQ(parseTensor("!meta.tensor<4x!meta.bits16>").getElementBytes(), 2);
}

TEST_F(MetaTypesTest, IsStrided) {
  EXPECT_TRUE(parseTensor("!meta.tensor<4x3xf32>").isStrided());
  auto sparse = parseTensor("!meta.tensor<4x3xf32, #meta.csr>");
  EXPECT_FALSE(sparse.isStrided());
  EXPECT_FALSE(sparse.isContiguous());
}

TEST_F(MetaTypesTest, CloneWith) {
  auto type = parseTensor(
      "!meta.tensor<4x3xcomplex<f32>, strided<[1, 4]>, cuda:0, conj, neg>");
  Type f64 = ComplexType::get(Float64Type::get(&context));
  EXPECT_EQ(type.cloneWith(std::nullopt, f64),
            parseTensor("!meta.tensor<4x3xcomplex<f64>, strided<[1, 4]>, "
                        "cuda:0, conj, neg>"));
  EXPECT_EQ(type.cloneWith(ArrayRef<int64_t>{4, 3}, type.getElementType()),
            type);
  // Nobody knows the strides of another shape.
  EXPECT_EQ(type.cloneWith(ArrayRef<int64_t>{2, 2}, type.getElementType()),
            parseTensor("!meta.tensor<2x2xcomplex<f32>, cuda:0, conj, neg>"));
}

TEST_F(MetaTypesTest, RefusesNegativeSizes) {
  EXPECT_FALSE(getChecked({4, -3}, f32));
  EXPECT_EQ(errors, std::vector<std::string>{
                        "expected no negative size, got -3 at dim 1"});
}

TEST_F(MetaTypesTest, RefusesTooManyDims) {
  SmallVector<int64_t> ones(MetaTensorType::maxRank, 1);
  EXPECT_TRUE(getChecked(ones, f32));
  ones.push_back(1);
  EXPECT_FALSE(getChecked(ones, f32));
  EXPECT_EQ(errors, std::vector<std::string>{
                        "expected at most 1024 dimensions, got 1025"});
}

TEST_F(MetaTypesTest, RefusesDevicesThatTextCannotSay) {
  for (llvm::StringRef device :
       {"", "a b", "cuda:", "cuda:00", "cuda:-1", "cuda:1:2", "0cuda", ":0",
        "strided", "neg", "conj:0", "cuda>"}) {
    EXPECT_FALSE(getChecked({4}, f32, {}, device)) << device.str();
    EXPECT_FALSE(StorageType::getChecked([&] { return emitError(); }, &context,
                                         StringAttr::get(&context, device)));
  }
  EXPECT_EQ(errors.size(), 24u);
  EXPECT_EQ(errors.front(), "expected a device such as 'cuda:0', got \"\"");
  for (llvm::StringRef device : {"cpu", "cpu:0", "meta", "_a.$1:4294967295"})
    EXPECT_TRUE(getChecked({4}, f32, {}, device)) << device.str();
}

TEST_F(MetaTypesTest, UnseenErrorsAreNotSeen) {
  EXPECT_FALSE(MetaTensorType::getChecked(
      [&] { return emitUnseenError(&context); }, {-1}, f32));
  EXPECT_TRUE(errors.empty());
}
