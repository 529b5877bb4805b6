// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tables of weak references have in common.

#ifndef METAUTILS_PYTHON_WEAKREFERENCES_H
#define METAUTILS_PYTHON_WEAKREFERENCES_H

#include <pybind11/pybind11.h>

#include <memory>

namespace metautils::python {

/// A callable for weak references: `forget` gets the entries, to be locked, and
/// the reference whose object is gone. It does not own the entries, which own
/// the references: so neither keeps the other alive. Python keeps a pointer to
/// the definition.
pybind11::object makeForgetter(std::weak_ptr<void> entries,
                               PyMethodDef &forget);

/// The entries of a forgetter in its function, or null where they are gone.
template <typename Entries>
std::shared_ptr<Entries> lockForgetter(PyObject *weak) {
  auto *pointer =
      static_cast<std::weak_ptr<void> *>(PyCapsule_GetPointer(weak, nullptr));
  return std::static_pointer_cast<Entries>(pointer->lock());
}

/// A strong reference, or a null object. PyTorch may have to be told of one
/// that it owned alone.
pybind11::object lockReference(pybind11::handle reference);

/// The table that an object is, or null. As a cast of pybind11's, in a tenth of
/// the time.
template <typename Table>
Table *findTable(pybind11::handle object) {
  static PyObject *type = pybind11::type::of<Table>().release().ptr();
  if (reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())) != type)
    return nullptr;
  auto *instance = reinterpret_cast<pybind11::detail::instance *>(object.ptr());
  return static_cast<Table *>(instance->get_value_and_holder().value_ptr());
}

/// Gives a class that has the basic methods of a mapping the rest of them.
void addMappingMethods(pybind11::object type);

/// The methods of a table that are those of a mapping, but for `__setitem__`.
/// `find(table, key)` gives a value or a null object, `erase(table, key)`
/// whether there was one. Copies have the same keys and values.
template <typename Table, typename Find, typename Erase>
void defineMapping(pybind11::class_<Table> &type, Find find, Erase erase) {
  namespace py = pybind11;
  auto raiseKeyError = [](const py::object &key) {
    PyErr_SetObject(PyExc_KeyError, key.ptr());
    throw py::error_already_set();
  };
  type.def(py::init<>())
      .def("__len__", &Table::size)
      .def("__contains__",
           [=](const Table &table, const py::object &key) {
             return bool(find(table, key));
           })
      .def("__getitem__",
           [=](const Table &table, const py::object &key) {
             py::object value = find(table, key);
             if (!value)
               raiseKeyError(key);
             return value;
           })
      .def(
          "get",
          [=](const Table &table, const py::object &key, py::object otherwise) {
            py::object value = find(table, key);
            return value ? value : otherwise;
          },
          py::arg("key"), py::arg("default") = py::none())
      .def("__delitem__",
           [=](Table &table, const py::object &key) {
             if (!erase(table, key))
               raiseKeyError(key);
           })
      .def("__iter__",
           [](const Table &table) { return py::iter(table.getKeys()); })
      .def("clear", &Table::clear)
      .def("copy", &Table::copy)
      .def("__copy__", &Table::copy)
      .def("__deepcopy__",
           [](const Table &table, const py::object &) { return table.copy(); });
  type.attr("__module__") = "metautils";
  addMappingMethods(type);
}

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKREFERENCES_H
