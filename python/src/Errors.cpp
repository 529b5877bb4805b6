// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raises `metautils.Error`, which python/metautils/_diagnostics.py defines.

#include "Errors.h"

#include <pybind11/stl.h>
#include <torch/csrc/Exceptions.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static const char *getName(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return "note";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  }
  return "";
}

static py::object getClass(const char *name) {
  return py::module_::import("metautils._diagnostics").attr(name);
}

/// Text of the user's (a name, a part of a file) may be no UTF-8.
static py::str decode(llvm::StringRef text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), text.size(), "replace"));
}

py::list python::makeDiagnostics(llvm::ArrayRef<Message> messages) {
  py::list list;
  if (messages.empty())
    return list;
  py::object diagnostic = getClass("Diagnostic");
  for (const Message &message : messages)
    list.append(diagnostic(getName(message.severity), decode(message.text),
                           decode(message.location)));
  return list;
}

void python::raiseError(llvm::ArrayRef<Message> messages) {
  py::object error = getClass("Error");
  py::object instance = error(makeDiagnostics(messages));
  PyErr_SetObject(error.ptr(), instance.ptr());
  throw py::error_already_set();
}

void python::raiseError(std::string text) {
  raiseError(Message{mlir::DiagnosticSeverity::Error, std::move(text), {}});
}

static void addNote(py::handle exception, const std::string &note) {
  if (py::hasattr(exception, "add_note"))
    exception.attr("add_note")(note);
}

void python::addNote(const std::string &note) {
  try {
    throw;
  } catch (py::error_already_set &error) {
    ::addNote(error.value(), note);
  } catch (python_error &error) {
    error.persist();
    ::addNote(error.value, note);
  } catch (...) {
  }
}
