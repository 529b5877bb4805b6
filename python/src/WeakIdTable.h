// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of live objects: a dict by identity that keeps no key alive.

#ifndef METAUTILS_PYTHON_WEAKIDTABLE_H
#define METAUTILS_PYTHON_WEAKIDTABLE_H

#include "Snapshot.h"
#include "WeakObject.h"
#include "metautils/Torch/ExpiringTable.h"

namespace metautils::python {

/// What `torch.utils.weak.WeakIdKeyDictionary` is, without its class for each
/// key. The GIL must be held.
class WeakIdTable {
public:
  /// With `forgetsChanged`, also the entry of a key that has changed in place
  /// goes, see `Snapshot`.
  explicit WeakIdTable(bool forgetsChanged = false)
      : forgetsChanged(forgetsChanged) {}

  size_t size() const { return entries.size(); }

  /// The value, borrowed, or null.
  PyObject *find(ObjectKey key);
  /// Sets or replaces a value, of the key as it is.
  void set(ObjectKey key, pybind11::object value);
  /// Whether there was one.
  bool erase(ObjectKey key) { return entries.erase(key.getOpaqueValue()); }
  void clear() { entries.clear(); }

  /// The keys that live, in the order in which they came.
  pybind11::list getKeys() const;

private:
  struct Entry {
    WeakObject key;
    pybind11::object value;
    /// Of the key, where that is asked for.
    std::optional<Snapshot> snapshot;

    bool expired() const { return key.expired(); }
  };

  ExpiringTable<const void *, Entry> entries;
  bool forgetsChanged;
};

void defineWeakIdTable(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKIDTABLE_H
