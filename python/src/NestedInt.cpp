// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ragged sizes of jagged tensors.

#include "NestedInt.h"
#include "Objects.h"

using namespace metautils::python;
namespace py = pybind11;

py::object metautils::python::getNestedInt(py::handle tensor) {
  static PyObject *registry = importOnce("torch.nested._internal.nested_tensor",
                                         "_tensor_symint_registry");
  static PyObject *entries = py::handle(registry).attr("data").release().ptr();
  // It is empty in most programs.
  if (PyObject_Size(entries) == 0)
    return py::none();
  int contains = PySequence_Contains(registry, tensor.ptr());
  check(contains);
  if (!contains)
    return py::none();
  return check(PyObject_GetItem(registry, tensor.ptr()))
      .attr("node")
      .attr("nested_int")();
}
