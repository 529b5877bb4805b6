// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of live objects: a dict by identity that keeps no key alive.

#include "WeakIdTable.h"
#include "MappingMethods.h"

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

PyObject *WeakIdTable::find(ObjectKey key) {
  const Entry *entry = entries.find(key.getOpaqueValue());
  if (!entry)
    return nullptr;
  if (entry->snapshot && !(*entry->snapshot == Snapshot(key.getObject()))) {
    erase(key);
    return nullptr;
  }
  return entry->value.ptr();
}

void WeakIdTable::set(ObjectKey key, py::object value) {
  std::optional<Snapshot> snapshot;
  if (forgetsChanged)
    snapshot.emplace(key.getObject());
  entries.set(key.getOpaqueValue(),
              {WeakObject(key), std::move(value), std::move(snapshot)});
}

py::list WeakIdTable::getKeys() const {
  py::list keys;
  entries.forEach([&](const void *, const Entry &entry) {
    if (py::object key = entry.key.lock())
      keys.append(key);
  });
  return keys;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

static constexpr const char *tableDoc =
    R"(The ids of live objects, by identity: a mapping that keeps no key alive.)";

void python::defineWeakIdTable(py::module_ &extension) {
  py::class_<WeakIdTable> table(extension, "WeakIdTable", tableDoc);
  defineMapping(
      table,
      [](WeakIdTable &table, py::handle key) {
        return py::reinterpret_borrow<py::object>(table.find(key));
      },
      [](WeakIdTable &table, py::handle key) { return table.erase(key); });
  table.def(py::init<bool>(), py::arg("forgets_changed"));
  table.def("__setitem__",
            [](WeakIdTable &table, py::handle key, py::object value) {
              table.set(key, std::move(value));
            });
}
