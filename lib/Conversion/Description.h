// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description that a function takes the place of.

#ifndef METAUTILS_LIB_CONVERSION_DESCRIPTION_H
#define METAUTILS_LIB_CONVERSION_DESCRIPTION_H

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

/// Two symbols of one name are one, so there must be a value in the ranges of
/// both.
class SymbolRanges {
public:
  /// Fails, with an error at `symbol`, where those of its name now have no
  /// value in common.
  llvm::LogicalResult add(SymbolOp symbol);

private:
  /// Those that say most of it.
  struct Bounds {
    SymbolOp min, max;
  };
  llvm::DenseMap<llvm::StringRef, Bounds> bounds;
};

/// Emits an error and fails for an instance of a class that wraps others: the
/// bytes are inside of it. `name` is quoted.
llvm::LogicalResult checkHasBytes(TensorOp tensor, llvm::StringRef name);

/// Whether a function of this name can be added; emits an error if not.
llvm::LogicalResult checkFunctionName(mlir::ModuleOp module,
                                      llvm::StringRef name);

/// Erases the ops of the description at the top of `module`. Fails, with an
/// error at the other op, where one is used by anything else: that would stay,
/// and so would a second truth.
llvm::LogicalResult eraseDescription(mlir::ModuleOp module);

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_DESCRIPTION_H
