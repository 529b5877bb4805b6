// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tensors C++ converts.

#ifndef METAUTILS_PYTHON_CONVERTIBLE_H
#define METAUTILS_PYTHON_CONVERTIBLE_H

#include <ATen/core/Tensor.h>

namespace metautils::python {

/// Whether no mode and no transform on this thread has a say in what is made.
bool isUndisturbed();

/// Whether a tensor, its base and its grad are ordinary ones: what their sizes,
/// strides, offset, storage and autograd state say, of Python's classes for
/// those. Runs no Python code.
bool isConvertible(const at::Tensor &tensor);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_CONVERTIBLE_H
