// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which the live tensors of a description can be made: that of
// MetaConverter, which makes the base of a tensor, then what is in it, then its
// grad.

#include "BuildOrder.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// What a tensor needs
//===----------------------------------------------------------------------===//

/// The live tensor that a chain of wraps or views begins with, or null.
static TensorOp findLive(Value value) {
  llvm::SmallPtrSet<Operation *, 4> met;
  while (Operation *op = value.getDefiningOp()) {
    if (auto live = dyn_cast<TensorOp>(op))
      return live;
    if (!isa<BatchedOp, ViewOpInterface>(op) || !met.insert(op).second)
      return {};
    value = op->getOperand(0);
  }
  return {};
}

/// The attribute of a subclass that has the operand of this number.
static StringRef getPartName(SubclassOp subclass, uint64_t number) {
  auto operand = OperandAttr::get(subclass.getContext(), number);
  DictAttr parts = subclass.getParts();
  for (auto [key, value] : llvm::zip_equal(parts.getKeys(), parts.getValues()))
    if (value == operand)
      return cast<StringAttr>(key).getValue();
  return "ctx";
}

bool metautils::isViewChain(Value view, Value base) {
  llvm::SmallPtrSet<Operation *, 8> met;
  if (view.getDefiningOp<ViewOp>())
    return false;
  while (view != base) {
    auto op = view.getDefiningOp<ViewOpInterface>();
    if (!op || !met.insert(op).second)
      return false;
    view = op.getViewSource();
  }
  return true;
}

bool metautils::isMadeOfBase(TensorOp tensor) {
  Value base = tensor.getBase();
  Operation *geometry = tensor.getGeometry().getDefiningOp();
  if (!base)
    return false;
  if (auto subclass = dyn_cast_or_null<SubclassOp>(geometry))
    return isViewChain(subclass.getOuter(), base);
  if (auto view = dyn_cast_or_null<FunctionalOp>(geometry)) {
    auto live = base.getDefiningOp<TensorOp>();
    return view.getView() && live &&
           live.getGeometry().getDefiningOp<FunctionalOp>();
  }
  return !geometry || !geometry->hasTrait<GeometryTrait>();
}

SmallVector<NeededTensor> metautils::getRequired(TensorOp tensor) {
  SmallVector<NeededTensor> needed;
  auto add = [&](Value value, const Twine &relation) {
    if (TensorOp live = findLive(value))
      needed.push_back({live, relation.str()});
  };
  if (tensor.getBase())
    add(tensor.getBase(), "._base");
  if (isMadeOfBase(tensor))
    return needed;
  Operation *geometry = tensor.getGeometry().getDefiningOp();
  if (auto batched = dyn_cast_or_null<BatchedOp>(geometry)) {
    add(batched.getInner(), ".unwrapped");
  } else if (auto tracking = dyn_cast_or_null<GradTrackingOp>(geometry)) {
    add(tracking.getInner(), ".unwrapped");
  } else if (auto functional = dyn_cast_or_null<FunctionalOp>(geometry)) {
    if (functional.getView())
      add(functional.getView(), ".functional_storage");
    else
      add(functional.getInner(), ".unwrapped");
  } else if (auto subclass = dyn_cast_or_null<SubclassOp>(geometry)) {
    for (auto [number, inner] : llvm::enumerate(subclass.getInner()))
      if (isa<MetaTensorType>(inner.getType()))
        add(inner, "." + getPartName(subclass, number));
  }
  return needed;
}

SmallVector<NeededTensor> metautils::getRelated(TensorOp tensor) {
  SmallVector<NeededTensor> needed;
  auto add = [&](Value value, StringRef relation) {
    auto live = value.getDefiningOp<TensorOp>();
    if (live && live != tensor)
      needed.push_back({live, relation.str()});
  };
  if (tensor.getGrad())
    add(tensor.getGrad(), ".grad");
  for (Operation *user : tensor->getUsers()) {
    if (auto tangent = dyn_cast<TangentOp>(user);
        tangent && tangent.getTensor() == tensor)
      add(tangent.getTangent(), ".tangent");
    if (auto shares = dyn_cast<SharesVersionOp>(user);
        shares && shares.getTensor() == tensor)
      add(shares.getOther(), ".version");
  }
  return needed;
}

//===----------------------------------------------------------------------===//
// BuildOrder
//===----------------------------------------------------------------------===//

void BuildOrder::enter(TensorOp tensor, StringRef nameWithoutSource) {
  frames[tensor] = stack.size();
  StringRef source = getSourceName(tensor);
  Frame frame{tensor, (source.empty() ? nameWithoutSource : source).str(),
              getRequired(tensor), 0};
  frame.numRequired = frame.needed.size();
  llvm::append_range(frame.needed, getRelated(tensor));
  stack.push_back(std::move(frame));
}

LogicalResult BuildOrder::finish(Frame &frame, Make make) {
  if (!made.insert(frame.tensor).second)
    return success();
  return make(frame.tensor, frame.name);
}

/// Goes on with the tensor on top of the stack.
LogicalResult BuildOrder::step(Make make) {
  Frame &frame = stack.back();
  if (frame.next == frame.needed.size()) {
    LogicalResult result = finish(frame, make);
    stack.pop_back();
    return result;
  }
  NeededTensor &needed = frame.needed[frame.next];
  bool isRelated = frame.next >= frame.numRequired;
  auto begun = frames.find(needed.tensor);
  if (begun == frames.end()) {
    enter(needed.tensor, frame.name + needed.relation);
    return success();
  }
  if (isRelated || made.contains(needed.tensor)) {
    ++frame.next;
    return success();
  }
  // It waits for related ones alone, of which this tensor is one, and so it can
  // be made now. Else it waits for what is made of it.
  Frame &waiting = stack[begun->second];
  if (waiting.next >= waiting.numRequired)
    return finish(waiting, make);
  return needed.tensor.emitOpError("expected no tensor made of itself, got '")
         << frame.name + needed.relation << "'";
}

LogicalResult BuildOrder::visit(TensorOp root, Make make) {
  if (frames.contains(root))
    return success();
  // Most tensors need no other.
  if (getRequired(root).empty() && getRelated(root).empty()) {
    frames[root] = 0;
    made.insert(root);
    return make(root, getSourceName(root));
  }
  enter(root, "tensor");
  while (!stack.empty())
    if (failed(step(make)))
      return failure();
  return success();
}
