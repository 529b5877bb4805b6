// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the kinds of tensors apart, by their dispatch keys.

#include "TensorKind.h"

#include "llvm/ADT/STLExtras.h"

#include <c10/core/TensorImpl.h>
#include <torch/csrc/autograd/variable.h>

using namespace metautils;
using c10::DispatchKey;
using c10::DispatchKeySet;

PythonFacts::~PythonFacts() = default;

/// What an ordinary tensor may have: no wrapper, mode or layout adds to these,
/// so that one which is not known here is refused.
static constexpr DispatchKeySet ordinaryKeys =
    DispatchKeySet({DispatchKey::Dense, DispatchKey::Conjugate,
                    DispatchKey::Negative, DispatchKey::ADInplaceOrView,
                    DispatchKey::AutogradOther,
                    DispatchKey::AutogradFunctionality}) |
    c10::autocast_dispatch_keyset |
    DispatchKeySet(DispatchKeySet::RAW, c10::full_backend_mask);

static bool hasExplicitTangent(const torch::autograd::AutogradMeta *meta) {
  return meta && meta->fw_grad_ && !meta->fw_grad_->empty();
}

/// Asks for no tangent, since a view would make its own out of its base's.
static bool hasTangent(const at::TensorBase &tensor) {
  auto *meta = torch::autograd::impl::get_autograd_meta(tensor);
  if (hasExplicitTangent(meta))
    return true;
  if (!meta || !meta->is_view_)
    return false;
  auto *view = static_cast<torch::autograd::DifferentiableViewMeta *>(meta);
  return view->has_fw_view() &&
         hasExplicitTangent(torch::autograd::impl::get_autograd_meta(
             view->get_forward_view().base_));
}

/// Whether no wrapper, subclass or mode makes more of a tensor than its keys
/// and those of its kind say. Calls no Python code.
static bool isPlain(const at::Tensor &tensor, DispatchKeySet kindKeys,
                    PythonFacts *python) {
  if (!tensor.defined())
    return false;
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  return (ordinaryKeys | kindKeys).has_all(impl->key_set()) &&
         !impl->has_symbolic_sizes_strides() &&
         !(impl->autograd_meta() && hasTangent(tensor)) &&
         (!python || python->getClass(tensor) != PythonFacts::Class::Subclass);
}

bool metautils::isOrdinary(const at::Tensor &tensor, PythonFacts *python) {
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  return isPlain(tensor, {}, python) && impl->layout() == at::kStrided &&
         impl->has_storage();
}

/// The kind that the keys of a tensor say, and the keys that say it.
static std::pair<TensorKind, DispatchKeySet> readKind(DispatchKeySet keys) {
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
                                    PythonFacts *python) {
  if (isOrdinary(tensor, python))
    return TensorKind::Strided;
  auto [kind, keys] = readKind(tensor.key_set());
  return isPlain(tensor, keys, python) ? kind : TensorKind::Other;
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

using KindOfKey = std::pair<DispatchKey, llvm::StringLiteral>;

/// Wrappers, outermost first: the outermost is what a tensor is.
static constexpr KindOfKey wrappers[] = {
    {DispatchKey::FuncTorchGradWrapper, "a grad-tracking tensor of functorch"},
    {DispatchKey::Batched, "a legacy batched tensor"},
    {DispatchKey::BatchedNestedTensor, "a batched tensor of functorch"},
    {DispatchKey::FuncTorchBatched, "a batched tensor of functorch"},
    {DispatchKey::Functionalize, "a functional tensor"},
};
/// What a tensor is inside of all wrappers, the subclasses of Python included.
static constexpr KindOfKey unwrapped[] = {
    {DispatchKey::ZeroTensor, "a zero tensor without data"},
};

static llvm::StringRef findKind(llvm::ArrayRef<KindOfKey> kinds,
                                DispatchKeySet keys) {
  for (auto [key, kind] : kinds)
    if (keys.has(key))
      return kind;
  return {};
}

std::string metautils::getKindName(const at::Tensor &tensor,
                                   PythonFacts *python) {
  if (!tensor.defined())
    return "an undefined tensor";
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  DispatchKeySet keys = impl->key_set();
  if (llvm::StringRef kind = findKind(wrappers, keys); !kind.empty())
    return kind.str();
  if (python && python->getClass(tensor) == PythonFacts::Class::Subclass)
    return "an instance of the subclass '" + python->getClassName(tensor) + "'";
  if (keys.has(DispatchKey::Python))
    return "an instance of a subclass";
  if (llvm::StringRef kind = findKind(unwrapped, keys); !kind.empty())
    return kind.str();
  if (llvm::StringRef layout = getLayoutName(impl->layout()); !layout.empty())
    return ("a tensor of layout " + layout).str();
  if (impl->has_symbolic_sizes_strides())
    return "a tensor of symbolic sizes";
  if (!impl->has_storage())
    return "a tensor without a storage";
  if (hasTangent(tensor))
    return "a tensor with a forward-mode tangent";
  return "a tensor of dispatch keys " + c10::toString(keys);
}
