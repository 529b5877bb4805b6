// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the kinds of tensors apart, by their dispatch keys.

#ifndef METAUTILS_LIB_TORCH_TENSORKIND_H
#define METAUTILS_LIB_TORCH_TENSORKIND_H

#include "metautils/Torch/TensorDescriber.h"

#include <string>

namespace metautils {

/// What the bytes of a tensor are, if it has no other peculiarity.
enum class TensorKind {
  /// Ordinary.
  Strided,
  Quantized,
  SparseCoo,
  SparseCompressed,
  /// Of `torch.nested` with layout strided.
  Nested,
  Mkldnn,
  /// Wrappers of functorch, of its predecessor, and of functionalization.
  Batched,
  GradTracking,
  LegacyBatched,
  Functional,
  /// A class of Python makes it of others.
  Subclass,
  /// All others.
  Other,
};

/// Whether tensors of a kind are made of other live tensors.
bool isWrapper(TensorKind kind);

/// Tells kinds apart, as `isOrdinary` does.
TensorKind getTensorKind(const at::Tensor &tensor, PythonFacts::Class ofObject);

/// What kind of tensor one is that is not described, for a message: "a zero
/// tensor without data".
std::string getKindName(const at::Tensor &tensor, PythonFacts *python);

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_TENSORKIND_H
