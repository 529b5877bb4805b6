// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the facts of one live tensor of PyTorch.

#include "metautils/Torch/TensorFacts.h"

#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/NestedTensorImpl.h>
#include <ATen/SparseCsrTensorImpl.h>
#include <ATen/SparseTensorImpl.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/TensorWrapper.h>
#include <ATen/quantized/QTensorImpl.h>
#include <c10/util/Exception.h>

#include <cstring>

using namespace metautils;
using c10::DispatchKey;
namespace autograd = torch::autograd;
namespace functional = at::functionalization::impl;
namespace functorch = at::functorch;

//===----------------------------------------------------------------------===//
// Kind
//===----------------------------------------------------------------------===//

bool KindFacts::isSparseCompressed() const {
  return layout == at::kSparseCsr || layout == at::kSparseCsc ||
         layout == at::kSparseBsr || layout == at::kSparseBsc;
}

bool KindFacts::hasStrides() const {
  return !isSparse && !isSparseCompressed() &&
         !(isNested && !isWrapperSubclass);
}

bool KindFacts::hasStorage() const {
  return hasStrides() && !isMkldnn && !isFunctorchWrapped() && !isLegacyBatched;
}

static FunctorchWrapper getWrapper(const at::Tensor &tensor,
                                   bool isFunctional) {
  if (functorch::isBatchedTensor(tensor))
    return FunctorchWrapper::Batched;
  if (functorch::maybeGetTensorWrapper(tensor))
    return FunctorchWrapper::GradTracking;
  // One that functorch has not made is on level -1.
  if (isFunctional &&
      functional::unsafeGetFunctionalWrapper(tensor)->level() != -1)
    return FunctorchWrapper::Functional;
  return FunctorchWrapper::None;
}

