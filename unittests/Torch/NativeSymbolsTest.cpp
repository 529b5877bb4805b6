// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic sizes without Python: what is known of them, what is asked of hints.

#include "metautils/Torch/NativeSymbols.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "gtest/gtest.h"

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/core/NestedIntSymNodeImpl.h>

using namespace metautils;

using Guards = std::vector<std::string>;

namespace {
class NativeSymbolsTest : public testing::Test {
protected:
  c10::SymInt get(llvm::StringRef name, std::optional<int64_t> hint,
                  std::optional<int64_t> min = 2) {
    return symbols.getSymbol({name,
                              hint ? SymbolKind::Backed : SymbolKind::Unbacked,
                              min, std::nullopt, hint});
  }
  c10::SymInt getRagged(llvm::StringRef name) {
    return symbols.getSymbol({name, SymbolKind::NestedInt});
  }
  std::string print(const c10::SymInt &number) {
    return number.toSymNode()->str();
  }

  Guards getGuards() const { return symbols.getGuards().vec(); }

  NativeSymbols symbols;
};
} // namespace

TEST_F(NativeSymbolsTest, OneOfEachName) {
  c10::SymInt a = get("s0", 4), b = get("s0", 5), c = get("s1", 4);
  EXPECT_TRUE(a == b);
  EXPECT_EQ(getGuards(), Guards());
  // Equal by their values alone.
  EXPECT_TRUE(a == c);
  EXPECT_EQ(getGuards(), (Guards{"s0 == s1"}));
  EXPECT_TRUE(b == c);
  EXPECT_EQ(getGuards().size(), 1u);
}

TEST_F(NativeSymbolsTest, RangesDecide) {
  c10::SymInt a = get("s0", 4), b = get("s1", 7);
  EXPECT_TRUE(a > 1);
  EXPECT_FALSE(a == 0);
  EXPECT_TRUE(a * b >= 4);
  EXPECT_TRUE(a * b >= a);
  EXPECT_TRUE(a + 1 > 2);
  EXPECT_TRUE(a * b * 2 == b * 2 * a);
  EXPECT_FALSE(a * 2 < a);
  EXPECT_TRUE(a.max(1) == a);
  EXPECT_EQ(getGuards(), Guards());
}

TEST_F(NativeSymbolsTest, HintsDecideTheRest) {
  c10::SymInt a = get("s0", 4), b = get("s1", 7);
  EXPECT_TRUE(a < b);
  EXPECT_FALSE(a == 5);
  EXPECT_EQ((a * b + 3).guard_int("", 0), 31);
  EXPECT_EQ(getGuards(),
            (Guards{"s0 < s1", "not (s0 == 5)", "(s0*s1 + 3) == 31"}));
}

/// Divisions round down, as Python's do, also of negative numbers.
TEST_F(NativeSymbolsTest, Divisions) {
  c10::SymInt a = get("s0", 7);
  EXPECT_EQ((a / 2).guard_int("", 0), 3);
  EXPECT_EQ(((a - 10) / 2).guard_int("", 0), -2);
  EXPECT_EQ((a % 4).guard_int("", 0), 3);
  EXPECT_TRUE((a * 6) / 3 == a * 2);
  EXPECT_THROW(a / 0, c10::Error);
}

TEST_F(NativeSymbolsTest, WithoutAValue) {
  c10::SymInt u = get("u0", std::nullopt, 0);
  EXPECT_TRUE(u >= 0);
  EXPECT_THROW(static_cast<void>(u == 3), c10::ValueError);
  EXPECT_THROW(u.guard_int("", 0), c10::ValueError);
  EXPECT_FALSE(TORCH_GUARD_OR_FALSE(u.sym_eq(3)));
  EXPECT_TRUE(TORCH_GUARD_OR_TRUE(u.sym_eq(3)));
  EXPECT_EQ(getGuards(), Guards());
  // What is promised is to be checked later.
  EXPECT_TRUE(u.sym_lt(100).expect_true("", 0));
  EXPECT_EQ(getGuards(), (Guards{"u0 < 100"}));
}

TEST_F(NativeSymbolsTest, Conditions) {
  c10::SymInt a = get("s0", 4), u = get("u0", std::nullopt, 0);
  EXPECT_TRUE(a.sym_gt(1).sym_or(u.sym_eq(3)).guard_bool("", 0));
  EXPECT_FALSE(a.sym_lt(2).sym_and(u.sym_eq(3)).guard_bool("", 0));
  EXPECT_EQ(getGuards(), Guards());
  EXPECT_TRUE(a.sym_eq(4).sym_and(a.sym_ne(5)).guard_bool("", 0));
  EXPECT_EQ(getGuards(), (Guards{"(s0 == 4) and (s0 != 5)"}));
}

TEST_F(NativeSymbolsTest, NothingWraps) {
  c10::SymInt a = get("s0", int64_t(1) << 62);
  c10::SymInt large = a * (int64_t(1) << 40);
  EXPECT_FALSE(large.has_hint());
  EXPECT_TRUE(large > 100);
  EXPECT_THROW((a - a) + std::numeric_limits<int64_t>::max() + a * 0 + 1 + a,
               c10::Error);
}

