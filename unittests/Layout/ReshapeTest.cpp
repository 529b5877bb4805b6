// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that give a tensor other sizes.

#include "metautils/Layout/Views.h"

#include "ViewTesting.h"
#include "gtest/gtest.h"

using namespace metautils;

//===----------------------------------------------------------------------===//
// setContiguousStrides
//===----------------------------------------------------------------------===//

TEST(Reshape, SetContiguousStrides) {
  auto contiguous = views::setContiguousStrides;
  EXPECT_EQ(apply("4x0x3 [0, 0, 0]", contiguous), "4x0x3 [3, 3, 1]");
  EXPECT_EQ(apply("[]", contiguous), "[]");
  EXPECT_EQ(apply("nx?x3 [0, 0, 0]", contiguous), "nx?x3 [?, 3, 1]");
  EXPECT_EQ(apply("nx3xm [0, 0, 0]", contiguous),
            "nx3xm [(max(m, 1) * 3), max(m, 1), 1]");
  // 2^31 * 2^33 is no stride, though the tensor is empty.
  EXPECT_EQ(apply("0x2147483648x8589934592 [0, 0, 0]", contiguous),
            "error: expected sizes, strides and offset within int64, got an "
            "overflow");
}

//===----------------------------------------------------------------------===//
// expand
//===----------------------------------------------------------------------===//

static std::string expand(llvm::StringRef base, const Texts &sizes) {
  return apply(base, views::expand, sizes);
}

TEST(Expand, Constant) {
  EXPECT_EQ(expand("3x1 [1, 1]", {"2", "-1", "4"}), "2x3x4 [0, 1, 0]");
  EXPECT_EQ(expand("3x1 [1, 7]", {"3", "1"}), "3x1 [1, 7]");
  EXPECT_EQ(expand("3x1 [1, 1]", {"3", "0"}), "3x0 [1, 0]");
  // A new dim of size 1 gets the stride that unsqueeze gives.
  EXPECT_EQ(expand("3x1 [1, 1]", {"1", "3", "4"}), "1x3x4 [3, 1, 0]");
  EXPECT_EQ(expand("[] + 2", {"1", "4"}), "1x4 [0, 0] + 2");
}

TEST(Expand, Refused) {
  EXPECT_EQ(expand("3x1 [1, 1]", {"3"}),
            "error: expected at least 2 sizes, got 1");
  EXPECT_EQ(expand("3x1 [1, 1]", {"4", "2"}),
            "error: expected size 3 at dim 0 to be kept, got 4");
  EXPECT_EQ(expand("3 [1]", {"-1", "3"}),
            "error: expected a size for the new dim 0, got -1");
  // ATen makes a tensor of negative size of this one.
  EXPECT_EQ(expand("0 [1]", {"-2", "0"}), "error: negative size -2 at dim 0");
}

