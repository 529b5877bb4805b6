// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs leave to Python.

#ifndef METAUTILS_PYTHON_PYTHONHOST_H
#define METAUTILS_PYTHON_PYTHONHOST_H

#include "Symbolize.h"
#include "metautils/Torch/Program/ProgramExecutor.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Does it with python/metautils/_materialize.py. What that raises goes
/// through.
class PythonHost : public ProgramHost {
public:
  /// With symbols of the ShapeEnv, or if that is None native ones.
  explicit PythonHost(pybind11::handle shapeEnv = pybind11::none());

  void setObject(const at::Tensor &tensor, build::ObjectOp op) override;
  void setMark(const at::Tensor &tensor, build::MarkOp op) override;
  at::Tensor makeSubclass(build::SubclassOp op,
                          llvm::ArrayRef<c10::IValue> inner,
                          c10::SymIntArrayRef sizes,
                          c10::SymIntArrayRef strides) override;

  c10::SymInt makeSymbol(build::SymbolOp op) override;

  at::Tensor viewSymbolic(llvm::function_ref<at::Tensor()> view) override;

  /// Adds a note with the tensor's name to what Python has raised.
  void noteFailure(llvm::StringRef name) override;

  /// The class of a name: one in a module that is imported.
  virtual pybind11::object findClass(llvm::StringRef name);

private:
  c10::SymInt makeRaggedSize(const std::string &name, mlir::Operation *op);

  std::optional<ShapeEnvSymbols> symbols;
  std::optional<bool> hasSymbols; ///< of sizes that are not ragged
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_PYTHONHOST_H
