// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says in a Python error which part of a tensor could not be described.

#include "PartPath.h"
#include "Objects.h"

#include "llvm/ADT/ScopeExit.h"

#include <torch/csrc/Exceptions.h>

#include <string>
#include <vector>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

/// Borrowed: who reads a part holds its name for longer.
static thread_local std::vector<PyObject *> path;
/// The error that was noted last, to be compared only.
static thread_local PyObject *noted = nullptr;

/// Of a long path the ends.
static std::string printPath() {
  constexpr size_t shownAtEachEnd = 4;
  std::string result = "tensor";
  for (size_t i = 0; i < path.size(); ++i) {
    if (i == shownAtEachEnd && path.size() > 2 * shownAtEachEnd) {
      i = path.size() - shownAtEachEnd;
      result += ".[...]";
    }
    result += "." + std::string(py::str(path[i]));
  }
  return result;
}

/// One that comes by on its way out has its note already.
static void addNote(py::error_already_set &error) {
  PyObject *value = error.value().ptr();
  if (value == noted)
    return;
  noted = value;
  static PyObject *name = PyUnicode_InternFromString("add_note");
  py::str note = "while describing '" + printPath() + "'";
  auto done = py::reinterpret_steal<py::object>(
      PyObject_CallMethodOneArg(value, name, note.ptr()));
  // Without a note it is an error all the same.
  if (!done)
    PyErr_Clear();
}

void python::readPart(py::handle attribute, llvm::function_ref<void()> read) {
  noted = nullptr;
  path.push_back(attribute.ptr());
  llvm::scope_exit leave([] { path.pop_back(); });
  try {
    read();
    return;
  } catch (py::error_already_set &error) {
    addNote(error);
    throw;
  } catch (const c10::Error &) {
    // As PyTorch's own bindings do.
    torch::translate_exception_to_python(std::current_exception());
  }
  py::error_already_set error;
  addNote(error);
  throw error;
}
