// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the conversions of types share: elements, and what no type says.

#ifndef METAUTILS_LIB_CONVERSION_ELEMENTTYPES_H
#define METAUTILS_LIB_CONVERSION_ELEMENTTYPES_H

#include "metautils/IR/MetaTypes.h"

namespace metautils {

/// The element type of other dialects. One of less than a byte becomes `i8`,
/// which is the space it takes; but `i1` stays.
mlir::Type convertElementType(mlir::Type type, bool signedIntegers);

/// Whether elements stand for numbers by a scale that the type does not say.
bool isQuantized(mlir::Type elementType);

/// Whether one element of PyTorch is several numbers in a byte.
bool isPacked(mlir::Type elementType);

/// Whether a type of the dialect is a part of a type or an attribute.
bool hasMetaType(mlir::Type type);
bool hasMetaType(mlir::Attribute attribute);

/// Adds `meta.device` where that is not the CPU.
void addDeviceAttr(mlir::StringAttr device,
                   llvm::SmallVectorImpl<mlir::NamedAttribute> &attrs);

/// Adds `meta.device` and `meta.dtype` where `converted`, the element type, and
/// the default of each do not say them.
void addElementAttrs(MetaTensorType type, mlir::Type converted,
                     llvm::SmallVectorImpl<mlir::NamedAttribute> &attrs);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_ELEMENTTYPES_H
