// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What memref cannot say, refused before anything is converted.

#ifndef METAUTILS_LIB_CONVERSION_MEMREFLEGALITY_H
#define METAUTILS_LIB_CONVERSION_MEMREFLEGALITY_H

#include "metautils/Conversion/MetaToMemRef.h"
#include "metautils/IR/MetaOps.h"

namespace metautils {

/// Says whose tensor a value is, for messages: its own name, that of the live
/// tensor made of it, or that of what it is a view of. What many values have in
/// common is looked at once.
class TensorNamer {
public:
  std::string quote(mlir::Value value);
  mlir::Value getRoot(mlir::Value value) { return roots.find(value); }

private:
  RootFinder roots;
  llvm::DenseMap<mlir::Value, llvm::StringRef> rootNames;
};

/// Fails, with an error at the op, for the first thing in `top` of which the
/// conversion would drop something.
llvm::LogicalResult checkMemRefLegality(mlir::Operation *top,
                                        const MemRefTypeConverter &converter);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_MEMREFLEGALITY_H
