// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The geometry of a view, counted from its root, and the one op that states it.

#include "ResolvedView.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"

using namespace mlir;
using namespace metautils;

llvm::Error ResolvedView::check(MetaTensorType type) const {
  auto getLeast = [](SymInt number, int64_t otherwise) {
    return number.isConstant() ? number.constant() : otherwise;
  };
  SmallVector<int64_t, 4> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(getLeast(size, 1));
  for (SymInt stride : geometry.strides)
    strides.push_back(getLeast(stride, 0));
  int64_t offset = getLeast(geometry.offset, 0);
  if (llvm::Error error = metautils::checkGeometry(sizes, strides, offset))
    return error;
  if (!reachedBytes(sizes, strides, offset, type.getElementBytes()))
    return llvm::createStringError("its geometry overflows");
  return llvm::Error::success();
}

Value ResolvedView::materialize(Value tensor, OpBuilder &builder,
                                EmittedNumbers *emitted) {
  if (folded)
    return folded;
  auto type = cast<MetaTensorType>(tensor.getType());
  MetaTensorType refined = refineType(type, geometry);
  int64_t offset = geometry.offset.toStatic();
  auto view = tensor.getDefiningOp<ViewOp>();
  if (view && view.getBase() == root && refined == type &&
      view.getOffset() == offset)
    return folded = view;

  Location location = tensor.getLoc();
  builder.setInsertionPoint(tensor.getDefiningOp());
  IndexArithmetic arithmetic(builder, location, emitted);
  folded =
      ViewOp::create(builder, location, refined, root,
                     getViewOperands(refined, geometry, arithmetic), offset);
  if (refined != type)
    folded = CastOp::create(builder, location, type, folded);
  return folded;
}
