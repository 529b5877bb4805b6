// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that change what an element is.

#include "metautils/Layout/Views.h"

#include "ViewTesting.h"
#include "gtest/gtest.h"

using namespace metautils;

static std::string viewDtype(llvm::StringRef base, int64_t fromBytes,
                             int64_t toBytes) {
  return apply(base, views::viewDtype, fromBytes, toBytes);
}

TEST(ElementViews, ToSmallerElements) {
  EXPECT_EQ(viewDtype("3x4 [6, 1] + 8", 4, 2), "3x8 [12, 1] + 16");
  EXPECT_EQ(viewDtype("3 [1] + 1", 8, 4), "6 [1] + 2"); // complex64 as int32
  EXPECT_EQ(viewDtype("6x4 [1, 6]", 4, 2),
            "error: expected the last dim to have stride 1, got 6");
}

TEST(ElementViews, ToLargerElements) {
  EXPECT_EQ(viewDtype("4x4 [6, 1] + 2", 4, 8), "4x2 [3, 1] + 1");
  EXPECT_EQ(viewDtype("8 [1]", 1, 4), "2 [1]");
  EXPECT_EQ(viewDtype("4x4 [6, 1] + 1", 4, 8),
            "error: expected an offset divisible by 2, got 1");
  EXPECT_EQ(viewDtype("4x5 [6, 1]", 4, 8),
            "error: expected a last size divisible by 2, got 5");
  EXPECT_EQ(viewDtype("4x4 [5, 1]", 4, 8),
            "error: expected strides divisible by 2, got 5");
  // Unlike view_as_complex, this asks for the strides of size-1 dims too.
  EXPECT_EQ(viewDtype("1x4 [5, 1]", 4, 8),
            "error: expected strides divisible by 2, got 5");
}

TEST(ElementViews, ToElementsOfTheSameSize) {
  EXPECT_EQ(viewDtype("6x4 [1, 6] + 1", 4, 4), "6x4 [1, 6] + 1");
  EXPECT_EQ(viewDtype("[]", 4, 4), "[]");
  EXPECT_EQ(viewDtype("[]", 4, 2),
            "error: expected a dim to view 4-byte elements as 2-byte ones, got "
            "a 0-d tensor");
  EXPECT_EQ(viewDtype("6 [1]", 4, 3),
            "error: expected one element size to divide the other, got 4 and "
            "3 bytes");
}

TEST(ElementViews, OfDynamicSize) {
  EXPECT_EQ(viewDtype("nxm [s, 1] + o", 4, 2),
            "nx(m * 2) [(s * 2), 1] + (o * 2)");
  // The inner stride is taken to be 1, and the rest to be divisible.
  EXPECT_EQ(viewDtype("nxm [s, t] + o", 2, 4),
            "nxfloordiv(m, 2) [floordiv(s, 2), 1] + floordiv(o, 2)");
  EXPECT_EQ(viewDtype("?x4 [?, ?] + ?", 2, 4), "?x2 [?, 1] + ?");
}

TEST(ElementViews, ViewAsReal) {
  EXPECT_EQ(apply("3 [2] + 1", views::viewAsReal), "3x2 [4, 1] + 2");
  EXPECT_EQ(apply("[] + 1", views::viewAsReal), "2 [1] + 2");
}

TEST(ElementViews, ViewAsComplex) {
  EXPECT_EQ(apply("1x6x2 [5, 2, 1] + 4", views::viewAsComplex),
            "1x6 [2, 1] + 2");
  EXPECT_EQ(apply("4x2 [2, 1] + 4", views::viewAsComplex), "4 [1] + 2");
  EXPECT_EQ(apply("4x2 [2, 1] + 3", views::viewAsComplex),
            "error: expected an offset divisible by 2, got 3");
  EXPECT_EQ(apply("2x6x2 [5, 2, 1]", views::viewAsComplex),
            "error: expected strides divisible by 2, got 5");
  EXPECT_EQ(apply("4x3 [4, 1]", views::viewAsComplex),
            "error: expected a last dim of size 2, got 3");
  EXPECT_EQ(apply("4x2 [4, 2]", views::viewAsComplex),
            "error: expected the last dim to have stride 1, got 2");
  EXPECT_EQ(apply("[]", views::viewAsComplex),
            "error: expected a last dim of size 2, got a 0-d tensor");
}

TEST(ElementViews, ComplexRoundTripOfDynamicSize) {
  TestArithmetic arith;
  Geometry g = arith.parseGeometry("nx3 [s, t] + o"), before = g;
  ASSERT_FALSE(views::viewAsReal(g, arith));
  ASSERT_FALSE(views::viewAsComplex(g, arith));
  EXPECT_EQ(arith.text(g), arith.text(before));
}

TEST(ElementViews, Overflow) {
  EXPECT_EQ(viewDtype("2 [1] + 4611686018427387904", 8, 4),
            "error: expected sizes, strides and offset within int64, got an "
            "overflow");
}
