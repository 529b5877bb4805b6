// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the metadata of two tensors differ in.

#include "metautils/Torch/MetadataDiff.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <gtest/gtest.h>

using namespace metautils;

static std::vector<std::string> diff(const at::Tensor &a, const at::Tensor &b,
                                     const MetadataDiffOptions &options = {}) {
  std::vector<std::string> result;
  for (const MetadataDifference &d : diffMetadata(a, b, options))
    result.push_back(d.path + " " + d.field + " " + d.expected + " " + d.found);
  return result;
}

using Expected = std::vector<std::string>;

TEST(MetadataDiffTest, Equal) {
  at::Tensor x = at::zeros({2, 3});
  EXPECT_EQ(diff(x, at::empty({2, 3})), Expected());
  EXPECT_EQ(diff(x.t(), at::empty({2, 3}).t()), Expected());
  EXPECT_EQ(diff(at::eye(3).to_sparse(), at::eye(3).to_sparse()), Expected());
}

TEST(MetadataDiffTest, AllDifferencesAreFound) {
  at::Tensor x = at::zeros({2, 3}), y = at::zeros({3, 2}, at::kDouble);
  y.requires_grad_(true);
  EXPECT_EQ(diff(x, y),
            Expected({" dtype Float Double", " size [2, 3] [3, 2]",
                      " requires_grad false true", " stride [3, 1] [2, 1]"}));
  EXPECT_EQ(diff(x, x.to(at::kLong).slice(1, 1), {.skipSymbolic = true}),
            Expected({" dtype Float Long", " _base none a tensor"}));
}

TEST(MetadataDiffTest, Leaf) {
  at::Tensor x = at::zeros({2}).requires_grad_(true), y = x.clone();
  EXPECT_EQ(diff(x, y), Expected({" is_leaf true false"}));
  EXPECT_EQ(diff(x, y, {.skipLeaf = true}), Expected());
}

TEST(MetadataDiffTest, GradsAndBases) {
  at::Tensor x = at::zeros({4}), y = at::zeros({4});
  x.mutable_grad() = at::zeros({4});
  EXPECT_EQ(diff(x, y), Expected({" grad a tensor none"}));
  y.mutable_grad() = at::zeros({4}).to(at::kComplexFloat).conj();
  at::Tensor grad = y.grad();
  EXPECT_EQ(diff(x.slice(0, 2), y.slice(0, 2)),
            Expected({"._base.grad dtype Float ComplexFloat",
                      "._base.grad is_conj false true",
                      "._base.grad _base none a tensor"}));
}

TEST(MetadataDiffTest, GradsThatLeadBack) {
  at::Tensor x = at::zeros({2}), y = at::zeros({2});
  x.mutable_grad() = x;
  y.mutable_grad() = y;
  EXPECT_EQ(diff(x, y), Expected());
  x.mutable_grad() = y.mutable_grad() = at::Tensor();
}

TEST(MetadataDiffTest, Layouts) {
  at::Tensor coo = at::eye(2).to_sparse();
  EXPECT_EQ(diff(coo, at::eye(2)),
            Expected({" layout Sparse Strided", " stride none [2, 1]"}));
  EXPECT_EQ(diff(coo, at::eye(2).to_sparse(1)),
            Expected({" dense_dim 0 1", " sparse_dim 2 1"}));
  EXPECT_EQ(
      diff(coo, at::sparse_coo_tensor(coo.indices(), coo.values(), {2, 2})),
      Expected({" is_coalesced true false"}));
}

TEST(MetadataDiffTest, Assertion) {
  at::Tensor x = at::zeros({4});
  EXPECT_NO_THROW(assertMetadataEqual(x, at::zeros({4})));
  try {
    assertMetadataEqual(x.slice(0, 1), at::zeros({5}).slice(0, 2));
    FAIL();
  } catch (const c10::Error &error) {
    EXPECT_STREQ(error.what_without_backtrace(),
                 "the metadata of two tensors differ:"
                 "\nexpected storage_offset of 'tensor' to be 1, found 2"
                 "\nexpected size of 'tensor._base' to be [4], found [5]");
  }
}
