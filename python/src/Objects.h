// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C API of Python with exceptions.

#ifndef METAUTILS_PYTHON_OBJECTS_H
#define METAUTILS_PYTHON_OBJECTS_H

#include <pybind11/pybind11.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pythoncapi_compat.h>

namespace metautils::python {

/// The new reference that a call has returned; raises for null.
inline pybind11::object check(PyObject *object) {
  if (!object)
    throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(object);
}

inline void check(int status) {
  if (status < 0)
    throw pybind11::error_already_set();
}

inline bool isTrue(pybind11::handle object) {
  int result = PyObject_IsTrue(object.ptr());
  check(result);
  return result;
}

/// `getattr(object, name, None)`, but null for None's place.
inline pybind11::object getOptional(pybind11::handle object, PyObject *name) {
  PyObject *value = nullptr;
  check(PyObject_GetOptionalAttr(object.ptr(), name, &value));
  return pybind11::reinterpret_steal<pybind11::object>(value);
}

inline pybind11::object get(pybind11::handle object, PyObject *name) {
  return check(PyObject_GetAttr(object.ptr(), name));
}

/// The Python object of a tensor, which it may get only now.
inline pybind11::object wrap(const at::Tensor &tensor) {
  return check(THPVariable_Wrap(tensor));
}

/// Of exactly this type, or of one that derives from it; runs no Python code.
inline bool isExactly(pybind11::handle object, PyObject *type) {
  return reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())) == type;
}
inline bool isInstance(pybind11::handle object, PyObject *type) {
  return PyObject_TypeCheck(object.ptr(),
                            reinterpret_cast<PyTypeObject *>(type));
}

/// What a module has under a name, kept for the life of the process.
inline PyObject *importOnce(const char *module, const char *name) {
  pybind11::object object = pybind11::module_::import(module).attr(name);
  return object.release().ptr();
}

} // namespace metautils::python

#endif // METAUTILS_PYTHON_OBJECTS_H
