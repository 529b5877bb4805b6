// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `metautils.MetaConverter` converts itself: ordinary tensors, and dense
// views of them. All others are PyTorch's converter's.

#ifndef METAUTILS_PYTHON_DROPINCONVERTER_H
#define METAUTILS_PYTHON_DROPINCONVERTER_H

#include <pybind11/pybind11.h>

namespace metautils::python {

/// What `MetaConverter.__call__` gives for `tensor` without a ShapeEnv and
/// without a trace, with the same ids, counts and memos. None, and nothing
/// done, where PyTorch's own code has to see the tensor. `converter` is a
/// `metautils.MetaConverter`; `callback` may be None.
pybind11::object convertOrdinary(pybind11::handle converter,
                                 pybind11::handle tensor,
                                 pybind11::handle callback);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DROPINCONVERTER_H
