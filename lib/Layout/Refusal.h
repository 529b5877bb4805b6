// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the views refuse: shared by their files.

#ifndef METAUTILS_LIB_LAYOUT_REFUSAL_H
#define METAUTILS_LIB_LAYOUT_REFUSAL_H

#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/SymInt.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace metautils::detail {

template <typename... Ts>
llvm::Error refuse(const char *format, Ts &&...values) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Ts>(values)...).str());
}

/// `numbers` as `[4, ?, 3]`.
inline std::string print(llvm::ArrayRef<SymInt> numbers) {
  return llvm::formatv("[{0:$[, ]}]",
                       llvm::make_range(numbers.begin(), numbers.end()));
}

/// Refuses a dim outside of [0, rank).
llvm::Error checkDim(int64_t dim, size_t rank);

/// Refuses a negative or reserved constant; `what` is "size", "stride", ...
llvm::Error checkNotNegative(SymInt number, const char *what);
llvm::Error checkNotNegative(SymInt number, const char *what, size_t dim);

/// Refuses another number of strides than of sizes, and what is negative.
llvm::Error checkGeometry(llvm::ArrayRef<SymInt> sizes,
                          llvm::ArrayRef<SymInt> strides, SymInt offset);

/// The last word of a view that is legal if nothing overflowed.
llvm::Error checkOverflow(const Arithmetic &arith);

} // namespace metautils::detail

#endif // METAUTILS_LIB_LAYOUT_REFUSAL_H
