// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, layouts and enums of the meta dialect.

#ifndef METAUTILS_IR_METATYPES_H
#define METAUTILS_IR_METATYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

#include "metautils/IR/MetaEnums.h.inc"

#include "metautils/IR/MetaAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "metautils/IR/MetaAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "metautils/IR/MetaTypes.h.inc"

namespace metautils {

/// How deep plain data may nest, see Note [Plain data].
inline constexpr unsigned maxDataDepth = 64;

/// An error that nobody sees, for code that only asks whether there is one.
mlir::InFlightDiagnostic emitUnseenError(mlir::MLIRContext *context);

} // namespace metautils

#endif // METAUTILS_IR_METATYPES_H
