// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What MLIR's analysis of bounds knows of sizes, strides and offsets.

#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;
using mlir::presburger::BoundType;

namespace {
class ValueBoundsTest : public IRTest {
protected:
  ValueBoundsTest() {
    DialectRegistry registry;
    arith::registerValueBoundsOpInterfaceExternalModels(registry);
    context.appendDialectRegistry(registry);
  }

  /// Parses a function of which `answer(i)` is what it returns as number `i`.
  void parse(llvm::StringRef text) {
    module = parseModule(text);
    ASSERT_TRUE(module);
    module->walk([&](func::ReturnOp op) { answers = op.getOperands(); });
  }
  Value answer(unsigned index) { return answers[index]; }

  std::optional<int64_t> bound(BoundType type, unsigned index) {
    FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
        type, answer(index), /*stopCondition=*/nullptr, /*closedUB=*/true);
    return failed(bound) ? std::nullopt : std::optional<int64_t>(*bound);
  }
  std::optional<int64_t> least(unsigned index) {
    return bound(BoundType::LB, index);
  }
  std::optional<int64_t> most(unsigned index) {
    return bound(BoundType::UB, index);
  }
  bool areEqual(Value a, Value b) {
    FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(a, b);
    return succeeded(equal) && *equal;
  }

  OwningOpRef<ModuleOp> module;
  SmallVector<Value> answers;
};
} // namespace

/// Of an argument no more is known than that no number is negative, and that
/// one tensor has one size.
TEST_F(ValueBoundsTest, OfArguments) {
  parse(R"mlir(
    func.func @f(%x: !meta.tensor<?x?xf32, strided<[?, ?]>>)
        -> (index, index, index, index, index) {
      %0 = meta.size %x[0] : !meta.tensor<?x?xf32, strided<[?, ?]>>
      %1 = meta.stride %x[1] : !meta.tensor<?x?xf32, strided<[?, ?]>>
      %2 = meta.offset %x : !meta.tensor<?x?xf32, strided<[?, ?]>>
      %3 = meta.size %x[0] : !meta.tensor<?x?xf32, strided<[?, ?]>>
      %4 = meta.size %x[1] : !meta.tensor<?x?xf32, strided<[?, ?]>>
      return %0, %1, %2, %3, %4 : index, index, index, index, index
    }
  )mlir");
  for (unsigned index : {0, 1, 2}) {
    EXPECT_EQ(least(index), 0);
    EXPECT_EQ(most(index), std::nullopt);
  }
  EXPECT_TRUE(areEqual(answer(0), answer(3)));
  EXPECT_FALSE(areEqual(answer(0), answer(4)));
}

/// What a type states is a constant.
TEST_F(ValueBoundsTest, OfTypes) {
  parse(R"mlir(
    func.func @f(%x: !meta.tensor<?x4xf32>) -> (index, index, index) {
      %0 = meta.size %x[1] : !meta.tensor<?x4xf32>
      %1 = meta.stride %x[0] : !meta.tensor<?x4xf32>
      %s = meta.storage 32 : !meta.storage
      %t = meta.tensor %s : !meta.storage -> !meta.tensor<8xf32>
      %2 = meta.offset %t : !meta.tensor<8xf32>
      return %0, %1, %2 : index, index, index
    }
  )mlir");
  const int64_t numbers[] = {4, 4, 0};
  for (unsigned index : {0, 1, 2}) {
    EXPECT_EQ(least(index), numbers[index]);
    EXPECT_EQ(most(index), numbers[index]);
  }
}

/// What a view is given as an operand is that value, through arithmetic, live
/// tensors and casts.
TEST_F(ValueBoundsTest, OfViews) {
  parse(R"mlir(
    func.func @f(%s: !meta.storage, %n: index, %m: index)
        -> (index, index, index, index, index, index) {
      %c1 = arith.constant 1 : index
      %n1 = arith.addi %n, %c1 : index
      %v = meta.view %s[%n, %n1, %m] offset %m
          : !meta.storage -> !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %t = meta.tensor %v : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %0 = meta.size %v[1] : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %1 = meta.size %t[0] : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %2 = meta.stride %t[0] : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %3 = meta.offset %v : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
      %c = meta.cast %t : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
          -> !meta.tensor<?x?x?xf32, strided<[?, ?, ?]>>
      %4 = meta.size %c[0] : !meta.tensor<?x?x?xf32, strided<[?, ?, ?]>>
      %5 = meta.size %c[2] : !meta.tensor<?x?x?xf32, strided<[?, ?, ?]>>
      return %0, %1, %2, %3, %4, %5
          : index, index, index, index, index, index
    }
  )mlir");
  auto function = *module->getOps<func::FuncOp>().begin();
  Value n = function.getArgument(1), m = function.getArgument(2);
  EXPECT_TRUE(areEqual(answer(1), n));
  EXPECT_TRUE(areEqual(answer(2), m));
  EXPECT_TRUE(areEqual(answer(3), m));
  EXPECT_TRUE(areEqual(answer(4), n));
  EXPECT_FALSE(areEqual(answer(0), n));
  EXPECT_TRUE(ValueBoundsConstraintSet::compare(
      answer(0), ValueBoundsConstraintSet::ComparisonOperator::GT, n));
  EXPECT_EQ(bound(BoundType::EQ, 5), 2);
}

/// A symbol lies in its range.
TEST_F(ValueBoundsTest, OfSymbols) {
  auto module = parseModule(R"mlir(
    %0 = meta.symbol "s0" min 2 max 128
    %1 = meta.symbol "u0" unbacked
  )mlir");
  ASSERT_TRUE(module);
  for (SymbolOp symbol : module->getOps<SymbolOp>())
    answers.push_back(symbol);
  EXPECT_EQ(least(0), 2);
  EXPECT_EQ(most(0), 128);
  EXPECT_EQ(least(1), std::nullopt);
  EXPECT_EQ(most(1), std::nullopt);
}
