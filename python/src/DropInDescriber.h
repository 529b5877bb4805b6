// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The method describe_tensor of `metautils.MetaTensorDescriber`, which stands
// in for PyTorch's: the same objects, ids and records, made in C++. And that of
// `metautils.exact.MetaTensorDescriber`, which derives from it and says more.

#ifndef METAUTILS_PYTHON_DROPINDESCRIBER_H
#define METAUTILS_PYTHON_DROPINDESCRIBER_H

#include "MetaDescs.h"
#include "WeakIdTable.h"

#include <ATen/core/Tensor.h>

namespace metautils::python {

/// One call of `describe_tensor`, with all that it recurses into. The state is
/// that of the Python object `self`, an instance of
/// `metautils.MetaTensorDescriber`; methods that a subclass of it overrides are
/// called as PyTorch's describer would call them. What C++ may not answer for
/// goes to PyTorch's own code, which comes back here for the parts.
class DropInDescriber {
public:
  DropInDescriber(pybind11::handle self, bool trace);

  pybind11::object describe(pybind11::handle tensor, bool recurse);
  /// The same for a call that comes from Python.
  pybind11::object describeFromPython(pybind11::handle tensor, bool recurse);

  /// The ids of `get_tensor_id` and `get_storage_id`.
  pybind11::object getTensorId(ObjectKey tensor);
  pybind11::object getStorageId(ObjectKey storage);
  /// The id that one has already, borrowed, or null.
  PyObject *findTensorId(ObjectKey tensor) const {
    return tensorIds.entries ? tensorIds.entries->find(tensor) : nullptr;
  }
  PyObject *findStorageId(ObjectKey storage) const {
    return storageIds.entries ? storageIds.entries->find(storage) : nullptr;
  }

private:
  friend class Description;

  /// A table of ids of `self`; null where Python code looks after it.
  struct Ids {
    pybind11::object table;
    WeakIdTable *entries = nullptr;
  };

  bool isOwn(PyObject *method) const;
  Ids getIds(PyObject *method, PyObject *table) const;
  /// The id, in the order of the calls.
  pybind11::object getId(const Ids &ids, PyObject *method, PyObject *next,
                         ObjectKey object);
  pybind11::object describeStorage(const at::Tensor &tensor);
  /// A part of a tensor, such as its grad.
  pybind11::object describePart(pybind11::handle tensor, bool recurse = true);
  pybind11::object describeAsPyTorch(pybind11::handle tensor, bool recurse);
  void traceTensor(pybind11::handle id, pybind11::handle desc);
  void traceOnce(const char *traced, const char *tracer, pybind11::handle id,
                 pybind11::handle desc);

  pybind11::handle self;
  bool trace;
  bool copyData;
  /// Whether it is a `metautils.exact.MetaTensorDescriber`.
  bool isExact;
  bool ownsStorages;
  bool ownsTensors;
  Ids tensorIds;
  Ids storageIds;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DROPINDESCRIBER_H
