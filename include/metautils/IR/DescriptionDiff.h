// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells in what two descriptions of the same tensors differ.

#ifndef METAUTILS_IR_DESCRIPTIONDIFF_H
#define METAUTILS_IR_DESCRIPTIONDIFF_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>

namespace metautils {

/// One fact that two descriptions do not agree on.
struct DescriptionDifference {
  std::string tensor; ///< its source, or a path to it: "w.grad"
  std::string field;
  std::string expected;
  std::string found;
};

/// The first difference, in the order of the names of `expected`; nothing where
/// both describe the same up to the order of ops and where tensors are: devices
/// and the bytes in storages (`meta.data`) are not compared. Both have had
/// their views folded, since a chain of views is compared op by op.
std::optional<DescriptionDifference> findDifference(mlir::ModuleOp expected,
                                                    mlir::ModuleOp found);

} // namespace metautils

#endif // METAUTILS_IR_DESCRIPTIONDIFF_H
