// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reach, density, memory formats and normal forms.

#include "metautils/Layout/Extent.h"

#include "gtest/gtest.h"

#include <limits>

using namespace metautils;

using Ints = llvm::SmallVector<int64_t, 4>;
static constexpr int64_t largest = std::numeric_limits<int64_t>::max();
static constexpr int64_t pow2(int exponent) { return int64_t(1) << exponent; }

static std::string check(Ints sizes, Ints strides, int64_t offset = 0) {
  return llvm::toString(checkGeometry(sizes, strides, offset));
}

TEST(CheckGeometry, NamesTheDim) {
  EXPECT_EQ(check({2, 3}, {3, 1}, 4), "");
  EXPECT_EQ(check({}, {}), "");
  EXPECT_EQ(check({3}, {-5}, 9), "negative stride -5 at dim 0");
  // Also where no element makes use of it.
  EXPECT_EQ(check({0}, {-1}), "negative stride -1 at dim 0");
  EXPECT_EQ(check({2, -3}, {1, 1}), "negative size -3 at dim 1");
  EXPECT_EQ(check({3, 2}, {-2, 5}), "negative stride -2 at dim 0");
  EXPECT_EQ(check({3}, {1}, -1), "negative offset -1");
  EXPECT_EQ(check({3}, {1, 1}), "expected 1 strides, one for each size, got 2");
}

// int64's minimum is MLIR's marker for "dynamic".
TEST(CheckGeometry, RefusesTheReservedValue) {
  int64_t reserved = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(check({2, reserved}, {1, 1}),
            "reserved value -9223372036854775808 for size at dim 1");
  EXPECT_EQ(check({2}, {reserved}),
            "reserved value -9223372036854775808 for stride at dim 0");
  EXPECT_EQ(check({2}, {1}, reserved),
            "reserved value -9223372036854775808 for offset");
}

TEST(Extent, ElementCount) {
  EXPECT_EQ(elementCount({4, 3}), 12);
  EXPECT_EQ(elementCount({}), 1);
  EXPECT_EQ(elementCount({pow2(40), pow2(40), 0}), 0);
  EXPECT_EQ(elementCount({pow2(31), pow2(31)}), pow2(62));
  EXPECT_EQ(elementCount({pow2(31), pow2(33)}), std::nullopt);
  EXPECT_EQ(elementCount({4000000, 4000000, 4000000}), std::nullopt);
}

TEST(Extent, ContiguousStrides) {
  EXPECT_EQ(contiguousStrides({4, 0, 3}), Ints({3, 3, 1}));
  EXPECT_EQ(contiguousStrides({}), Ints());
  EXPECT_EQ(contiguousStrides({0, pow2(31), pow2(33)}), std::nullopt);
  // The largest strides that fit, of an empty tensor.
  EXPECT_EQ(contiguousStrides({0, pow2(21), pow2(42) - 1}),
            Ints({9223372036852678656, 4398046511103, 1}));
  // The outermost size multiplies nothing.
  EXPECT_EQ(contiguousStrides({pow2(62), 2}), Ints({2, 1}));
}

TEST(Extent, ReachedBytes) {
  EXPECT_EQ(reachedBytes({2, 3}, {0, 1}, 4, 4), 28);
  EXPECT_EQ(reachedBytes({0, 3}, {3, 1}, 9, 4), 0);
  EXPECT_EQ(reachedBytes({}, {}, 2, 8), 24);
}

// 12 elements of 8 bytes, seen with sizes [4] and strides [3].
TEST(Extent, ReachedBytesNearTheEnd) {
  EXPECT_EQ(reachedBytes({4}, {3}, 2, 8), 96);
  EXPECT_EQ(reachedBytes({4}, {3}, 3, 8), 104);
  EXPECT_EQ(reachedBytes({0}, {1}, 99, 8), 0);
  for (int64_t offset : {largest, largest - 76, int64_t(9e18)})
    EXPECT_EQ(reachedBytes({4}, {3}, offset, 8), std::nullopt);
}

