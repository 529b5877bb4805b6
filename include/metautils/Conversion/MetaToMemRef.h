// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From `!meta.storage` and `!meta.tensor` to memrefs.

#ifndef METAUTILS_CONVERSION_METATOMEMREF_H
#define METAUTILS_CONVERSION_METATOMEMREF_H

#include "metautils/IR/MetaTypes.h"
#include "metautils/Layout/SymInt.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

// Note [One offset convention]
// The aligned pointer of every memref made here is the start of the storage,
// and its offset is PyTorch's: absolute, in elements. So a view is always a
// `memref.reinterpret_cast`, whose numbers are absolute too, of a
// `memref.view` of all bytes with a shift of 0; `memref.subview`, whose
// numbers are relative, and shifts in bytes are never used. That holds across
// calls as well: a function finds the storage behind an argument, at whatever
// offset its caller made it. Cited in: MemRefViews.cpp, MetaToMemRef.cpp.

/// Converts `!meta.storage` to `memref<?xi8>` and `!meta.tensor` to a memref
/// with its strides and a dynamic offset. Other types stay, but for those that
/// hold one of the dialect's.
///
/// Integers are signless, and an element that takes a byte in PyTorch though it
/// has fewer bits (bool, 4-bit integers) is an `i8`, since `memref` leaves to
/// each target how it packs them.
class MemRefTypeConverter : public mlir::TypeConverter {
public:
  /// With `packedBytes`, several elements that PyTorch packs into a byte are
  /// one `i8`; else they have no memref.
  explicit MemRefTypeConverter(bool packedBytes = false);

  mlir::Type convertElementType(mlir::Type type) const;

  /// The type of a tensor of which more is known: `?` where a number of
  /// `geometry` is not constant, no layout where the elements are all in order
  /// from the start of the storage.
  mlir::MemRefType getType(MetaTensorType type, const Geometry &geometry) const;

  /// Why a type is not converted, or null where it is, or has no need to be.
  const char *whyUnconvertible(mlir::Type type) const;

private:
  bool packedBytes;
};

/// What the tensors of a function are called, in quotes. Asked before a
/// conversion, which takes them apart.
using TensorNames = llvm::DenseMap<mlir::Value, std::string>;

/// Appends patterns that convert storages, absolute views, casts, live tensors,
/// names and queries in functions, and signatures, calls, returns and branches
/// that pass tensors on. With `names`, which outlive the patterns, each number
/// that only run time knows is asserted to be one that its op may have.
void populateMetaToMemRefPatterns(const MemRefTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns,
                                  const TensorNames *names = nullptr);

} // namespace metautils

#endif // METAUTILS_CONVERSION_METATOMEMREF_H
