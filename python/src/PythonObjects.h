// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Python objects say of tensors, to the describer.

#ifndef METAUTILS_PYTHON_PYTHONOBJECTS_H
#define METAUTILS_PYTHON_PYTHONOBJECTS_H

#include "metautils/Torch/TensorDescriber.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// The class of the Python object of a tensor. Runs no Python code.
PythonFacts::Class getClass(const at::Tensor &tensor);

/// Of one description. What Python code raises goes through.
class PythonObjects : public PythonFacts {
public:
  /// With or without the sources of symbols, of which there may be many.
  explicit PythonObjects(bool hasSources = true) : hasSources(hasSources) {}

  Class getClass(const at::Tensor &tensor) override;
  std::string getClassName(const at::Tensor &tensor) override;
  ObjectFacts readObject(const at::Tensor &tensor,
                         mlir::MLIRContext *context) override;
  WrapperFacts flatten(const at::Tensor &tensor,
                       mlir::MLIRContext *context) override;
  bool forgetError() override;
  llvm::Expected<SymInt> getNumber(const c10::SymInt &number,
                                   DescriptionNumbers &numbers) override;

  /// What of the tensor at hand was asked for when Python code raised: ".a".
  llvm::StringRef getRelation() const { return relation; }

private:
  bool hasSources;
  std::string relation;
  /// Numbers of the description by their program, and data by the object, both
  /// of which are kept alive.
  llvm::DenseMap<PyObject *, SymInt> known;
  llvm::DenseMap<PyObject *, mlir::Attribute> knownData;
  pybind11::list kept;
  /// Of python/metautils/_symbols.py; null until a symbolic number is met.
  pybind11::object programs;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_PYTHONOBJECTS_H
