// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, layouts and enums of the meta dialect.

#ifndef METAUTILS_IR_METATYPES_H
#define METAUTILS_IR_METATYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "metautils/IR/MetaEnums.h.inc"

#include "metautils/IR/MetaAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "metautils/IR/MetaAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "metautils/IR/MetaTypes.h.inc"

#endif // METAUTILS_IR_METATYPES_H
