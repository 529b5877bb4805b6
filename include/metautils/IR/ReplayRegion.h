// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions whose views say how a tensor is made, beyond what it is.

#ifndef METAUTILS_IR_REPLAYREGION_H
#define METAUTILS_IR_REPLAYREGION_H

#include "mlir/IR/OpDefinition.h"

namespace metautils {

/// Marks an op that runs the views in its region as they stand there: passes
/// that write views in another way leave them alone.
template <typename ConcreteOp>
class ReplayRegionTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, ReplayRegionTrait> {};

/// Whether a view is in such a region.
inline bool isReplayed(mlir::Operation *view) {
  mlir::Operation *parent = view->getParentOp();
  return parent && parent->hasTrait<ReplayRegionTrait>();
}

} // namespace metautils

#endif // METAUTILS_IR_REPLAYREGION_H
