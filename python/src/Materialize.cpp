// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors of a description, made again: its program is run, and what that
// leaves to Python is done by python/metautils/_materialize.py.

#include "Errors.h"
#include "Module.h"
#include "Objects.h"
#include "PlainData.h"
#include "Symbolize.h"
#include "metautils/Torch/Program/ProgramExecutor.h"

#include <torch/csrc/autograd/python_variable.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

template <typename... Args>
static py::object call(const char *function, Args... args) {
  return py::module_::import("metautils._materialize").attr(function)(args...);
}

static py::tuple toTuple(c10::SymIntArrayRef numbers) {
  py::tuple tuple(numbers.size());
  for (auto [index, number] : llvm::enumerate(numbers))
    tuple[index] = py::cast(number);
  return tuple;
}

namespace {
/// Does what is up to Python. What that raises goes through.
class PythonHost : public ProgramHost {
public:
  explicit PythonHost(py::handle shapeEnv) {
    if (!shapeEnv.is_none())
      symbols.emplace(shapeEnv);
  }

  c10::SymInt makeSymbol(build::SymbolOp op) final {
    if (!symbols || op.getKind() == SymbolKind::NestedInt)
      return ProgramHost::makeSymbol(op);
    return symbols->get(op);
  }

  void setObject(const at::Tensor &tensor, build::ObjectOp op) final {
    call("set_object", wrap(tensor), op.getClassName().str(),
         bool(op.getParameter()), stringifyBufferKind(op.getBuffer()).str());
  }

  void setMark(const at::Tensor &tensor, build::MarkOp op) final {
    call("set_mark", wrap(tensor), op.getName().str(),
         decodeData(op.getValue()));
  }

  at::Tensor makeSubclass(build::SubclassOp op, ArrayRef<c10::IValue> inner,
                          c10::SymIntArrayRef sizes,
                          c10::SymIntArrayRef strides) final {
    SmallVector<py::object> operands;
    for (const c10::IValue &part : inner)
      operands.push_back(part.isTensor() ? wrap(part.toTensor())
                                         : py::cast(part.toSymInt()));
    py::dict parts;
    for (auto [name, value] :
         llvm::zip_equal(op.getParts().getKeys(), op.getParts().getValues()))
      parts[decodeData(name)] = decodeData(value, operands);
    py::object ctx =
        op.getCtx() ? decodeData(*op.getCtx(), operands) : py::none();
    py::object made = call("make_subclass", op.getClassName().str(), parts, ctx,
                           toTuple(sizes), toTuple(strides));
    return THPVariable_Unpack(made.ptr());
  }

private:
  std::optional<ShapeEnvSymbols> symbols;
};
} // namespace

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

py::dict Module::materialize(py::object shapeEnv) const {
  if (!module.get().getOps<SourceOp>().empty())
    return run("meta-materialize").materialize(shapeEnv);
  ContextGuard guard(*context);
  auto function = module.get().lookupSymbol<func::FuncOp>("main");
  if (!function)
    raiseError("expected a description or a program, which has a function "
               "'main', got neither");
  FailureOr<Program> program = Program::compile(function);
  if (failed(program))
    guard.raise();
  PythonHost host(shapeEnv);
  ProgramExecutor executor(&host);
  auto results = executor.run(*program);
  if (failed(results))
    guard.raise();
  return nameResults(function, *results);
}
