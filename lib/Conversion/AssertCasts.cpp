// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asserts what casts say, before they are folded away.
//
//   before:  %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
//   after:   %size = meta.size %x[0]
//            %1 = arith.cmpi eq, %size, %c8
//            cf.assert %1, "expected a view of 'x' to be ..<8x4xf32>"
//            %0 = meta.cast %x

#include "MemRefLegality.h"
#include "RuntimeChecks.h"
#include "metautils/Conversion/Passes.h"
#include "metautils/IR/GeometryBuilder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_ASSERTCASTSPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

/// What a tensor is, asked of it.
static Geometry getGeometry(OpBuilder &builder, Location location,
                            TypedValue<MetaTensorType> tensor) {
  IndexArithmetic arithmetic(builder, location);
  auto open = [&](GeometryPart part, unsigned dim) -> SymInt {
    if (part == GeometryPart::Size)
      return toSymInt(SizeOp::create(builder, location, tensor, dim));
    return toSymInt(StrideOp::create(builder, location, tensor, dim));
  };
  return getTypeGeometry(tensor.getType(), 0, arithmetic, open);
}

static void assertCast(CastOp cast, TensorNamer &names) {
  MetaTensorType from = cast.getBase().getType(), to = cast.getType();
  // A layout without strides says nothing that a cast could know better.
  if (from.getNumDynamic() == 0 || !from.isStrided())
    return;
  OpBuilder builder(cast);
  Operation *before = cast->getPrevNode();
  RuntimeChecks(builder, cast.getLoc())
      .assertIsOfType(getGeometry(builder, cast.getLoc(), cast.getBase()), to,
                      names.quote(cast),
                      from.isContiguous() && to.isContiguous());
  // Not all that was asked for was left open by one type alone.
  for (Operation *op = cast->getPrevNode(); op != before;) {
    Operation *previous = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    op = previous;
  }
}

namespace {
struct AssertCastsPass : metautils::impl::AssertCastsPassBase<AssertCastsPass> {
  using Base::Base;

  void runOnOperation() final {
    TensorNamer names;
    getOperation()->walk([&](CastOp cast) {
      if (cast->getParentOfType<FunctionOpInterface>())
        assertCast(cast, names);
    });
  }
};
} // namespace
