// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrappers of functorch that autograd takes for views of others. Python cannot
// say so of a wrapper that is there; but where the same view op leads from base
// to view at each level, it is run inside of the transform, and gives both the
// wrapper and what is in it.
//
//   %v = build.tensor 2 "w.unwrapped" { build.as_strided %x .. }
//   %w = build.tensor 3 "w" {
//     %0 = build.grad_tracking %v level 1
//     build.view_of %0, %g
//   }
//
//   with temporarily_restore_interpreter_stack(transforms[-1:]):
//       w = g[:2]

#include "PythonViewText.h"
#include "PythonWriter.h"

using namespace mlir;
using namespace metautils;

namespace {
/// A view, at one level, and what it is of at that level.
struct LevelView {
  Value view;
  Value base;
};
} // namespace

static bool requiresGrad(Value tensor) {
  Value made = findMade(tensor);
  return hasHistory(made) ||
         llvm::any_of(made.getUsers(), llvm::IsaPred<build::RequiresGradOp>);
}

static Value findTangent(Value tensor) {
  for (Operation *user : findMade(tensor).getUsers())
    if (auto tangent = dyn_cast<build::TangentOp>(user))
      return tangent.getOther();
  return {};
}

/// Whether a tensor is what a view op makes of the base, with grad mode on, and
/// nothing else is told to it.
static bool isOnlyView(LevelView level) {
  auto tensor = level.view.getDefiningOp<build::TensorOp>();
  Value made = findMade(level.view);
  return hasHistory(made) == requiresGrad(level.base) &&
         findCreation(made) == CreationMeta::Default &&
         !tensor.getInference() &&
         llvm::all_of(tensor.getBody().front(), [](Operation &step) {
           return isa<build::AsStridedOp, build::ReplayOp,
                      build::GradTrackingOp, build::ViewOfOp, build::CreationOp,
                      build::DelayedErrorOp, build::TangentOp, build::YieldOp>(
               step);
         });
}

/// One level further in, if both are wrappers of the same one.
static std::optional<LevelView> unwrap(LevelView level) {
  Value made = findMade(level.view);
  auto view = made.getDefiningOp<build::GradTrackingOp>();
  auto base = findMade(level.base).getDefiningOp<build::GradTrackingOp>();
  if (!view || !base || !view.getLevel() ||
      view.getLevel() != base.getLevel() || findBase(made) != level.base)
    return std::nullopt;
  return LevelView{view.getInner(), base.getInner()};
}

/// The view op that a wrapper is made by at all levels, and with it the tensors
/// inside and their tangents, which have no other use.
static Operation *findViewOp(build::TensorOp wrapper,
                             SmallVectorImpl<Value> &inside) {
  Value base = findBase(findMade(wrapper));
  if (!base)
    return nullptr;
  Operation *viewOp = nullptr;
  for (SmallVector<LevelView> stack = {{wrapper, base}}; !stack.empty();) {
    LevelView level = stack.pop_back_val();
    bool isInside = level.view != wrapper.getResult();
    if (!isOnlyView(level) || (isInside && !level.view.hasOneUse()))
      return nullptr;
    if (isInside)
      inside.push_back(level.view);
    Value tangent = findTangent(level.view);
    if (Value baseTangent = findTangent(level.base)) {
      if (!tangent)
        return nullptr;
      stack.push_back({tangent, baseTangent});
    } else if (tangent && isInside) {
      return nullptr;
    }
    if (auto next = unwrap(level)) {
      stack.push_back(*next);
      continue;
    }
    Operation *op = findMade(level.view).getDefiningOp();
    if (!isa_and_present<build::AsStridedOp, build::ReplayOp>(op) ||
        op->getOperand(0) != level.base ||
        (viewOp && viewOp->getResultTypes() != op->getResultTypes()))
      return nullptr;
    viewOp = viewOp ? viewOp : op;
  }
  return viewOp;
}

void PythonWriter::findWrappedViews() {
  function.walk([&](build::TensorOp tensor) {
    SmallVector<Value> inside;
    if (Operation *viewOp = findViewOp(tensor, inside)) {
      wrappedViews[findMade(tensor)] = viewOp;
      madeInside.insert_range(inside);
    }
  });
}

void PythonWriter::writeWrappedView(build::GradTrackingOp op,
                                    Operation *viewOp) {
  Value base = findBase(op);
  PythonContexts levels = {printLevels(*op.getLevel())};
  if (auto view = dyn_cast<build::AsStridedOp>(viewOp))
    setView(op, base, !hasHistory(op), levels,
            printAsStrided(name(base), view.getType(), view.getOffset()));
  else
    setView(op, base, !hasHistory(op), levels,
            printReplay(viewOp->getRegion(0).front(), viewOp->getOperand(0),
                        name(base)));
}