TEST(Expand, Dynamic) {
  // Only a base size of 1 can become another one, so the target counts as
  // another one: Note [Dynamic sizes are at least 2].
  EXPECT_EQ(expand("1 [1]", {"n"}), "n [0]");
  EXPECT_EQ(expand("n [s]", {"n"}), "n [s]");
  EXPECT_EQ(expand("n [s]", {"4"}), "4 [(n == 1 ? 0 : s)]");
  EXPECT_EQ(expand("n [s]", {"1"}), "1 [s]");
  EXPECT_EQ(expand("n [0]", {"m"}), "m [0]");
  EXPECT_EQ(expand("4 [s]", {"n"}), "4 [s]"); // n can only be 4
  EXPECT_EQ(expand("3 [1]", {"n", "3"}), "nx3 [0, 1]");
  EXPECT_EQ(expand("? [1]", {"4"}), "4 [?]");
  EXPECT_EQ(expand("1 [1]", {"?"}), "? [0]");
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

static std::string reshape(llvm::StringRef base, const Texts &sizes,
                           bool baseIsContiguous = false) {
  return apply(base, views::reshape, sizes, baseIsContiguous);
}

TEST(Reshape, Constant) {
  EXPECT_EQ(reshape("4x3x2 [6, 2, 1]", {"12", "-1"}), "12x2 [2, 1]");
  EXPECT_EQ(reshape("12 [3] + 5", {"4", "3"}), "4x3 [9, 3] + 5");
  EXPECT_EQ(reshape("4x6 [10, 1]", {"2", "2", "3", "2"}),
            "2x2x3x2 [20, 10, 2, 1]");
  EXPECT_EQ(reshape("[] + 3", {"1", "1"}), "1x1 [1, 1] + 3");
  EXPECT_EQ(reshape("1x1 [7, 9]", {}), "[]");
  EXPECT_EQ(reshape("2x3 [0, 0]", {"6"}), "6 [0]");
}

// Size-1 dims merge with anything, and get strides by their new neighbours.
TEST(Reshape, UnitDims) {
  EXPECT_EQ(reshape("1x3 [100, 1]", {"1", "3"}), "1x3 [3, 1]");
  EXPECT_EQ(reshape("1x3 [100, 1]", {"3", "1"}), "3x1 [1, 1]");
  EXPECT_EQ(reshape("3x1 [1, 7]", {"3", "1"}), "3x1 [1, 7]");
  // A channels-last image of batch 1: its batch stride is not kept.
  EXPECT_EQ(reshape("1x2x6x7 [84, 1, 14, 2]", {"1", "2", "42"}),
            "1x2x42 [2, 1, 2]");
}

TEST(Reshape, ZeroElements) {
  EXPECT_EQ(reshape("0x3 [7, 9]", {"0", "3"}), "0x3 [7, 9]");
  EXPECT_EQ(reshape("0x3 [7, 9]", {"3", "0", "2"}), "3x0x2 [2, 2, 1]");
  EXPECT_EQ(reshape("0x3 [7, 9]", {"-1", "3"}), "0x3 [7, 9]");
  EXPECT_EQ(reshape("0x3 [7, 9]", {"-1", "0"}),
            "error: expected no size of 0 beside -1, got [-1, 0]");
}

TEST(Reshape, NeedsACopy) {
  EXPECT_EQ(reshape("4x3 [1, 4]", {"12"}),
            "error: cannot view sizes [4, 3] with strides [1, 4] as [12] "
            "without a copy");
  EXPECT_EQ(reshape("4x6 [10, 1]", {"3", "8"}),
            "error: cannot view sizes [4, 6] with strides [10, 1] as [3, 8] "
            "without a copy");
  // 4 * 2^62 is no stride: it must not wrap to one that fits.
  EXPECT_EQ(reshape("2x4 [0, 4611686018427387904]", {"8"}),
            "error: cannot view sizes [2, 4] with strides [0, "
            "4611686018427387904] as [8] without a copy");
}

// What lies beyond int64 but is no result does no harm.
TEST(Reshape, NearInt64) {
  EXPECT_EQ(reshape("2x4 [1, 2305843009213693952]", {"2", "2", "2"}),
            "2x2x2 [1, 4611686018427387904, 2305843009213693952]");
  EXPECT_EQ(reshape("4 [2305843009213693952]", {"1", "4"}),
            "error: expected sizes, strides and offset within int64, got an "
            "overflow");
}

TEST(Reshape, WrongSizes) {
  EXPECT_EQ(reshape("4x3 [3, 1]", {"13"}),
            "error: expected sizes of as many elements as [4, 3], got [13]");
  EXPECT_EQ(reshape("4x3 [3, 1]", {"5", "-1"}),
            "error: expected a divisor of the 12 elements beside -1, got "
            "[5, -1]");
  EXPECT_EQ(reshape("4x3 [3, 1]", {"-1", "-1"}),
            "error: expected at most one size of -1, got [-1, -1]");
  EXPECT_EQ(reshape("4x3 [3, 1]", {"-4", "-3"}),
            "error: negative size -4 at dim 0");
  EXPECT_EQ(reshape("4294967296x4294967296 [0, 0]", {"-1"}),
            "error: expected a number of elements within int64, got "
            "[4294967296, 4294967296] as [-1]");
}

TEST(Reshape, DynamicContiguous) {
  EXPECT_EQ(reshape("nx6 [6, 1]", {"n", "2", "3"}), "nx2x3 [6, 3, 1]");
  EXPECT_EQ(reshape("nx6 [6, 1]", {"-1"}), "(6 * n) [1]");
  EXPECT_EQ(reshape("nx6 [6, 1]", {"n", "-1", "3"}), "nx2x3 [6, 3, 1]");
  // One chunk: wherever the new dims are cut, they are contiguous.
  EXPECT_EQ(reshape("nx6 [6, 1]", {"m", "k"}), "mxk [k, 1]");
  EXPECT_EQ(reshape("nx6 [6, 1]", {"m", "-1"}),
            "mxfloordiv((6 * n), m) [floordiv((6 * n), m), 1]");
  // Also where nothing is known of the strides.
  EXPECT_EQ(reshape("?x? [?, 1]", {"?", "3", "2"}, /*baseIsContiguous=*/true),
            "?x3x2 [6, 2, 1]");
}

// Strides of a contiguous tensor are products of max(size, 1).
TEST(Reshape, DynamicStridesThatCountSizesFromOne) {
  TestArithmetic arith;
  Geometry g = arith.parseGeometry("4xn [0, 0]");
  ASSERT_FALSE(views::setContiguousStrides(g, arith));
  ASSERT_FALSE(views::reshape(g, arith, {-1}));
  EXPECT_EQ(arith.text(g), "(4 * n) [1]");

  // max(t, 1) and t are not the same where t is no size: it may be 0.
  SymInt t = arith.symbol("t");
  Geometry strided({4, 3}, {arith.mul(arith.max(t, 1), 3), t}, 0);
  EXPECT_TRUE(errorToBool(views::reshape(strided, arith, {12})));
}

TEST(Reshape, DynamicChunks) {
  // Rows of a wider matrix: cut within a row, never across.
  EXPECT_EQ(reshape("nx6 [10, 1]", {"n", "3", "2"}), "nx3x2 [10, 2, 1]");
  EXPECT_EQ(reshape("nxm [s, 1]", {"n", "m", "1"}), "nxmx1 [s, 1, 1]");
  // n * s == t or not: cut between n and m the strides are the same.
  EXPECT_EQ(reshape("mxn [t, s]", {"m", "n"}), "mxn [t, s]");
  EXPECT_EQ(reshape("nx6 [10, 1]", {"-1"}),
            "error: cannot view sizes [sym, 6] with strides [10, 1] as [sym] "
            "without a copy");
  EXPECT_EQ(reshape("nx6 [s, 1]", {"-1"}),
            "undecided: cannot decide whether to view sizes [sym, 6] with "
            "strides [sym, 1] as [sym] without a copy");
  EXPECT_EQ(reshape("4xn [s, 1]", {"4", "m", "2"}),
            "undecided: cannot decide whether to view sizes [4, sym] with "
            "strides [sym, 1] as [4, sym, 2] without a copy");
}

// In inference an undecided stride is an unknown one; sizes are still known.
TEST(Reshape, Unknown) {
  EXPECT_EQ(reshape("?x6 [?, 1]", {"-1"}), "? [?]");
  EXPECT_EQ(reshape("?x6 [?, 1]", {"?", "2", "3"}), "?x2x3 [?, 3, 1]");
  EXPECT_EQ(reshape("?x6 [6, 1]", {"?", "2", "3"}), "?x2x3 [6, 3, 1]");
  EXPECT_EQ(reshape("4x3 [?, ?]", {"12"}), "12 [?]");
  EXPECT_EQ(reshape("0x? [7, 9]", {"0", "?"}), "0x? [?, ?]");
  EXPECT_EQ(reshape("4x3 [?, ?]", {"13"}),
            "error: expected sizes of as many elements as [4, 3], got [13]");
}

//===----------------------------------------------------------------------===//
// unflatten
//===----------------------------------------------------------------------===//

static std::string unflatten(llvm::StringRef base, int64_t dim,
                             const Texts &parts,
                             bool baseIsContiguous = false) {
  return apply(base, views::unflatten, dim, parts, baseIsContiguous);
}

TEST(Unflatten, Constant) {
  EXPECT_EQ(unflatten("4x6 [10, 1]", 1, {"2", "-1"}), "4x2x3 [10, 3, 1]");
  EXPECT_EQ(unflatten("4x6 [1, 4] + 2", 0, {"2", "2"}), "2x2x6 [2, 1, 4] + 2");
  EXPECT_EQ(unflatten("12 [0]", 0, {"3", "2", "2"}), "3x2x2 [0, 0, 0]");
  EXPECT_EQ(unflatten("4x6 [10, 1]", 0, {"4"}), "4x6 [10, 1]");
}

// Dims of size 1 get strides by their inner neighbours, parts or not.
TEST(Unflatten, UnitDims) {
  EXPECT_EQ(unflatten("4x3 [10, 1]", 0, {"1", "4", "1"}),
            "1x4x1x3 [40, 10, 3, 1]");
  EXPECT_EQ(unflatten("1x1x6 [7, 9, 2]", 2, {"2", "3"}),
            "1x1x2x3 [12, 12, 6, 2]");
  EXPECT_EQ(unflatten("3x1 [1, 7]", 1, {"1", "1"}), "3x1x1 [1, 7, 7]");
  EXPECT_EQ(unflatten("6x1 [1, 7]", 0, {"2", "3"}), "2x3x1 [3, 1, 7]");
}

TEST(Unflatten, ZeroElements) {
  EXPECT_EQ(unflatten("0x6 [7, 9]", 1, {"2", "-1"}), "0x2x3 [6, 3, 1]");
  EXPECT_EQ(unflatten("0x6 [7, 9]", 1, {"-1"}), "0x6 [7, 9]");
  EXPECT_EQ(unflatten("0x6 [7, 9]", 0, {"-1", "5"}), "0x5x6 [30, 6, 1]");
}

TEST(Unflatten, Refused) {
  EXPECT_EQ(unflatten("4x6 [6, 1]", 2, {"2", "3"}),
            "error: expected dim in [0, 2), got 2");
  EXPECT_EQ(unflatten("4x6 [6, 1]", 0, {}),
            "error: expected at least one size for dim 0, got none");
  EXPECT_EQ(unflatten("4x6 [6, 1]", 1, {"2", "2"}),
            "error: expected sizes of as many elements as [6], got [2, 2]");
  EXPECT_EQ(unflatten("4x6 [6, 1]", 1, {"4", "-1"}),
            "error: expected a divisor of the 6 elements beside -1, got "
            "[4, -1]");
  EXPECT_EQ(unflatten("4x6 [6, 1]", 1, {"-2", "-3"}),
            "error: negative size -2 at dim 0");
  EXPECT_EQ(unflatten("2x4 [1, 4611686018427387904]", 1, {"2", "2"}),
            "error: expected sizes, strides and offset within int64, got an "
            "overflow");
}

// Whatever is known only at run time, the parts lie in the dim.
TEST(Unflatten, Dynamic) {
  EXPECT_EQ(unflatten("nxm [s, t]", 1, {"k", "2"}), "nxkx2 [s, (2 * t), t]");
  EXPECT_EQ(unflatten("nxm [s, t]", 0, {"2", "-1"}),
            "2xfloordiv(n, 2)xm [(floordiv(n, 2) * s), s, t]");
  EXPECT_EQ(unflatten("?x? [?, 1]", 1, {"?", "4"}), "?x?x4 [?, 4, 1]");
  EXPECT_EQ(unflatten("?x? [?, 1]", 1, {"?", "4"}, /*baseIsContiguous=*/true),
            "?x?x4 [?, 4, 1]");
  EXPECT_EQ(unflatten("?x6 [?, ?]", 1, {"2", "3"}, /*baseIsContiguous=*/true),
            "?x2x3 [6, 3, 1]");
}
