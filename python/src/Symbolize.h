// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols that a ShapeEnv of PyTorch gives.

#ifndef METAUTILS_PYTHON_SYMBOLIZE_H
#define METAUTILS_PYTHON_SYMBOLIZE_H

#include "metautils/Program/BuildOps.h"
#include "metautils/Transforms/Symbolize.h"

#include <c10/core/SymInt.h>
#include <pybind11/pybind11.h>

namespace metautils::python {

/// Asks python/metautils/_symbolize.py. What that raises goes through.
class ShapeEnvProvider : public SymbolProvider {
public:
  explicit ShapeEnvProvider(pybind11::handle shapeEnv);

  llvm::FailureOr<ProvidedNumber> provide(int64_t value, SizePolicy policy,
                                          const llvm::Twine &source) override;

private:
  pybind11::object provider;
};

/// The sizes of a ShapeEnv by the names of symbols, made where there are none.
class ShapeEnvSymbols {
public:
  explicit ShapeEnvSymbols(pybind11::handle shapeEnv);
  c10::SymInt get(build::SymbolOp op);
  c10::SymInt getRaggedSize(const std::string &name);

private:
  pybind11::object symbols;
};

/// Policies as Python has them: by source one word for all dims, or a word or
/// None for each.
SymbolPolicies readPolicies(const std::string &sizes,
                            const std::string &strides, pybind11::dict dims);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_SYMBOLIZE_H
