// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that pick, reorder or window dims. The first test of each view is
// the example of its comment in Views.h.

#include "metautils/Layout/Views.h"

#include "ViewTesting.h"
#include "gtest/gtest.h"

#include <limits>

using namespace metautils;

static constexpr int64_t largest = std::numeric_limits<int64_t>::max();

TEST(Views, Permute) {
  EXPECT_EQ(apply("4x3 [3, 1]", views::permute, Dims{1, 0}), "3x4 [1, 3]");
  EXPECT_EQ(apply("[] + 5", views::permute, Dims{}), "[] + 5");
  EXPECT_EQ(apply("4x3 [3, 1]", views::permute, Dims{1}),
            "error: expected 2 dims to permute, got 1");
  EXPECT_EQ(apply("4x3 [3, 1]", views::permute, Dims{1, 1}),
            "error: expected each dim once, got dim 1 twice");
  EXPECT_EQ(apply("4x3 [3, 1]", views::permute, Dims{1, 2}),
            "error: expected dim in [0, 2), got 2");
}

TEST(Views, Transpose) {
  EXPECT_EQ(apply("2x4x3 [12, 3, 1]", views::transpose, 0, 2),
            "3x4x2 [1, 3, 12]");
  EXPECT_EQ(apply("[]", views::transpose, 0, 0), "[]");
  EXPECT_EQ(apply("[]", views::transpose, 0, 1),
            "error: expected a tensor with dims, got a 0-d tensor");
  EXPECT_EQ(apply("4x3 [3, 1]", views::transpose, 0, -1),
            "error: expected dim in [0, 2), got -1");
}

TEST(Views, Slice) {
  auto slice = [](llvm::StringRef base, int64_t start, int64_t end,
                  int64_t step) {
    return apply(base, views::slice, 0, start, end, step);
  };
  EXPECT_EQ(slice("10x3 [3, 1]", -4, 99, 3), "2x3 [9, 1] + 18");
  EXPECT_EQ(slice("10 [1]", 0, largest, 1), "10 [1]");
  // Even a bound that stays negative is clamped, not refused.
  EXPECT_EQ(slice("10 [1]", -99, -9, 1), "1 [1]");
  // An empty slice starts where it was asked to, at most at the end.
  EXPECT_EQ(slice("10x3 [3, 1]", 7, 2, 1), "0x3 [3, 1] + 21");
  EXPECT_EQ(slice("10x3 [3, 1]", 99, 99, 1), "0x3 [3, 1] + 30");
  EXPECT_EQ(slice("0x3 [3, 1]", -1, 1, 2), "0x3 [6, 1]");
  EXPECT_EQ(slice("10 [1]", 0, 5, 0),
            "error: expected a step of at least 1, got 0");
  EXPECT_EQ(slice("[]", 0, 5, 1),
            "error: expected a tensor with dims, got a 0-d tensor");
  EXPECT_EQ(slice("10 [2]", 0, 5, largest),
            "error: expected sizes, strides and offset within int64, got an "
            "overflow");
}

TEST(Views, SliceOfDynamicSize) {
  // What the signs of constants answer is not asked again in IR.
  EXPECT_EQ(apply("n [2]", views::slice, 0, 0, largest, 1), "n [2]");
  EXPECT_EQ(apply("n [2]", views::slice, 0, 0, 4, 1), "min(4, n) [2]");
  EXPECT_EQ(apply("n [2]", views::slice, 0, 3, largest, 1),
            "(n - min(3, n)) [2] + (min(3, n) * 2)");
  EXPECT_EQ(apply("n [2]", views::slice, 0, -3, largest, 1),
            "(n - max((n + -3), 0)) [2] + (max((n + -3), 0) * 2)");
  EXPECT_EQ(apply("10 [2]", views::slice, 0, "s", 10, 1),
            "(10 - max(min(wrap(s, 10), 10), 0)) [2] + "
            "(max(min(wrap(s, 10), 10), 0) * 2)");
  EXPECT_EQ(apply("?x3 [3, 1] + 6", views::slice, 0, 1, largest, 2),
            "?x3 [6, 1] + ?");
}

