// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders. Definitions may form cycles, so none of them answers with the result
// of its own op. None puts a live tensor where a geometry was: an op that needs
// a geometry may use it.

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Any value but the result that it is to stand for.
static OpFoldResult foldTo(Value value, Value result) {
  return value == result ? Value() : value;
}

/// The base in place of a view that says nothing more than it.
static OpFoldResult foldToBase(Value base, Value result) {
  if (base.getDefiningOp<TensorOp>())
    return {};
  return foldTo(base, result);
}

OpFoldResult AliasOp::fold(FoldAdaptor) {
  return foldToBase(getBase(), getResult());
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getBase().getType() != getType())
    return {};
  return foldToBase(getBase(), getResult());
}

/// Whether a value is what a query answers about `tensor`.
template <typename QueryOp>
static bool isQueryOf(Value value, Value tensor, std::optional<int64_t> dim) {
  auto query = value.getDefiningOp<QueryOp>();
  if (!query || query.getTensor() != tensor)
    return false;
  if constexpr (!std::is_same_v<QueryOp, OffsetOp>)
    return query.getDim() == *dim;
  return true;
}

/// Whether a view says of its base only what the base is.
static bool isWholeBase(ViewOp view) {
  MetaTensorType type = view.getType();
  Value base = view.getBase(), offset = view.getDynamicOffset();
  if (base.getType() != type || !offset ||
      !isQueryOf<OffsetOp>(offset, base, std::nullopt))
    return false;
  auto operands = view.getDynamicLayout().begin();
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size) &&
        !isQueryOf<SizeOp>(*operands++, base, dim))
      return false;
  if (type.isContiguous())
    return true;
  for (auto [dim, stride] : llvm::enumerate(type.getStrides()))
    if (ShapedType::isDynamic(stride) &&
        !isQueryOf<StrideOp>(*operands++, base, dim))
      return false;
  return true;
}

OpFoldResult ViewOp::fold(FoldAdaptor) {
  if (!isWholeBase(*this))
    return {};
  return foldToBase(getBase(), getResult());
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static Attribute getIndexAttr(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IndexType::get(context), value);
}

/// The view that a tensor is, through the live tensor that it may be of, and
/// what else is said of that.
static ViewOp getView(Value tensor) {
  if (auto live = tensor.getDefiningOp<TensorOp>())
    tensor = live.getGeometry();
  if (Operation *op = tensor.getDefiningOp();
      op && op->hasTrait<SameGeometryTrait>())
    tensor = op->getOperand(0);
  return tensor.getDefiningOp<ViewOp>();
}

/// The operand for the `?` that is number `index` of `numbers`, behind `skip`
/// others.
static Value getOperandOf(ViewOp view, ArrayRef<int64_t> numbers,
                          unsigned index, unsigned skip) {
  unsigned before =
      llvm::count(numbers.take_front(index), ShapedType::kDynamic);
  return view.getDynamicLayout()[skip + before];
}

OpFoldResult SizeOp::fold(FoldAdaptor) {
  MetaTensorType type = getTensor().getType();
  if (!type.isDynamicDim(getDim()))
    return getIndexAttr(getContext(), type.getDimSize(getDim()));
  if (ViewOp view = getView(getTensor()))
    return foldTo(getOperandOf(view, type.getShape(), getDim(), 0),
                  getResult());
  return {};
}

OpFoldResult StrideOp::fold(FoldAdaptor) {
  MetaTensorType type = getTensor().getType();
  SmallVector<int64_t> strides = type.getStrides();
  if (!ShapedType::isDynamic(strides[getDim()]))
    return getIndexAttr(getContext(), strides[getDim()]);
  // A contiguous type has no operand for a stride: its sizes say it.
  ViewOp view = getView(getTensor());
  if (!view || type.isContiguous())
    return {};
  return foldTo(getOperandOf(view, strides, getDim(), type.getNumDynamicDims()),
                getResult());
}

OpFoldResult OffsetOp::fold(FoldAdaptor) {
  if (auto live = getTensor().getDefiningOp<TensorOp>())
    if (isa<StorageType>(live.getGeometry().getType()))
      return getIndexAttr(getContext(), 0);
  ViewOp view = getView(getTensor());
  if (!view)
    return {};
  if (Value offset = view.getDynamicOffset())
    return foldTo(offset, getResult());
  return getIndexAttr(getContext(), view.getOffset());
}
