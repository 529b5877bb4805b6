// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ragged sizes of jagged tensors.

#ifndef METAUTILS_PYTHON_NESTEDINT_H
#define METAUTILS_PYTHON_NESTEDINT_H

#include <pybind11/pybind11.h>

namespace metautils::python {

/// The number of the ragged size (`j1`) that is made of these offsets, or None
/// (`_tensor_symint_registry`).
pybind11::object getNestedInt(pybind11::handle tensor);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_NESTEDINT_H