// Two strided slices are one: offsets add up in elements of the storage.
TEST(Views, SliceOfSlice) {
  Arithmetic arith;
  Geometry g({30, 30}, {30, 1}, 0);
  for (int64_t dim : {0, 1})
    ASSERT_FALSE(views::slice(g, arith, dim, 1, 21, 2));
  EXPECT_EQ(g, Geometry({10, 10}, {60, 2}, 31));
  for (int64_t dim : {0, 1})
    ASSERT_FALSE(views::slice(g, arith, dim, 3, 9, 3));
  EXPECT_EQ(g, Geometry({2, 2}, {180, 6}, 217));
}

TEST(Views, Narrow) {
  EXPECT_EQ(apply("10x3 [3, 1]", views::narrow, 0, 2, 5), "5x3 [3, 1] + 6");
  EXPECT_EQ(apply("10x3 [3, 1]", views::narrow, 0, -2, 2), "2x3 [3, 1] + 24");
  EXPECT_EQ(apply("10x3 [3, 1]", views::narrow, 0, 10, 0), "0x3 [3, 1] + 30");
  // Exact: what a slice would clamp is refused.
  EXPECT_EQ(apply("10 [1]", views::narrow, 0, 8, 3),
            "error: expected a length of at most 2 from start 8 of dim 0, "
            "got 3");
  EXPECT_EQ(apply("10 [1]", views::narrow, 0, -11, 1),
            "error: expected start in [-10, 10], got -11");
  EXPECT_EQ(apply("10 [1]", views::narrow, 0, 1, -1),
            "error: negative length -1");
}

TEST(Views, NarrowOfDynamicSize) {
  EXPECT_EQ(apply("n [3]", views::narrow, 0, 2, "l"), "l [3] + 6");
  EXPECT_EQ(apply("10 [3]", views::narrow, 0, "s", 4),
            "4 [3] + (wrap(s, 10) * 3)");
  // No start makes room for 11 elements.
  EXPECT_EQ(apply("10 [3]", views::narrow, 0, "s", 11),
            "error: expected a length of at most 10 from start sym of dim 0, "
            "got 11");
}

TEST(Views, Select) {
  EXPECT_EQ(apply("4x3 [3, 1]", views::select, 0, -1), "3 [1] + 9");
  EXPECT_EQ(apply("4x3 [3, 1] + 7", views::select, 1, 2), "4 [3] + 9");
  EXPECT_EQ(apply("4x3 [3, 1]", views::select, 0, 4),
            "error: expected index in [-4, 4) of dim 0, got 4");
  EXPECT_EQ(apply("4x3 [3, 1]", views::select, 0, -5),
            "error: expected index in [-4, 4) of dim 0, got -5");
  EXPECT_EQ(apply("0x3 [3, 1]", views::select, 0, 0),
            "error: expected index in [-0, 0) of dim 0, got 0");
  EXPECT_EQ(apply("[]", views::select, 0, 0),
            "error: expected a tensor with dims, got a 0-d tensor");
}

TEST(Views, SelectOfDynamicSize) {
  EXPECT_EQ(apply("nx3 [3, 1] + o", views::select, 0, 2), "3 [1] + (o + 6)");
  EXPECT_EQ(apply("nx3 [3, 1]", views::select, 0, -1),
            "3 [1] + ((n + -1) * 3)");
  EXPECT_EQ(apply("4x3 [s, 1]", views::select, 0, "i"),
            "3 [1] + (wrap(i, 4) * s)");
}

