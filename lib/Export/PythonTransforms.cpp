// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that wrap others for functorch or functionalization, and the
// transforms that these are of. Those are entered first; what is not of them is
// made outside, and what is of one, inside of it and those around it.
//
//   meta.interpreter vmap level 1 batch_size 3
//   _functorch._vmap_increment_nesting(3, 'error')
//                                                 with
//                                                 temporarily_clear_interpreter_stack()
//                                                 as transforms:
//   build.batched %x dim 0 level 1                    y =
//   _functorch._add_batch_dim(x, 0, 1)

#include "PythonText.h"
#include "PythonWriter.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

static std::string printArguments(InterpreterOp op) {
  if (op.getTransform() == Transform::Vmap)
    return llvm::formatv("{0}, '{1}'", *op.getBatchSize(),
                         stringifyRandomness(op.getRandomness()));
  if (op.getTransform() == Transform::Functionalize)
    return op.getAddBackViews() ? "True" : "False";
  return "";
}

LogicalResult PythonWriter::writeInterpreter(InterpreterOp op) {
  if (op.getDynamicBatchSize())
    return op.emitOpError("expected a batch of a size that is known to print");
  if (op.getTransform() == Transform::Torch)
    return op.emitOpError("expected a transform that Python can enter");
  StringRef kind = op.getTransform() == Transform::Functionalize
                       ? "func"
                       : stringifyTransform(op.getTransform());
  std::string functorch = names.importFrom("torch._C", "_functorch");
  PythonContexts contexts;
  if (op.getOuterInference())
    contexts.push_back("torch.inference_mode()");
  if (op.getOuterModeOff())
    contexts.push_back(op.getTransform() == Transform::Jvp
                           ? names.importFrom("torch.autograd.forward_ad",
                                              "_set_fwd_grad_enabled") +
                                 "(False)"
                           : "torch.no_grad()");
  entry.add(contexts, llvm::formatv("{0}._{1}_increment_nesting({2})",
                                    functorch, kind, printArguments(op)));
  exits.push_back(
      llvm::formatv("{0}._{1}_decrement_nesting()", functorch, kind));
  if (numTransforms++ == 0)
    names.importFrom("torch._functorch.pyfunctorch",
                     "temporarily_clear_interpreter_stack");
  return success();
}

/// The transforms up to a level. They are kept with the innermost one first.
std::string PythonWriter::printLevels(int64_t level) {
  return names.importFrom("torch._functorch.pyfunctorch",
                          "temporarily_restore_interpreter_stack") +
         llvm::formatv("(transforms[-{0}:])", level).str();
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

void PythonWriter::writeBatched(build::BatchedOp op) {
  std::string function =
      op.getLegacy()
          ? "torch._add_batch_dim"
          : names.importFrom("torch._C", "_functorch") + "._add_batch_dim";
  PythonContexts contexts;
  std::string inner = use(op.getInner(), contexts);
  set(op,
      llvm::formatv("{0}({1}, {2}, {3})", function, inner, op.getDim(),
                    op.getLevel()),
      contexts);
}

/// Without a level: of a transform that has ended since.
LogicalResult PythonWriter::writeGradTracking(build::GradTrackingOp op) {
  if (op.getLevel() > numTransforms)
    return refuse(op) << "of a transform that is stated, got level "
                      << *op.getLevel() << " of " << numTransforms;
  if (Operation *viewOp = wrappedViews.lookup(op)) {
    writeWrappedView(op, viewOp);
    return success();
  }
  std::string inner = name(op.getInner());
  std::string functorch = names.importFrom("torch._C", "_functorch");
  if (op.getLevel()) {
    set(op,
        llvm::formatv("{0}._wrap_for_grad({1}, {2})", functorch, inner,
                      *op.getLevel()),
        {printLevels(*op.getLevel())});
    return success();
  }
  set(op, llvm::formatv("{0}._wrap_for_grad({1}, "
                        "{0}._grad_increment_nesting())",
                        functorch, inner));
  name(op);
  add(functorch + "._grad_decrement_nesting()");
  return success();
}

//===----------------------------------------------------------------------===//
// Functionalization
//===----------------------------------------------------------------------===//

/// Whether a wrapped tensor may be a copy of what it is made as: it is new, and
/// nothing else has to do with it.
static bool isCopied(Value inner) {
  auto tensor = inner.getDefiningOp<build::TensorOp>();
  if (!tensor || !inner.hasOneUse() || !tensor.getType().isContiguous())
    return false;
  auto steps = tensor.getBody().front().without_terminator();
  return llvm::all_of(steps, [](Operation &step) {
    auto bind = dyn_cast<build::BindStorageOp>(step);
    return isa<build::EmptyStridedOp>(step) || (bind && bind.getOffset() == 0);
  });
}

/// Statements between these are recorded.
void PythonWriter::enterFunctionalization(bool reapplyViews) {
  add(llvm::formatv("torch._enable_functionalization(reapply_views={0})",
                    reapplyViews ? "True" : "False"));
}

void PythonWriter::leaveFunctionalization() {
  add("torch._disable_functionalization()");
}

/// A wrapper begins with the version counter of its value. Where the value has
/// been replaced since, each has its own.
void PythonWriter::writeFunctional(build::FunctionalOp op) {
  std::string inner = name(op.getInner());
  if (op.getLevel())
    set(op, llvm::formatv("{0}._wrap_functional_tensor({1}, {2})",
                          names.importFrom("torch._C", "_functorch"), inner,
                          *op.getLevel()));
  else
    set(op, "torch._to_functional_tensor(" + inner + ")");
  Value version = findVersion(op);
  if (version == op.getInner()) {
    detached.insert(op);
  } else if (version == op.getResult() && !op.getLevel() &&
             isCopied(op.getInner())) {
    detached.insert(op);
    std::string tensor = name(op);
    enterFunctionalization(/*reapplyViews=*/false);
    add(tensor + ".copy_(" + tensor + ".clone())");
    leaveFunctionalization();
  }
}

LogicalResult PythonWriter::writeFunctionalView(build::FunctionalViewOp op) {
  if (llvm::none_of(op->getUsers(), llvm::IsaPred<build::CreationOp>))
    return refuse(op) << "a view that autograd knows as such";
  setView(op, op.getBase(), op.getNoGrad(), {},
          printReplay(op.getBody().front(), op.getBase(), name(op.getBase())));
  enterFunctionalization(!op.getCopies());
  name(op);
  leaveFunctionalization();
  // The version counter is that of what the base wraps.
  auto base = op.getBase().getDefiningOp<build::FunctionalOp>();
  if (base && findVersion(op) == base.getInner())
    detached.insert(op);
  return success();
}

LogicalResult PythonWriter::writeWrap(Operation &op) {
  if (auto view = dyn_cast<build::FunctionalViewOp>(op))
    return writeFunctionalView(view);
  if (auto wrap = dyn_cast<build::GradTrackingOp>(op))
    return writeGradTracking(wrap);
  if (auto wrap = dyn_cast<build::BatchedOp>(op))
    writeBatched(wrap);
  else
    writeFunctional(cast<build::FunctionalOp>(op));
  return success();
}
