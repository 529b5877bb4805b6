// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a geometry back to the views that a person would have written.
//
// Each candidate begins with a few steps that give the base the dimensions of
// the target (none, a reshape, a diagonal, windows) and ends with a match of
// dimension to dimension: slices, selects, an order, new dimensions. A
// candidate counts only if applying it gives the target.

#include "metautils/Layout/ViewRecovery.h"
#include "Checked.h"
#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"

using namespace metautils;
using namespace metautils::detail;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using Kind = ViewStep::Kind;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static SmallVector<SymInt, 4> toSymInts(llvm::ArrayRef<int64_t> list) {
  return SmallVector<SymInt, 4>(list.begin(), list.end());
}

llvm::Error ViewStep::apply(Geometry &g) const {
  Arithmetic arith;
  switch (kind) {
  case Kind::Slice:
    return views::slice(g, arith, dim, start, end, step);
  case Kind::Select:
    return views::select(g, arith, dim, start);
  case Kind::Transpose:
    return views::transpose(g, dim, otherDim);
  case Kind::Permute:
    return views::permute(g, list);
  case Kind::Unsqueeze:
    return views::unsqueeze(g, arith, dim);
  case Kind::Expand:
    return views::expand(g, arith, toSymInts(list));
  case Kind::Reshape:
    return views::reshape(g, arith, toSymInts(list));
  case Kind::Unfold:
    return views::unfold(g, arith, dim, end, step);
  case Kind::Diagonal:
    return views::diagonal(g, arith, start, dim, otherDim);
  }
  llvm_unreachable("not a view");
}

/// Applies steps to a geometry; false where one does not fit.
static bool applyAll(llvm::ArrayRef<ViewStep> steps, Geometry &geometry) {
  for (const ViewStep &step : steps)
    if (llvm::Error error = step.apply(geometry)) {
      llvm::consumeError(std::move(error));
      return false;
    }
  return true;
}

static int64_t size(const Geometry &g, size_t dim) {
  return g.sizes[dim].constant();
}

static int64_t stride(const Geometry &g, size_t dim) {
  return g.strides[dim].constant();
}

static SmallVector<int64_t, 4> toConstants(llvm::ArrayRef<SymInt> numbers) {
  SmallVector<int64_t, 4> constants;
  for (SymInt number : numbers)
    constants.push_back(number.constant());
  return constants;
}

//===----------------------------------------------------------------------===//
// Dimension to dimension
//===----------------------------------------------------------------------===//

/// At which index of each dimension of `g` the element lies that is `distance`
/// behind the first one: the largest index of the widest dimension first.
static std::optional<SmallVector<int64_t, 4>> locate(const Geometry &g,
                                                     int64_t distance) {
  SmallVector<int64_t, 4> order, indices(g.rank(), 0);
  for (size_t dim = 0; dim < g.rank(); ++dim)
    if (stride(g, dim) > 0)
      order.push_back(dim);
  llvm::stable_sort(
      order, [&](int64_t a, int64_t b) { return stride(g, a) > stride(g, b); });
  for (int64_t dim : order) {
    indices[dim] = std::min(distance / stride(g, dim),
                            std::max<int64_t>(size(g, dim) - 1, 0));
    distance -= indices[dim] * stride(g, dim);
  }
  if (distance != 0)
    return std::nullopt;
  return indices;
}

namespace {
/// Finds for each dimension of the target the one of the base that it runs in.
class DimMatcher {
public:
  DimMatcher(const Geometry &base, const Geometry &target)
      : base(base), target(target) {}

  std::optional<ViewSteps> match();

private:
  static constexpr int64_t kNew = -1;

  bool isNewDim(size_t targetDim) const {
    return size(target, targetDim) != 1 && stride(target, targetDim) == 0;
  }
  int64_t findSource(size_t targetDim, llvm::ArrayRef<int64_t> indices) const;
  void slice(size_t targetDim, llvm::ArrayRef<int64_t> indices);
  void order();
  void addNewDims();

  const Geometry &base, &target;
  /// By dimension of the target: that of the base, or `kNew`.
  SmallVector<int64_t, 4> sources;
  llvm::SmallVector<bool, 4> isUsed;
  ViewSteps steps;
};
} // namespace

/// The widest free dimension whose stride divides the target's and which is
/// long enough.
int64_t DimMatcher::findSource(size_t targetDim,
                               llvm::ArrayRef<int64_t> indices) const {
  int64_t best = kNew;
  int64_t length = size(target, targetDim), wanted = stride(target, targetDim);
  for (size_t dim = 0; dim < base.rank(); ++dim) {
    int64_t unit = stride(base, dim);
    if (isUsed[dim] || unit <= 0 || wanted % unit != 0)
      continue;
    // A single index is not worth a dimension of another stride.
    if (length == 1 && unit != wanted)
      continue;
    auto reach = checkedMul(std::max<int64_t>(length - 1, 0), wanted / unit);
    if (!reach || *reach >= size(base, dim) - indices[dim])
      continue;
    if (best == kNew || unit > stride(base, best))
      best = dim;
  }
  return best;
}

