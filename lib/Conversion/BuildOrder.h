// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which the live tensors of a description can be made.

#ifndef METAUTILS_LIB_CONVERSION_BUILDORDER_H
#define METAUTILS_LIB_CONVERSION_BUILDORDER_H

#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/DenseMap.h"

namespace metautils {

/// A tensor that another one needs, and what it is called after that.
struct NeededTensor {
  TensorOp tensor;
  std::string relation;
};

/// Whether view ops lead from `base` to `view`, and say how it was made: more
/// than one geometry over the storage.
bool isViewChain(mlir::Value view, mlir::Value base);

/// Whether view ops on its base make a tensor, and with it what is in it.
bool isMadeOfBase(TensorOp tensor);

/// Those without which a tensor cannot be made: its base, and what is in it.
llvm::SmallVector<NeededTensor> getRequired(TensorOp tensor);

/// Those that are told to a tensor that is there: grad, tangent, and the one
/// whose version counter it shares.
llvm::SmallVector<NeededTensor> getRelated(TensorOp tensor);

/// Hands out live tensors, each once and behind those it requires. Related ones
/// may form cycles; they come before a tensor where they can.
class BuildOrder {
public:
  using Make = llvm::function_ref<llvm::LogicalResult(TensorOp tensor,
                                                      llvm::StringRef name)>;

  /// Calls `make` for what `root` needs and for `root` itself, unless done
  /// before. A tensor without a source is called after the one that needs it,
  /// as in 'w.grad'. Emits an error and fails where a tensor requires itself,
  /// or `make` fails.
  llvm::LogicalResult visit(TensorOp root, Make make);

private:
  struct Frame {
    TensorOp tensor;
    std::string name;
    llvm::SmallVector<NeededTensor> needed;
    size_t numRequired;
    size_t next = 0;
  };

  void enter(TensorOp tensor, llvm::StringRef nameWithoutSource);
  llvm::LogicalResult finish(Frame &frame, Make make);
  llvm::LogicalResult step(Make make);

  llvm::SmallVector<Frame, 4> stack;
  /// The frame of each tensor that was met, of no use for those that are made.
  llvm::DenseMap<mlir::Operation *, size_t> frames;
  llvm::DenseSet<mlir::Operation *> made;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_BUILDORDER_H
