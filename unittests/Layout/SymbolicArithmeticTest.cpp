// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions that are one symbol where they are one expression.

#include "metautils/Layout/SymbolicArithmetic.h"

#include "metautils/Layout/Views.h"
#include "gtest/gtest.h"

using namespace metautils;

TEST(SymbolicArithmetic, EqualExpressionsAreOneSymbol) {
  SymbolicArithmetic arith;
  SymInt n = arith.makeSymbol(), m = arith.makeSymbol();
  EXPECT_NE(n, m);
  EXPECT_EQ(arith.add(n, 4), arith.add(n, 4));
  EXPECT_NE(arith.add(n, 4), arith.add(n, 5));
  EXPECT_NE(arith.add(n, 4), arith.sub(n, 4));
  EXPECT_EQ(arith.equal(arith.mul(arith.mul(n, 2), m), arith.mul(m, n)),
            std::nullopt);
  EXPECT_EQ(
      arith.equal(arith.mul(arith.mul(n, 2), m), arith.mul(arith.mul(m, n), 2)),
      true);
}

// Contiguity of dynamic sizes survives a view of them.
TEST(SymbolicArithmetic, ReshapeOfContiguous) {
  SymbolicArithmetic arith;
  SymInt n = arith.makeSymbol(), m = arith.makeSymbol();
  Geometry base({n, m, 4}, {0, 0, 0}, 0);
  ASSERT_FALSE(views::setContiguousStrides(base, arith));
  ASSERT_FALSE(views::reshape(base, arith, {n, -1}));
  EXPECT_EQ(base.rank(), 2u);
  EXPECT_EQ(arith.equal(base.sizes[1], arith.mul(m, 4)), true);
  EXPECT_EQ(base.strides[1], SymInt(1));
}
