// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that pick, reorder or window dims.

#include "metautils/Layout/Views.h"
#include "Refusal.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace metautils;
using namespace metautils::detail;
using llvm::ArrayRef;
using llvm::Error;

char UndecidedError::ID = 0;

static void eraseDim(Geometry &g, int64_t dim) {
  g.sizes.erase(g.sizes.begin() + dim);
  g.strides.erase(g.strides.begin() + dim);
}

static void appendDim(Geometry &g, SymInt size, SymInt stride) {
  g.sizes.push_back(size);
  g.strides.push_back(stride);
}

/// Moves the first element `index` places along a dim.
static void advance(Geometry &g, Arithmetic &arith, SymInt index,
                    SymInt stride) {
  g.offset = arith.add(g.offset, arith.mul(index, stride));
}

/// Refuses dims out of range and repeated ones.
static Error checkDimList(ArrayRef<int64_t> dims, size_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (Error error = checkDim(dim, rank))
      return error;
    if (seen.test(dim))
      return refuse("expected each dim once, got dim {0} twice", dim);
    seen.set(dim);
  }
  return Error::success();
}

Error views::permute(Geometry &g, ArrayRef<int64_t> dims) {
  if (dims.size() != g.rank())
    return refuse("expected {0} dims to permute, got {1}", g.rank(),
                  dims.size());
  if (Error error = checkDimList(dims, g.rank()))
    return error;
  Geometry base = g;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    g.sizes[i] = base.sizes[dim];
    g.strides[i] = base.strides[dim];
  }
  return Error::success();
}

Error views::transpose(Geometry &g, int64_t dim0, int64_t dim1) {
  if (g.rank() == 0 && dim0 == 0 && dim1 == 0)
    return Error::success();
  for (int64_t dim : {dim0, dim1})
    if (Error error = checkDim(dim, g.rank()))
      return error;
  std::swap(g.sizes[dim0], g.sizes[dim1]);
  std::swap(g.strides[dim0], g.strides[dim1]);
  return Error::success();
}

/// A bound of a slice, counted from the end if negative, clamped to [0, size].
/// Emits no test that the sign of a constant already answers.
static SymInt clampBound(Arithmetic &arith, SymInt bound, SymInt size) {
  if (bound.isConstant(0))
    return bound;
  SymInt wrapped = arith.wrapIndex(bound, size);
  if (bound.isConstant() && bound.constant() < 0)
    return arith.max(wrapped, 0);
  SymInt clamped = arith.min(wrapped, size);
  return bound.isConstant() ? clamped : arith.max(clamped, 0);
}

Error views::slice(Geometry &g, Arithmetic &arith, int64_t dim, SymInt start,
                   SymInt end, SymInt step) {
  if (Error error = checkDim(dim, g.rank()))
    return error;
  if (step.isConstant() && step.constant() < 1)
    return refuse("expected a step of at least 1, got {0}", step);
  SymInt &size = g.sizes[dim], &stride = g.strides[dim];
  start = clampBound(arith, start, size);
  end = clampBound(arith, end, size);
  // A start of 0 and an end at the size are in order as they are.
  if (!start.isConstant(0) && end != size)
    end = arith.max(start, end);
  advance(g, arith, start, stride);
  size = arith.ceilDiv(arith.sub(end, start), step);
  stride = arith.mul(stride, step);
  return checkOverflow(arith);
}

Error views::narrow(Geometry &g, Arithmetic &arith, int64_t dim, SymInt start,
                    SymInt length) {
  if (Error error = checkDim(dim, g.rank()))
    return error;
  if (Error error = checkNotNegative(length, "length"))
    return error;
  SymInt &size = g.sizes[dim];
  if (size.isConstant() && start.isConstant() &&
      (start.constant() < -size.constant() ||
       start.constant() > size.constant()))
    return refuse("expected start in [-{0}, {0}], got {1}", size, start);
  start = arith.wrapIndex(start, size);
  SymInt room =
      size.isConstant() && start.isConstant() ? arith.sub(size, start) : size;
  if (room.isConstant() && length.isConstant() &&
      length.constant() > room.constant())
    return refuse("expected a length of at most {0} from start {1} of dim {2}, "
                  "got {3}",
                  room, start, dim, length);
  advance(g, arith, start, g.strides[dim]);
  size = length;
  return checkOverflow(arith);
}

Error views::select(Geometry &g, Arithmetic &arith, int64_t dim, SymInt index) {
  if (Error error = checkDim(dim, g.rank()))
    return error;
  SymInt size = g.sizes[dim];
  if (size.isConstant() && index.isConstant() &&
      (index.constant() < -size.constant() ||
       index.constant() >= size.constant()))
    return refuse("expected index in [-{0}, {0}) of dim {1}, got {2}", size,
                  dim, index);
  advance(g, arith, arith.wrapIndex(index, size), g.strides[dim]);
  eraseDim(g, dim);
  return checkOverflow(arith);
}

Error views::squeeze(Geometry &g, ArrayRef<int64_t> dims,
                     ArrayRef<int64_t> stated) {
  // A 0-d tensor has a dim 0 here, as in ATen.
  if (Error error = checkDimList(dims, std::max<size_t>(g.rank(), 1)))
    return error;
  for (size_t dim = g.rank(); dim-- > 0;)
    if (stated[dim] == 1 && llvm::is_contained(dims, dim))
      eraseDim(g, dim);
  return Error::success();
}

