// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations that answer overflow. llvm/Support/CheckedArithmetic.h
// goes through APInt, which divides after each multiplication: folding a
// reshape takes four times as long with it.

#ifndef METAUTILS_LIB_LAYOUT_CHECKED_H
#define METAUTILS_LIB_LAYOUT_CHECKED_H

#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <optional>

namespace metautils::detail {

inline std::optional<int64_t> checkedAdd(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::AddOverflow(a, b, result))
    return std::nullopt;
  return result;
}

inline std::optional<int64_t> checkedSub(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::SubOverflow(a, b, result))
    return std::nullopt;
  return result;
}

inline std::optional<int64_t> checkedMul(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::MulOverflow(a, b, result))
    return std::nullopt;
  return result;
}

} // namespace metautils::detail

#endif // METAUTILS_LIB_LAYOUT_CHECKED_H
