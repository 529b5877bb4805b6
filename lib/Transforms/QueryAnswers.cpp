// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers to queries of tensors whose geometry becomes known.

#include "QueryAnswers.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

using namespace mlir;
using namespace metautils;

static SymInt getAnswer(Operation *query, const Geometry &geometry) {
  if (auto size = dyn_cast<SizeOp>(query))
    return geometry.sizes[size.getDim()];
  if (auto stride = dyn_cast<StrideOp>(query))
    return geometry.strides[stride.getDim()];
  return geometry.offset;
}

void QueryAnswers::answer(Value tensor, const Geometry &geometry,
                          OpBuilder &builder) {
  for (Operation *user : tensor.getUsers()) {
    if (auto live = dyn_cast<TensorOp>(user);
        live && live.getGeometry() == tensor)
      answer(live, geometry, builder); // A live tensor is of no live one.
    if (!isa<SizeOp, StrideOp, OffsetOp>(user))
      continue;
    builder.setInsertionPoint(user);
    IndexArithmetic arithmetic(builder, user->getLoc());
    Value query = user->getResult(0);
    Value number = getLatest(arithmetic.getValue(getAnswer(user, geometry)));
    if (number == query) // A cycle: the view is told what it is asked for.
      continue;
    query.replaceAllUsesWith(number);
    answers[query] = number;
  }
}

bool QueryAnswers::isAnswered(Operation *user) const {
  return isa<SizeOp, StrideOp, OffsetOp>(user) &&
         answers.contains(user->getResult(0));
}

/// What an answer has been answered with itself. No value is given an answer
/// that leads back to it, so this ends.
Value QueryAnswers::getLatest(Value answer) const {
  for (auto next = answers.find(answer); next != answers.end();
       next = answers.find(answer))
    answer = next->second;
  return answer;
}

void QueryAnswers::eraseAnswered(function_ref<void(Value)> released) {
  for (auto [query, answer] : answers)
    query.replaceAllUsesWith(getLatest(answer));
  for (auto [query, answer] : answers) {
    Operation *op = query.getDefiningOp();
    Value tensor = op->getOperand(0);
    op->erase();
    released(tensor);
  }
}
