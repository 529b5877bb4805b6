// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers all that MetaUtils adds to MLIR without torch: for tools, plugins
// and the C API.

#ifndef METAUTILS_REGISTERALL_H
#define METAUTILS_REGISTERALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace metautils {

/// Adds the dialect, and what it teaches others.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Makes the passes known by their names, once however often it is called.
void registerAllPasses();

} // namespace metautils

#endif // METAUTILS_REGISTERALL_H
