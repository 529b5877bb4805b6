// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is told of two descriptions.

#include "metautils/IR/DescriptionDiff.h"
#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

namespace {
class DescriptionDiffTest : public IRTest {
protected:
  /// "<field> of <tensor>: <expected>, <found>", or "" for none.
  std::string diff(llvm::StringRef expected, llvm::StringRef found) {
    auto first = parseModule(expected), second = parseModule(found);
    auto difference = findDifference(*first, *second);
    if (!difference)
      return "";
    return difference->field + " of " + difference->tensor + ": " +
           difference->expected + ", " + difference->found;
  }
};
} // namespace

static const char *const plain = R"(
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>)";

TEST_F(DescriptionDiffTest, OrderAndDeviceDoNotCount) {
  EXPECT_EQ(diff(plain, plain), "");
  EXPECT_EQ(diff(plain, R"(
    meta.source %x, "x" : !meta.tensor<4xf32, meta>
    %x = meta.tensor %s : !meta.storage<meta> -> !meta.tensor<4xf32, meta>
    %s = meta.storage 16 : !meta.storage<meta>
    %unused = meta.storage 3 : !meta.storage)"),
            "");
}

TEST_F(DescriptionDiffTest, WholeViewsAreTheirStorage) {
  EXPECT_EQ(diff(plain, R"(
    %s = meta.storage 16 : !meta.storage
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
    %x = meta.tensor %0 : !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>)"),
            "");
}

TEST_F(DescriptionDiffTest, Names) {
  EXPECT_EQ(diff(plain, ""), "tensor of x: one, none");
  EXPECT_EQ(diff("", plain), "tensor of x: none, one");
}

TEST_F(DescriptionDiffTest, Facts) {
  EXPECT_EQ(diff(plain, R"(
    %s = meta.storage 24 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>)"),
            "bytes of x: 16 : i64, 24 : i64");
  EXPECT_EQ(diff(plain, R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>)"),
            "requires_grad of x: false, true");
  EXPECT_EQ(diff(plain, R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<2xf64>
    meta.source %x, "x" : !meta.tensor<2xf64>)"),
            "type of x: !meta.tensor<4xf32>, !meta.tensor<2xf64>");
}

TEST_F(DescriptionDiffTest, Identity) {
  const char *two = R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %y = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>
    meta.source %y, "y" : !meta.tensor<4xf32>)";
  EXPECT_EQ(diff(two, R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>
    meta.source %x, "y" : !meta.tensor<4xf32>)"),
            "tensor of y: another one, the same one");
  EXPECT_EQ(diff(two, R"(
    %s = meta.storage 16 : !meta.storage
    %t = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %y = meta.tensor %t : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>
    meta.source %y, "y" : !meta.tensor<4xf32>)"),
            "storage of y: the same one, another one");
}

TEST_F(DescriptionDiffTest, Relations) {
  const char *graded = R"(
    %s = meta.storage 16 : !meta.storage
    %g = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %x = meta.tensor %s grad %g : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>)";
  EXPECT_EQ(diff(graded, plain), "grad of x: one, none");
  EXPECT_EQ(diff(graded, R"(
    %s = meta.storage 16 : !meta.storage
    %g = meta.tensor %s zero : !meta.storage -> !meta.tensor<4xf32>
    %x = meta.tensor %s grad %g : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>)"),
            "zero of x.grad: false, true");
}

TEST_F(DescriptionDiffTest, VersionCounters) {
  std::string two = R"(
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %y = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>
    meta.source %y, "y" : !meta.tensor<4xf32>)";
  std::string forth = two + R"(
    meta.shares_version %y with %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>)";
  std::string back = two + R"(
    meta.shares_version %x with %y : !meta.tensor<4xf32>, !meta.tensor<4xf32>)";
  EXPECT_EQ(diff(forth, back), "");
  EXPECT_EQ(diff(forth, two),
            "version_counter of y: shared with the same tensors, shared with "
            "others");
}

TEST_F(DescriptionDiffTest, Marks) {
  std::string one = std::string(plain) + R"(
    meta.mark %x, "a"(1) : !meta.tensor<4xf32>)";
  std::string two = std::string(plain) + R"(
    meta.mark %x, "a"(2) : !meta.tensor<4xf32>)";
  EXPECT_EQ(diff(one, plain), "marks of x: 1, 0");
  EXPECT_EQ(diff(one, two), "a of x: 1 : i64, 2 : i64");
}
