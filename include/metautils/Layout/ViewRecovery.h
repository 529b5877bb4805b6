// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a geometry back to the views that a person would have written.

#ifndef METAUTILS_LAYOUT_VIEWRECOVERY_H
#define METAUTILS_LAYOUT_VIEWRECOVERY_H

#include "metautils/Layout/SymInt.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace metautils {

/// One view of ATen with constant parameters.
struct ViewStep {
  enum class Kind {
    Slice,     // dim, from start to end, step
    Select,    // dim at start
    Transpose, // dim, otherDim
    Permute,   // list
    Unsqueeze, // dim
    Expand,    // list
    Reshape,   // list
    Unfold,    // dim into windows of end elements, step apart
    Diagonal,  // dim, otherDim, at offset start
  };

  Kind kind;
  int64_t dim = 0;
  int64_t otherDim = 0;
  int64_t start = 0;
  int64_t end = 0;
  int64_t step = 1;
  llvm::SmallVector<int64_t, 4> list = {};

  /// What the view does to a constant geometry.
  llvm::Error apply(Geometry &geometry) const;
};

using ViewSteps = llvm::SmallVector<ViewStep, 4>;

/// The shortest of the chains it knows that leads from `base` to exactly
/// `target`: the same sizes, strides (also those that address nothing) and
/// offset. Nothing where none does. Both are constant. The work depends on the
/// ranks alone.
///   24 [1]  to  4x3 [1, 4] + 2   ->  slice 2 to 14, reshape [3, 4],
///                                    transpose 0, 1
std::optional<ViewSteps> recoverViews(const Geometry &base,
                                      const Geometry &target);

} // namespace metautils

#endif // METAUTILS_LAYOUT_VIEWRECOVERY_H
