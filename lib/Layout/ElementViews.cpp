// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views that change what an element is.

#include "Refusal.h"
#include "metautils/Layout/Views.h"

using namespace metautils;
using namespace metautils::detail;
using llvm::Error;

static Error checkDivisible(SymInt number, int64_t divisor, const char *what) {
  if (!number.isConstant() || number.constant() % divisor == 0)
    return Error::success();
  return refuse("expected {0} divisible by {1}, got {2}", what, divisor,
                number);
}

static Error checkInnerStride(const Geometry &g) {
  if (!g.strides.back().isConstant() || g.strides.back().isConstant(1))
    return Error::success();
  return refuse("expected the last dim to have stride 1, got {0}",
                g.strides.back());
}

/// Each element becomes `ratio` of them, counted in the smaller elements.
static Error narrowElements(Geometry &g, Arithmetic &arith, int64_t ratio) {
  for (SymInt &stride : llvm::MutableArrayRef(g.strides).drop_back())
    stride = arith.mul(stride, ratio);
  g.strides.back() = 1;
  g.sizes.back() = arith.mul(g.sizes.back(), ratio);
  g.offset = arith.mul(g.offset, ratio);
  return checkOverflow(arith);
}

/// Each `ratio` elements become one, counted in the larger elements.
static Error widenElements(Geometry &g, Arithmetic &arith, int64_t ratio) {
  if (Error error = checkDivisible(g.sizes.back(), ratio, "a last size"))
    return error;
  if (Error error = checkDivisible(g.offset, ratio, "an offset"))
    return error;
  for (SymInt &stride : llvm::MutableArrayRef(g.strides).drop_back()) {
    if (Error error = checkDivisible(stride, ratio, "strides"))
      return error;
    stride = arith.floorDiv(stride, ratio);
  }
  g.strides.back() = 1;
  g.sizes.back() = arith.floorDiv(g.sizes.back(), ratio);
  g.offset = arith.floorDiv(g.offset, ratio);
  return checkOverflow(arith);
}

Error views::viewDtype(Geometry &g, Arithmetic &arith, int64_t fromBytes,
                       int64_t toBytes) {
  assert(fromBytes > 0 && toBytes > 0 && "expected elements to have bytes");
  if (fromBytes == toBytes)
    return Error::success();
  if (std::max(fromBytes, toBytes) % std::min(fromBytes, toBytes) != 0)
    return refuse("expected one element size to divide the other, got {0} and "
                  "{1} bytes",
                  fromBytes, toBytes);
  if (g.rank() == 0)
    return refuse("expected a dim to view {0}-byte elements as {1}-byte ones, "
                  "got a 0-d tensor",
                  fromBytes, toBytes);
  if (Error error = checkInnerStride(g))
    return error;
  return fromBytes > toBytes ? narrowElements(g, arith, fromBytes / toBytes)
                             : widenElements(g, arith, toBytes / fromBytes);
}

Error views::viewAsReal(Geometry &g, Arithmetic &arith) {
  for (SymInt &stride : g.strides)
    stride = arith.mul(stride, 2);
  g.offset = arith.mul(g.offset, 2);
  g.sizes.push_back(2);
  g.strides.push_back(1);
  return checkOverflow(arith);
}

Error views::viewAsComplex(Geometry &g, Arithmetic &arith) {
  if (g.rank() == 0)
    return refuse("expected a last dim of size 2, got a 0-d tensor");
  if (g.sizes.back().isConstant() && !g.sizes.back().isConstant(2))
    return refuse("expected a last dim of size 2, got {0}", g.sizes.back());
  if (Error error = checkInnerStride(g))
    return error;
  if (Error error = checkDivisible(g.offset, 2, "an offset"))
    return error;
  g.sizes.pop_back();
  g.strides.pop_back();
  for (size_t dim = 0; dim < g.rank(); ++dim) {
    if (!g.sizes[dim].isConstant(1))
      if (Error error = checkDivisible(g.strides[dim], 2, "strides"))
        return error;
    g.strides[dim] = arith.floorDiv(g.strides[dim], 2);
  }
  g.offset = arith.floorDiv(g.offset, 2);
  return checkOverflow(arith);
}