KindFacts metautils::readKind(const at::Tensor &tensor,
                              bool isWrapperSubclass) {
  KindFacts kind;
  kind.isSparse = tensor.is_sparse();
  kind.layout = tensor.layout();
  kind.isNested = tensor.is_nested();
  kind.isMkldnn = tensor.is_mkldnn();
  kind.isQuantized = tensor.is_quantized();
  kind.isFunctional = functional::isFunctionalTensor(tensor);
  kind.isLegacyBatched = tensor.key_set().has(DispatchKey::Batched);
  kind.functorch = getWrapper(tensor, kind.isFunctional);
  kind.isWrapperSubclass = isWrapperSubclass;
  return kind;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

GeometryFacts metautils::readGeometry(const at::Tensor &tensor,
                                      const KindFacts &kind) {
  auto copy = [](c10::SymIntArrayRef dims) {
    return Dims(dims.begin(), dims.end());
  };
  GeometryFacts geometry;
  if (!kind.isNested || kind.isWrapperSubclass)
    geometry.sizes = copy(tensor.sym_sizes());
  if (kind.hasStrides())
    geometry.strides = copy(tensor.sym_strides());
  if (kind.hasStorage()) {
    geometry.storage = tensor.storage();
    geometry.offset = tensor.sym_storage_offset();
  }
  return geometry;
}

bool metautils::isSymbolic(const at::Tensor &tensor) {
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  return impl->has_symbolic_sizes_strides() ||
         (impl->has_storage() &&
          impl->storage().sym_nbytes().is_heap_allocated());
}

/// Whether its impl is the one of its layout: a wrapper has the layout of what
/// it wraps, and a subclass may claim any.
static bool hasSparseImpl(const at::Tensor &tensor, const KindFacts &kind) {
  return kind.isSparse && !kind.isFunctorchWrapped() && !kind.isFunctional &&
         !kind.isLegacyBatched && !tensor.key_set().has(DispatchKey::Python);
}

SparseFacts metautils::readSparse(const at::Tensor &tensor,
                                  const KindFacts &kind) {
  SparseFacts sparse;
  if (hasSparseImpl(tensor, kind)) {
    auto *impl =
        static_cast<at::SparseTensorImpl *>(tensor.unsafeGetTensorImpl());
    return {impl->sparse_dim(), impl->dense_dim(), impl->coalesced()};
  }
  sparse.sparseDim = tensor.sparse_dim();
  sparse.denseDim = tensor.dense_dim();
  if (kind.isSparse)
    sparse.isCoalesced = tensor.is_coalesced();
  return sparse;
}

FunctorchFacts metautils::readFunctorch(const at::Tensor &tensor,
                                        const KindFacts &kind) {
  if (kind.functorch == FunctorchWrapper::Batched) {
    auto *batched = functorch::maybeGetBatchedImpl(tensor);
    return {batched->level(), batched->bdim(), batched->value()};
  }
  TORCH_CHECK(kind.functorch == FunctorchWrapper::GradTracking,
              "expected a batched or grad-tracking tensor of functorch");
  auto *wrapper = functorch::maybeGetTensorWrapper(tensor);
  return {wrapper->level().value_or(deadLevel), std::nullopt, wrapper->value()};
}

//===----------------------------------------------------------------------===//
// Autograd
//===----------------------------------------------------------------------===//

bool metautils::isLeaf(const at::Tensor &tensor) {
  try {
    return !tensor.grad_fn();
  } catch (const c10::Error &) {
    return false;
  }
}

const at::Tensor *metautils::findBase(const at::Tensor &tensor) {
  auto *meta = autograd::impl::get_view_autograd_meta(tensor);
  return meta && meta->has_bw_view() ? &meta->get_backward_view().base_
                                     : nullptr;
}

at::Tensor metautils::getBase(const at::Tensor &tensor) {
  const at::Tensor *base = findBase(tensor);
  return base ? *base : at::Tensor();
}

autograd::CreationMeta metautils::getCreation(const at::Tensor &tensor) {
  return autograd::impl::get_view_autograd_meta(tensor)->get_creation_meta();
}

const at::Tensor *metautils::findGrad(const at::Tensor &tensor) {
  auto *meta = tensor.unsafeGetTensorImpl()->autograd_meta();
  return meta && meta->grad().defined() ? &meta->grad() : nullptr;
}

at::Tensor metautils::getGrad(const at::Tensor &tensor) {
  const at::Tensor *grad = findGrad(tensor);
  return grad ? *grad : at::Tensor();
}

at::Tensor metautils::getTangent(const at::Tensor &tensor) {
  auto *meta = autograd::impl::get_autograd_meta(tensor);
  return meta && meta->fw_grad_ ? meta->fw_grad_->value(/*level=*/0)
                                : at::Tensor();
}

//===----------------------------------------------------------------------===//
// What PyTorch's describer leaves out
//===----------------------------------------------------------------------===//

template <typename T>
static std::vector<double> readNumbersOf(const at::Tensor &tensor) {
  std::vector<double> numbers;
  for (int64_t index = 0; index < tensor.numel(); ++index)
    numbers.push_back(static_cast<double>(
        tensor.const_data_ptr<T>()[index * tensor.stride(0)]));
  return numbers;
}

std::optional<std::vector<double>>
metautils::readNumbers(const at::Tensor &tensor) {
  if (!tensor.device().is_cpu() || tensor.dim() != 1)
    return std::nullopt;
  switch (tensor.scalar_type()) {
  case at::kDouble:
    return readNumbersOf<double>(tensor);
  case at::kFloat:
    return readNumbersOf<float>(tensor);
  case at::kLong:
    return readNumbersOf<int64_t>(tensor);
  case at::kInt:
    return readNumbersOf<int32_t>(tensor);
  default:
    return std::nullopt;
  }
}

c10::intrusive_ptr_target *
metautils::findVersionCounter(const at::Tensor &tensor) {
  const c10::VariableVersion &version =
      tensor.unsafeGetTensorImpl()->version_counter();
  // It is one owning pointer, which no function gives away.
  static_assert(sizeof(version) == sizeof(c10::intrusive_ptr_target *),
                "expected no more than a pointer in a VariableVersion");
  c10::intrusive_ptr_target *counter = nullptr;
  if (version.enabled())
    std::memcpy(&counter, static_cast<const void *>(&version), sizeof(counter));
  return counter;
}

VersionCounter metautils::getVersionCounter(const at::Tensor &tensor) {
  c10::intrusive_ptr_target *counter = findVersionCounter(tensor);
  if (counter)
    c10::raw::weak_intrusive_ptr::incref(counter);
  return VersionCounter::reclaim(counter);
}

static void readHistory(const at::Tensor &tensor, ExactFacts &exact) {
  try {
    if (const auto &node = tensor.grad_fn())
      exact.gradFn = node->name();
  } catch (const c10::Error &error) {
    exact.historyError = error.what_without_backtrace();
  }
}

static void readVersion(const at::Tensor &tensor, ExactFacts &exact) {
  const c10::VariableVersion &version =
      tensor.unsafeGetTensorImpl()->version_counter();
  if (!version.enabled())
    return;
  exact.version = version.current_version();
  exact.sharesVersion = !version.unique();
}

/// The impl may be another than the layout suggests: of a wrapper.
static void readStored(const at::Tensor &tensor, const KindFacts &kind,
                       ExactFacts &exact) {
  if (!kind.isSparse && !kind.isSparseCompressed())
    return;
  c10::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  if (auto *coo = dynamic_cast<at::SparseTensorImpl *>(impl)) {
    exact.nonZeros = coo->nnz();
    exact.cooIndices = coo->indices();
    exact.cooValues = coo->values();
  } else if (auto *compressed = dynamic_cast<at::SparseCsrTensorImpl *>(impl)) {
    exact.nonZeros = compressed->nnz();
  }
}

static void readNested(const at::Tensor &tensor, const KindFacts &kind,
                       ExactFacts &exact) {
  if (!kind.isNested || kind.isWrapperSubclass)
    return;
  auto *impl =
      static_cast<at::native::NestedTensorImpl *>(tensor.unsafeGetTensorImpl());
  exact.nestedSizes = impl->get_nested_sizes();
  exact.nestedStrides = impl->get_nested_strides();
  exact.nestedOffsets = impl->get_storage_offsets();
}

ExactFacts metautils::readExact(const at::Tensor &tensor,
                                const KindFacts &kind) {
  ExactFacts exact;
  exact.isZero = tensor._is_zerotensor();
  exact.retainsGrad = tensor.retains_grad();
  exact.outputIndex = tensor.output_nr();
  exact.tangent = getTangent(tensor);
  if (kind.isQuantized)
    exact.quantizer = at::get_qtensorimpl(tensor)->quantizer();
  readHistory(tensor, exact);
  readVersion(tensor, exact);
  readStored(tensor, kind, exact);
  readNested(tensor, kind, exact);
  return exact;
}

LiveTensorFacts metautils::readFacts(const at::Tensor &tensor,
                                     bool isWrapperSubclass) {
  LiveTensorFacts facts;
  // First, since it may change what autograd says of the tensor.
  facts.isLeaf = isLeaf(tensor);
  facts.dtype = tensor.scalar_type();
  facts.device = tensor.device();
  facts.requiresGrad = tensor.requires_grad();
  facts.isInference = tensor.is_inference();
  facts.isConj = tensor.is_conj();
  facts.isNeg = tensor.is_neg();
  facts.kind = readKind(tensor, isWrapperSubclass);
  facts.geometry = readGeometry(tensor, facts.kind);
  if (facts.kind.isSparse || facts.kind.isSparseCompressed())
    facts.sparse = readSparse(tensor, facts.kind);
  if (facts.kind.functorch == FunctorchWrapper::Batched ||
      facts.kind.functorch == FunctorchWrapper::GradTracking)
    facts.functorch = readFunctorch(tensor, facts.kind);
  facts.base = getBase(tensor);
  if (facts.base.defined())
    facts.creation = getCreation(tensor);
  facts.grad = getGrad(tensor);
  facts.exact = readExact(tensor, facts.kind);
  return facts;
}
