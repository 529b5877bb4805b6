// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of version counters, by which it is known which tensors share one.

#include "VersionTable.h"

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

void VersionTable::forgetExpired() {
  for (auto it = entries.begin(); it != entries.end();) {
    auto entry = it++;
    if (entry->second.counter.expired())
      entries.erase(entry);
  }
  nextSweep = 2 * entries.size() + 64;
}

int64_t VersionTable::getId(const VersionCounter &counter) {
  auto [entry, isNew] =
      entries.try_emplace(counter._unsafe_get_target(), Entry{counter, nextId});
  int64_t id = entry->second.id;
  nextId += isNew;
  if (entries.size() > nextSweep)
    forgetExpired();
  return id;
}

void python::defineVersionTable(py::module_ &extension) {
  auto copy = [](const VersionTable &table) { return table; };
  py::class_<VersionTable>(extension, "VersionTable")
      .def(py::init<>())
      .def("__copy__", copy)
      .def("__deepcopy__", [copy](const VersionTable &table,
                                  const py::object &) { return copy(table); });
}
