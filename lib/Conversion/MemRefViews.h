// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of the bytes of a storage, as ops of memref.

#ifndef METAUTILS_LIB_CONVERSION_MEMREFVIEWS_H
#define METAUTILS_LIB_CONVERSION_MEMREFVIEWS_H

#include "metautils/Conversion/MetaToMemRef.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

/// The geometry of an absolute view with these operands; constants among them
/// are constants of it.
Geometry getViewGeometry(ViewOp view, mlir::ValueRange operands,
                         Arithmetic &arithmetic);

/// Fails where a number that is known is negative, or where a byte lies beyond
/// the storage, of which `storage` may be unknown; the error is at `op` and
/// calls the tensor `whose`.
llvm::LogicalResult checkGeometry(mlir::Operation *op, llvm::StringRef whose,
                                  MetaTensorType type, const Geometry &geometry,
                                  StorageOp storage);

/// Emits views, all at one place. See Note [One offset convention].
class MemRefViewBuilder {
public:
  MemRefViewBuilder(const MemRefTypeConverter &converter,
                    mlir::OpBuilder &builder, mlir::Location location)
      : converter(converter), builder(builder), location(location) {}

  /// A view of a storage: `buffer` has its bytes, `bytes` many where that is
  /// known.
  mlir::Value viewBuffer(mlir::Value buffer, std::optional<int64_t> bytes,
                         MetaTensorType type, const Geometry &geometry);

  /// Another view of the storage that `tensor` is a view of. The elements of
  /// both are of one type.
  mlir::Value viewTensor(mlir::Value tensor, MetaTensorType type,
                         const Geometry &geometry);

private:
  mlir::Value getZero();
  mlir::Value getElements(mlir::Value buffer, std::optional<int64_t> bytes,
                          MetaTensorType type);
  mlir::Value reinterpret(mlir::Value base, mlir::MemRefType type,
                          const Geometry &geometry);

  const MemRefTypeConverter &converter;
  mlir::OpBuilder &builder;
  mlir::Location location;
  /// What is made once for all views.
  mlir::Value zero;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, mlir::Value> elements;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_MEMREFVIEWS_H
