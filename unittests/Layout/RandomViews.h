// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random geometries and views.

#ifndef METAUTILS_UNITTESTS_LAYOUT_RANDOMVIEWS_H
#define METAUTILS_UNITTESTS_LAYOUT_RANDOMVIEWS_H

#include "Elements.h"

#include "metautils/Layout/Arithmetic.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace metautils {

/// A number of a view, which the view may have to take as a symbol.
struct Number {
  int64_t value;
  bool isDynamic = false;
};
using Read = llvm::function_ref<SymInt(Number)>;

/// A view with its arguments.
struct RandomView {
  std::string name;
  std::vector<Number> numbers;
  std::function<llvm::Error(Geometry &, Arithmetic &, Read)> apply;
  /// What it does to elements; nothing where no strides can do that.
  std::function<std::optional<Elements>(const Elements &)> model;
};

/// A source of them.
class RandomViews {
public:
  explicit RandomViews(uint64_t seed) : engine(seed) {}

  /// Contiguous, permuted, expanded or overlapping; at most 4 dims.
  Geometry geometry();

  /// A view of a tensor of these sizes that is legal as far as they can tell.
  RandomView view(const Ints &sizes);

  bool chance(int percent) { return upTo(99) < percent; }

private:
  /// A number in [0, last].
  int64_t upTo(int64_t last) {
    return std::uniform_int_distribution<int64_t>(0, last)(engine);
  }
  int64_t between(int64_t first, int64_t last) {
    return first + upTo(last - first);
  }
  Number number(int64_t value) { return {value, chance(15)}; }
  /// A dynamic size is at least 2.
  Number size(int64_t value) { return {value, value >= 2 && chance(15)}; }
  Ints shuffled(size_t count);
  /// Random factors of a number, each at least 2.
  Ints factors(int64_t number);

  RandomView permute(const Ints &sizes);
  RandomView transpose(const Ints &sizes);
  RandomView slice(const Ints &sizes);
  RandomView narrow(const Ints &sizes);
  RandomView select(const Ints &sizes);
  RandomView split(const Ints &sizes);
  RandomView squeeze(const Ints &sizes);
  RandomView unsqueeze(const Ints &sizes);
  RandomView diagonal(const Ints &sizes);
  RandomView unfold(const Ints &sizes);
  RandomView expand(const Ints &sizes);
  RandomView reshape(const Ints &sizes);
  RandomView unflatten(const Ints &sizes);
  RandomView asStrided(const Ints &sizes);
  RandomView viewDtype(const Ints &sizes);
  RandomView viewAsReal(const Ints &sizes);
  RandomView viewAsComplex(const Ints &sizes);

  std::mt19937_64 engine;
};

} // namespace metautils

#endif // METAUTILS_UNITTESTS_LAYOUT_RANDOMVIEWS_H
