// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is told to a tensor that is there: its history, its bits, its Python
// object, and its relations to others.
//
//   before:  %x = meta.tensor .. grad %g requires_grad
//   after:   build.requires_grad %0
//            build.grad %0, %g

#include "Materializer.h"

using namespace mlir;
using namespace metautils;

/// A leaf is told that it requires grad; what is none gets a history. A view
/// that is no leaf has that of its base.
void Materializer::addHistory(TensorOp tensor, Value value) {
  if (tensor.getNonLeaf())
    build::DelayedErrorOp::create(builder, location, value, tensor.getOutput());
  else if (tensor.getRequiresGrad())
    build::RequiresGradOp::create(builder, location, value);
}

/// Of what was not made of its base, if it has one.
void Materializer::addAutograd(TensorOp tensor, Value value) {
  if (tensor.getBase())
    build::ViewOfOp::create(builder, location, value,
                            getMade(tensor.getBase()));
  addHistory(tensor, value);
  if (tensor.getBase())
    build::CreationOp::create(builder, location, value, tensor.getCreation());
}

void Materializer::addState(TensorOp tensor, Value value) {
  if (tensor.getRetainsGrad())
    build::RetainsGradOp::create(builder, location, value);
  auto has = cast<MetaTensorType>(value.getType());
  MetaTensorType needs = tensor.getType();
  if (has.getConj() != needs.getConj())
    build::SetConjOp::create(builder, location, value, !needs.getConj());
  if (has.getNeg() != needs.getNeg())
    build::SetNegOp::create(builder, location, value, !needs.getNeg());
  if (tensor.getParameter() || tensor.getFake() ||
      !tensor.getClassName().empty() || tensor.getBuffer() != BufferKind::None)
    build::ObjectOp::create(builder, location, value, tensor.getParameter(),
                            tensor.getClassName(), tensor.getBuffer(),
                            tensor.getFake());
}

void Materializer::addRelation(const Relation &relation, Value tensor) {
  // A version counter of one's own is that of the tensor itself.
  Value other =
      relation.other == relation.tensor ? tensor : getMade(relation.other);
  if (isa<TensorOp>(relation.from))
    build::GradOp::create(builder, location, tensor, other);
  else if (isa<TangentOp>(relation.from))
    build::TangentOp::create(builder, location, tensor, other);
  else
    build::SharesVersionOp::create(builder, location, tensor, other);
}

LogicalResult Materializer::addRelations(TensorOp tensor, Value value) {
  SmallVector<Relation> relations;
  if (tensor.getGrad())
    relations.push_back({tensor, tensor, tensor.getGrad()});
  // The newest use comes first in the list.
  SmallVector<Operation *> users(tensor->getUsers());
  for (Operation *user : llvm::reverse(users)) {
    if (user->getOperand(0) != tensor)
      continue;
    if (auto tangent = dyn_cast<TangentOp>(user))
      relations.push_back({user, tensor, tangent.getTangent()});
    else if (auto shares = dyn_cast<SharesVersionOp>(user))
      relations.push_back({user, tensor, shares.getOther()});
    else if (auto mark = dyn_cast<MarkOp>(user))
      build::MarkOp::create(builder, location, value, mark.getName(),
                            mark.getValue());
  }
  // A functional tensor begins with the counter of its value.
  bool isFunctional = !tensor.getInference() &&
                      tensor.getGeometry().getDefiningOp<FunctionalOp>();
  auto isVersion = [](const Relation &relation) {
    return isa<SharesVersionOp>(relation.from);
  };
  if (isFunctional && !tensor.getBase() && llvm::none_of(relations, isVersion))
    build::SharesVersionOp::create(builder, location, value, value);
  for (const Relation &relation : relations) {
    if (!relation.other.getDefiningOp<TensorOp>())
      return relation.from->emitOpError("expected '")
             << name << "' to be told of a 'meta.tensor', got another tensor";
    if (relation.other == relation.tensor || made.contains(relation.other))
      addRelation(relation, value);
    else
      late.push_back(relation);
  }
  return success();
}

void Materializer::finish() {
  for (const Relation &relation : late)
    addRelation(relation, getMade(relation.tensor));
}
