// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that give a tensor other sizes: expand and reshape.

#include "Refusal.h"
#include "metautils/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"

using namespace metautils;
using namespace metautils::detail;
using llvm::ArrayRef;
using llvm::Error;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

Error views::setContiguousStrides(Geometry &g, Arithmetic &arith) {
  g.strides.assign(g.rank(), SymInt(1));
  for (size_t dim = g.rank(); dim-- > 1;)
    g.strides[dim - 1] = arith.mul(g.strides[dim], arith.max(g.sizes[dim], 1));
  return checkOverflow(arith);
}

//===----------------------------------------------------------------------===//
// expand
//===----------------------------------------------------------------------===//

/// Expands one dim of the base to the size `target`.
static Error expandDim(Arithmetic &arith, SymInt target, size_t dim,
                       SymInt &size, SymInt &stride) {
  if (target.isConstant(-1) || arith.equal(size, target).value_or(false))
    return Error::success();
  if (size.isConstant(1)) {
    stride = 0;
    size = target;
    return Error::success();
  }
  if (size.isConstant()) {
    // The target is a symbol then, and legal only if it is this very size.
    if (!target.isConstant())
      return Error::success();
    return refuse("expected size {0} at dim {1} to be kept, got {2}", size, dim,
                  target);
  }
  if (!target.isConstant(1)) // else the base's size is 1 as well
    stride = arith.selectIfEqual(size, 1, 0, stride);
  size = target;
  return Error::success();
}

/// A new dim before `g`, which has been expanded so far. `ofScalar`: the base
/// has no dim.
static void prependDim(Geometry &g, Arithmetic &arith, SymInt size,
                       bool ofScalar) {
  SymInt stride = 0;
  if (size.isConstant(1) && !ofScalar)
    stride = arith.mul(g.sizes.front(), g.strides.front());
  g.sizes.insert(g.sizes.begin(), size);
  g.strides.insert(g.strides.begin(), stride);
}

Error views::expand(Geometry &g, Arithmetic &arith, ArrayRef<SymInt> sizes) {
  size_t rank = g.rank();
  if (sizes.size() < rank)
    return refuse("expected at least {0} sizes, got {1}", rank, sizes.size());
  size_t added = sizes.size() - rank;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size.isConstant(-1) && dim < added)
      return refuse("expected a size for the new dim {0}, got -1", dim);
    if (!size.isConstant(-1))
      if (Error error = checkNotNegative(size, "size", dim))
        return error;
  }
  for (size_t dim = rank; dim-- > 0;)
    if (Error error = expandDim(arith, sizes[added + dim], dim, g.sizes[dim],
                                g.strides[dim]))
      return error;
  for (size_t dim = added; dim-- > 0;)
    prependDim(g, arith, sizes[dim], /*ofScalar=*/rank == 0);
  return checkOverflow(arith);
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

/// Finds the size of -1 and refuses other negative sizes.
static Error findInferred(ArrayRef<SymInt> sizes,
                          std::optional<size_t> &inferred) {
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (!size.isConstant(-1)) {
      if (Error error = checkNotNegative(size, "size", dim))
        return error;
      continue;
    }
    if (inferred)
      return refuse("expected at most one size of -1, got {0}", print(sizes));
    inferred = dim;
  }
  return Error::success();
}

/// Writes the size that -1 stands for and refuses a wrong number of elements.
static Error inferSize(ArrayRef<SymInt> base, Arithmetic &arith,
                       SmallVectorImpl<SymInt> &sizes) {
  std::optional<size_t> inferred;
  if (Error error = findInferred(sizes, inferred))
    return error;
  Product have = arith.product(base), want;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (dim != inferred)
      arith.multiply(want, size);

  if (have.isTooLarge() || want.isTooLarge())
    return refuse("expected a number of elements within int64, got {0} as {1}",
                  print(base), print(sizes));
  if (!inferred) {
    if (Product::equal(have, want).value_or(true))
      return Error::success();
    return refuse("expected sizes of as many elements as {0}, got {1}",
                  print(base), print(sizes));
  }
  if (want.isConstant(0))
    return refuse("expected no size of 0 beside -1, got {0}", print(sizes));
  std::optional<Product> quotient = Product::divide(have, want);
  if (!quotient && have.isConstant() && want.isConstant())
    return refuse("expected a divisor of the {0} elements beside -1, got {1}",
                  have.coefficient(), print(sizes));
  sizes[*inferred] = quotient ? arith.materialize(*quotient)
                              : arith.floorDiv(arith.materialize(have),
                                               arith.materialize(want));
  return Error::success();
}

