// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live Python objects by id: a dict that keeps no value alive.

#include "WeakMemo.h"
#include "MappingMethods.h"

#include <optional>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

py::object WeakMemo::find(int64_t key) const {
  const WeakObject *object = objects.find(key);
  return object ? object->lock() : py::object();
}

c10::Storage WeakMemo::findStorage(int64_t key) const {
  const WeakObject *object = objects.find(key);
  return object ? object->lockStorage() : c10::Storage();
}

py::list WeakMemo::getKeys() const {
  py::list keys;
  objects.forEach([&](int64_t key, const WeakObject &) { keys.append(key); });
  return keys;
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
  memo.def("__setitem__", [](WeakMemo &memo, int64_t key, py::handle value) {
    memo.set(key, value);
  });
}
