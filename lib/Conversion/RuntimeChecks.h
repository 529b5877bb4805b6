// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions of what only run time knows about tensors in memrefs.

#ifndef METAUTILS_LIB_CONVERSION_RUNTIMECHECKS_H
#define METAUTILS_LIB_CONVERSION_RUNTIMECHECKS_H

#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/SymInt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

#include <unordered_map>

namespace metautils {

/// Emits, one after another, a `cf.assert` for each thing that may be wrong,
/// with a message that names the tensor.
class RuntimeChecks {
public:
  RuntimeChecks(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location) {}

  /// A view ends within the buffer, and none of its numbers is negative.
  /// Nothing of this overflows.
  void assertEndsWithin(mlir::Value buffer, const Geometry &geometry,
                        int64_t elementBytes, llvm::StringRef whose);

  /// The sizes and strides of a geometry or memref are those that `type`
  /// states, or that follow where it is contiguous; with `stridesFollow` the
  /// strides are known to follow.
  void assertIsOfType(const Geometry &geometry, MetaTensorType type,
                      llvm::StringRef whose, bool stridesFollow = false);
  void assertIsOfType(mlir::TypedValue<mlir::MemRefType> memref,
                      MetaTensorType type, llvm::StringRef whose) {
    assertIsOfType(getGeometry(memref), type, whose);
  }

  /// A buffer has as many bytes as the description of its storage says.
  void assertHolds(mlir::Value buffer, mlir::Value bytes,
                   llvm::StringRef whose);

  /// `whose`, if not empty, says where the symbol was found.
  void assertInRange(mlir::Value number, SymbolOp symbol,
                     llvm::StringRef whose = "");

  void assertEqual(mlir::Value number, SymInt expected,
                   const llvm::Twine &message);

private:
  mlir::Value constant(int64_t value);
  mlir::Value get(SymInt number);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value both(mlir::Value a, mlir::Value b);
  mlir::Value either(mlir::Value a, mlir::Value b);
  Geometry getGeometry(mlir::TypedValue<mlir::MemRefType> memref);
  mlir::Value isEmpty(llvm::ArrayRef<SymInt> sizes);
  void emit(mlir::Value condition, const llvm::Twine &message);

  mlir::OpBuilder &builder;
  mlir::Location location;
  /// Each is made once. A number may be any; DenseMap keeps two for itself.
  std::unordered_map<int64_t, mlir::Value> constants;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_RUNTIMECHECKS_H
