// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says in a Python error which part of a tensor could not be described.

#ifndef METAUTILS_PYTHON_PARTPATH_H
#define METAUTILS_PYTHON_PARTPATH_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Reads the part of a tensor that is found under an attribute. An error gets a
/// note with the path of the parts that this thread is at, as in `while
/// describing 'tensor.a._base'`; its class and text stay what they are.
void readPart(pybind11::handle attribute, llvm::function_ref<void()> read);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_PARTPATH_H
