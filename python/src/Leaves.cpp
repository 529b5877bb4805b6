// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors in a Python object. Lists, tuples, dicts and modules are walked
// by the C API: ten thousand tensors in a list cost no call of Python's.

#include "Leaves.h"
#include "Errors.h"
#include "Objects.h"

#include <charconv>

#include <torch/csrc/autograd/python_variable.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

const at::Tensor &Leaf::getTensor() const {
  return THPVariable_Unpack(object.ptr());
}

//===----------------------------------------------------------------------===//
// Python objects
//===----------------------------------------------------------------------===//

static bool isModule(PyObject *object) {
  static PyObject *type = importOnce("torch.nn", "Module");
  return isInstance(object, type);
}

/// A leaf that one need not ask torch.utils._pytree about.
static bool isPlainValue(PyObject *object) {
  return object == Py_None || PyLong_CheckExact(object) ||
         PyFloat_CheckExact(object) || PyUnicode_CheckExact(object) ||
         PyBool_Check(object);
}

static llvm::StringRef getText(PyObject *string) {
  Py_ssize_t size;
  const char *data = PyUnicode_AsUTF8AndSize(string, &size);
  if (!data)
    throw py::error_already_set();
  return {data, static_cast<size_t>(size)};
}

namespace {
/// An object that contains itself ends as Python's own recursion does.
class RecursionGuard {
public:
  RecursionGuard() {
    if (Py_EnterRecursiveCall(" in the object to describe"))
      throw py::error_already_set();
  }
  ~RecursionGuard() { Py_LeaveRecursiveCall(); }
};
} // namespace

//===----------------------------------------------------------------------===//
// LeafCollector
//===----------------------------------------------------------------------===//

void LeafCollector::collect(py::handle object) {
  visit(object.ptr());
  if (leaves.empty())
    raiseError("expected a tensor, or an object that holds tensors, got '" +
               std::string(Py_TYPE(object.ptr())->tp_name) + "' without any");
}

void LeafCollector::addLeaf(PyObject *tensor) {
  llvm::StringRef name = path.empty() ? "tensor" : path.str();
  leaves.push_back(
      {py::reinterpret_borrow<py::object>(tensor), name.copy(names)});
}

void LeafCollector::visit(PyObject *object) {
  if (THPVariable_CheckExact(object) || isInstance(object, THPVariableClass))
    return addLeaf(object);
  if (isPlainValue(object))
    return;
  RecursionGuard guard;
  visitChildren(object);
}

void LeafCollector::visitChildren(PyObject *object) {
  if (PyList_CheckExact(object) || PyTuple_CheckExact(object))
    visitSequence(object);
  else if (PyDict_CheckExact(object))
    visitDict(object);
  else if (isModule(object))
    visitModule(object);
  else
    visitRegistered(object);
}

void LeafCollector::visitChild(llvm::StringRef key, PyObject *child) {
  if (isPlainValue(child))
    return;
  size_t length = path.size();
  if (length != 0)
    path += '.';
  path += key;
  visit(child);
  path.truncate(length);
}

void LeafCollector::visitChild(PyObject *key, PyObject *child) {
  if (PyUnicode_CheckExact(key))
    return visitChild(getText(key), child);
  py::object string = check(PyObject_Str(key));
  visitChild(getText(string.ptr()), child);
}

void LeafCollector::visitSequence(PyObject *sequence) {
  // The size is asked for anew: Python code further in may change a list.
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i) {
    auto child = py::reinterpret_borrow<py::object>(
        PySequence_Fast_GET_ITEM(sequence, i));
    char digits[20];
    char *end = std::to_chars(digits, std::end(digits), i).ptr;
    visitChild(llvm::StringRef(digits, end - digits), child.ptr());
  }
}

void LeafCollector::visitDict(PyObject *dict) {
  PyObject *key, *child;
  for (Py_ssize_t i = 0; PyDict_Next(dict, &i, &key, &child);) {
    auto keptKey = py::reinterpret_borrow<py::object>(key);
    auto keptChild = py::reinterpret_borrow<py::object>(child);
    visitChild(key, child);
  }
}

/// Out of a module's `__dict__`, where they nearly always are: `nn.Module` has
/// a
/// `__getattr__`, which makes looking for an attribute a slow thing.
static py::object getMembers(PyObject *module, PyObject *attributes,
                             PyObject *name) {
  if (PyObject *members = PyDict_GetItemWithError(attributes, name))
    return py::reinterpret_borrow<py::object>(members);
  if (PyErr_Occurred())
    throw py::error_already_set();
  return check(PyObject_GetAttr(module, name));
}

void LeafCollector::visitModule(PyObject *module) {
  static PyObject *parameters = PyUnicode_InternFromString("_parameters");
  static PyObject *buffers = PyUnicode_InternFromString("_buffers");
  static PyObject *modules = PyUnicode_InternFromString("_modules");
  if (!openModules.insert(module).second)
    raiseError("expected a tree of modules, got '" + path.str().str() +
               "', which contains itself");
  py::object attributes = check(PyObject_GenericGetDict(module, nullptr));
  for (PyObject *name : {parameters, buffers, modules})
    visitMembers(getMembers(module, attributes.ptr(), name).ptr());
  openModules.erase(module);
}

/// The names are those of `state_dict`, without its prefixes and hooks; buffers
/// that are not persistent are there too.
void LeafCollector::visitMembers(PyObject *members) {
  if (PyDict_CheckExact(members))
    return visitDict(members);
  // Those of a ScriptModule.
  py::object items = check(PyMapping_Items(members));
  for (py::handle item : items) {
    auto pair = item.cast<py::tuple>();
    visitChild(py::object(pair[0]).ptr(), py::object(pair[1]).ptr());
  }
}

void LeafCollector::visitRegistered(PyObject *object) {
  static PyObject *getChildren =
      importOnce("metautils._pytree", "get_children");
  py::object children = check(PyObject_CallOneArg(getChildren, object));
  if (children.is_none())
    return;
  for (py::handle item : children) {
    auto pair = item.cast<py::tuple>();
    visitChild(py::object(pair[0]).ptr(), py::object(pair[1]).ptr());
  }
}
