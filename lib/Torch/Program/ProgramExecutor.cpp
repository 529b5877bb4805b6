// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs: from the results, only what the memo lacks, in the order in
// which steps ask for it.

#include "metautils/Torch/Program/ProgramExecutor.h"
#include "ProgramStep.h"

#include "mlir/IR/Diagnostics.h"

#include <c10/core/InferenceMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>
#include <c10/util/Exception.h>

using namespace mlir;
using namespace metautils;
using c10::impl::TorchDispatchModeTLS;

//===----------------------------------------------------------------------===//
// ProgramHost
//===----------------------------------------------------------------------===//

ProgramHost::~ProgramHost() = default;

at::Tensor ProgramHost::adoptRoot(at::Tensor root, at::Device) { return root; }

void ProgramHost::adoptView(const at::Tensor &, at::Device) {}

void ProgramHost::setObject(const at::Tensor &, build::ObjectOp) {}

at::Tensor ProgramHost::viewSymbolic(llvm::function_ref<at::Tensor()> view) {
  return view();
}

void ProgramHost::noteFailure(StringRef) {}

void ProgramHost::setMark(const at::Tensor &, build::MarkOp) {}

at::Tensor ProgramHost::makeSubclass(build::SubclassOp op,
                                     ArrayRef<c10::IValue>, c10::SymIntArrayRef,
                                     c10::SymIntArrayRef) {
  TORCH_CHECK(false, "expected Python to make an instance of '",
              op.getClassName().str(),
              "', got none: run the program with the Python package");
}

c10::SymInt ProgramHost::makeSymbol(build::SymbolOp op) {
  return nativeSymbols.getSymbol({op.getName(), op.getKind(), op.getMin(),
                                  op.getMax(), op.getHint(), op.getSources()});
}

//===----------------------------------------------------------------------===//
// ProgramRun
//===----------------------------------------------------------------------===//

ProgramRun::ProgramRun(ProgramExecutor &executor, const Program &program)
    : executor(executor), program(program), values(program.numSlots) {}

const Program::Tensor *ProgramRun::getCurrent() const {
  return stack.empty() ? nullptr : &program.tensors[stack.back().tensor];
}

const Interpreters &ProgramRun::getInterpreters() {
  TORCH_CHECK(
      executor.interpreters,
      "expected the transform that the tensor is wrapped for, got none");
  return *executor.interpreters;
}

void ProgramRun::push(uint32_t index, bool isLate) {
  const Program::Tensor &tensor = program.tensors[index];
  Frame frame{index, nullptr, tensor.begin, tensor.end, nullptr};
  if (isLate)
    frame = {index, &tensor.late, 0, static_cast<uint32_t>(tensor.late.size()),
             nullptr};
  else if (c10::InferenceMode::is_enabled() != tensor.inference)
    frame.mode = std::make_unique<c10::InferenceMode>(tensor.inference);
  stack.push_back(std::move(frame));
}

/// Finds a tensor in the memo, or begins to make it.
void ProgramRun::demand(uint32_t index) {
  at::Tensor found = executor.memo.findTensor(program.tensors[index].number);
  if (found.defined())
    values[index] = std::move(found);
  else
    push(index, /*isLate=*/false);
}

/// Whether all operands are there; else one of them comes first.
bool ProgramRun::demandOperands(const ProgramStep &step) {
  for (uint32_t slot : step.operands)
    if (slot < program.tensors.size() && !values[slot].defined()) {
      demand(slot);
      if (!values[slot].defined())
        return false;
    }
  return true;
}

void ProgramRun::finishFrame() {
  Frame &frame = stack.back();
  uint32_t index = frame.tensor;
  bool isLate = frame.late;
  if (!isLate) {
    const Program::Tensor &tensor = program.tensors[index];
    values[index] = std::move(values[tensor.made]);
    executor.memo.setTensor(tensor.number, values[index]);
    if (!tensor.late.empty())
      waiting.push_back(index);
  }
  stack.pop_back();
}

