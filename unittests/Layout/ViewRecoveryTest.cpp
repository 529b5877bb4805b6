// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views recovered from a geometry: what a person reads, and that it is right.

#include "metautils/Layout/ViewRecovery.h"
#include "RandomViews.h"
#include "ViewTesting.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace metautils;
using Kind = ViewStep::Kind;

static std::string join(llvm::ArrayRef<int64_t> list) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(list, os);
  return text;
}

static std::string getText(const ViewStep &step) {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (step.kind) {
  case Kind::Slice:
    os << "slice " << step.dim << " from " << step.start << " to " << step.end;
    if (step.step != 1)
      os << " step " << step.step;
    break;
  case Kind::Select:
    os << "select " << step.dim << " at " << step.start;
    break;
  case Kind::Transpose:
    os << "transpose " << step.dim << ", " << step.otherDim;
    break;
  case Kind::Permute:
    os << "permute [" << join(step.list) << "]";
    break;
  case Kind::Unsqueeze:
    os << "unsqueeze " << step.dim;
    break;
  case Kind::Expand:
    os << "expand [" << join(step.list) << "]";
    break;
  case Kind::Reshape:
    os << "reshape [" << join(step.list) << "]";
    break;
  case Kind::Unfold:
    os << "unfold " << step.dim << " size " << step.end << " step "
       << step.step;
    break;
  case Kind::Diagonal:
    os << "diagonal " << step.dim << ", " << step.otherDim << " at "
       << step.start;
    break;
  }
  return text;
}

/// The chain as text; empty where there is none.
static std::string recover(llvm::StringRef base, llvm::StringRef target) {
  TestArithmetic arith;
  auto steps =
      recoverViews(arith.parseGeometry(base), arith.parseGeometry(target));
  if (!steps)
    return "";
  std::string text = "base";
  for (const ViewStep &step : *steps)
    text += "; " + getText(step);
  return text;
}

TEST(ViewRecovery, TheWholeIsNoStep) {
  EXPECT_EQ(recover("4x3 [3, 1]", "4x3 [3, 1]"), "base");
}

// The example of the header: a part of a pool, transposed.
TEST(ViewRecovery, PartOfPool) {
  EXPECT_EQ(recover("24 [1]", "4x3 [1, 4] + 2"),
            "base; slice 0 from 2 to 14; reshape [3, 4]; transpose 0, 1");
}

TEST(ViewRecovery, DimsKeptDroppedAndReordered) {
  EXPECT_EQ(recover("8x9 [9, 1]", "8 [9] + 3"), "base; select 1 at 3");
  EXPECT_EQ(recover("8x9 [9, 1]", "9x8 [1, 9]"), "base; transpose 0, 1");
  EXPECT_EQ(recover("2x3x4 [12, 4, 1]", "4x2x3 [1, 12, 4]"),
            "base; permute [2, 0, 1]");
  EXPECT_EQ(recover("10 [1]", "3 [3] + 1"), "base; slice 0 from 1 to 8 step 3");
}

// Three projections in one: the last dim is cut.
TEST(ViewRecovery, PackedProjection) {
  EXPECT_EQ(recover("2x5x12 [60, 12, 1]", "2x5x4 [60, 12, 1] + 4"),
            "base; slice 2 from 4 to 8");
}

// A size-1 dim has a stride too, and it must come out the same.
TEST(ViewRecovery, SizeOneDims) {
  EXPECT_EQ(recover("8x9 [9, 1]", "8x1x9 [9, 9, 1]"), "base; unsqueeze 1");
  EXPECT_EQ(recover("8x9 [9, 1]", "8x1 [9, 1] + 3"),
            "base; slice 1 from 3 to 4");
  EXPECT_EQ(recover("8x9 [9, 1]", "8x1x9 [9, 7, 1]"), "");
}

TEST(ViewRecovery, Repeated) {
  EXPECT_EQ(recover("8x9 [9, 1]", "8x4 [9, 0] + 3"),
            "base; select 1 at 3; unsqueeze 1; expand [8, 4]");
}

TEST(ViewRecovery, Windows) {
  EXPECT_EQ(recover("17 [1]", "7x5 [2, 1]"), "base; unfold 0 size 5 step 2");
}

TEST(ViewRecovery, Diagonal) {
  EXPECT_EQ(recover("8x9 [9, 1]", "8 [10] + 1"), "base; diagonal 0, 1 at 1");
}

// Three elements before the end, five wanted: no view stays within the base.
TEST(ViewRecovery, NothingBeyondTheBase) {
  EXPECT_EQ(recover("24 [1]", "5 [1] + 21"), "");
  EXPECT_EQ(recover("24 [1] + 4", "5 [1]"), "");
}

// No multiplication of hostile numbers wraps.
TEST(ViewRecovery, NearOverflow) {
  EXPECT_EQ(recover("24 [1]", "3x2 [4611686018427387904, 1]"), "");
  EXPECT_EQ(recover("2 [9223372036854775807]", "2 [9223372036854775807] + 1"),
            "");
}

// Chains of random views: what is recovered leads to the same geometry.
TEST(ViewRecovery, RandomChains) {
  uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  int recovered = 0, tried = 0;
  for (uint64_t chain = 0; chain < 5000; ++chain) {
    RandomViews random(seed * 5000 + chain);
    Geometry base = random.geometry();
    Geometry target = base;
    Arithmetic arith;
    auto read = [](Number number) { return SymInt(number.value); };
    for (int length = 0; length < 4; ++length) {
      Ints sizes;
      for (SymInt size : target.sizes)
        sizes.push_back(size.constant());
      Geometry next = target;
      if (llvm::Error error = random.view(sizes).apply(next, arith, read)) {
        llvm::consumeError(std::move(error));
        continue;
      }
      target = next;
    }
    ++tried;
    auto steps = recoverViews(base, target);
    if (!steps)
      continue;
    ++recovered;
    Geometry reached = base;
    for (const ViewStep &step : *steps)
      ASSERT_FALSE(bool(step.apply(reached))) << "chain " << chain;
    ASSERT_EQ(reached, target) << "seed " << seed << ", chain " << chain;
  }
  EXPECT_GT(recovered, tried / 4);
}
