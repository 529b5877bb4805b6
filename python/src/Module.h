// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The class `metautils.Module`, a module of IR.

#ifndef METAUTILS_PYTHON_MODULE_H
#define METAUTILS_PYTHON_MODULE_H

#include "Context.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

class Module {
public:
  Module(std::shared_ptr<Context> context,
         mlir::OwningOpRef<mlir::ModuleOp> module,
         std::vector<Message> remarks = {})
      : context(std::move(context)),
        shared(std::make_shared<mlir::OwningOpRef<mlir::ModuleOp>>(
            std::move(module))),
        module(*shared), remarks(std::move(remarks)) {}

  /// Text or bytecode; `name` is that of the file in locations.
  static Module parse(llvm::StringRef content, llvm::StringRef name);

  std::string print(bool generic) const;
  pybind11::bytes getBytecode() const;
  void verify() const;
  /// A dict for each record.
  pybind11::list getTraceRecords() const;

  /// The tensors of a description, or of a program, made on the meta device, by
  /// their names; with symbols of the ShapeEnv, or if that is None native ones.
  pybind11::dict materialize(pybind11::object shapeEnv) const;

  /// A copy with symbolic sizes, of the ShapeEnv or natively.
  Module symbolize(pybind11::dict dims, const std::string &sizes,
                   const std::string &strides, pybind11::object shapeEnv) const;

  /// The first difference of the two descriptions, or None: the tensor, the
  /// field and both values, as texts.
  pybind11::object findDifference(const Module &other) const;

  /// Runs a pipeline on a copy.
  Module run(const std::string &pipeline) const;

  /// What the passes that made it remarked.
  const std::vector<Message> &getRemarks() const { return remarks; }

private:
  static Module parse(llvm::StringRef content, llvm::StringRef name,
                      std::shared_ptr<Context> context);

  std::shared_ptr<Context> context;
  /// With the programs of the context; nobody changes it.
  std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> shared;
  mlir::OwningOpRef<mlir::ModuleOp> &module;
  std::vector<Message> remarks;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_MODULE_H