void DimMatcher::slice(size_t targetDim, llvm::ArrayRef<int64_t> indices) {
  int64_t dim = sources[targetDim];
  int64_t length = size(target, targetDim);
  int64_t step =
      length == 1 ? 1 : stride(target, targetDim) / stride(base, dim);
  int64_t start = indices[dim];
  int64_t end = length == 0 ? start : start + (length - 1) * step + 1;
  bool isWhole = start == 0 && step == 1 && length == size(base, dim);
  if (!isWhole)
    steps.push_back({.kind = Kind::Slice,
                     .dim = dim,
                     .start = start,
                     .end = end,
                     .step = step});
}

/// Puts the dimensions that are left into the target's order.
void DimMatcher::order() {
  SmallVector<int64_t, 4> left, permutation;
  for (int64_t source : sources)
    if (source != kNew)
      left.push_back(source);
  SmallVector<int64_t, 4> sorted = left;
  llvm::sort(sorted);
  SmallVector<int64_t, 2> moved;
  for (auto [position, source] : llvm::enumerate(left)) {
    permutation.push_back(llvm::find(sorted, source) - sorted.begin());
    if (permutation.back() != int64_t(position))
      moved.push_back(position);
  }
  if (moved.size() == 2)
    steps.push_back(
        {.kind = Kind::Transpose, .dim = moved[0], .otherDim = moved[1]});
  else if (!moved.empty())
    steps.push_back({.kind = Kind::Permute, .list = permutation});
}

void DimMatcher::addNewDims() {
  bool expands = false;
  for (auto [dim, source] : llvm::enumerate(sources)) {
    if (source != kNew)
      continue;
    steps.push_back({.kind = Kind::Unsqueeze, .dim = int64_t(dim)});
    expands |= isNewDim(dim);
  }
  if (expands)
    steps.push_back({.kind = Kind::Expand, .list = toConstants(target.sizes)});
}

std::optional<ViewSteps> DimMatcher::match() {
  auto distance = checkedSub(target.offset.constant(), base.offset.constant());
  if (!distance || *distance < 0)
    return std::nullopt;
  auto indices = locate(base, *distance);
  if (!indices)
    return std::nullopt;

  isUsed.assign(base.rank(), false);
  for (size_t dim = 0; dim < target.rank(); ++dim) {
    int64_t source = isNewDim(dim) ? kNew : findSource(dim, *indices);
    if (source == kNew && size(target, dim) != 1 && !isNewDim(dim))
      return std::nullopt;
    sources.push_back(source);
    if (source != kNew)
      isUsed[source] = true;
  }
  for (size_t dim = 0; dim < target.rank(); ++dim)
    if (sources[dim] != kNew)
      slice(dim, *indices);
  for (size_t dim = base.rank(); dim-- > 0;)
    if (!isUsed[dim])
      steps.push_back({.kind = Kind::Select,
                       .dim = int64_t(dim),
                       .start = (*indices)[dim]});
  order();
  addNewDims();
  return steps;
}

//===----------------------------------------------------------------------===//
// Beginnings
//===----------------------------------------------------------------------===//

/// The strides of the target's dimensions that move, widest first, each once.
static SmallVector<int64_t, 4> getStrideLadder(const Geometry &target) {
  SmallVector<int64_t, 4> ladder;
  for (size_t dim = 0; dim < target.rank(); ++dim)
    if (size(target, dim) > 1 && stride(target, dim) > 0)
      ladder.push_back(stride(target, dim));
  llvm::sort(ladder, std::greater<>());
  ladder.erase(llvm::unique(ladder), ladder.end());
  return ladder;
}

/// Sizes that make the strides of a contiguous tensor of `count` elements the
/// ladder's.
static std::optional<SmallVector<int64_t, 4>>
getLadderSizes(int64_t count, llvm::ArrayRef<int64_t> ladder) {
  SmallVector<int64_t, 4> sizes;
  for (int64_t rung : ladder) {
    if (count % rung != 0)
      return std::nullopt;
    sizes.push_back(count / rung);
    count = rung;
  }
  if (count != 1)
    sizes.push_back(count);
  return sizes;
}

