// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The refusals that several views share.

#include "Refusal.h"

using namespace metautils;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

Error detail::checkDim(int64_t dim, size_t rank) {
  if (dim >= 0 && static_cast<uint64_t>(dim) < rank)
    return Error::success();
  if (rank == 0)
    return refuse("expected a tensor with dims, got a 0-d tensor");
  return refuse("expected dim in [0, {0}), got {1}", rank, dim);
}

static Error refuseNegative(SymInt number, const char *what, StringRef where) {
  if (number.isConstant(reservedValue))
    return detail::refuse("reserved value {0} for {1}{2}", number, what, where);
  return detail::refuse("negative {0} {1}{2}", what, number, where);
}

Error detail::checkNotNegative(SymInt number, const char *what) {
  if (!number.isConstant() || number.constant() >= 0)
    return Error::success();
  return refuseNegative(number, what, "");
}

Error detail::checkNotNegative(SymInt number, const char *what, size_t dim) {
  if (!number.isConstant() || number.constant() >= 0)
    return Error::success();
  return refuseNegative(number, what, llvm::formatv(" at dim {0}", dim).str());
}

Error detail::checkGeometry(ArrayRef<SymInt> sizes, ArrayRef<SymInt> strides,
                            SymInt offset) {
  if (sizes.size() != strides.size())
    return refuse("expected {0} strides, one for each size, got {1}",
                  sizes.size(), strides.size());
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (Error error = checkNotNegative(sizes[dim], "size", dim))
      return error;
    if (Error error = checkNotNegative(strides[dim], "stride", dim))
      return error;
  }
  return checkNotNegative(offset, "offset");
}

Error detail::checkOverflow(const Arithmetic &arith) {
  if (!arith.overflowed())
    return Error::success();
  return refuse("expected sizes, strides and offset within int64, got an "
                "overflow");
}