TEST(Views, Squeeze) {
  EXPECT_EQ(apply("1x3x1 [3, 1, 1]", views::squeeze, Dims{0, 1}, Dims{1, 3, 1}),
            "3x1 [1, 1]");
  EXPECT_EQ(apply("1x3x1 [3, 1, 1]", views::squeeze, Dims{}, Dims{1, 3, 1}),
            "1x3x1 [3, 1, 1]");
  EXPECT_EQ(apply("[] + 2", views::squeeze, Dims{0}, Dims{}), "[] + 2");
  EXPECT_EQ(apply("1x3 [3, 1]", views::squeeze, Dims{0, 0}, Dims{1, 3}),
            "error: expected each dim once, got dim 0 twice");
  EXPECT_EQ(apply("1x3 [3, 1]", views::squeeze, Dims{2}, Dims{1, 3}),
            "error: expected dim in [0, 2), got 2");
  // A dynamic size is not 1: Note [Dynamic sizes are at least 2].
  constexpr int64_t dynamic = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(apply("nx1 [1, 1]", views::squeeze, Dims{0, 1}, Dims{dynamic, 1}),
            "n [1]");
}

TEST(Views, SqueezeDropsWhatIsStated) {
  constexpr int64_t dynamic = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(apply("nx3 [3, 1]", views::squeeze, Dims{0, 1}, Dims{1, 3}),
            "3 [1]");
  EXPECT_EQ(apply("1x3 [3, 1]", views::squeeze, Dims{0, 1}, Dims{dynamic, 3}),
            "1x3 [3, 1]");
}

TEST(Views, Unsqueeze) {
  EXPECT_EQ(apply("4x3 [3, 1]", views::unsqueeze, 1), "4x1x3 [3, 3, 1]");
  EXPECT_EQ(apply("4x3 [3, 1]", views::unsqueeze, 2), "4x3x1 [3, 1, 1]");
  EXPECT_EQ(apply("[]", views::unsqueeze, 0), "1 [1]");
  EXPECT_EQ(apply("nx3 [3, 1]", views::unsqueeze, 0), "1xnx3 [(n * 3), 3, 1]");
  EXPECT_EQ(apply("4x3 [3, 1]", views::unsqueeze, 3),
            "error: expected dim in [0, 3), got 3");
}

TEST(Views, Diagonal) {
  EXPECT_EQ(apply("4x3 [3, 1]", views::diagonal, -1, 0, 1), "3 [4] + 3");
  EXPECT_EQ(apply("4x3 [3, 1]", views::diagonal, 1, 0, 1), "2 [4] + 1");
  // The dims that stay keep their order; the diagonal is the last one.
  EXPECT_EQ(apply("2x3x4 [12, 4, 1]", views::diagonal, 0, 2, 0), "3x2 [4, 13]");
  // Off the matrix there is nothing, and ATen leaves the offset alone.
  EXPECT_EQ(apply("4x3 [3, 1] + 7", views::diagonal, 3, 0, 1), "0 [4] + 7");
  EXPECT_EQ(apply("4x3 [3, 1]", views::diagonal, 0, 1, 1),
            "error: expected two different dims, got dim 1 twice");
  EXPECT_EQ(apply("4 [1]", views::diagonal, 0, 0, 1),
            "error: expected dim in [0, 1), got 1");
}

TEST(Views, DiagonalOfDynamicSize) {
  EXPECT_EQ(apply("nx3 [s, 1] + o", views::diagonal, 0, 0, 1),
            "min(n, 3) [(s + 1)] + o");
  EXPECT_EQ(apply("nx3 [s, 1] + o", views::diagonal, -1, 0, 1),
            "max(min((n - 1), 3), 0) [(s + 1)] + (o + s)");
}

TEST(Views, Unfold) {
  EXPECT_EQ(apply("7 [1]", views::unfold, 0, 4, 3), "2x4 [3, 1]");
  EXPECT_EQ(apply("2x7 [7, 1]", views::unfold, 0, 2, 1), "1x7x2 [7, 1, 7]");
  EXPECT_EQ(apply("7 [1]", views::unfold, 0, 0, 3), "3x0 [3, 1]");
  EXPECT_EQ(apply("n [2]", views::unfold, 0, 4, 3),
            "(floordiv((n - 4), 3) + 1)x4 [6, 2]");
  EXPECT_EQ(apply("[]", views::unfold, 0, 1, 1), "1 [1]");
  EXPECT_EQ(apply("[]", views::unfold, 0, 2, 1),
            "error: expected windows of at most 1 elements, got 2");
  EXPECT_EQ(apply("7 [1]", views::unfold, 0, 8, 1),
            "error: expected windows of at most 7 elements, got 8");
  EXPECT_EQ(apply("7 [1]", views::unfold, 0, -1, 1),
            "error: negative window size -1");
  EXPECT_EQ(apply("7 [1]", views::unfold, 0, 1, 0),
            "error: expected a step of at least 1, got 0");
}

