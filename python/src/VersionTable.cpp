// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of version counters, by which it is known which tensors share one.

#include "VersionTable.h"

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

int64_t VersionTable::getId(const VersionCounter &counter) {
  const void *key = counter._unsafe_get_target();
  const Entry *entry = entries.find(key);
  return entry ? entry->id : entries.set(key, {counter, nextId++}).id;
}

void python::defineVersionTable(py::module_ &extension) {
  auto copy = [](const VersionTable &table) { return table; };
  py::class_<VersionTable>(extension, "VersionTable")
      .def(py::init<>())
      .def("__copy__", copy)
      .def("__deepcopy__", [copy](const VersionTable &table,
                                  const py::object &) { return copy(table); });
}
