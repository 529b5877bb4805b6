// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of version counters, by which it is known which tensors share one.

#ifndef METAUTILS_PYTHON_VERSIONTABLE_H
#define METAUTILS_PYTHON_VERSIONTABLE_H

#include "metautils/Torch/ExpiringTable.h"
#include "metautils/Torch/TensorFacts.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Keeps no tensor and no counter alive. An id is that of one counter as long
/// as any tensor has it. The GIL must be held.
class VersionTable {
public:
  /// The same for all tensors of one counter; counted from 0.
  int64_t getId(const VersionCounter &counter);

private:
  struct Entry {
    VersionCounter counter;
    int64_t id;

    bool expired() const { return counter.expired(); }
  };

  ExpiringTable<const void *, Entry> entries;
  int64_t nextId = 0;
};

void defineVersionTable(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_VERSIONTABLE_H
