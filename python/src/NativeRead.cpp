// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether C++ may answer for a tensor's Python object.

#include "NativeRead.h"
#include "Objects.h"

#include "llvm/ADT/STLExtras.h"

#include <ATen/PythonTorchFunctionTLS.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/jit/frontend/tracer.h>

#include <vector>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

namespace {
/// An attribute that PyTorch's describer reads, and what torch.Tensor has under
/// its name.
struct Attribute {
  PyObject *name;
  PyObject *ofTensor;
};
} // namespace

static PyObject *lookUp(PyTypeObject *type, PyObject *name) {
  return _PyType_Lookup(type, name);
}

static PyObject *lookUpInTensor(PyObject *name) {
  return lookUp(reinterpret_cast<PyTypeObject *>(THPVariableClass), name);
}

static const std::vector<Attribute> &getAttributes() {
  static const std::vector<Attribute> attributes = [] {
    std::vector<Attribute> result;
    for (const char *text : {"__getattribute__",
                             "__getattr__",
                             "_base",
                             "_is_view",
                             "_view_func_unsafe",
                             "ccol_indices",
                             "col_indices",
                             "crow_indices",
                             "dense_dim",
                             "dim",
                             "dtype",
                             "grad",
                             "is_coalesced",
                             "is_conj",
                             "is_inference",
                             "is_leaf",
                             "is_mkldnn",
                             "is_neg",
                             "is_nested",
                             "is_sparse",
                             "layout",
                             "requires_grad",
                             "row_indices",
                             "size",
                             "sparse_dim",
                             "storage_offset",
                             "stride",
                             "untyped_storage",
                             "values"}) {
      PyObject *name = PyUnicode_InternFromString(text);
      result.push_back({name, lookUpInTensor(name)});
    }
    return result;
  }();
  return attributes;
}

/// Neither `__torch_function__` nor an attribute is the class's own. The one
/// that subclasses inherit from torch.Tensor gives results their class, which
/// is seen where a result is a new tensor.
static bool isClassNative(PyObject *object) {
  static PyObject *name = PyUnicode_InternFromString("__torch_function__");
  static PyObject *inherited = lookUpInTensor(name);
  static PyObject *disabled =
      importOnce("torch._C", "_disabled_torch_function_impl");
  PyTypeObject *type = Py_TYPE(object);
  PyObject *function = lookUp(type, name);
  if (function != disabled &&
      !(function == inherited &&
        THPVariable_Unpack(object).layout() == at::kStrided))
    return false;
  return llvm::all_of(getAttributes(), [&](const Attribute &attribute) {
    return lookUp(type, attribute.name) == attribute.ofTensor;
  });
}

/// Python's own dict of the object, borrowed, or null.
static PyObject *getDict(PyObject *object) {
  PyObject **dict = _PyObject_GetDictPtr(object);
  return dict ? *dict : nullptr;
}

/// An instance may hide methods of its class.
static bool hidesAttributes(PyObject *object) {
  PyObject *dict = getDict(object);
  return dict && PyDict_GET_SIZE(dict) &&
         llvm::any_of(getAttributes(), [&](const Attribute &attribute) {
           return PyDict_GetItemWithError(dict, attribute.name);
         });
}

bool python::isReadNatively(PyObject *object) {
  bool isExact = THPVariableClass && THPVariable_CheckExact(object);
  if (!isExact &&
      !(THPVariableClass && isInstance(object, THPVariableClass) &&
        THPVariable_Unpack(object).defined() && isClassNative(object)))
    return false;
  return !at::impl::torch_function_mode_enabled() &&
         !torch::jit::tracer::isTracing() && !hidesAttributes(object);
}

bool python::hasOwnDevice(PyObject *tensor) {
  static PyObject *name = PyUnicode_InternFromString("device");
  static PyObject *ofTensor = lookUpInTensor(name);
  return !THPVariable_CheckExact(tensor) &&
         lookUp(Py_TYPE(tensor), name) != ofTensor;
}

bool python::isTraceableWrapperSubclass(PyObject *tensor) {
  static PyObject *flatten = PyUnicode_InternFromString("__tensor_flatten__");
  static PyObject *unflatten =
      PyUnicode_InternFromString("__tensor_unflatten__");
  if (isExactly(tensor, THPVariableClass) ||
      (isExactly(tensor, ParameterClass) && !getDict(tensor)))
    return false;
  return getOptional(tensor, flatten) && getOptional(tensor, unflatten);
}

bool python::isParameter(PyObject *tensor) {
  static PyObject *mark = PyUnicode_InternFromString("_is_param");
  if (isInstance(tensor, ParameterClass))
    return true;
  py::object value = getOptional(tensor, mark);
  return value && isTrue(value);
}

bool python::isUninitialized(PyObject *tensor) {
  static PyObject *type =
      importOnce("torch.nn.parameter", "UninitializedTensorMixin");
  return isInstance(tensor, type);
}
