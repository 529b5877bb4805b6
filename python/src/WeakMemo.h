// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live Python objects by id: a dict that keeps no value alive.

#ifndef METAUTILS_PYTHON_WEAKMEMO_H
#define METAUTILS_PYTHON_WEAKMEMO_H

#include <pybind11/pybind11.h>

#include <memory>

namespace metautils::python {

/// What `weakref.WeakValueDictionary` is for keys that are integers of 64 bits,
/// without its class for each value. An entry goes with its value. The GIL must
/// be held.
class WeakMemo {
public:
  WeakMemo();

  size_t size() const;

  /// The value, or a null object.
  pybind11::object find(int64_t key) const;
  /// Sets or replaces a value.
  void set(int64_t key, pybind11::handle value);
  /// Whether there was one.
  bool erase(int64_t key);
  void clear();

  /// The keys of values that live, in the order in which they came.
  pybind11::list getKeys() const;
  WeakMemo copy() const;

private:
  struct Entries;
  /// Called by a weak reference whose object is gone.
  static PyObject *forget(PyObject *entries, PyObject *reference);

  std::shared_ptr<Entries> entries;
  /// The callable that weak references call, see `makeForgetter`.
  pybind11::object callback;
};

void defineWeakMemo(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKMEMO_H
