// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random chains of views against a model that knows no strides.
//
// Each chain runs three times through Views.h: on constants, on symbols that
// have a value (folding), and with the same numbers unknown (type inference).
// `--gtest_random_seed=N` takes other chains; a failure names its own.

#include "RandomViews.h"
#include "ViewTesting.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace metautils;

namespace {
/// How often the runs were compared, so that the test cannot pass for nothing.
struct Counts {
  int64_t legal = 0, refused = 0, folded = 0, undecided = 0, inferred = 0;
};

/// A chain in its three runs.
class Chain {
public:
  Chain(uint64_t seed, Counts &counts);

  /// Adds a view. False where the chain has become too large.
  bool step();

private:
  void fold(const RandomView &view);
  void infer(const RandomView &view);
  int64_t value(SymInt number) const { return symbols.value(number); }
  SymInt makeSymbol(int64_t value) {
    return symbols.symbol("s" + std::to_string(symbolCount++), value);
  }
  /// Whether a size that is not constant is not at least 2 after all, or the
  /// tensor is empty: then only its elements, not its strides are compared. See
  /// Note [Dynamic sizes are at least 2].
  bool breaksNote(const Geometry &g) const {
    return elements.addresses.empty() ||
           llvm::any_of(llvm::zip_equal(g.sizes, known.sizes), [](auto pair) {
             auto [size, known] = pair;
             return !size.isConstant() && known.constant() < 2;
           });
  }

  Counts &counts;
  RandomViews random;
  TestArithmetic symbols;
  int symbolCount = 0;
  Geometry known;
  std::optional<Geometry> foldable, inferred; // until their chain ends
  Elements elements;
  std::string trace;
};
} // namespace

Chain::Chain(uint64_t seed, Counts &counts) : counts(counts), random(seed) {
  known = random.geometry();
  elements = enumerate(known, [](SymInt s) { return s.constant(); });
  foldable = inferred = known;
  auto hide = [&](SymInt &folded, SymInt &unknown, int64_t least) {
    if (folded.constant() < least || !random.chance(30))
      return;
    folded = makeSymbol(folded.constant());
    unknown = SymInt::unknown();
  };
  for (size_t dim = 0; dim < known.rank(); ++dim) {
    hide(foldable->sizes[dim], inferred->sizes[dim], 2);
    hide(foldable->strides[dim], inferred->strides[dim], 0);
  }
  hide(foldable->offset, inferred->offset, 0);
  trace = "chain " + std::to_string(seed) + ": " + symbols.text(*foldable);
}

bool Chain::step() {
  RandomView view = random.view(elements.sizes);
  trace += "\n  " + view.name;
  for (Number number : view.numbers)
    trace += " " + std::to_string(number.value) + (number.isDynamic ? "s" : "");
  SCOPED_TRACE(trace);

  Geometry before = known;
  Arithmetic constants;
  llvm::Error error =
      view.apply(known, constants, [](Number n) { return SymInt(n.value); });
  std::optional<Elements> expected = view.model(elements);
  bool isLegal = !error;
  std::string message = llvm::toString(std::move(error));
  if (!isLegal) {
    // view_as_complex and dtype views also refuse odd strides of size-1 dims
    // and empty tensors, which the elements do not show.
    EXPECT_TRUE(!expected || llvm::StringRef(view.name).starts_with("view"))
        << message;
    ++counts.refused;
    known = before;
    trace += " (refused)";
    return true;
  }
  ++counts.legal;
  trace += " -> " + symbols.text(known);
  EXPECT_TRUE(expected) << "expected a refusal, got " << symbols.text(known);
  if (!expected)
    return false;
  elements = *expected;
  EXPECT_EQ(enumerate(known, [](SymInt s) { return s.constant(); }), elements);
  fold(view);
  infer(view);
  return elements.addresses.size() < 1000 && known.rank() < 8;
}

void Chain::fold(const RandomView &view) {
  if (!foldable)
    return;
  llvm::Error error = view.apply(*foldable, symbols, [&](Number n) {
    return n.isDynamic ? makeSymbol(n.value) : SymInt(n.value);
  });
  if (error.isA<UndecidedError>()) {
    llvm::consumeError(std::move(error));
    ++counts.undecided;
    foldable.reset();
    return;
  }
  bool failed = !!error;
  EXPECT_FALSE(failed) << llvm::toString(std::move(error));
  if (failed)
    return;
  ++counts.folded;
  EXPECT_EQ(enumerate(*foldable, [&](SymInt s) { return value(s); }), elements)
      << symbols.text(*foldable);
  if (breaksNote(*foldable)) {
    foldable.reset();
    return;
  }
  Geometry valued = *foldable;
  for (SymInt &number : llvm::concat<SymInt>(valued.sizes, valued.strides))
    number = value(number);
  valued.offset = value(valued.offset);
  EXPECT_EQ(valued, known) << symbols.text(*foldable);
}

void Chain::infer(const RandomView &view) {
  if (!inferred)
    return;
  Arithmetic arith;
  llvm::Error error = view.apply(*inferred, arith, [](Number n) {
    return n.isDynamic ? SymInt::unknown() : SymInt(n.value);
  });
  bool failed = !!error;
  EXPECT_FALSE(failed) << llvm::toString(std::move(error));
  if (failed || breaksNote(*inferred)) {
    inferred.reset();
    return;
  }
  ++counts.inferred;
  // What is known is right.
  auto check = [&](SymInt guess, SymInt number) {
    EXPECT_TRUE(guess.isUnknown() || guess == number)
        << symbols.text(*inferred);
  };
  for (size_t dim = 0; dim < known.rank(); ++dim) {
    check(inferred->sizes[dim], known.sizes[dim]);
    check(inferred->strides[dim], known.strides[dim]);
  }
  check(inferred->offset, known.offset);
}

TEST(ViewChains, AgreeWithTheModel) {
  constexpr uint64_t chains = 20000, length = 8;
  Counts counts;
  uint64_t first = chains * GTEST_FLAG_GET(random_seed);
  for (uint64_t seed = first; seed < first + chains; ++seed) {
    Chain chain(seed, counts);
    for (size_t i = 0; i < length && chain.step(); ++i)
      ;
    if (HasFailure())
      return; // one chain says enough
  }
  EXPECT_GT(counts.legal, 80000);
  EXPECT_GT(counts.refused, 5000);
  EXPECT_GT(counts.folded, 40000);
  EXPECT_GT(counts.undecided, 100);
  EXPECT_LT(counts.undecided, counts.folded / 10);
  EXPECT_GT(counts.inferred, 40000);
}