TEST_F(NativeSymbolsTest, TensorsHaveThem) {
  c10::SymInt a = get("s0", 4), b = get("s1", 3);
  std::vector<c10::SymInt> sizes = {a, b}, strides = {b, 1};
  at::Tensor tensor =
      at::detail::empty_strided_symint_meta(sizes, strides, at::kFloat);
  EXPECT_TRUE(tensor.sym_numel() == a * b);
  EXPECT_TRUE(tensor.storage().sym_nbytes().has_hint());
  EXPECT_EQ(tensor.storage().sym_nbytes().guard_int("", 0), 48);
  EXPECT_TRUE(tensor.is_contiguous());
  at::Tensor turned = tensor.t();
  EXPECT_TRUE(turned.sym_size(0) == b);
  EXPECT_FALSE(turned.is_contiguous());
  EXPECT_TRUE(turned.is_non_overlapping_and_dense());
}

TEST_F(NativeSymbolsTest, OutlivedByTheirNumbers) {
  auto other = std::make_unique<NativeSymbols>();
  c10::SymInt number =
      other->getSymbol({"s0", SymbolKind::Backed, 2, std::nullopt, 4}) * 2;
  other.reset();
  EXPECT_EQ(print(number), "s0*2");
  try {
    static_cast<void>(number + get("s0", 4));
    FAIL() << "expected an error";
  } catch (const c10::ValueError &error) {
    EXPECT_EQ(
        error.what_without_backtrace(),
        std::string("expected symbols of one table, got 's0*2' and 's0'"));
  }
}

TEST_F(NativeSymbolsTest, NestedInts) {
  c10::SymInt ragged = getRagged("j3"), other = getRagged("j4");
  EXPECT_TRUE(ragged.toSymNode()->is_nested_int());
  EXPECT_EQ((ragged * 5).toSymNode()->nested_int(), 3);
  EXPECT_EQ((ragged * 5).toSymNode()->nested_int_coeff(), 5);
  EXPECT_THROW(getRagged("n"), c10::ValueError);
  EXPECT_THROW(getRagged("n"), c10::ValueError);
  // In the range that PyTorch gives them, and equal to no number.
  EXPECT_TRUE(ragged >= 2);
  EXPECT_TRUE(ragged * 5 > ragged);
  EXPECT_FALSE(ragged == 7);
  EXPECT_FALSE(ragged == other);
  EXPECT_TRUE(ragged == getRagged("j3"));
  EXPECT_TRUE(ragged.max(1) == ragged);
  EXPECT_EQ(getGuards(), Guards());
  EXPECT_THROW(static_cast<void>(ragged > 7), c10::ValueError);
  EXPECT_THROW(static_cast<void>(ragged < other), c10::ValueError);
  EXPECT_THROW(ragged.guard_int("", 0), c10::ValueError);
}

TEST_F(NativeSymbolsTest, NestedIntsTimesSizes) {
  c10::SymInt ragged = getRagged("j3"), a = get("s0", 4), b = get("s1", 4);
  c10::SymInt product = a * ragged;
  EXPECT_TRUE(product == ragged * a);
  EXPECT_FALSE(product == a);
  EXPECT_FALSE(product == getRagged("j4") * a);
  EXPECT_EQ(getGuards(), Guards());
  EXPECT_TRUE(product == ragged * b);
  EXPECT_EQ(getGuards(), (Guards{"s0*j3 == j3*s1"}));
  EXPECT_EQ(product.toSymNode()->nested_int_coeff(), 4);
  try {
    static_cast<void>(product + 1);
    FAIL() << "expected an error";
  } catch (const c10::ValueError &error) {
    EXPECT_EQ(error.what_without_backtrace(),
              std::string("expected a ragged size to be multiplied by sizes "
                          "alone, got 's0*j3' and '1'"));
  }
  EXPECT_THROW(product * ragged, c10::ValueError);
  EXPECT_THROW(ragged * getRagged("j4"), c10::ValueError);
  EXPECT_EQ(print(a + b), "(s0 + s1)");
}

TEST_F(NativeSymbolsTest, NestedIntsOfPyTorch) {
  c10::SymInt ragged = getRagged("j3");
  auto make = [](int64_t number, int64_t factor) {
    return c10::SymInt(c10::SymNode(
        c10::make_intrusive<c10::NestedIntSymNodeImpl>(number, factor)));
  };
  EXPECT_TRUE(ragged == make(3, 1));
  EXPECT_TRUE(make(3, 2) == ragged * 2);
  EXPECT_FALSE(ragged == make(4, 1));
  EXPECT_EQ(print(get("s0", 4) * make(3, 2)), "s0*j3*2");
}

TEST_F(NativeSymbolsTest, Described) {
  mlir::MLIRContext context;
  context.loadDialect<MetaDialect, mlir::arith::ArithDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  auto builder = mlir::OpBuilder::atBlockEnd(module->getBody());
  DescriptionNumbers numbers(builder, module->getLoc());
  c10::SymInt number = (get("s0", 4) * 3 + get("u0", std::nullopt, 0)) / 2;
  std::optional<SymInt> described = describeNativeNumber(number, numbers);
  ASSERT_TRUE(described);
  ASSERT_TRUE(describeNativeNumber(getRagged("j3") * get("s0", 4), numbers));
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  EXPECT_NE(text.find("meta.symbol \"s0\" min 2 hint 4"), std::string::npos);
  EXPECT_NE(text.find("meta.symbol \"u0\" unbacked min 0"), std::string::npos);
  EXPECT_NE(text.find("meta.symbol \"j3\" nested_int\n"), std::string::npos);
  EXPECT_NE(text.find("arith.floordivsi"), std::string::npos);
  EXPECT_FALSE(describeNativeNumber(c10::SymInt(3), numbers));
}
