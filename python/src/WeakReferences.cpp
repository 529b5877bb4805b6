// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tables of weak references have in common.

#include "WeakReferences.h"
#include "Objects.h"

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

py::object python::makeForgetter(std::weak_ptr<void> entries,
                                 PyMethodDef &forget) {
  using Weak = std::weak_ptr<void>;
  py::capsule weak(new Weak(std::move(entries)),
                   [](void *pointer) { delete static_cast<Weak *>(pointer); });
  return check(PyCFunction_New(&forget, weak.ptr()));
}

py::object python::lockReference(py::handle reference) {
  static PyObject *fix = PyUnicode_InternFromString("_fix_weakref");
  PyObject *object = nullptr;
  if (PyWeakref_GetRef(reference.ptr(), &object) <= 0)
    return {};
  auto strong = py::reinterpret_steal<py::object>(object);
  if (py::object method = getOptional(strong, fix))
    check(PyObject_CallNoArgs(method.ptr()));
  return strong;
}

void python::addMappingMethods(py::object type) {
  py::object mapping =
      py::module_::import("collections.abc").attr("MutableMapping");
  for (const char *name :
       {"keys", "values", "items", "pop", "popitem", "setdefault", "update"})
    type.attr(name) = mapping.attr(name);
  mapping.attr("register")(type);
}
