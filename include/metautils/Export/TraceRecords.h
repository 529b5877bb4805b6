// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description as the records of PyTorch's structured trace.

#ifndef METAUTILS_EXPORT_TRACERECORDS_H
#define METAUTILS_EXPORT_TRACERECORDS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace metautils {

/// Writes `describe_storage`, `describe_tensor` and `describe_source` records
/// as a `torch._subclasses.meta_utils.MetaTensorDescriber` that is given the
/// named tensors in their order writes them to TORCH_TRACE, one JSON object a
/// line: ids, order and fields are its own. What only an address tells
/// (`view_func`, `functorch_stack`, `fake_mode`) is written without it. Views
/// other than `meta.view` are to be folded before. Emits an error and fails for
/// what these records cannot say; nothing is written then.
llvm::LogicalResult writeTraceRecords(mlir::ModuleOp module,
                                      llvm::raw_ostream &os);

/// Registers `--meta-to-trace-records`.
void registerTraceRecordsTranslation();

} // namespace metautils

#endif // METAUTILS_EXPORT_TRACERECORDS_H
