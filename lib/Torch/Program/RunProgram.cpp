// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program and describes what it made.

#include "metautils/Torch/Program/RunProgram.h"
#include "metautils/Torch/Program/ProgramExecutor.h"
#include "metautils/Torch/TensorDescriber.h"
#include "metautils/Torch/TensorFacts.h"

#include "llvm/ADT/ScopeExit.h"

#include <torch/csrc/autograd/forward_grad.h>

using namespace mlir;
using namespace metautils;
using torch::autograd::ForwardADLevel;

namespace {
/// Notes what Python would be told, and says it again.
class ObjectNotes : public ProgramHost, public PythonFacts {
public:
  void setObject(const at::Tensor &tensor, build::ObjectOp op) final {
    ObjectFacts &facts = notes[tensor.unsafeGetTensorImpl()];
    facts.parameter = op.getParameter();
    facts.className = op.getClassName();
    facts.buffer = op.getBuffer();
    facts.fake = op.getFake();
  }

  void setMark(const at::Tensor &tensor, build::MarkOp op) final {
    notes[tensor.unsafeGetTensorImpl()].marks.emplace_back(op.getName(),
                                                           op.getValue());
  }

  Class getClass(const at::Tensor &tensor) final {
    return notes.contains(tensor.unsafeGetTensorImpl()) ? Class::Other
                                                        : Class::Tensor;
  }

  std::string getClassName(const at::Tensor &tensor) final {
    return notes[tensor.unsafeGetTensorImpl()].className;
  }

  ObjectFacts readObject(const at::Tensor &tensor, MLIRContext *) final {
    return notes[tensor.unsafeGetTensorImpl()];
  }

private:
  llvm::DenseMap<at::TensorImpl *, ObjectFacts> notes;
};

/// The level of forward-mode AD that tangents are of.
class DualLevel {
public:
  DualLevel() = default;
  DualLevel(const DualLevel &) = delete;
  ~DualLevel() { ForwardADLevel::release_idx(level); }

private:
  uint64_t level = ForwardADLevel::get_next_idx();
};
} // namespace

static LogicalResult describeResults(TensorDescriber &describer,
                                     func::FuncOp function,
                                     const std::vector<at::Tensor> &results) {
  for (auto [number, result] : llvm::enumerate(results)) {
    auto sources = function.getResultAttrOfType<ArrayAttr>(
        number, MetaDialect::kSourcesAttr);
    if (!sources)
      return function.emitOpError("expected 'meta.sources' of result ")
             << number << ", got none";
    for (auto source : sources.getAsRange<StringAttr>())
      if (failed(describer.add(result, source)))
        return failure();
  }
  return success();
}

/// Tensors that are each other's grads would keep each other alive.
static void dropGrads(const ProgramMemo &memo) {
  for (const at::Tensor &tensor : memo.getLiveTensors())
    if (findGrad(tensor))
      tensor.mutable_grad().reset();
}

OwningOpRef<ModuleOp> metautils::runAndDescribe(func::FuncOp function,
                                                RunStatistics *statistics) {
  FailureOr<Program> program = Program::compile(function);
  if (failed(program))
    return {};
  DualLevel level;
  ObjectNotes notes;
  ProgramExecutor executor(&notes);
  llvm::scope_exit cleanUp([&] { dropGrads(executor.getMemo()); });
  auto results = executor.run(*program);
  if (failed(results))
    return {};
  const ProgramMemo &memo = executor.getMemo();
  if (statistics)
    *statistics = {memo.getHits(), memo.getMisses(), memo.countLiveTensors(),
                   memo.countLiveStorages()};
  std::optional<Interpreters::Scope> scope;
  if (Interpreters *interpreters = executor.getInterpreters())
    scope.emplace(*interpreters);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(UnknownLoc::get(function.getContext()));
  TensorDescriber describer(*module, &notes);
  if (failed(describeResults(describer, function, *results)))
    return {};
  return module;
}
