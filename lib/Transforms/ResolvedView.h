// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The geometry of a view, counted from its root, and the one op that states it.

#ifndef METAUTILS_LIB_TRANSFORMS_RESOLVEDVIEW_H
#define METAUTILS_LIB_TRANSFORMS_RESOLVEDVIEW_H

#include "metautils/IR/GeometryBuilder.h"

namespace metautils {

class ResolvedView {
public:
  ResolvedView(mlir::Value root, Geometry geometry = {})
      : root(root), geometry(std::move(geometry)) {}

  /// Refuses a geometry that no view of this type can state.
  llvm::Error check(MetaTensorType type) const;

  /// The one view of the root, built where `tensor` is defined: `tensor` itself
  /// where it is that view.
  mlir::Value materialize(mlir::Value tensor, mlir::OpBuilder &builder,
                          EmittedNumbers *emitted = nullptr);

  /// A storage, an argument, or a view that could not be folded.
  mlir::Value root;
  Geometry geometry;
  /// How many views of it are not resolved yet.
  unsigned pendingViews = 0;

private:
  mlir::Value folded;
};

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_RESOLVEDVIEW_H
