// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callback of a converter, which makes what it likes of each root.

#ifndef METAUTILS_PYTHON_CALLBACK_H
#define METAUTILS_PYTHON_CALLBACK_H

#include <ATen/core/Tensor.h>
#include <pybind11/pybind11.h>

namespace metautils::python {

/// What it makes of a root on the meta device that stands for a tensor on
/// `device`. Raises where that is no tensor, or no leaf.
at::Tensor callBack(pybind11::handle callback, const at::Tensor &root,
                    at::Device device);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_CALLBACK_H
