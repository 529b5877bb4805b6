// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views made anew over a base whose sizes are symbols.

#ifndef METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H
#define METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/DenseSet.h"

namespace metautils {

/// From a base to a view of it, the first one first.
using ViewChain = llvm::SmallVector<mlir::OpResult, 4>;

/// The views that PyTorch replays to make `tensor` of its base: one of both
/// wraps others. Empty where it makes the view with `as_strided`.
ViewChain getReplayedViews(TensorOp tensor);

/// Folds all chains of views but those that are replayed, or that say how
/// functionalization made a view.
void foldOtherViews(mlir::ModuleOp description);

/// Makes views anew over a symbolic base, as `view_from_base` of
/// `torch._subclasses.meta_utils` replays them. What the base does not say of
/// them is asked for, number by number and always in the same order.
class SymbolicReplay {
public:
  using Ask = llvm::function_ref<llvm::FailureOr<SymInt>(int64_t)>;

  /// `ask` outlives the replay.
  SymbolicReplay(mlir::OpBuilder &builder, IndexArithmetic &arithmetic, Ask ask)
      : builder(builder), arithmetic(arithmetic), ask(ask) {}

  /// Emits an error and fails where a number is refused or a view does not fit.
  llvm::LogicalResult run(llvm::ArrayRef<mlir::OpResult> views,
                          mlir::Value base, Geometry baseGeometry);

  /// The last view.
  mlir::Value getResult() const { return current; }
  const Geometry &getGeometry() const { return geometry; }

private:
  llvm::LogicalResult add(SliceOp op);
  llvm::LogicalResult add(NarrowOp op);
  llvm::LogicalResult add(SelectOp op);
  llvm::LogicalResult add(SplitOp op);
  llvm::LogicalResult add(UnbindOp op);
  llvm::LogicalResult add(SqueezeOp op);
  llvm::LogicalResult add(ExpandOp op);
  llvm::LogicalResult add(ReshapeOp op);
  llvm::LogicalResult add(UnflattenOp op);
  llvm::LogicalResult add(AsStridedOp op);
  llvm::LogicalResult add(ViewOp op);
  llvm::LogicalResult add(mlir::Operation *op);
  llvm::LogicalResult addOne(mlir::OpResult view);
  llvm::LogicalResult addSelect(int64_t dim, SymInt index);
  llvm::LogicalResult addNarrow(int64_t dim, SymInt start, SymInt length);
  llvm::LogicalResult addAsStrided(llvm::ArrayRef<int64_t> sizes,
                                   llvm::ArrayRef<int64_t> strides,
                                   std::optional<int64_t> offset);

  SymInt get(int64_t number);
  SymInt getFromFront(int64_t index, int64_t dim);
  llvm::SmallVector<SymInt> getAll(llvm::ArrayRef<int64_t> numbers);

  template <typename OpT, typename... Args>
  llvm::LogicalResult create(Args... args);
  llvm::LogicalResult finish(mlir::Operation *op);

  mlir::OpBuilder &builder;
  IndexArithmetic &arithmetic;
  Ask ask;
  bool isRefused = false;
  mlir::Value current;
  Geometry geometry;
  /// Of the view that is made anew.
  unsigned resultNumber = 0;
};

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_SYMBOLICVIEWS_H
