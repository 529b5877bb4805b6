// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callback of a converter, which makes what it likes of each root.

#include "Callback.h"
#include "Objects.h"
#include "metautils/Torch/TensorFacts.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/autograd/python_variable.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static PyObject *giveSelf(PyObject *self, PyObject *) {
  return Py_NewRef(self);
}

at::Tensor python::callBack(py::handle callback, const at::Tensor &root,
                            at::Device device) {
  static PyMethodDef give = {"give", &giveSelf, METH_NOARGS, nullptr};
  static PyObject *keywords = py::make_tuple("device").release().ptr();
  py::object make = check(PyCFunction_New(&give, wrap(root).ptr()));
  py::object deviceObject = check(THPDevice_New(device));
  PyObject *arguments[] = {make.ptr(), deviceObject.ptr()};
  py::object made =
      check(PyObject_Vectorcall(callback.ptr(), arguments, 1, keywords));
  if (!THPVariable_Check(made.ptr()))
    throw py::type_error("expected a tensor of the callback, got " +
                         py::repr(made).cast<std::string>());
  at::Tensor tensor = THPVariable_Unpack(made.ptr());
  if (isLeaf(tensor))
    return tensor;
  PyErr_SetString(PyExc_AssertionError,
                  "the callback you passed in doesn't detach");
  throw py::error_already_set();
}