Error views::unsqueeze(Geometry &g, Arithmetic &arith, int64_t dim) {
  size_t rank = g.rank();
  if (Error error = checkDim(dim, rank + 1))
    return error;
  SymInt stride = static_cast<size_t>(dim) == rank
                      ? SymInt(1)
                      : arith.mul(g.sizes[dim], g.strides[dim]);
  g.sizes.insert(g.sizes.begin() + dim, SymInt(1));
  g.strides.insert(g.strides.begin() + dim, stride);
  return checkOverflow(arith);
}

Error views::diagonal(Geometry &g, Arithmetic &arith, int64_t offset,
                      int64_t dim0, int64_t dim1) {
  for (int64_t dim : {dim0, dim1})
    if (Error error = checkDim(dim, g.rank()))
      return error;
  if (dim0 == dim1)
    return refuse("expected two different dims, got dim {0} twice", dim0);
  // The diagonal starts `offset` columns to the right or `-offset` rows down.
  SymInt rows = g.sizes[dim0], columns = g.sizes[dim1];
  SymInt skipped = offset < 0 ? arith.sub(0, offset) : SymInt(offset);
  SymInt &shortened = offset < 0 ? rows : columns;
  shortened = arith.sub(shortened, skipped);
  SymInt size = arith.min(rows, columns);
  if (offset != 0) // else it is no less than 0
    size = arith.max(size, 0);
  if (!size.isConstant(0)) // else nothing is addressed, and ATen stays put
    advance(g, arith, skipped, g.strides[offset < 0 ? dim0 : dim1]);

  SymInt stride = arith.add(g.strides[dim0], g.strides[dim1]);
  eraseDim(g, std::max(dim0, dim1));
  eraseDim(g, std::min(dim0, dim1));
  appendDim(g, size, stride);
  return checkOverflow(arith);
}

Error views::unfold(Geometry &g, Arithmetic &arith, int64_t dim, SymInt size,
                    SymInt step) {
  bool isScalar = g.rank() == 0;
  if (Error error = checkDim(dim, isScalar ? 1 : g.rank()))
    return error;
  if (Error error = checkNotNegative(size, "window size"))
    return error;
  if (step.isConstant() && step.constant() < 1)
    return refuse("expected a step of at least 1, got {0}", step);
  SymInt available = isScalar ? SymInt(1) : g.sizes[dim];
  if (available.isConstant() && size.isConstant() &&
      size.constant() > available.constant())
    return refuse("expected windows of at most {0} elements, got {1}",
                  available, size);
  appendDim(g, size, isScalar ? SymInt(1) : g.strides[dim]);
  if (isScalar)
    return Error::success();
  SymInt moves = arith.floorDiv(arith.sub(available, size), step);
  g.sizes[dim] = arith.add(moves, 1);
  g.strides[dim] = arith.mul(g.strides[dim], step);
  return checkOverflow(arith);
}

/// Where each piece of dim `dim` begins.
static llvm::Expected<llvm::SmallVector<SymInt, 4>>
findStarts(const Geometry &g, Arithmetic &arith, int64_t dim,
           ArrayRef<SymInt> pieces) {
  if (Error error = checkDim(dim, g.rank()))
    return error;
  llvm::SmallVector<SymInt, 4> starts;
  SymInt sum = 0;
  for (SymInt piece : pieces) {
    if (Error error = checkNotNegative(piece, "piece"))
      return error;
    starts.push_back(sum);
    sum = arith.add(sum, piece);
  }
  SymInt size = g.sizes[dim];
  if (sum.isConstant() && size.isConstant() && sum != size)
    return refuse("expected pieces that sum to {0}, got {1}", size,
                  print(pieces));
  return starts;
}

/// Makes of `g` the piece of dim `dim` from `start`.
static Error cutOut(Geometry &g, Arithmetic &arith, int64_t dim, SymInt start,
                    SymInt piece) {
  advance(g, arith, start, g.strides[dim]);
  g.sizes[dim] = piece;
  return checkOverflow(arith);
}

Error views::split(Geometry &g, Arithmetic &arith, int64_t dim,
                   ArrayRef<SymInt> pieces, size_t index) {
  auto starts = findStarts(g, arith, dim, pieces);
  if (!starts)
    return starts.takeError();
  if (index >= pieces.size())
    return refuse("expected piece in [0, {0}), got {1}", pieces.size(), index);
  return cutOut(g, arith, dim, (*starts)[index], pieces[index]);
}

Error views::splitAll(const Geometry &g, Arithmetic &arith, int64_t dim,
                      ArrayRef<SymInt> pieces,
                      llvm::function_ref<void(Geometry &)> take) {
  auto starts = findStarts(g, arith, dim, pieces);
  if (!starts)
    return starts.takeError();
  for (auto [start, piece] : llvm::zip_equal(*starts, pieces)) {
    Geometry part = g;
    if (Error error = cutOut(part, arith, dim, start, piece))
      return error;
    take(part);
  }
  return Error::success();
}

Error views::asStrided(Geometry &g, ArrayRef<SymInt> sizes,
                       ArrayRef<SymInt> strides, std::optional<SymInt> offset) {
  if (Error error = checkGeometry(sizes, strides, offset.value_or(0)))
    return error;
  g = Geometry(sizes, strides, offset.value_or(g.offset));
  return Error::success();
}
