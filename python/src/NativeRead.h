// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether C++ may answer for a tensor's Python object.

#ifndef METAUTILS_PYTHON_NATIVEREAD_H
#define METAUTILS_PYTHON_NATIVEREAD_H

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Whether what Python code would read of an object (`t.size()`, `t.grad`, ...)
/// is what the tensor in it says in C++: no class, no attribute and no mode has
/// a say. `device` is left out: FakeTensor has its own. Runs no Python code.
bool isReadNatively(PyObject *object);

/// Whether the class of a tensor has a `device` of its own.
bool hasOwnDevice(PyObject *tensor);

/// Of `torch.utils._python_dispatch`: whether it is made of other tensors.
bool isTraceableWrapperSubclass(PyObject *tensor);

/// `isinstance(tensor, nn.Parameter)`.
bool isParameter(PyObject *tensor);

/// Whether it is a lazy parameter or buffer, which has no size yet and lets
/// nobody ask.
bool isUninitialized(PyObject *tensor);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_NATIVEREAD_H
