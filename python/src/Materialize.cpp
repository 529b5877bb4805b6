// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors of a description, made again: its program is run, and what that
// leaves to Python is done by python/metautils/_materialize.py.

#include "Errors.h"
#include "Module.h"
#include "Objects.h"
#include "PythonHost.h"
#include "metautils/Torch/Program/ProgramCache.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static py::dict nameResults(func::FuncOp function,
                            ArrayRef<at::Tensor> results) {
  py::dict named;
  for (auto [number, result] : llvm::enumerate(results)) {
    auto sources = function.getResultAttrOfType<ArrayAttr>(
        number, MetaDialect::kSourcesAttr);
    if (!sources)
      raiseError("expected a name of each result of '" +
                 function.getName().str() + "', got one without");
    for (auto source : sources.getAsRange<StringAttr>())
      named[py::str(source.str())] = wrap(result);
  }
  return named;
}

static py::dict runProgram(const Program &program, func::FuncOp function,
                           const ContextGuard &guard) {
  PythonHost host;
  ProgramExecutor executor(&host);
  auto results = executor.run(program);
  if (failed(results))
    guard.raise();
  return nameResults(function, *results);
}

py::dict Module::materialize() const {
  ContextGuard guard(*context);
  if (!module.get().getOps<SourceOp>().empty()) {
    auto program = context->programs->get(shared);
    if (!program)
      guard.raise();
    return runProgram(program->program, program->function, guard);
  }
  auto function = module.get().lookupSymbol<func::FuncOp>("main");
  if (!function)
    raiseError("expected a description or a program, which has a function "
               "'main', got neither");
  FailureOr<Program> program = Program::compile(function);
  if (failed(program))
    guard.raise();
  return runProgram(*program, function, guard);
}
