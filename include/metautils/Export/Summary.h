// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is worth knowing of a description, for people.

#ifndef METAUTILS_EXPORT_SUMMARY_H
#define METAUTILS_EXPORT_SUMMARY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace metautils {

/// Prints how many tensors, names and storages a description has, how many
/// bytes they take against each name on its own, which names are tied, which
/// storages are shared, and which tensors are not contiguous.
void printSummary(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Registers `--meta-to-summary`.
void registerSummaryTranslation();

} // namespace metautils

#endif // METAUTILS_EXPORT_SUMMARY_H
