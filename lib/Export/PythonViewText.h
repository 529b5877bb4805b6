// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views as calls of Python.

#ifndef METAUTILS_LIB_EXPORT_PYTHONVIEWTEXT_H
#define METAUTILS_LIB_EXPORT_PYTHONVIEWTEXT_H

#include "PythonNumbers.h"

#include "mlir/IR/Operation.h"

#include <string>

namespace metautils {

/// The call that a view op of the meta dialect stands for. Of one that gives
/// several, all of them.
std::string printView(mlir::Operation *op, llvm::StringRef base);

/// A strided view. The offset counts from the start of the storage.
std::string printAsStrided(llvm::StringRef base, const PythonShape &shape,
                           const PythonNumber &offset);
std::string printAsStrided(llvm::StringRef base, MetaTensorType type,
                           int64_t offset);

/// The same as the views that a person would have written, where there are
/// few. The base is dense memory from `baseOffset` on.
std::string printStridedView(llvm::StringRef base, MetaTensorType baseType,
                             int64_t baseOffset, MetaTensorType type,
                             int64_t offset);

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONVIEWTEXT_H
