// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of sizes, strides and offsets, for MLIR's analysis of bounds.

#include "metautils/IR/MetaOps.h"

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace metautils;

namespace {

/// No number of a tensor is negative, and one that folds is what it folds to.
template <typename QueryOp>
struct QueryBounds
    : ValueBoundsOpInterface::ExternalModel<QueryBounds<QueryOp>, QueryOp> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    bounds.bound(value) >= 0;
    SmallVector<OpFoldResult, 1> answer;
    if (succeeded(op->fold(answer)))
      bounds.bound(value) == answer.front();
    // Asked twice for one size, a tensor says the same.
    if (auto size = dyn_cast<SizeOp>(op))
      bounds.bound(value) == bounds.getExpr(size.getTensor(), size.getDim());
  }
};

struct SymbolBounds
    : ValueBoundsOpInterface::ExternalModel<SymbolBounds, SymbolOp> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    auto symbol = cast<SymbolOp>(op);
    if (std::optional<int64_t> min = symbol.getMin())
      bounds.bound(value) >= *min;
    if (std::optional<int64_t> max = symbol.getMax())
      bounds.bound(value) <= *max;
  }
};

/// The sizes that a view states as operands.
struct ViewBounds : ValueBoundsOpInterface::ExternalModel<ViewBounds, ViewOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    auto view = cast<ViewOp>(op);
    ArrayRef<int64_t> sizes = view.getType().getShape();
    unsigned index = llvm::count(sizes.take_front(dim), ShapedType::kDynamic);
    bounds.bound(value)[dim] == view.getDynamicLayout()[index];
  }
};

/// Of casts and live tensors, whose sizes are those of what they are of.
template <typename OpTy>
struct SameSizes
    : ValueBoundsOpInterface::ExternalModel<SameSizes<OpTy>, OpTy> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    // Over a storage all sizes are static, and nobody asks.
    bounds.bound(value)[dim] == bounds.getExpr(op->getOperand(0), dim);
  }
};

} // namespace

void MetaDialect::registerValueBounds() {
  MLIRContext *context = getContext();
  SizeOp::attachInterface<QueryBounds<SizeOp>>(*context);
  StrideOp::attachInterface<QueryBounds<StrideOp>>(*context);
  OffsetOp::attachInterface<QueryBounds<OffsetOp>>(*context);
  SymbolOp::attachInterface<SymbolBounds>(*context);
  ViewOp::attachInterface<ViewBounds>(*context);
  CastOp::attachInterface<SameSizes<CastOp>>(*context);
  TensorOp::attachInterface<SameSizes<TensorOp>>(*context);
}