namespace {
enum class Viewable { Yes, No, Undecided };

/// `computeStride_impl` of ATen for a tensor that has elements. The base's dims
/// fall into chunks, each of which lies in memory like a single dim; the new
/// dims are cut out of them from the right.
class StrideComputer {
public:
  StrideComputer(const Geometry &base, Arithmetic &arith,
                 ArrayRef<SymInt> sizes, SmallVectorImpl<SymInt> &strides)
      : base(base), arith(arith), sizes(sizes), strides(strides),
        baseSize(arith.product(base.sizes)), remaining(sizes.size()) {
    strides.assign(sizes.size(), SymInt(1));
  }

  Viewable run();

private:
  std::optional<bool> equalIfNonEmpty(const Product &a, const Product &b);
  size_t findChunk(size_t end, Product &chunkSize);
  Viewable fillChunk(SymInt stride, const Product &chunkSize, bool isLast);

  const Geometry &base;
  Arithmetic &arith;
  ArrayRef<SymInt> sizes;
  SmallVectorImpl<SymInt> &strides;
  Product baseSize;
  size_t remaining; // new dims that have no stride yet
  bool mayMerge = false;
};
} // namespace

/// Whether both are one number if the base has elements: then a symbol among
/// its sizes is at least 1.
std::optional<bool> StrideComputer::equalIfNonEmpty(const Product &a,
                                                    const Product &b) {
  auto isExact = [&](const Product::Factor &factor) {
    return !factor.atLeastOne ||
           llvm::is_contained(baseSize.factors(),
                              Product::Factor{factor.symbol});
  };
  if (Product::compareSizes(a, b) == 0 && llvm::all_of(a.factors(), isExact) &&
      llvm::all_of(b.factors(), isExact))
    return true;
  return Product::equal(a, b);
}

/// The first dim of the chunk that ends before `end`, and its element count.
size_t StrideComputer::findChunk(size_t end, Product &chunkSize) {
  size_t begin = end - 1;
  chunkSize = arith.product(base.sizes[begin]);
  Product extent = arith.product({base.sizes[begin], base.strides[begin]});
  for (; begin > 0; --begin) {
    SymInt size = base.sizes[begin - 1];
    if (size.isConstant(1))
      continue;
    Product stride = arith.product(base.strides[begin - 1]);
    std::optional<bool> adjoins = equalIfNonEmpty(stride, extent);
    // Two chunks that are one after all give the same strides, as long as the
    // new dims can be cut at their border.
    mayMerge |= !adjoins;
    if (!adjoins.value_or(false))
      break;
    arith.multiply(chunkSize, size);
    arith.multiply(extent, size);
  }
  return begin;
}

Viewable StrideComputer::fillChunk(SymInt stride, const Product &chunkSize,
                                   bool isLast) {
  Product taken;
  SymInt inner = 1; // the size next to the one to place
  while (remaining > 0) {
    SymInt size = sizes[remaining - 1];
    // The last chunk gets all the rest: the number of elements is the same.
    if (!isLast && !size.isConstant(1)) {
      std::optional<int> order = Product::compareSizes(taken, chunkSize);
      if (!order)
        return Viewable::Undecided;
      if (*order >= 0)
        break;
    }
    stride = arith.mul(inner, stride);
    strides[--remaining] = stride;
    inner = size;
    arith.multiply(taken, size);
  }
  if (isLast)
    return Viewable::Yes;
  std::optional<int> order = Product::compareSizes(taken, chunkSize);
  if (order == 0)
    return Viewable::Yes;
  return order && !mayMerge ? Viewable::No : Viewable::Undecided;
}

Viewable StrideComputer::run() {
  for (size_t end = base.rank(); end > 0;) {
    Product chunkSize;
    size_t begin = findChunk(end, chunkSize);
    Viewable result =
        fillChunk(base.strides[end - 1], chunkSize, /*isLast=*/begin == 0);
    if (result != Viewable::Yes)
      return result;
    end = begin;
  }
  return Viewable::Yes;
}

static bool anyUnknown(ArrayRef<SymInt> numbers) {
  return llvm::any_of(numbers, [](SymInt s) { return s.isUnknown(); });
}

