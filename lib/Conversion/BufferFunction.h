// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a description to a function of the buffers of its storages.

#ifndef METAUTILS_LIB_CONVERSION_BUFFERFUNCTION_H
#define METAUTILS_LIB_CONVERSION_BUFFERFUNCTION_H

#include "metautils/Conversion/MetaToMemRef.h"

#include "mlir/IR/BuiltinOps.h"

namespace metautils {

struct BufferFunctionOptions {
  llvm::StringRef name;
  /// Say that the buffers of two storages have no byte in common.
  bool distinctObjects = true;
  bool runtimeChecks = false;
};

/// Replaces the description at the top of `module`, if there is one, by a
/// function from one buffer of bytes for each storage, and one `index` for each
/// symbol, to the memrefs of the named tensors.
llvm::LogicalResult convertDescription(mlir::ModuleOp module,
                                       const MemRefTypeConverter &converter,
                                       const BufferFunctionOptions &options);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_BUFFERFUNCTION_H
