// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells ordinary strided tensors from all the others.

#ifndef METAUTILS_LIB_TORCH_TENSORKIND_H
#define METAUTILS_LIB_TORCH_TENSORKIND_H

#include "metautils/Torch/TensorDescriber.h"

#include <string>

namespace metautils {

/// Whether a tensor is what its sizes, strides, offset and storage say, and
/// nothing more. `python` may be null. Runs no kernel and no Python code.
bool isOrdinary(const at::Tensor &tensor, PythonFacts *python);

/// What kind of tensor one is that is not ordinary, for a message: "a nested
/// tensor".
std::string getKind(const at::Tensor &tensor, PythonFacts *python);

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_TENSORKIND_H
