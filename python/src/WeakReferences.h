// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tables of weak references have in common.

#ifndef METAUTILS_PYTHON_WEAKREFERENCES_H
#define METAUTILS_PYTHON_WEAKREFERENCES_H

#include <pybind11/pybind11.h>

#include <initializer_list>
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

/// Gives a class that has the basic methods of a mapping more of them.
void addMappingMethods(pybind11::object type,
                       std::initializer_list<const char *> names);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKREFERENCES_H
