// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live Python objects by id: a dict that keeps no value alive.

#ifndef METAUTILS_PYTHON_WEAKMEMO_H
#define METAUTILS_PYTHON_WEAKMEMO_H

#include "WeakObject.h"
#include "metautils/Torch/ExpiringTable.h"

namespace metautils::python {

/// What `weakref.WeakValueDictionary` is for keys that are integers of 64 bits,
/// without its class for each value. An entry goes with its value. The GIL must
/// be held.
class WeakMemo {
public:
  size_t size() const { return objects.size(); }

  bool contains(int64_t key) const { return objects.find(key); }
  /// The value, or a null object.
  pybind11::object find(int64_t key) const;
  /// The value, a storage, or a null one. Raises TypeError for another value.
  c10::Storage findStorage(int64_t key) const;
  /// Sets or replaces a value.
  void set(int64_t key, ObjectKey value) {
    objects.set(key, WeakObject(value));
  }
  /// Whether there was one.
  bool erase(int64_t key) { return objects.erase(key); }
  void clear() { objects.clear(); }

  /// The keys of values that live, in the order in which they came.
  pybind11::list getKeys() const;

private:
  ExpiringTable<int64_t, WeakObject> objects;
};

void defineWeakMemo(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKMEMO_H