TEST(Extent, ReachedBytesDoNotWrap) {
  EXPECT_EQ(reachedBytes({3}, {pow2(62)}, 0, 4), std::nullopt);
  EXPECT_EQ(reachedBytes({2, 2}, {pow2(62), pow2(62)}, 0, 1), std::nullopt);
  EXPECT_EQ(reachedBytes({2}, {pow2(62)}, 0, 1), 4611686018427387905);
  EXPECT_EQ(reachedBytes({0, 7}, {pow2(62), pow2(62)}, 0, 8), 0);
  EXPECT_EQ(reachedBytes({pow2(31), pow2(31)}, {0, 0}, 0, 4), 4);
  EXPECT_EQ(reachedBytes({1, pow2(62)}, {1, 0}, 0, 8), 8);
  EXPECT_EQ(reachedBytes({4, pow2(60), 2}, {pow2(61), 2, 1}, 0, 8),
            std::nullopt);
  EXPECT_EQ(reachedBytes({pow2(61)}, {1}, 0, 8), std::nullopt);
}

TEST(MemoryFormat, IsContiguous) {
  EXPECT_TRUE(isContiguous({2, 3}, {3, 1}));
  EXPECT_FALSE(isContiguous({2, 3}, {1, 2}));
  EXPECT_FALSE(isContiguous({2, 3}, {4, 1}));
  EXPECT_TRUE(isContiguous({}, {}));
  EXPECT_TRUE(isContiguous({2, 1, 3}, {3, 99, 1})); // size-1 dims say nothing
  EXPECT_TRUE(isContiguous({0, 3}, {5, 7}));        // nor do empty tensors
  // 2^32 * 2^32 does not wrap to the stride 0 of an expanded dim.
  EXPECT_FALSE(isContiguous({2, pow2(32), pow2(32)}, {0, pow2(32), 1}));
}

TEST(MemoryFormat, IsContiguousInChannelsLast) {
  MemoryFormat last = MemoryFormat::ChannelsLast;
  EXPECT_TRUE(isContiguous({1, 2, 6, 7}, {84, 1, 14, 2}, last));
  EXPECT_TRUE(isContiguous({1, 2, 6, 7}, {2, 1, 14, 2}, last));
  EXPECT_FALSE(isContiguous({1, 2, 6, 7}, {84, 42, 7, 1}, last));
  EXPECT_FALSE(isContiguous({2, 6, 7}, {1, 14, 2}, last)); // no 4-d tensor
  // One channel: contiguous in both formats.
  EXPECT_TRUE(isContiguous({2, 1, 6, 7}, {42, 42, 7, 1}, last));
  EXPECT_TRUE(isContiguous({2, 1, 6, 7}, {42, 42, 7, 1}));
  EXPECT_TRUE(isContiguous({2, 3, 4, 5, 6}, {360, 1, 90, 18, 3},
                           MemoryFormat::ChannelsLast3d));
}

TEST(MemoryFormat, Suggested) {
  EXPECT_EQ(suggestMemoryFormat({1, 2, 6, 7}, {84, 1, 14, 2}),
            MemoryFormat::ChannelsLast);
  EXPECT_EQ(suggestMemoryFormat({1, 2, 6, 7}, {2, 1, 14, 2}),
            MemoryFormat::Contiguous);
  EXPECT_EQ(suggestMemoryFormat({2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}),
            MemoryFormat::ChannelsLast3d);
  // A slice of a channels-last image is not dense, and still one.
  EXPECT_EQ(suggestMemoryFormat({2, 3, 4, 5}, {120, 1, 15, 3}),
            MemoryFormat::ChannelsLast);
  // N111 says nothing, an empty tensor and expanded channels neither.
  EXPECT_EQ(suggestMemoryFormat({5, 1, 1, 1}, {1, 1, 1, 1}),
            MemoryFormat::Contiguous);
  EXPECT_EQ(suggestMemoryFormat({0, 3, 4, 5}, {60, 1, 15, 3}),
            MemoryFormat::Contiguous);
  EXPECT_EQ(suggestMemoryFormat({2, 3, 4, 5}, {20, 0, 5, 1}),
            MemoryFormat::Contiguous);
}

