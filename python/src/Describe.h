// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function `metautils.describe`.

#ifndef METAUTILS_PYTHON_DESCRIBE_H
#define METAUTILS_PYTHON_DESCRIBE_H

#include "Module.h"

#include <optional>

namespace metautils::python {

/// A description of the tensors in an object; raises `metautils.Error`.
Module describe(pybind11::handle object,
                const std::optional<std::string> &source, bool copyData);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DESCRIBE_H
