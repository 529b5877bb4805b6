// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ATen's view ops as those of the meta dialect.

#ifndef METAUTILS_LIB_TORCH_VIEWOPS_H
#define METAUTILS_LIB_TORCH_VIEWOPS_H

#include "mlir/IR/Builders.h"

#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace metautils {

/// One call of a view op as it was dispatched.
struct ViewCall {
  std::string name;                   ///< with its overload: "aten::select.int"
  std::vector<c10::IValue> arguments; ///< behind the tensor it views
  size_t output = 0;                  ///< which of its results
};

/// Emits the op that a call is, over its base. Null where the dialect has none,
/// or a number is not known.
mlir::Value emitViewCall(mlir::OpBuilder &builder, mlir::Location location,
                         mlir::Value base, const ViewCall &call);

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_VIEWOPS_H
