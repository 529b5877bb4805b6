// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs leave to Python.

#include "PythonHost.h"
#include "Errors.h"
#include "Objects.h"
#include "PlainData.h"
#include "PythonDispatcher.h"

#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>

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

py::object PythonHost::findClass(StringRef name) {
  return call("find_class", name.str());
}

void PythonHost::setObject(const at::Tensor &tensor, build::ObjectOp op) {
  static PyObject *classAttribute = PyUnicode_InternFromString("__class__");
  py::object object = wrap(tensor);
  py::object type = py::none();
  if (!op.getClassName().empty())
    type = findClass(op.getClassName());
  else if (op.getParameter() && op.getBuffer() == BufferKind::None &&
           isExactly(object, THPVariableClass)) // As most are.
    return check(
        PyObject_SetAttr(object.ptr(), classAttribute, ParameterClass));
  call("set_object", object, type, bool(op.getParameter()),
       stringifyBufferKind(op.getBuffer()).str());
}

void PythonHost::setMark(const at::Tensor &tensor, build::MarkOp op) {
  py::object value = decodeData(op.getValue());
  if (op.getName() == "nested_int")
    call("set_ragged_size", wrap(tensor),
         makeRaggedSize("j" + std::string(py::str(value)), op));
  else
    py::setattr(wrap(tensor), py::str(op.getName().str()), value);
}

PythonHost::PythonHost(py::handle shapeEnv) {
  if (!shapeEnv.is_none())
    symbols.emplace(shapeEnv);
}

static bool isOfSize(build::SymbolOp symbol) {
  return symbol.getKind() != SymbolKind::NestedInt;
}

/// Python's equal those of other tensors, but are multiplied by constants
/// alone.
c10::SymInt PythonHost::makeRaggedSize(const std::string &name, Operation *op) {
  if (symbols)
    return symbols->getRaggedSize(name);
  if (!hasSymbols)
    hasSymbols = llvm::any_of(
        op->getParentOfType<func::FuncOp>().getOps<build::SymbolOp>(),
        isOfSize);
  if (*hasSymbols)
    return nativeSymbols.getSymbol({name, SymbolKind::NestedInt});
  return call("make_ragged_size", name).cast<c10::SymInt>();
}

c10::SymInt PythonHost::makeSymbol(build::SymbolOp op) {
  if (!isOfSize(op))
    return makeRaggedSize(op.getName().str(), op);
  return symbols ? symbols->get(op) : ProgramHost::makeSymbol(op);
}

/// Not all that PyTorch asks of a symbol in Python a native one can answer.
at::Tensor PythonHost::viewSymbolic(llvm::function_ref<at::Tensor()> view) {
  PythonDispatcherGuard guard;
  try {
    return view();
  } catch (...) {
    if (!symbols)
      addNote("a view of a wrapper class with symbolic sizes may want "
              "those of a ShapeEnv: pass 'shape_env'");
    throw;
  }
}

void PythonHost::noteFailure(StringRef name) {
  addNote("while '" + name.str() + "' was made");
}

at::Tensor PythonHost::makeSubclass(build::SubclassOp op,
                                    ArrayRef<c10::IValue> inner,
                                    c10::SymIntArrayRef sizes,
                                    c10::SymIntArrayRef strides) {
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
  py::object made = call("make_subclass", findClass(op.getClassName()),
                         op.getClassName().str(), parts, ctx, toTuple(sizes),
                         toTuple(strides));
  return THPVariable_Unpack(made.ptr());
}
