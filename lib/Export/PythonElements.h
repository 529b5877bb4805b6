// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of tensors as Python writes them.

#ifndef METAUTILS_LIB_EXPORT_PYTHONELEMENTS_H
#define METAUTILS_LIB_EXPORT_PYTHONELEMENTS_H

#include "mlir/IR/Types.h"

#include <optional>
#include <string>

namespace metautils {

/// The elements of a contiguous tensor as nested lists. Nothing where there are
/// many, or where the list would not give the same bytes again.
///   f32, 2x2 -> [[0.0, 1.0], [2.0, 3.0]]
std::optional<std::string> printElements(mlir::Type elementType,
                                         llvm::ArrayRef<int64_t> sizes,
                                         llvm::StringRef bytes);

/// An expression of `bytes`, over several lines.
std::string printBytes(llvm::StringRef bytes);

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONELEMENTS_H
