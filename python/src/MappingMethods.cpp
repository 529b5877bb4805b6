// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes a table in C++ a mapping of Python.

#include "MappingMethods.h"

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

void python::addMappingMethods(py::object type) {
  py::object mapping =
      py::module_::import("collections.abc").attr("MutableMapping");
  for (const char *name :
       {"keys", "values", "items", "pop", "popitem", "setdefault", "update"})
    type.attr(name) = mapping.attr(name);
  mapping.attr("register")(type);
}
