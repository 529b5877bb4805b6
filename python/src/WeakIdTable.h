// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of live Python objects: a dict by identity that keeps no key alive.

#ifndef METAUTILS_PYTHON_WEAKIDTABLE_H
#define METAUTILS_PYTHON_WEAKIDTABLE_H

#include <pybind11/pybind11.h>

#include <memory>

namespace metautils::python {

/// What `torch.utils.weak.WeakIdKeyDictionary` is, without its class for each
/// key. An entry goes when its key is freed, so that the address of a freed
/// object says nothing of the next one there. The GIL must be held.
class WeakIdTable {
public:
  /// With `forgetsChanged`, also the entry of a key that has changed in place
  /// goes, see `Snapshot`.
  explicit WeakIdTable(bool forgetsChanged = false);

  size_t size() const;

  /// The value, borrowed, or null.
  PyObject *find(PyObject *key) const;
  /// Sets or replaces a value, of the key as it is.
  void set(PyObject *key, pybind11::object value);
  /// Whether there was one.
  bool erase(PyObject *key);
  void clear();

  /// The keys that live, in the order in which they came.
  pybind11::list getKeys() const;
  WeakIdTable copy() const;

private:
  struct Entries;
  /// Called by a weak reference whose object is gone.
  static PyObject *forget(PyObject *entries, PyObject *reference);

  std::shared_ptr<Entries> entries;
  /// The callable that weak references call, see `makeForgetter`.
  pybind11::object callback;
  bool forgetsChanged;
};

void defineWeakIdTable(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKIDTABLE_H
