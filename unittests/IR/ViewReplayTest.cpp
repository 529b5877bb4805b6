// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of views over another base.

#include "metautils/IR/ViewReplay.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

namespace {
class ViewReplayTest : public IRTest {
protected:
  /// The function of a module, its arguments and the last view in it.
  void read(StringRef text) {
    module = parseModule(text);
    ASSERT_TRUE(module);
    function = *module->getOps<func::FuncOp>().begin();
    for (Operation &op : function.getBody().front())
      if (isa<ViewOpInterface>(op))
        view = op.getResult(op.getNumResults() - 1);
    builder.setInsertionPoint(function.getBody().front().getTerminator());
    numOps = getNumOps();
  }

  size_t getNumOps() {
    return std::distance(function.getBody().front().begin(),
                         function.getBody().front().end());
  }

  FailureOr<Value> replay(ReplayOperands operands = {}) {
    return replayViews(builder, view, function.getArgument(0),
                       function.getArgument(1), operands);
  }

  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  Value view;
  OpBuilder builder{&context};
  size_t numOps = 0;
};
} // namespace

/// Bounds are those that were recorded, clamped to the new base.
TEST_F(ViewReplayTest, TypesFollowFromTheBase) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<10x4xf32>, %y: !meta.tensor<6x8xf64>) {
      %0 = meta.slice %x dim 0 from 2 to -1 : !meta.tensor<10x4xf32>
      %1 = meta.transpose %0, 0, 1 : !meta.tensor<7x4xf32>
      return
    }
  )mlir");
  FailureOr<Value> result = replay();
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->getType(),
            parseTensor("!meta.tensor<8x3xf64, strided<[1, 8]>>"));
  EXPECT_EQ(getNumOps(), numOps + 2);
}

/// The visitor for SymInts of `ViewFunc.apply`.
TEST_F(ViewReplayTest, MapsNumbers) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<10x4xf32>, %y: !meta.tensor<10x4xf32>,
                 %n: index, %m: index) {
      %0 = meta.select %x dim 0 index %n : !meta.tensor<10x4xf32>
      %1 = meta.narrow %0 dim 0 start 1 length %n : !meta.tensor<4xf32>
      return
    }
  )mlir");
  auto toOther = [&](Value number) -> Value {
    EXPECT_EQ(number, function.getArgument(2));
    return function.getArgument(3);
  };
  FailureOr<Value> result = replay({.mapNumber = toOther, .mapTensor = {}});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->getType(), parseTensor("!meta.tensor<?xf32>"));
  Operation *narrow = result->getDefiningOp();
  EXPECT_EQ(narrow->getOperand(1), function.getArgument(3));
  EXPECT_EQ(narrow->getOperand(0).getDefiningOp()->getOperand(1),
            function.getArgument(3));
}

TEST_F(ViewReplayTest, TakesTheSameResult) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<6x4xf32>, %y: !meta.tensor<6x2xf32>) {
      %0, %1, %2 = meta.split %x dim 0 sizes [1, 2, 3] : !meta.tensor<6x4xf32>
      return
    }
  )mlir");
  FailureOr<Value> result = replay();
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->getType(), parseTensor("!meta.tensor<3x2xf32>"));
}

TEST_F(ViewReplayTest, OfTheBaseItself) {
  read("func.func @f(%x: !meta.tensor<6xf32>, %y: !meta.tensor<4xf32>) { "
       "return }");
  view = function.getArgument(0);
  FailureOr<Value> result = replay();
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(*result, function.getArgument(1));
}

/// Half a chain is not left behind.
TEST_F(ViewReplayTest, RefusesABaseThatDoesNotFit) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<6x4xf32>, %y: !meta.tensor<4xf32>) {
      %0 = meta.alias %x : !meta.tensor<6x4xf32>
      %1 = meta.transpose %0, 0, 1 : !meta.tensor<6x4xf32>
      return
    }
  )mlir");
  EXPECT_TRUE(failed(replay()));
  EXPECT_EQ(errors.size(), 1u);
  EXPECT_EQ(getNumOps(), numOps);
}

TEST_F(ViewReplayTest, RefusesAnotherNumberOfResults) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<3xf32>, %y: !meta.tensor<4xf32>) {
      %0:3 = meta.unbind %x dim 0 : !meta.tensor<3xf32>
      return
    }
  )mlir");
  EXPECT_TRUE(failed(replay()));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "'meta.unbind' op expected a base that gives 3 results, "
                       "got one that gives 4");
  EXPECT_EQ(getNumOps(), numOps);
}

TEST_F(ViewReplayTest, RefusesWhatIsNoViewOfTheBase) {
  read(R"mlir(
    func.func @f(%x: !meta.tensor<3xf32>, %y: !meta.tensor<4xf32>) {
      %0 = meta.alias %y : !meta.tensor<4xf32>
      return
    }
  )mlir");
  EXPECT_TRUE(failed(replay()));
  EXPECT_EQ(errors[0], "expected a view of the base to replay");
}
