// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the kinds of tensors apart, by their dispatch keys.

#include "TensorKind.h"
#include "metautils/Torch/TensorFacts.h"

#include "llvm/ADT/STLExtras.h"

#include <c10/core/TensorImpl.h>
#include <torch/csrc/autograd/variable.h>

using namespace metautils;
using c10::DispatchKey;
using c10::DispatchKeySet;

/// What an ordinary tensor may have: no wrapper, mode or layout adds to these,
/// so that one which is not known here is refused.
static constexpr DispatchKeySet ordinaryKeys =
    DispatchKeySet({DispatchKey::Dense, DispatchKey::Conjugate,
                    DispatchKey::Negative, DispatchKey::ZeroTensor,
                    DispatchKey::ADInplaceOrView, DispatchKey::AutogradOther,
                    DispatchKey::AutogradFunctionality}) |
    c10::autocast_dispatch_keyset |
    DispatchKeySet(DispatchKeySet::RAW, c10::full_backend_mask);

/// What a class adds that takes operators to itself.
static constexpr DispatchKeySet pythonKeys =
    DispatchKeySet({DispatchKey::Python, DispatchKey::PythonTLSSnapshot});

/// Whether no wrapper, class or mode makes more of a tensor than its keys and
/// those of its kind say. Calls no Python code.
static bool isPlain(const at::Tensor &tensor, DispatchKeySet kindKeys,
                    PythonFacts::Class ofObject) {
  if (!tensor.defined() || ofObject == PythonFacts::Class::Wrapper)
    return false;
  DispatchKeySet keys = ordinaryKeys | kindKeys;
  if (ofObject == PythonFacts::Class::Other)
    keys = keys | pythonKeys;
  return keys.has_all(tensor.key_set());
}

bool metautils::isOrdinary(const at::Tensor &tensor,
                           PythonFacts::Class ofObject) {
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  return isPlain(tensor, {}, ofObject) && impl->layout() == at::kStrided &&
         impl->has_storage();
}

bool metautils::isWrapper(TensorKind kind) {
  switch (kind) {
  case TensorKind::Batched:
  case TensorKind::GradTracking:
  case TensorKind::LegacyBatched:
  case TensorKind::Functional:
  case TensorKind::Subclass:
    return true;
  default:
    return false;
  }
}

/// The outermost wrapper. What a tensor wraps shows through in its keys.
static std::optional<TensorKind> readWrapper(const at::Tensor &tensor) {
  if (!tensor.defined())
    return std::nullopt;
  KindFacts kind = readKind(tensor);
  if (kind.functorch == FunctorchWrapper::Batched)
    return TensorKind::Batched;
  if (kind.functorch == FunctorchWrapper::GradTracking)
    return TensorKind::GradTracking;
  if (kind.isLegacyBatched)
    return TensorKind::LegacyBatched;
  if (kind.isFunctional)
    return TensorKind::Functional;
  return std::nullopt;
}

/// The kind that the keys of a tensor say, and the keys that say it.
static std::pair<TensorKind, DispatchKeySet>
readLayoutKind(DispatchKeySet keys) {
  if (keys.has(DispatchKey::Sparse))
    return {TensorKind::SparseCoo, DispatchKeySet(DispatchKey::Sparse)};
  if (keys.has(DispatchKey::SparseCsr))
    return {TensorKind::SparseCompressed,
            DispatchKeySet(DispatchKey::SparseCsr)};
  if (keys.has(DispatchKey::NestedTensor))
    return {TensorKind::Nested,
            DispatchKeySet({DispatchKey::NestedTensor,
                            DispatchKey::AutogradNestedTensor})};
  if (keys.has(DispatchKey::Quantized))
    return {TensorKind::Quantized, DispatchKeySet(DispatchKey::Quantized)};
  if (keys.has(DispatchKey::MkldnnCPU))
    return {TensorKind::Mkldnn, DispatchKeySet(DispatchKey::MkldnnCPU)};
  return {TensorKind::Other, {}};
}

TensorKind metautils::getTensorKind(const at::Tensor &tensor,
                                    PythonFacts::Class ofObject) {
  if (isOrdinary(tensor, ofObject))
    return TensorKind::Strided;
  if (std::optional<TensorKind> wrapper = readWrapper(tensor))
    return *wrapper;
  if (ofObject == PythonFacts::Class::Wrapper)
    return tensor.has_storage() ? TensorKind::Subclass : TensorKind::Other;
  auto [kind, keys] = readLayoutKind(tensor.key_set());
  // The others are made with sizes that are known.
  bool isSymbolic = tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides();
  bool isKnown = isPlain(tensor, keys, ofObject) &&
                 (!isSymbolic || kind == TensorKind::SparseCoo);
  return isKnown ? kind : TensorKind::Other;
}

static llvm::StringRef getLayoutName(at::Layout layout) {
  switch (layout) {
  case at::kSparse:
    return "sparse_coo";
  case at::kSparseCsr:
    return "sparse_csr";
  case at::kSparseCsc:
    return "sparse_csc";
  case at::kSparseBsr:
    return "sparse_bsr";
  case at::kSparseBsc:
    return "sparse_bsc";
  case at::kMkldnn:
    return "_mkldnn";
  case at::kJagged:
    return "jagged";
  default:
    return {};
  }
}

std::string metautils::getKindName(const at::Tensor &tensor,
                                   PythonFacts *python) {
  if (!tensor.defined())
    return "an undefined tensor";
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  DispatchKeySet keys = impl->key_set();
  if (keys.has(DispatchKey::Python) && !python)
    return "an instance of a subclass";
  if (llvm::StringRef layout = getLayoutName(impl->layout()); !layout.empty())
    return ("a tensor of layout " + layout).str();
  if (impl->has_symbolic_sizes_strides())
    return "a tensor of symbolic sizes";
  if (!impl->has_storage())
    return "a tensor without a storage";
  return "a tensor of dispatch keys " + c10::toString(keys);
}
