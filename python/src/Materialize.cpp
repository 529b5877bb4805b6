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

namespace {
/// All that is made in one go lives, so that collections in between would visit
/// ever more objects and free none.
class GarbagePause {
public:
  GarbagePause() = default;
  ~GarbagePause() {
    if (wasEnabled)
      PyGC_Enable();
  }
  GarbagePause(const GarbagePause &) = delete;

private:
  bool wasEnabled = PyGC_Disable();
};
} // namespace

static void setItem(py::dict &named, StringRef name, const at::Tensor &tensor) {
  py::object key = check(PyUnicode_FromStringAndSize(name.data(), name.size()));
  py::object object = wrap(tensor);
  if (named.contains(key) && py::object(named[key]).ptr() != object.ptr())
    raiseError("expected one tensor of the name '" + name.str() +
               "', got several");
  check(PyDict_SetItem(named.ptr(), key.ptr(), object.ptr()));
}

/// As the function says that its results are called.
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
      setItem(named, source, result);
  }
  return named;
}

/// The named tensors of a description, in the order of their first names.
static py::dict nameResults(ModuleOp description,
                            ArrayRef<at::Tensor> results) {
  py::dict named;
  llvm::DenseMap<Value, const at::Tensor *> known;
  for (auto source : description.getOps<SourceOp>()) {
    auto [tensor, isNew] = known.try_emplace(source.getTensor());
    if (isNew) {
      tensor->second = &results.front();
      results = results.drop_front();
    }
    setItem(named, source.getName(), *tensor->second);
  }
  return named;
}

static std::vector<at::Tensor> runProgram(const Program &program,
                                          py::handle shapeEnv,
                                          const ContextGuard &guard) {
  PythonHost host(shapeEnv);
  ProgramExecutor executor(&host);
  auto results = executor.run(program);
  if (failed(results))
    guard.raise();
  return std::move(*results);
}

py::dict Module::materialize(py::object shapeEnv) const {
  ContextGuard guard(*context);
  GarbagePause pause;
  if (!module.get().getOps<SourceOp>().empty()) {
    auto program = context->getProgram(shared);
    if (!program)
      guard.raise();
    return nameResults(module.get(),
                       runProgram(program->program, shapeEnv, guard));
  }
  auto function = module.get().lookupSymbol<func::FuncOp>("main");
  if (!function)
    raiseError("expected a description or a program, which has a function "
               "'main', got neither");
  FailureOr<Program> program = Program::compile(function);
  if (failed(program))
    guard.raise();
  return nameResults(function, runProgram(*program, shapeEnv, guard));
}
