// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ragged sizes of jagged tensors.

#include "NestedInt.h"
#include "Objects.h"

using namespace metautils::python;
namespace py = pybind11;

py::object metautils::python::getNestedInt(py::handle tensor) {
  static PyObject *module =
      importOnce("torch.nested._internal", "nested_tensor");
  static PyObject *name = PyUnicode_InternFromString("_tensor_symint_registry");
  static PyObject *data = PyUnicode_InternFromString("data");
  // Which one it is changes: PyTorch's tests put another in its place.
  py::object registry = get(module, name);
  py::object entries = get(registry, data);
  if (PyObject_Size(entries.ptr()) == 0)
    return py::none();
  int contains = PySequence_Contains(registry.ptr(), tensor.ptr());
  check(contains);
  if (!contains)
    return py::none();
  return check(PyObject_GetItem(registry.ptr(), tensor.ptr()))
      .attr("node")
      .attr("nested_int")();
}
