// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function `metautils.describe`: first the tensors are collected, then they
// are described. Both may run the user's Python code.

#include "Describe.h"
#include "Errors.h"
#include "Leaves.h"
#include "PythonObjects.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static LogicalResult add(TensorDescriber &describer, PythonObjects &objects,
                         const Leaf &leaf) {
  try {
    return describer.add(leaf.getTensor(), leaf.name);
  } catch (...) {
    addNote("while '" + (describer.getPath() + objects.getRelation()).str() +
            "' was described");
    throw;
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
