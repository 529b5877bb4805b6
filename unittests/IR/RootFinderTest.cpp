// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots of values, one by one and all at once.

#include "metautils/IR/MetaOps.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

using RootFinderTest = IRTest;

static std::vector<Value> getResults(ModuleOp module) {
  std::vector<Value> results;
  for (Operation &op : *module.getBody())
    for (Value result : op.getResults())
      results.push_back(result);
  return results;
}

/// Whichever value of a chain is asked for first, each is looked at once.
TEST_F(RootFinderTest, LooksAtEachValueOnce) {
  constexpr size_t count = 100'000;
  std::string text = "%0 = meta.storage 16 : !meta.storage\n"
                     "%1 = meta.tensor %0 : !meta.storage -> "
                     "!meta.tensor<4xf32>\n";
  for (size_t i = 2; i < count; ++i)
    text += "%" + std::to_string(i) + " = meta.alias %" +
            std::to_string(i - 1) + " : !meta.tensor<4xf32>\n";
  auto module = parseModule(text);
  ASSERT_TRUE(module);
  std::vector<Value> values = getResults(*module);
  ASSERT_EQ(values.size(), count);

  RootFinder forward, backward;
  for (Value value : values)
    ASSERT_EQ(forward.find(value), values.front());
  for (Value value : llvm::reverse(values))
    ASSERT_EQ(backward.find(value), values.front());
  EXPECT_EQ(forward.getNumVisited(), count);
  EXPECT_EQ(backward.getNumVisited(), count);
}

/// What leads into a cycle has no root, as `getRoot` says.
TEST_F(RootFinderTest, FindsNoneOnCycles) {
  auto module = parseModule(R"mlir(
    %0 = meta.alias %1 : !meta.tensor<4xf32>
    %1 = meta.alias %2 : !meta.tensor<4xf32>
    %2 = meta.alias %1 : !meta.tensor<4xf32>
    %3 = meta.alias %3 : !meta.tensor<4xf32>
    %4 = meta.storage 16 : !meta.storage
    %5 = meta.view %4 : !meta.storage -> !meta.tensor<4xf32>
  )mlir");
  ASSERT_TRUE(module);
  std::vector<Value> values = getResults(*module);
  RootFinder roots;
  for (Value value : values)
    EXPECT_EQ(roots.find(value), getRoot(value));
  EXPECT_EQ(roots.find(values[0]), Value());
  EXPECT_EQ(roots.find(values[5]), values[4]);
}