/// Whether the sizes of `g` are `sizes`.
static std::optional<bool> haveEqualSizes(const Geometry &g, Arithmetic &arith,
                                          ArrayRef<SymInt> sizes) {
  if (g.rank() != sizes.size())
    return false;
  std::optional<bool> result = true;
  for (auto [a, b] : llvm::zip_equal(g.sizes, sizes)) {
    std::optional<bool> equal = arith.equal(a, b);
    if (equal && !*equal)
      return false;
    if (!equal)
      result = std::nullopt;
  }
  return result;
}

static Error refuseReshape(const Geometry &base, ArrayRef<SymInt> sizes,
                           bool isUndecided) {
  std::string text = llvm::formatv(
      "cannot {0} sizes {1} with strides {2} as {3} without a copy",
      isUndecided ? "decide whether to view" : "view", print(base.sizes),
      print(base.strides), print(sizes));
  if (isUndecided)
    return llvm::make_error<UndecidedError>(std::move(text));
  return llvm::createStringError(text);
}

Error views::reshape(Geometry &g, Arithmetic &arith, ArrayRef<SymInt> target,
                     bool baseIsContiguous) {
  SmallVector<SymInt, 4> sizes(target);
  if (Error error = inferSize(g.sizes, arith, sizes))
    return error;
  Geometry base = g;
  g.sizes = sizes;
  if (baseIsContiguous)
    return setContiguousStrides(g, arith);

  bool unknown =
      anyUnknown(base.sizes) || anyUnknown(base.strides) || anyUnknown(sizes);
  auto isZero = [](SymInt size) { return size.isConstant(0); };
  if (llvm::any_of(base.sizes, isZero) || llvm::any_of(sizes, isZero)) {
    std::optional<bool> same = haveEqualSizes(base, arith, sizes);
    if (same == true) { // ATen then keeps the strides
      g.strides = base.strides;
      return checkOverflow(arith);
    }
    if (same == false || !unknown)
      return setContiguousStrides(g, arith);
    g.strides.assign(g.rank(), SymInt::unknown());
    return checkOverflow(arith);
  }

  Viewable result = StrideComputer(base, arith, sizes, g.strides).run();
  if (result == Viewable::Undecided && unknown)
    g.strides.assign(g.rank(), SymInt::unknown());
  else if (result != Viewable::Yes)
    return refuseReshape(base, sizes, result == Viewable::Undecided);
  return checkOverflow(arith);
}

//===----------------------------------------------------------------------===//
// unflatten
//===----------------------------------------------------------------------===//

/// Corrects the strides of the parts [first, last] of a dim, which all have the
/// dim's, to those of `view` of ATen. The innermost part that is not of size 1
/// keeps it; a dim of size 1, be it a part or not, lies next to its inner
/// neighbour.
static void setPartStrides(Geometry &g, Arithmetic &arith, size_t first,
                           size_t last) {
  while (last > first && g.sizes[last].isConstant(1))
    --last;
  for (size_t dim = g.rank() - 1; dim-- > 0;)
    if (g.sizes[dim].isConstant(1) || (dim >= first && dim < last))
      g.strides[dim] = arith.mul(g.sizes[dim + 1], g.strides[dim + 1]);
}

Error views::unflatten(Geometry &g, Arithmetic &arith, int64_t dim,
                       ArrayRef<SymInt> parts, bool baseIsContiguous) {
  if (Error error = checkDim(dim, g.rank()))
    return error;
  if (parts.empty())
    return refuse("expected at least one size for dim {0}, got none", dim);
  SmallVector<SymInt, 4> sizes(parts);
  if (Error error = inferSize(g.sizes[dim], arith, sizes))
    return error;
  g.sizes.erase(g.sizes.begin() + dim);
  g.sizes.insert(g.sizes.begin() + dim, sizes.begin(), sizes.end());
  g.strides.insert(g.strides.begin() + dim, sizes.size() - 1,
                   SymInt(g.strides[dim]));

  bool isEmpty =
      llvm::any_of(g.sizes, [](SymInt size) { return size.isConstant(0); });
  if (baseIsContiguous || (isEmpty && parts.size() > 1))
    return setContiguousStrides(g, arith);
  if (!isEmpty) // else the same sizes keep the strides
    setPartStrides(g, arith, dim, dim + parts.size() - 1);
  return checkOverflow(arith);
}
