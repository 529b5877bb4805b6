// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One form for the strides of dimensions of size 1.

#ifndef METAUTILS_LIB_TRANSFORMS_NORMALIZESTRIDES_H
#define METAUTILS_LIB_TRANSFORMS_NORMALIZESTRIDES_H

#include "mlir/IR/Operation.h"

namespace metautils {

/// Gives views and the live tensors of them types in which such strides, which
/// address nothing, are normal (`metautils::normalizeUnitStrides`). A tensor
/// that is used by an op of another dialect keeps its type.
void normalizeStridesOfUnitDims(mlir::Operation *top);

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_NORMALIZESTRIDES_H
