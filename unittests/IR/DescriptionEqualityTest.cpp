// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which descriptions are equal.

#include "metautils/IR/DescriptionEquality.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace metautils;

namespace {

class DescriptionEquality : public ::testing::Test {
protected:
  DescriptionEquality() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<MetaDialect>();
  }

  /// Whether two texts are equal modules; equal ones have one hash.
  bool compare(llvm::StringRef one, llvm::StringRef other) {
    auto a = parseSourceString<ModuleOp>(one, &context);
    auto b = parseSourceString<ModuleOp>(other, &context);
    EXPECT_TRUE(a && b);
    bool result = a && b && areEqual(*a, *b);
    EXPECT_TRUE(!result || hashDescription(*a) == hashDescription(*b));
    return result;
  }

  MLIRContext context;
};

constexpr const char *pool = R"(
  %s = meta.storage 96 : !meta.storage
  %p = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4xf32>
  %k = meta.tensor %0 base %p : !meta.tensor<4xf32>, !meta.tensor<24xf32>
  meta.source %k, "k" : !meta.tensor<4xf32>
)";

/// `pool` with something in another way.
std::string change(llvm::StringRef from, llvm::StringRef to) {
  std::string text = pool;
  size_t position = text.find(from.str());
  EXPECT_NE(position, std::string::npos);
  return text.replace(position, from.size(), to.str());
}

TEST_F(DescriptionEquality, SameText) { EXPECT_TRUE(compare(pool, pool)); }

TEST_F(DescriptionEquality, ValuesHaveNoNames) {
  EXPECT_TRUE(compare("%a = meta.storage 4 : !meta.storage",
                      "%b = meta.storage 4 : !meta.storage"));
}

TEST_F(DescriptionEquality, Properties) {
  EXPECT_FALSE(compare(pool, change("offset 2", "offset 3")));
  EXPECT_FALSE(compare(pool, change("storage 96", "storage 97")));
  EXPECT_FALSE(compare(pool, change("\"k\"", "\"j\"")));
}

TEST_F(DescriptionEquality, Types) {
  EXPECT_FALSE(compare("%a = meta.storage 4 : !meta.storage",
                       "%a = meta.storage 4 : !meta.storage<meta>"));
}

TEST_F(DescriptionEquality, Ops) {
  EXPECT_FALSE(compare(pool, ""));
  EXPECT_FALSE(compare("", pool));
  EXPECT_FALSE(
      compare(pool, std::string(pool) + "%t = meta.storage 4 : !meta.storage"));
}

/// The same ops, with other results as operands.
TEST_F(DescriptionEquality, Operands) {
  auto text = [](llvm::StringRef storage) {
    return "%a = meta.storage 16 : !meta.storage\n"
           "%b = meta.storage 16 : !meta.storage\n"
           "%x = meta.tensor " +
           storage.str() + " : !meta.storage -> !meta.tensor<4xf32>\n";
  };
  EXPECT_TRUE(compare(text("%b"), text("%b")));
  EXPECT_FALSE(compare(text("%a"), text("%b")));
}

/// A use before the definition, in a cycle.
TEST_F(DescriptionEquality, Cycle) {
  constexpr const char *cycle = R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s grad %g : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    %g = meta.tensor %s grad %x : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  )";
  EXPECT_TRUE(compare(cycle, cycle));
}

TEST_F(DescriptionEquality, Regions) {
  EXPECT_FALSE(compare("module { module {} }", "module { module {} }"));
}

} // namespace