/// A contiguous base under sizes that have the target's strides: the whole of
/// it, or a part.
static void addReshapes(const Geometry &base, const Geometry &target,
                        SmallVectorImpl<ViewSteps> &beginnings) {
  SmallVector<int64_t, 4> sizes = toConstants(base.sizes);
  std::optional<int64_t> count = elementCount(sizes);
  SmallVector<int64_t, 4> ladder = getStrideLadder(target);
  if (ladder.empty() || !count ||
      !isContiguous(sizes, toConstants(base.strides)))
    return;
  if (auto whole = getLadderSizes(*count, ladder))
    beginnings.push_back({{.kind = Kind::Reshape, .list = *whole}});

  // The part from the first element on that the widest dimension spans.
  int64_t start = target.offset.constant() - base.offset.constant();
  int64_t longest = 0;
  for (size_t dim = 0; dim < target.rank(); ++dim)
    if (stride(target, dim) == ladder.front())
      longest = std::max(longest, size(target, dim));
  auto span = checkedMul(ladder.front(), longest);
  if (!span || start < 0 || *span > *count - start)
    return;
  auto part = getLadderSizes(*span, ladder);
  if (!part)
    return;
  ViewSteps steps;
  if (base.rank() != 1)
    steps.push_back({.kind = Kind::Reshape, .list = {-1}});
  steps.push_back({.kind = Kind::Slice, .start = start, .end = start + *span});
  steps.push_back({.kind = Kind::Reshape, .list = *part});
  beginnings.push_back(std::move(steps));
}

/// A diagonal of two dimensions whose strides add up to one of the target's.
static void addDiagonals(const Geometry &base, const Geometry &target,
                         SmallVectorImpl<ViewSteps> &beginnings) {
  auto indices =
      locate(base, target.offset.constant() - base.offset.constant());
  if (!indices)
    return;
  for (size_t a = 0; a < base.rank(); ++a)
    for (size_t b = a + 1; b < base.rank(); ++b) {
      auto sum = checkedAdd(stride(base, a), stride(base, b));
      if (sum && llvm::is_contained(target.strides, SymInt(*sum)))
        beginnings.push_back({{.kind = Kind::Diagonal,
                               .dim = int64_t(a),
                               .otherDim = int64_t(b),
                               .start = (*indices)[b] - (*indices)[a]}});
    }
}

/// Windows that two dimensions of the target make of one of the base.
static void addWindows(const Geometry &base, const Geometry &target,
                       SmallVectorImpl<ViewSteps> &beginnings) {
  auto indices =
      locate(base, target.offset.constant() - base.offset.constant());
  if (!indices)
    return;
  for (size_t dim = 0; dim < base.rank(); ++dim) {
    int64_t unit = stride(base, dim);
    for (size_t inner = 0; inner < target.rank(); ++inner)
      for (size_t outer = 0; outer < target.rank(); ++outer) {
        bool fits = inner != outer && unit > 0 && size(target, inner) > 1 &&
                    size(target, outer) > 1 && stride(target, inner) == unit &&
                    stride(target, outer) > 0 &&
                    stride(target, outer) % unit == 0;
        if (!fits)
          continue;
        int64_t step = stride(target, outer) / unit;
        int64_t length = size(target, inner);
        auto reach = checkedMul(size(target, outer) - 1, step);
        if (!reach || *reach > size(base, dim) - (*indices)[dim] - length)
          continue;
        int64_t start = (*indices)[dim], end = start + *reach + length;
        ViewSteps steps;
        if (start != 0 || end != size(base, dim))
          steps.push_back({.kind = Kind::Slice,
                           .dim = int64_t(dim),
                           .start = start,
                           .end = end});
        steps.push_back({.kind = Kind::Unfold,
                         .dim = int64_t(dim),
                         .end = length,
                         .step = step});
        beginnings.push_back(std::move(steps));
      }
  }
}

//===----------------------------------------------------------------------===//
// The shortest
//===----------------------------------------------------------------------===//

std::optional<ViewSteps> metautils::recoverViews(const Geometry &base,
                                                 const Geometry &target) {
  // The work grows with the fourth power of the rank.
  constexpr size_t maxRank = 16;
  if (base.rank() > maxRank || target.rank() > maxRank)
    return std::nullopt;
  SmallVector<ViewSteps, 0> beginnings(1);
  addReshapes(base, target, beginnings);
  addDiagonals(base, target, beginnings);
  addWindows(base, target, beginnings);

  std::optional<ViewSteps> shortest;
  for (ViewSteps &steps : beginnings) {
    Geometry reached = base;
    if (!applyAll(steps, reached))
      continue;
    std::optional<ViewSteps> rest = DimMatcher(reached, target).match();
    if (!rest || !applyAll(*rest, reached) || !(reached == target))
      continue;
    steps.append(rest->begin(), rest->end());
    if (!shortest || steps.size() < shortest->size())
      shortest = std::move(steps);
  }
  return shortest;
}
