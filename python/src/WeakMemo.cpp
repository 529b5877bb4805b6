// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live Python objects by id: a dict that keeps no value alive.

#include "WeakMemo.h"
#include "Objects.h"
#include "WeakReferences.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <unordered_map>
#include <vector>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

namespace {
struct Entry {
  py::object reference;
  uint64_t position; ///< among all that ever came
};
} // namespace

struct WeakMemo::Entries {
  std::unordered_map<int64_t, Entry> byKey;
  std::unordered_map<PyObject *, int64_t> keyOfReference;
  uint64_t count = 0;

  bool erase(int64_t key) {
    auto found = byKey.find(key);
    if (found == byKey.end())
      return false;
    keyOfReference.erase(found->second.reference.ptr());
    byKey.erase(found);
    return true;
  }
};

WeakMemo::WeakMemo() : entries(std::make_shared<Entries>()) {
  static PyMethodDef definition = {"forget", &forget, METH_O, nullptr};
  callback = makeForgetter(entries, definition);
}

PyObject *WeakMemo::forget(PyObject *weak, PyObject *reference) {
  if (auto entries = lockForgetter<Entries>(weak)) {
    auto found = entries->keyOfReference.find(reference);
    if (found != entries->keyOfReference.end())
      entries->erase(found->second);
  }
  Py_RETURN_NONE;
}

size_t WeakMemo::size() const { return entries->byKey.size(); }

py::object WeakMemo::find(int64_t key) const {
  auto found = entries->byKey.find(key);
  return found == entries->byKey.end() ? py::object()
                                       : lockReference(found->second.reference);
}

void WeakMemo::set(int64_t key, py::handle value) {
  py::object reference = check(PyWeakref_NewRef(value.ptr(), callback.ptr()));
  uint64_t position = entries->count++;
  if (auto found = entries->byKey.find(key); found != entries->byKey.end()) {
    position = found->second.position;
    entries->erase(key);
  }
  entries->keyOfReference[reference.ptr()] = key;
  entries->byKey[key] = {std::move(reference), position};
}

bool WeakMemo::erase(int64_t key) { return entries->erase(key); }

void WeakMemo::clear() {
  entries->byKey.clear();
  entries->keyOfReference.clear();
}

py::list WeakMemo::getKeys() const {
  std::vector<std::pair<uint64_t, int64_t>> live;
  for (const auto &[key, entry] : entries->byKey)
    if (lockReference(entry.reference))
      live.emplace_back(entry.position, key);
  llvm::sort(live);
  py::list keys;
  for (const auto &[position, key] : live)
    keys.append(key);
  return keys;
}

WeakMemo WeakMemo::copy() const {
  WeakMemo result;
  for (py::handle item : getKeys()) {
    auto key = item.cast<int64_t>();
    if (py::object value = find(key))
      result.set(key, value);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// No other object is a key.
static std::optional<int64_t> getKey(py::handle object) {
  if (!PyLong_Check(object.ptr()))
    return std::nullopt;
  int overflow = 0;
  int64_t key = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow)
    return std::nullopt;
  return key;
}

static constexpr const char *memoDoc =
    R"(Live objects by integer: a mapping that keeps no value alive.)";

void python::defineWeakMemo(py::module_ &extension) {
  py::class_<WeakMemo> memo(extension, "WeakMemo", memoDoc);
  defineMapping(
      memo,
      [](const WeakMemo &memo, const py::object &object) {
        std::optional<int64_t> key = getKey(object);
        return key ? memo.find(*key) : py::object();
      },
      [](WeakMemo &memo, const py::object &object) {
        std::optional<int64_t> key = getKey(object);
        return key && memo.erase(*key);
      });
  memo.def("__setitem__", &WeakMemo::set);
}
