// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Version counters of converted tensors, by those of the tensors they are of.

#ifndef METAUTILS_PYTHON_COUNTERMEMO_H
#define METAUTILS_PYTHON_COUNTERMEMO_H

#include "metautils/Torch/ExpiringTable.h"
#include "metautils/Torch/TensorFacts.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Tensors that share a counter are converted to tensors that share one. Keeps
/// no tensor alive; an entry goes after the counter that it is of. The GIL must
/// be held.
class CounterMemo {
public:
  /// Gives a converted tensor the counter of its own that stands for that of
  /// `tensor`. A new one begins at the same version.
  void share(const at::Tensor &tensor, const at::Tensor &made);

  size_t size() const { return entries.size(); }

private:
  struct Entry {
    VersionCounter of;
    c10::VariableVersion counter;

    bool expired() const { return of.expired(); }
  };

  ExpiringTable<const void *, Entry> entries;
};

void defineCounterMemo(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_COUNTERMEMO_H
