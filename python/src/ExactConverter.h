// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `metautils.exact.MetaConverter` converts.

#ifndef METAUTILS_PYTHON_EXACTCONVERTER_H
#define METAUTILS_PYTHON_EXACTCONVERTER_H

#include <pybind11/pybind11.h>

#include <string>

namespace metautils::python {

/// The tensor that a `metautils.exact.MetaConverter` has, or makes, of one: it
/// is described, and the program of the description is run. Its sizes are made
/// symbolic with `contexts`, a `Contexts` of python/metautils/_contexts.py, or
/// stay if that is None. None, with nothing done, for what is left to PyTorch's
/// code: tensors with symbols of a ShapeEnv, and jagged ones with `contexts`.
/// Raises `metautils.Error` with the name for what the meta device cannot hold;
/// no memo then has anything of it.
pybind11::object convertExactly(pybind11::handle converter,
                                pybind11::handle tensor,
                                pybind11::handle callback,
                                pybind11::handle contexts,
                                const std::string &name);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_EXACTCONVERTER_H
