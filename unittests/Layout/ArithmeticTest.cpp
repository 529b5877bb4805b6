// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, identities, overflow and the comparison of products.

#include "metautils/Layout/Arithmetic.h"

#include "ViewTesting.h"
#include "gtest/gtest.h"

#include <limits>

using namespace metautils;

static constexpr int64_t largest = std::numeric_limits<int64_t>::max();

TEST(SymInt, StaticSpelling) {
  EXPECT_EQ(SymInt::fromStatic(-1), SymInt(-1));
  EXPECT_TRUE(SymInt::fromStatic(reservedValue).isUnknown());
  EXPECT_EQ(SymInt(7).toStatic(), 7);
  EXPECT_EQ(SymInt::unknown().toStatic(), reservedValue);
  int handle;
  EXPECT_EQ(SymInt::symbol(&handle).toStatic(), reservedValue);
  EXPECT_EQ(SymInt::symbol(&handle).symbol(), &handle);
  EXPECT_NE(SymInt::symbol(&handle), SymInt::unknown());
}

TEST(SymInt, Prints) {
  int handle;
  Geometry g({4, SymInt::symbol(&handle)}, {SymInt::unknown(), 1}, 2);
  EXPECT_EQ(testing::PrintToString(g), "4xsym [?, 1] + 2");
  EXPECT_EQ(testing::PrintToString(Geometry()), "[]");
}

TEST(Arithmetic, Constants) {
  Arithmetic arith;
  EXPECT_EQ(arith.add(5, -7), SymInt(-2));
  EXPECT_EQ(arith.sub(5, 7), SymInt(-2));
  EXPECT_EQ(arith.mul(-3, 4), SymInt(-12));
  // Division rounds downwards and upwards, not towards 0.
  EXPECT_EQ(arith.floorDiv(-7, 2), SymInt(-4));
  EXPECT_EQ(arith.ceilDiv(7, 2), SymInt(4));
  EXPECT_EQ(arith.ceilDiv(-7, 2), SymInt(-3));
  // torch's (n + d - 1) / d would wrap here.
  EXPECT_EQ(arith.ceilDiv(3, largest), SymInt(1));
  EXPECT_EQ(arith.min(2, -3), SymInt(-3));
  EXPECT_EQ(arith.max(2, -3), SymInt(2));
  EXPECT_EQ(arith.wrapIndex(-1, 4), SymInt(3));
  EXPECT_EQ(arith.wrapIndex(2, SymInt::unknown()), SymInt(2));
  EXPECT_EQ(arith.selectIfEqual(1, 1, 5, 6), SymInt(5));
  EXPECT_EQ(arith.selectIfEqual(1, 2, 5, 6), SymInt(6));
  EXPECT_FALSE(arith.overflowed());
}

TEST(Arithmetic, OverflowIsRecorded) {
  auto overflows = [](auto compute) {
    Arithmetic arith;
    SymInt result = compute(arith);
    EXPECT_TRUE(result.isUnknown());
    // It stays so, whatever comes later.
    EXPECT_EQ(arith.add(1, 1), SymInt(2));
    return arith.overflowed();
  };
  EXPECT_TRUE(overflows([](auto &a) { return a.add(largest, 1); }));
  EXPECT_TRUE(overflows([](auto &a) { return a.sub(-2, largest); }));
  EXPECT_TRUE(overflows([](auto &a) { return a.mul(1LL << 62, 2); }));
  EXPECT_TRUE(overflows([](auto &a) { return a.floorDiv(1, 0); }));
  EXPECT_TRUE(overflows([](auto &a) { return a.ceilDiv(1, 0); }));
}

// The reserved value would read back as "dynamic" without an operand.
TEST(Arithmetic, ReservedValueIsNoNumber) {
  Arithmetic result;
  EXPECT_TRUE(result.sub(-1, largest).isUnknown()); // -2^63 exactly
  EXPECT_TRUE(result.overflowed());

  using Binary = SymInt (Arithmetic::*)(SymInt, SymInt);
  for (Binary op :
       {&Arithmetic::add, &Arithmetic::sub, &Arithmetic::mul,
        &Arithmetic::floorDiv, &Arithmetic::ceilDiv, &Arithmetic::min,
        &Arithmetic::max, &Arithmetic::wrapIndex}) {
    Arithmetic operand;
    EXPECT_TRUE((operand.*op)(reservedValue, 1).isUnknown());
    EXPECT_TRUE(operand.overflowed());
  }
}

TEST(Arithmetic, IdentitiesEmitNothing) {
  struct NeverEmits : Arithmetic {
    SymInt emit(Op, llvm::ArrayRef<SymInt>) override {
      ADD_FAILURE() << "an identity was emitted";
      return SymInt::unknown();
    }
  } arith;
  int handle;
  SymInt x = SymInt::symbol(&handle), unknown = SymInt::unknown();
  for (SymInt n : {x, unknown}) {
    EXPECT_EQ(arith.add(n, 0), n);
    EXPECT_EQ(arith.add(0, n), n);
    EXPECT_EQ(arith.sub(n, 0), n);
    EXPECT_EQ(arith.mul(n, 1), n);
    EXPECT_EQ(arith.mul(1, n), n);
    EXPECT_EQ(arith.mul(n, 0), SymInt(0)); // known, though n may not be
    EXPECT_EQ(arith.mul(0, n), SymInt(0));
    EXPECT_EQ(arith.floorDiv(n, 1), n);
    EXPECT_EQ(arith.ceilDiv(n, 1), n);
    EXPECT_EQ(arith.min(n, largest), n);
    EXPECT_EQ(arith.min(largest, n), n);
    EXPECT_EQ(arith.selectIfEqual(n, 1, 0, 0), SymInt(0));
  }
  EXPECT_EQ(arith.sub(x, x), SymInt(0));
  EXPECT_EQ(arith.min(x, x), x);
  EXPECT_EQ(arith.max(x, x), x);
  EXPECT_EQ(arith.selectIfEqual(x, x, 5, 6), SymInt(5));
  // Two unknown numbers need not be the same one.
  EXPECT_TRUE(arith.sub(unknown, unknown).isUnknown());
  EXPECT_TRUE(arith.selectIfEqual(unknown, unknown, 5, 6).isUnknown());
  EXPECT_FALSE(arith.overflowed());
}

