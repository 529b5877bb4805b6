// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function `metautils.describe`: first the tensors are collected, then they
// are described. Both may run the user's Python code.

#include "Describe.h"
#include "Leaves.h"
#include "PythonObjects.h"

#include <torch/csrc/Exceptions.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

/// Says in an exception of the user's which tensor it was about.
static void addNote(py::error_already_set &error, const std::string &path) {
  if (py::hasattr(error.value(), "add_note"))
    error.value().attr("add_note")("while '" + path + "' was described");
}

static LogicalResult add(TensorDescriber &describer, PythonObjects &objects,
                         const Leaf &leaf) {
  auto getPath = [&] {
    return (describer.getPath() + objects.getRelation()).str();
  };
  try {
    return describer.add(leaf.getTensor(), leaf.name);
  } catch (py::error_already_set &error) {
    addNote(error, getPath());
    throw;
  } catch (python_error &error) {
    error.restore();
    py::error_already_set pybindError;
    addNote(pybindError, getPath());
    throw pybindError;
  }
}

Module python::describe(py::handle object,
                        const std::optional<std::string> &source,
                        bool copyData) {
  LeafCollector collector(source.value_or(""));
  collector.collect(object);

  // Data is never freed in a context.
  std::shared_ptr<Context> context =
      copyData ? std::make_shared<Context>() : getSharedContext();
  ContextGuard guard(*context);
  MLIRContext *mlir = &context->mlir;
  mlir->loadDialect<MetaDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(mlir));
  PythonObjects objects;
  TensorDescriber describer(*module, &objects);
  describer.setCopyData(copyData);
  describer.reserve(collector.getLeaves().size());
  for (const Leaf &leaf : collector.getLeaves())
    if (failed(add(describer, objects, leaf)))
      guard.raise();
  context->addTypes(*module);
  return Module(std::move(context), std::move(module));
}
