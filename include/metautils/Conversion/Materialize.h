// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program that makes the named tensors of a description, as
// `--meta-materialize` writes it.

#ifndef METAUTILS_CONVERSION_MATERIALIZE_H
#define METAUTILS_CONVERSION_MATERIALIZE_H

#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace metautils {

/// What programs call storages and live tensors: each op has its number among
/// those of its kind.
using ObjectNumbers = llvm::DenseMap<mlir::Operation *, int64_t>;
ObjectNumbers numberObjects(mlir::ModuleOp description);

/// The first source of each named tensor, in their order.
llvm::SmallVector<SourceOp> getFirstSources(mlir::ModuleOp description);

/// Writes a function of the build dialect where the builder is, which may lie
/// outside of the description; this stays as it is. Its results are the named
/// tensors, in the order of their first names, which it does not say. Emits an
/// error that names the tensor and fails for what no program makes; what was
/// written is then not complete. The dialects of the pass are loaded.
mlir::FailureOr<mlir::func::FuncOp> materialize(mlir::ModuleOp description,
                                                mlir::OpBuilder builder,
                                                llvm::StringRef name);

/// As above, of those tensors alone that have these first sources, with the
/// numbers that `numberObjects` gave.
mlir::FailureOr<mlir::func::FuncOp>
materialize(mlir::ModuleOp description, mlir::OpBuilder builder,
            llvm::StringRef name, llvm::ArrayRef<SourceOp> sources,
            ObjectNumbers numbers);

} // namespace metautils

#endif // METAUTILS_CONVERSION_MATERIALIZE_H