TEST(Arithmetic, EmitsOnSymbolsOnly) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n"), unknown = SymInt::unknown();
  EXPECT_EQ(arith.text(arith.add(n, 4)), "(n + 4)");
  EXPECT_EQ(arith.text(arith.wrapIndex(n, 4)), "wrap(n, 4)");
  EXPECT_EQ(arith.text(arith.selectIfEqual(n, 1, 0, 6)), "(n == 1 ? 0 : 6)");
  EXPECT_TRUE(arith.add(n, unknown).isUnknown());
  EXPECT_TRUE(arith.wrapIndex(n, unknown).isUnknown());
  // The base class has nothing to emit to: that is type inference.
  EXPECT_TRUE(Arithmetic().add(n, 4).isUnknown());
}

TEST(Arithmetic, ExactDivisionIsSeen) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n");
  EXPECT_EQ(arith.floorDiv(arith.mul(n, 2), 2), n);
  EXPECT_EQ(arith.text(arith.floorDiv(n, 2)), "floordiv(n, 2)");
}

TEST(Arithmetic, EqualIsUndecidedWhereItDependsOnASymbol) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n"), m = arith.symbol("m");
  EXPECT_EQ(arith.equal(3, 3), true);
  EXPECT_EQ(arith.equal(3, 4), false);
  EXPECT_EQ(arith.equal(n, n), true);
  EXPECT_EQ(arith.equal(n, m), std::nullopt);
  EXPECT_EQ(arith.equal(n, 3), std::nullopt);
  EXPECT_EQ(arith.equal(arith.mul(n, m), arith.mul(m, n)), true);
  // Equal after all if n is 0.
  EXPECT_EQ(arith.equal(arith.mul(n, 2), arith.mul(n, 3)), std::nullopt);
  EXPECT_EQ(arith.equal(n, SymInt::unknown()), std::nullopt);
  EXPECT_EQ(arith.equal(SymInt::unknown(), SymInt::unknown()), std::nullopt);
}

TEST(Product, ComparesFactors) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n"), m = arith.symbol("m");
  auto product = [&](Sizes numbers) { return arith.product(numbers); };
  EXPECT_EQ(Product::equal(product({n, 4}), product({2, n, 2})), true);
  EXPECT_EQ(Product::compareSizes(product({n}), product({n, m})), -1);
  EXPECT_EQ(Product::compareSizes(product({6}), product({4})), 1);
  // A dynamic size counts as at least 2, so 3 * n and 2 * n differ.
  EXPECT_EQ(Product::compareSizes(product({n, 3}), product({n, 2})), 1);
  EXPECT_EQ(Product::compareSizes(product({n}), product({8})), std::nullopt);
  EXPECT_EQ(Product::compareSizes(product({n}), product({m})), std::nullopt);
}

// The strides of a contiguous tensor hold max(n, 1) where its sizes hold n.
TEST(Product, AtLeastOne) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n");
  Product size = arith.product({n, 4});
  Product stride = arith.product({arith.max(n, 1), 4});
  EXPECT_EQ(Product::equal(size, stride), std::nullopt); // n may be 0
  EXPECT_EQ(Product::compareSizes(size, stride), 0);
  EXPECT_EQ(arith.text(arith.materialize(stride)), "(4 * max(n, 1))");
}

TEST(Product, ZeroWinsOverAll) {
  TestArithmetic arith;
  int64_t huge = 1LL << 62;
  Product zero = arith.product({SymInt::unknown(), huge, huge, 0});
  EXPECT_TRUE(zero.isConstant(0));
  EXPECT_TRUE(arith.product({0, arith.symbol("n"), SymInt::unknown(), huge})
                  .isConstant(0));
}

TEST(Product, TooLargeIsNoSmallNumber) {
  TestArithmetic arith;
  int64_t huge = 1LL << 62;
  Product large = arith.product({huge, 4});
  EXPECT_TRUE(large.isTooLarge());
  EXPECT_EQ(Product::equal(large, arith.product({0})), false);
  EXPECT_EQ(Product::equal(large, large), std::nullopt);
  EXPECT_EQ(Product::equal(large, arith.product({arith.symbol("n")})),
            std::nullopt);
  EXPECT_FALSE(arith.overflowed()); // a comparison is no result
}

TEST(Product, Divides) {
  TestArithmetic arith;
  SymInt n = arith.symbol("n"), m = arith.symbol("m");
  std::optional<Product> quotient =
      Product::divide(arith.product({n, m, 6}), arith.product({m, 2}));
  ASSERT_TRUE(quotient);
  EXPECT_EQ(arith.text(arith.materialize(*quotient)), "(3 * n)");
  EXPECT_FALSE(Product::divide(arith.product({n}), arith.product({m})));
  EXPECT_FALSE(Product::divide(arith.product({7}), arith.product({2})));
  EXPECT_FALSE(Product::divide(arith.product({7}), arith.product({0})));
}
