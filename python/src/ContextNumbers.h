// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic sizes of tensors as a ShapeEnv of PyTorch gives them to its
// MetaConverter: by the symbolic contexts of the tensors.

#ifndef METAUTILS_PYTHON_CONTEXTNUMBERS_H
#define METAUTILS_PYTHON_CONTEXTNUMBERS_H

#include "PythonObjects.h"
#include "metautils/Transforms/Symbolize.h"

#include <c10/core/SymInt.h>

namespace metautils::python {

/// Asks python/metautils/_contexts.py. What that raises goes through.
class ContextNumbers : public GeometryProvider {
public:
  /// `contexts` is a `Contexts` of Python; `tensors` are those of the
  /// description, without those that are made already: they have their sizes.
  ContextNumbers(mlir::ModuleOp description, pybind11::handle contexts,
                 llvm::DenseMap<mlir::Operation *, at::Tensor> tensors,
                 PythonObjects &objects);

  bool enter(const SymbolicTensor &tensor) override;
  llvm::LogicalResult keep(const SymbolicTensor &, bool) override {
    return llvm::success();
  }
  llvm::FailureOr<Geometry> provide(const SymbolicTensor &tensor,
                                    int64_t offset,
                                    IndexArithmetic &arithmetic) override;

  /// The sizes that have given symbols, by the names of these.
  llvm::StringMap<c10::SymInt> takeSizes() { return std::move(sizes); }

private:
  SymInt toNumber(pybind11::handle number);

  pybind11::handle contexts;
  llvm::DenseMap<mlir::Operation *, at::Tensor> tensors;
  /// Where each tensor was met, see `Contexts.enter`.
  llvm::DenseMap<mlir::Operation *, pybind11::object> places;
  PythonObjects &objects;
  /// In front of all that has them.
  mlir::OpBuilder builder;
  DescriptionNumbers numbers;
  llvm::StringMap<c10::SymInt> sizes;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_CONTEXTNUMBERS_H
