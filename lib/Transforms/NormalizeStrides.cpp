// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One form for the strides of dimensions of size 1.

#include "NormalizeStrides.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/IR/ReplayRegion.h"
#include "metautils/Layout/Extent.h"

using namespace mlir;
using namespace metautils;

static MetaTensorType normalize(MetaTensorType type) {
  if (type.isContiguous() || type.getNumDynamic() != 0)
    return type;
  SmallVector<int64_t> strides(
      normalizeUnitStrides(type.getShape(), type.getStrides()));
  return MetaTensorType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), 0, strides), type.getDevice(),
      type.getConj(), type.getNeg());
}

/// Whether a user of a tensor does not mind the strides of its type.
static bool allowsOtherStrides(Operation *user) {
  return isa<TensorOp, SourceOp, MarkOp, ViewOp, SizeOp, OffsetOp>(user);
}

void metautils::normalizeStridesOfUnitDims(Operation *top) {
  top->walk([](ViewOp view) {
    MetaTensorType type = normalize(view.getType());
    if (type == view.getType() || isReplayed(view))
      return;
    // The view and the live tensors of it are of one type.
    SmallVector<Value> values = {view};
    for (Operation *user : view->getUsers())
      if (isa<TensorOp>(user))
        values.push_back(user->getResult(0));
    for (Value value : values)
      if (!llvm::all_of(value.getUsers(), allowsOtherStrides))
        return;
    for (Value value : values)
      value.setType(type);
  });
}
