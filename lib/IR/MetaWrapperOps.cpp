// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that wrap another one: verification, and what vmap leaves of a type.

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// functorch
//===----------------------------------------------------------------------===//

LogicalResult metautils::verifyLevel(Operation *op,
                                     std::optional<int64_t> level,
                                     int64_t first) {
  if (!level || *level >= first)
    return success();
  return op->emitOpError("expected a level of at least ")
         << first << ", got " << *level;
}

LogicalResult InterpreterOp::verify() {
  // interpreter_c1
  if (failed(verifyLevel(*this, getLevel())))
    return failure();
  // interpreter_c2
  bool isVmap = getTransform() == Transform::Vmap;
  if (bool(getBatchSize()) + bool(getDynamicBatchSize()) != isVmap)
    return emitOpError("expected a batch size with 'vmap' only, which has one");
  if (getRandomness() != Randomness::Error && !isVmap)
    return emitOpError("expected a randomness with 'vmap' only");
  if (getBatchSize() && *getBatchSize() < 0)
    return emitOpError("expected no negative batch size, got ")
           << *getBatchSize();
  // interpreter_c3
  bool hasMode =
      getTransform() == Transform::Grad || getTransform() == Transform::Jvp;
  if ((getOuterModeOff() || getOuterInference()) && !hasMode)
    return emitOpError("expected '")
           << (getOuterModeOff() ? "outer_mode_off" : "outer_inference")
           << "' with 'grad' or 'jvp' only";
  if (getAddBackViews() && getTransform() != Transform::Functionalize)
    return emitOpError("expected 'add_back_views' with 'functionalize' only");
  return success();
}

/// The layout of a tensor without one of its dimensions.
static Attribute dropDim(MetaTensorType type, int64_t dim) {
  MLIRContext *context = type.getContext();
  if (type.isStrided()) {
    SmallVector<int64_t> strides = type.getStrides();
    strides.erase(strides.begin() + dim);
    return StridedLayoutAttr::get(context, 0, strides);
  }
  if (auto coo = dyn_cast<CooAttr>(type.getLayout())) {
    bool isSparse = dim < coo.getSparse();
    return CooAttr::get(context, coo.getSparse() - isSparse,
                        coo.getDense() - !isSparse);
  }
  return type.getLayout();
}

LogicalResult BatchedOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  if (adaptor.getOperands().empty()) // Not verified yet.
    return failure();
  auto type = dyn_cast<MetaTensorType>(adaptor.getInner().getType());
  if (!type)
    return failure();
  // batched_c1
  int64_t dim = adaptor.getDim();
  if (dim < 0 || dim >= type.getRank())
    return emitOptionalError(location, "expected a dim in [0, ", type.getRank(),
                             "), got ", dim);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  auto result = MetaTensorType::getChecked(
      [&] {
        return mlir::emitError(location.value_or(UnknownLoc::get(context)));
      },
      shape, type.getElementType(), dropDim(type, dim), type.getDevice(),
      type.getConj(), type.getNeg());
  if (!result)
    return failure();
  types.push_back(result);
  return success();
}

LogicalResult BatchedOp::verify() {
  // batched_c2
  return verifyLevel(*this, getLevel(), /*first=*/0);
}

LogicalResult GradTrackingOp::verify() {
  // grad_tracking_c1
  return verifyLevel(*this, getLevel());
}

//===----------------------------------------------------------------------===//
// Functionalization
//===----------------------------------------------------------------------===//

LogicalResult FunctionalOp::verify() {
  // functional_c1
  for (Value value : getOperands()) {
    auto type = cast<MetaTensorType>(value.getType());
    if (type.getElementType() != getType().getElementType())
      return emitOpError("expected elements of ")
             << getType().getElementType() << ", got " << type;
  }
  // functional_c2
  return verifyLevel(*this, getLevel());
}
