// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program and describes what it made: for callers without libtorch.

#ifndef METAUTILS_TORCH_PROGRAM_RUNPROGRAM_H
#define METAUTILS_TORCH_PROGRAM_RUNPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace metautils {

/// What the memo of a run did, while its results live.
struct RunStatistics {
  size_t found = 0; ///< how often a tensor was there already
  size_t made = 0;
  size_t liveTensors = 0;
  size_t liveStorages = 0;
};

/// Runs a function that `--meta-materialize` has made, on the meta device, and
/// describes each result by its `meta.sources`. What is up to Python is noted
/// and described as the program says it. Null, with an error, where a step is
/// refused; a class that wraps others is.
mlir::OwningOpRef<mlir::ModuleOp>
runAndDescribe(mlir::func::FuncOp program, RunStatistics *statistics = nullptr);

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_RUNPROGRAM_H