/// Until nothing is being made.
void ProgramRun::drain() {
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.end) {
      finishFrame();
      continue;
    }
    uint32_t index = frame.late ? (*frame.late)[frame.next] : frame.next;
    const ProgramStep &step = program.steps[index];
    if (!demandOperands(step)) // `frame` is gone.
      continue;
    step.run(step, *this);
    ++stack.back().next;
  }
}

std::vector<at::Tensor> ProgramRun::run() {
  for (uint32_t result : program.results) {
    if (!values[result].defined())
      demand(result);
    drain();
  }
  while (!waiting.empty()) {
    push(waiting.pop_back_val(), /*isLate=*/true);
    drain();
  }
  std::vector<at::Tensor> results;
  results.reserve(program.results.size());
  for (uint32_t result : program.results)
    results.push_back(values[result]);
  return results;
}

//===----------------------------------------------------------------------===//
// ProgramExecutor
//===----------------------------------------------------------------------===//

namespace {
/// Keeps the modes of Python and transforms around a run out of it, and lets
/// views be noted as such.
class AmbientGuard {
public:
  AmbientGuard() {
    TorchDispatchModeTLS::set_state({});
    c10::impl::tls_set_dispatch_key_included(c10::DispatchKey::Functionalize,
                                             false);
    c10::impl::tls_set_dispatch_key_excluded(c10::DispatchKey::ADInplaceOrView,
                                             false);
  }
  AmbientGuard(const AmbientGuard &) = delete;
  ~AmbientGuard() {
    c10::impl::tls_set_dispatch_key_included(c10::DispatchKey::Functionalize,
                                             functionalizes);
    c10::impl::tls_set_dispatch_key_excluded(c10::DispatchKey::ADInplaceOrView,
                                             noViews);
    TorchDispatchModeTLS::set_state(std::move(modes));
  }

private:
  TorchDispatchModeTLS modes = TorchDispatchModeTLS::get_state();
  c10::impl::ExcludeDispatchKeyGuard noTransforms{
      c10::DispatchKeySet({c10::DispatchKey::FuncTorchDynamicLayerFrontMode,
                           c10::DispatchKey::FuncTorchDynamicLayerBackMode})};
  bool functionalizes =
      c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::Functionalize);
  bool noViews = c10::impl::tls_is_dispatch_key_excluded(
      c10::DispatchKey::ADInplaceOrView);
};
} // namespace

ProgramExecutor::ProgramExecutor(ProgramHost *host)
    : host(host ? *host : defaultHost) {}

void ProgramExecutor::takeTransforms() {
  interpreters = std::make_unique<Interpreters>();
  opensTransforms = false;
}

c10::SymInt ProgramExecutor::getSymbol(build::SymbolOp op) {
  auto known = symbols.find(op.getName());
  if (known != symbols.end())
    return known->second;
  c10::SymInt symbol = host.makeSymbol(op);
  symbols.try_emplace(op.getName(), symbol);
  return symbol;
}

FailureOr<std::vector<at::Tensor>>
ProgramExecutor::run(const Program &program) {
  AmbientGuard ambient;
  ProgramRun run(*this, program);
  try {
    if (opensTransforms && !program.interpreters.empty()) {
      interpreters.reset();
      interpreters = std::make_unique<Interpreters>(
          program.interpreters,
          [&](Value number) { return run.getNumber(number); });
    }
    return run.run();
  } catch (const c10::Error &error) {
    // Outside of all tensors only transforms are made.
    const Program::Tensor *tensor = run.getCurrent();
    if (!tensor) {
      InterpreterOp interpreter = program.interpreters.front();
      return interpreter.emitError("PyTorch could not open a transform: ")
             << error.what_without_backtrace();
    }
    return emitError(tensor->location)
           << "PyTorch could not make '" << tensor->name
           << "': " << error.what_without_backtrace();
  } catch (...) {
    if (const Program::Tensor *tensor = run.getCurrent())
      host.noteFailure(tensor->name);
    throw;
  }
}
