// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as lists of addresses: a model of views that knows no strides.

#ifndef METAUTILS_UNITTESTS_LAYOUT_ELEMENTS_H
#define METAUTILS_UNITTESTS_LAYOUT_ELEMENTS_H

#include "metautils/Layout/SymInt.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace metautils {

using Ints = std::vector<int64_t>;

/// A tensor as the address of each element in row-major order.
struct Elements {
  Ints sizes;
  Ints addresses;
  bool operator==(const Elements &) const = default;
};

/// The tensor whose element at an index has the address `address(index)`.
Elements build(Ints sizes, llvm::function_ref<int64_t(const Ints &)> address);

/// The elements of a geometry, each number read by `value`.
Elements enumerate(const Geometry &g,
                   llvm::function_ref<int64_t(SymInt)> value);

/// The address of the element at an index.
int64_t at(const Elements &elements, const Ints &index);

/// start, start + step, ... below end.
Ints range(int64_t start, int64_t end, int64_t step = 1);

/// The elements whose index in `dim` is one of `kept`.
Elements keep(const Elements &base, int64_t dim, const Ints &kept);

/// Drops a dim, whose index is fixed.
Elements fix(const Elements &base, int64_t dim, int64_t index);

/// Whether an offset and strides can say the same.
bool isStrided(const Elements &elements);

/// Each element as `ratio` smaller ones, in a new last dim.
Elements cutElements(const Elements &base, int64_t ratio);

/// The inverse: the elements along the last dim are the parts of one.
std::optional<Elements> joinElements(const Elements &base);

} // namespace metautils

#endif // METAUTILS_UNITTESTS_LAYOUT_ELEMENTS_H