TEST(Views, Split) {
  EXPECT_EQ(apply("10x3 [3, 1]", views::split, 0, Sizes{2, 5, 3}, 1),
            "5x3 [3, 1] + 6");
  EXPECT_EQ(apply("4x0 [1, 1]", views::split, 1, Sizes{0, 0}, 1), "4x0 [1, 1]");
  EXPECT_EQ(apply("10 [1]", views::split, 0, Sizes{2, 5}, 1),
            "error: expected pieces that sum to 10, got [2, 5]");
  EXPECT_EQ(apply("10 [1]", views::split, 0, Sizes{12, -2}, 0),
            "error: negative piece -2");
  EXPECT_EQ(apply("10 [1]", views::split, 0, Sizes{10}, 1),
            "error: expected piece in [0, 1), got 1");
  // The sum is taken to be right.
  EXPECT_EQ(apply("nx3 [3, 1]", views::split, 0, Sizes{2, 5}, 1),
            "5x3 [3, 1] + 6");
}

TEST(Views, SplitAll) {
  Geometry base({10, 3}, {3, 1}, 1);
  Arithmetic arith;
  std::vector<Geometry> pieces;
  auto take = [&](Geometry &piece) { pieces.push_back(piece); };
  ASSERT_FALSE(views::splitAll(base, arith, 0, {2, 5, 3}, take));
  EXPECT_EQ(pieces, (std::vector<Geometry>{Geometry({2, 3}, {3, 1}, 1),
                                           Geometry({5, 3}, {3, 1}, 7),
                                           Geometry({3, 3}, {3, 1}, 22)}));
}

// The packed projection of an attention layer: q, k, v interleave row by row.
TEST(Views, SplitOfPackedQkv) {
  Sizes pieces = {4, 4, 4};
  EXPECT_EQ(apply("2x5x12 [60, 12, 1]", views::split, 2, pieces, 1),
            "2x5x4 [60, 12, 1] + 4");
  EXPECT_EQ(apply("2x5x12 [60, 12, 1]", views::split, 2, pieces, 2),
            "2x5x4 [60, 12, 1] + 8");
}

// The offset counts from the storage, not from the view.
TEST(Views, AsStrided) {
  auto asStrided = [](Sizes sizes, Sizes strides,
                      std::optional<SymInt> offset) {
    return apply("6 [1] + 6", views::asStrided, sizes, strides, offset);
  };
  EXPECT_EQ(asStrided({2, 3}, {1, 4}, 0), "2x3 [1, 4]");
  EXPECT_EQ(asStrided({4}, {1}, std::nullopt), "4 [1] + 6");
  EXPECT_EQ(asStrided({}, {}, 3), "[] + 3");
  EXPECT_EQ(asStrided({3}, {-5}, 9), "error: negative stride -5 at dim 0");
  EXPECT_EQ(asStrided({0}, {-1}, 0), "error: negative stride -1 at dim 0");
  EXPECT_EQ(asStrided({2, -3}, {1, 1}, 0), "error: negative size -3 at dim 1");
  EXPECT_EQ(asStrided({2}, {1}, -1), "error: negative offset -1");
  EXPECT_EQ(asStrided({3}, {1, 1}, 0),
            "error: expected 1 strides, one for each size, got 2");
  EXPECT_EQ(asStrided({3}, {reservedValue}, 0),
            "error: reserved value -9223372036854775808 for stride at dim 0");
}
