// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of live Python objects: a dict by identity that keeps no key alive.

#include "WeakIdTable.h"
#include "Snapshot.h"
#include "WeakReferences.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <torch/csrc/utils/pythoncapi_compat.h>

#include <vector>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

namespace {
struct Entry {
  py::object reference;
  py::object value;
  uint64_t position; ///< among all that ever came
  /// Of the key, where that is asked for.
  std::optional<Snapshot> snapshot;
};
} // namespace

struct WeakIdTable::Entries {
  llvm::DenseMap<PyObject *, Entry> byKey;
  llvm::DenseMap<PyObject *, PyObject *> keyOfReference;
  uint64_t count = 0;

  /// What it held is released last: that may run Python code, which may come
  /// back here.
  bool erase(PyObject *key) {
    auto found = byKey.find(key);
    if (found == byKey.end())
      return false;
    Entry last = std::move(found->second);
    byKey.erase(found);
    keyOfReference.erase(last.reference.ptr());
    return true;
  }
};

WeakIdTable::WeakIdTable(bool forgetsChanged)
    : entries(std::make_shared<Entries>()), forgetsChanged(forgetsChanged) {
  static PyMethodDef definition = {"forget", &forget, METH_O, nullptr};
  callback = makeForgetter(entries, definition);
}

PyObject *WeakIdTable::forget(PyObject *weak, PyObject *reference) {
  if (auto entries = lockForgetter<Entries>(weak))
    if (PyObject *key = entries->keyOfReference.lookup(reference))
      entries->erase(key);
  Py_RETURN_NONE;
}

size_t WeakIdTable::size() const { return entries->byKey.size(); }

PyObject *WeakIdTable::find(PyObject *key) const {
  auto found = entries->byKey.find(key);
  if (found == entries->byKey.end())
    return nullptr;
  const std::optional<Snapshot> &before = found->second.snapshot;
  if (before && !(*before == Snapshot(py::handle(key)))) {
    entries->erase(key);
    return nullptr;
  }
  return found->second.value.ptr();
}

void WeakIdTable::set(PyObject *key, py::object value) {
  std::optional<Snapshot> snapshot;
  if (forgetsChanged)
    snapshot.emplace(py::handle(key));
  auto found = entries->byKey.find(key);
  if (found != entries->byKey.end()) {
    found->second.snapshot = std::move(snapshot);
    std::swap(found->second.value, value);
    return;
  }
  auto reference =
      py::reinterpret_steal<py::object>(PyWeakref_NewRef(key, callback.ptr()));
  if (!reference)
    throw py::error_already_set();
  entries->keyOfReference[reference.ptr()] = key;
  entries->byKey[key] = {std::move(reference), std::move(value),
                         entries->count++, std::move(snapshot)};
}

bool WeakIdTable::erase(PyObject *key) { return entries->erase(key); }

void WeakIdTable::clear() {
  Entries last;
  std::swap(last.byKey, entries->byKey);
  std::swap(last.keyOfReference, entries->keyOfReference);
}

py::list WeakIdTable::getKeys() const {
  std::vector<std::pair<uint64_t, py::object>> live;
  for (const auto &[key, entry] : entries->byKey)
    live.emplace_back(entry.position, entry.reference);
  llvm::sort(live, llvm::less_first());
  py::list keys;
  for (const auto &[position, reference] : live)
    if (py::object key = lockReference(reference))
      keys.append(key);
  return keys;
}

WeakIdTable WeakIdTable::copy() const {
  WeakIdTable result(forgetsChanged);
  for (py::handle key : getKeys())
    if (PyObject *value = find(key.ptr()))
      result.set(key.ptr(), py::reinterpret_borrow<py::object>(value));
  return result;
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
      [](const WeakIdTable &table, const py::object &key) {
        return py::reinterpret_borrow<py::object>(table.find(key.ptr()));
      },
      [](WeakIdTable &table, const py::object &key) {
        return table.erase(key.ptr());
      });
  table.def(py::init<bool>(), py::arg("forgets_changed"));
  table.def("__setitem__",
            [](WeakIdTable &table, const py::object &key, py::object value) {
              table.set(key.ptr(), std::move(value));
            });
}
