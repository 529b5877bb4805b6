// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors of a description, one after another, made symbolic.

#ifndef METAUTILS_LIB_TRANSFORMS_SYMBOLIZER_H
#define METAUTILS_LIB_TRANSFORMS_SYMBOLIZER_H

#include "metautils/IR/ViewReplay.h"
#include "metautils/Transforms/Symbolize.h"

#include "llvm/ADT/DenseSet.h"

namespace metautils {

/// Asks a provider for the numbers of each tensor, in the order of PyTorch's
/// MetaConverter, and puts them in the place of what it had.
class Symbolizer {
public:
  Symbolizer(mlir::ModuleOp module, GeometryProvider &provider);

  llvm::LogicalResult run();

private:
  enum class Stage {
    Enter,
    Visit,
    Replay, ///< what is inside of a view comes before it
  };
  struct Item {
    SymbolicTensor tensor;
    Stage stage = Stage::Enter;
  };
  /// The dim of a jagged tensor that keeps its size.
  struct RaggedDim {
    unsigned dim;
    SymInt size;
  };

  /// A view that is made anew of its base.
  struct Replay {
    llvm::SmallVector<mlir::OpResult> views;
    int64_t offset; ///< before anything is symbolic
    std::optional<Geometry> wanted = std::nullopt; ///< where it is visited
  };

  void foldOtherViews();
  void push(mlir::Value value, SymbolicTensor tensor);
  void pushInner(const SymbolicTensor &tensor);
  void pushGrad(const SymbolicTensor &tensor);
  void pushFirst(const SymbolicTensor &tensor);

  llvm::LogicalResult run(const SymbolicTensor &tensor, Stage stage);
  llvm::LogicalResult visit(const SymbolicTensor &item);
  StorageOp findFilled(mlir::Value base, MetaTensorType type, int64_t offset);
  llvm::FailureOr<ViewOp> makeView(mlir::Operation *at, mlir::Value base,
                                   MetaTensorType known, int64_t offset,
                                   const Geometry &geometry);
  void growStorage(StorageOp storage, MetaTensorType type,
                   const Geometry &geometry);
  llvm::LogicalResult setType(TensorOp tensor, MetaTensorType type);
  void setGeometry(TensorOp tensor, mlir::Value geometry);
  void eraseUnused(mlir::Operation *op);
  llvm::LogicalResult replaceGeometry(const SymbolicTensor &item, ViewOp view);
  llvm::LogicalResult replayViews(const SymbolicTensor &item);
  llvm::LogicalResult replaceSizes(const SymbolicTensor &item, SparseCooOp coo);
  llvm::LogicalResult followValue(const SymbolicTensor &item,
                                  FunctionalOp functional);
  std::optional<RaggedDim> findRagged(TensorOp tensor);
  void fillRagged(const RaggedDim &ragged, Geometry &geometry);
  void collectJaggedStorages();
  void growJaggedStorages();
  static void setBytes(StorageOp storage, mlir::Value bytes);

  mlir::ModuleOp module;
  GeometryProvider &provider;
  /// Numbers are behind the symbols, in front of all that has them.
  mlir::OpBuilder numbers;
  EmittedNumbers emitted;
  IndexArithmetic arithmetic;
  RootFinder roots;
  llvm::SmallVector<Item> stack;
  llvm::DenseSet<mlir::Operation *> met;
  llvm::DenseMap<mlir::Operation *, Replay> replays;
  /// What the tensors were that have symbols now.
  llvm::DenseMap<mlir::Operation *, MetaTensorType> before;
  /// Of jagged tensors and of their values.
  llvm::SmallVector<std::pair<StorageOp, StorageOp>> jaggedStorages;
};
} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_SYMBOLIZER_H
