// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that PyTorch has in Python.

#ifndef METAUTILS_PYTHON_PYTHONDISPATCHER_H
#define METAUTILS_PYTHON_PYTHONDISPATCHER_H

#include <c10/core/impl/PythonDispatcherTLS.h>
#include <torch/csrc/PyInterpreter.h>

namespace metautils::python {

/// While alive, and if wanted, ops take the kernels that are written in Python
/// where there are such (`torch._dispatch.python.enable_python_dispatcher`).
class PythonDispatcherGuard {
public:
  explicit PythonDispatcherGuard(bool isWanted = true)
      : outer(c10::impl::PythonDispatcherTLS::get_state()) {
    if (isWanted)
      c10::impl::PythonDispatcherTLS::set_state(getPyInterpreter());
  }
  ~PythonDispatcherGuard() { c10::impl::PythonDispatcherTLS::set_state(outer); }
  PythonDispatcherGuard(const PythonDispatcherGuard &) = delete;

private:
  c10::impl::PyInterpreter *outer;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_PYTHONDISPATCHER_H