TEST(Density, NonOverlappingAndDense) {
  EXPECT_TRUE(isNonOverlappingAndDense({2, 3}, {1, 2}));
  EXPECT_FALSE(isNonOverlappingAndDense({2, 3}, {4, 1}));
  EXPECT_FALSE(isNonOverlappingAndDense({2, 3}, {0, 1}));
  EXPECT_FALSE(isNonOverlappingAndDense({2, 2}, {1, 1}));
  EXPECT_TRUE(isNonOverlappingAndDense({1}, {9}));
  EXPECT_TRUE(isNonOverlappingAndDense({0, 3}, {1, 9}));
}

TEST(Density, Permutation) {
  EXPECT_EQ(densePermutation({2, 3, 4}, {1, 8, 2}), Ints({1, 2, 0}));
  EXPECT_EQ(densePermutation({1, 2, 6, 7}, {99, 1, 14, 2}), Ints({0, 2, 3, 1}));
  EXPECT_EQ(densePermutation({2, 3}, {3, 1}), Ints({0, 1}));
  EXPECT_EQ(densePermutation({2, 3}, {4, 1}), std::nullopt);
  EXPECT_EQ(densePermutation({0, 3}, {1, 9}), Ints({0, 1}));
  EXPECT_EQ(densePermutation({}, {}), Ints());
}

// Where dims of size 1 could stand anywhere there is still one answer.
TEST(Density, PermutationOfUnitDims) {
  for (int64_t stride : {0, 1, 6, 99}) {
    EXPECT_EQ(densePermutation({2, 1, 3}, {1, stride, 2}), Ints({2, 1, 0}));
    EXPECT_EQ(densePermutation({1, 2, 3}, {stride, 3, 1}), Ints({0, 1, 2}));
    // A channels-last kernel of width 1 stays channels-last.
    EXPECT_EQ(densePermutation({8, 2, 3, 1}, {6, 1, 2, stride}),
              Ints({0, 2, 3, 1}));
  }
}

TEST(UnitStrides, NormalForm) {
  EXPECT_EQ(normalizeUnitStrides({3, 1, 2}, {2, 9, 1}), Ints({2, 2, 1}));
  EXPECT_EQ(normalizeUnitStrides({1, 2, 6, 7}, {2, 1, 14, 2}),
            Ints({84, 1, 14, 2}));
  EXPECT_EQ(normalizeUnitStrides({2, 3}, {4, 1}),
            Ints({4, 1})); // nothing to do
  EXPECT_EQ(normalizeUnitStrides({1, 1}, {0, 9}), Ints({1, 1}));
  EXPECT_EQ(normalizeUnitStrides({1}, {4}),
            Ints({1})); // torch.rand(20)[::4][:1]
  EXPECT_EQ(normalizeUnitStrides({0, 1, 3}, {3, 9, 1}), Ints({3, 3, 1}));
  // Rows of a wider matrix, a transposed matrix, an expanded one.
  EXPECT_EQ(normalizeUnitStrides({4, 1, 3}, {10, 9, 1}), Ints({10, 3, 1}));
  EXPECT_EQ(normalizeUnitStrides({1, 2, 3}, {9, 1, 2}), Ints({6, 1, 2}));
  EXPECT_EQ(normalizeUnitStrides({2, 1, 3}, {0, 9, 1}), Ints({0, 3, 1}));
  // An extent beyond int64 leaves the stride alone.
  EXPECT_EQ(normalizeUnitStrides({1, 4}, {9, pow2(61)}),
            Ints({pow2(61), pow2(61)}));
}

// The ways to a one-image channels-last batch differ in the batch stride only.
TEST(UnitStrides, OneLayoutOneForm) {
  Ints sizes = {1, 2, 6, 7};
  Ints converted = {84, 1, 14, 2}, unsqueezed = {2, 1, 14, 2};
  EXPECT_EQ(normalizeUnitStrides(sizes, converted),
            normalizeUnitStrides(sizes, unsqueezed));
  EXPECT_EQ(suggestMemoryFormat(sizes, normalizeUnitStrides(sizes, unsqueezed)),
            MemoryFormat::ChannelsLast);
}
