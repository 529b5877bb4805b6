// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raises `metautils.Error`. Only where no frame of MLIR lies between: MLIR is
// built without exceptions.

#ifndef METAUTILS_PYTHON_ERRORS_H
#define METAUTILS_PYTHON_ERRORS_H

#include "Context.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// The messages as `metautils.Diagnostic`s.
pybind11::list makeDiagnostics(llvm::ArrayRef<Message> messages);

[[noreturn]] void raiseError(llvm::ArrayRef<Message> messages);

/// For what goes wrong before MLIR has its say.
[[noreturn]] void raiseError(std::string text);

/// Says more in the exception of Python that is handled, which pybind11 or
/// libtorch threw. Python 3.10 has no notes.
void addNote(const std::string &note);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_ERRORS_H
