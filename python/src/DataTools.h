// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What encoding and decoding plain data have in common.

#ifndef METAUTILS_PYTHON_DATATOOLS_H
#define METAUTILS_PYTHON_DATATOOLS_H

#include "Objects.h"
#include "metautils/IR/MetaDialect.h"

namespace metautils::python {

inline const DtypeTable &getDtypes(mlir::MLIRContext *context) {
  return context->getOrLoadDialect<MetaDialect>()->getDtypes();
}

/// Calls a function of python/metautils/_data.py.
inline pybind11::object callData(const char *function,
                                 pybind11::args arguments) {
  return pybind11::module_::import("metautils._data")
      .attr(function)(*arguments);
}

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DATATOOLS_H
