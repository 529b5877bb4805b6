// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps that wrap tensors in others.

#include "ProgramStep.h"
#include "metautils/Torch/LegacyBatched.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/functorch/TensorWrapper.h>
#include <c10/core/GradMode.h>

using namespace metautils;
using mlir::Value;
namespace functional = at::functionalization::impl;
namespace functorch = at::functorch;

static void batched(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::BatchedOp>(step.op);
  const at::Tensor &inner = run.getOperand(step);
  run.setResult(
      step, op.getLegacy()
                ? addLegacyBatchDim(inner, op.getDim(), op.getLevel())
                : functorch::addBatchDim(inner, op.getDim(), op.getLevel()));
}

/// A wrapper lives as long as the transform of its level.
static void gradTracking(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::GradTrackingOp>(step.op);
  if (op.getLevel()) {
    Interpreters::Scope scope(run.getInterpreters());
    run.setResult(step, functorch::makeTensorWrapper(run.getOperand(step),
                                                     *op.getLevel()));
    return;
  }
  int64_t level = functorch::initAndPushDynamicLayer(
      functorch::TransformType::Grad, std::nullopt, std::nullopt,
      /*prev_grad_mode=*/true);
  run.setResult(step,
                functorch::makeTensorWrapper(run.getOperand(step), level));
  functorch::popDynamicLayerAndDeleteMetadata();
}

static void functionalTensor(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::FunctionalOp>(step.op);
  at::Tensor tensor = functional::to_functional_tensor(run.getOperand(step));
  if (op.getLevel())
    functional::unsafeGetFunctionalWrapper(tensor)->set_level(*op.getLevel());
  run.setResult(step, std::move(tensor));
}

/// What is wrapped may be of the transforms around that of the base.
///
/// Autograd takes it for a view of another live tensor, not of one that is made
/// for this step alone.
static void functionalView(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::FunctionalViewOp>(step.op);
  const at::Tensor &base = run.getOperand(step);
  int64_t level = functional::unsafeGetFunctionalWrapper(base)->level();
  const Interpreters *interpreters = run.findInterpreters();
  std::optional<Interpreters::Scope> transforms;
  if (interpreters && level > 0)
    transforms.emplace(*interpreters, level);
  c10::impl::IncludeDispatchKeyGuard functionalize(
      c10::DispatchKey::Functionalize);
  functional::FunctionalizationReapplyViewsGuard reapply(!op.getCopies());
  c10::AutoGradMode mode(!op.getNoGrad());
  at::Tensor view = replayViews(op.getBody().front(), base, [&](Value number) {
    return run.getNumber(number);
  });
  functional::unsafeGetFunctionalWrapper(view)->set_level(level);
  if (!op.getBase().getDefiningOp<build::TensorOp>())
    view.unsafeGetTensorImpl()->set_autograd_meta(nullptr);
  run.setResult(step, std::move(view));
}

static void subclass(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::SubclassOp>(step.op);
  std::vector<c10::IValue> inner;
  unsigned nextTensor = 0;
  for (Value part : op.getInner()) {
    if (part.getType().isIndex())
      inner.emplace_back(run.getNumber(part));
    else
      inner.emplace_back(run.getOperand(step, nextTensor++));
  }
  ProgramRun::Geometry geometry = run.getGeometry(step);
  run.setResult(step, run.getHost().makeSubclass(op, inner, geometry.sizes,
                                                 geometry.strides));
}

bool metautils::compileWrapStep(ProgramStep &step) {
  step.run = llvm::TypeSwitch<mlir::Operation *, ProgramStep::Run>(step.op)
                 .Case([](build::BatchedOp) { return batched; })
                 .Case([](build::GradTrackingOp) { return gradTracking; })
                 .Case([](build::FunctionalOp) { return functionalTensor; })
                 .Case([](build::FunctionalViewOp) { return functionalView; })
                 .Case([](build::SubclassOp) { return subclass; })
                 .Default(nullptr);
  return step.run;
}
