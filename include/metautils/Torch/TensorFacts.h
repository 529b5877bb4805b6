// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the facts of one live tensor of PyTorch. Facts about another tensor
// (its base, what it wraps) are that tensor: nothing here recurses.
//
// Nothing is dispatched, so that no mode, kernel or subclass sees it, but for
// what a tensor only says through its class: the sizes, strides, offset, layout
// and device of a subclass that overrides them, and the sparse facts of a
// wrapper. Python's own facts (classes, attributes) are not here.

#ifndef METAUTILS_TORCH_TENSORFACTS_H
#define METAUTILS_TORCH_TENSORFACTS_H

#include <ATen/core/Tensor.h>
#include <ATen/quantized/Quantizer.h>
#include <c10/core/SymIntArrayRef.h>
#include <torch/csrc/autograd/variable.h>

#include <optional>
#include <string>
#include <vector>

namespace metautils {

/// What a tensor is to the transforms of functorch: the outermost wrapper.
enum class FunctorchWrapper { None, Batched, GradTracking, Functional };

/// What kind of tensor one is.
struct KindFacts {
  at::Layout layout = at::kStrided;
  bool isSparse = false; ///< COO; others are told by `layout`
  bool isMkldnn = false;
  bool isNested = false;
  bool isQuantized = false;
  bool isFunctional = false;
  bool isLegacyBatched = false;
  FunctorchWrapper functorch = FunctorchWrapper::None;
  /// Python's word: its class has `__tensor_flatten__`.
  bool isWrapperSubclass = false;

  bool isFunctorchWrapped() const {
    return functorch != FunctorchWrapper::None;
  }
  bool isSparseCompressed() const;
  /// Whether PyTorch's describer asks for its storage and its strides; some of
  /// the others have one that means nothing.
  bool hasStorage() const;
  bool hasStrides() const;
};

KindFacts readKind(const at::Tensor &tensor, bool isWrapperSubclass = false);

/// Sizes and strides, the dimensions of which may be symbolic.
using Dims = c10::SmallVector<c10::SymInt, 5>;

struct GeometryFacts {
  /// None for a nested tensor that is no subclass.
  std::optional<Dims> sizes;
  std::optional<Dims> strides;
  /// 0 for a tensor without a storage.
  c10::SymInt offset;
  std::optional<c10::Storage> storage;
};

GeometryFacts readGeometry(const at::Tensor &tensor, const KindFacts &kind);

/// Whether sizes, strides and offset are symbolic, or the bytes of the storage:
/// that of a symbolic tensor may have a view of known sizes.
bool isSymbolic(const at::Tensor &tensor);

/// Of COO and compressed tensors.
struct SparseFacts {
  int64_t sparseDim = 0;
  int64_t denseDim = 0;
  std::optional<bool> isCoalesced; ///< of COO
};

SparseFacts readSparse(const at::Tensor &tensor, const KindFacts &kind);

/// The level of a grad-tracking tensor whose transform has ended.
inline constexpr int64_t deadLevel = -2;

/// Of a batched or grad-tracking tensor of functorch.
struct FunctorchFacts {
  int64_t level = deadLevel;
  std::optional<int64_t> batchDim; ///< of a batched one
  at::Tensor inner;
};

FunctorchFacts readFunctorch(const at::Tensor &tensor, const KindFacts &kind);

/// As `is_leaf` in Python, not as `Tensor::is_leaf`: asking makes autograd
/// derive the history of a view again after its base was written to. It refuses
/// that for some views; those are no leaves.
bool isLeaf(const at::Tensor &tensor);

/// The tensor that autograd takes it for a view of, or null; it lives as long
/// as the view is one of it.
const at::Tensor *findBase(const at::Tensor &tensor);
/// The same, or an undefined tensor.
at::Tensor getBase(const at::Tensor &tensor);

/// How a view was made. The tensor has a base.
torch::autograd::CreationMeta getCreation(const at::Tensor &tensor);

/// `.grad`, or null. Warns of nothing, as `Tensor::grad` does.
const at::Tensor *findGrad(const at::Tensor &tensor);
/// The same, or an undefined tensor.
at::Tensor getGrad(const at::Tensor &tensor);

/// Its own forward-mode tangent, or an undefined tensor. A view gets one out of
/// its base's when it is asked.
at::Tensor getTangent(const at::Tensor &tensor);

/// The address of what counts the writes to a tensor, by which those are known
/// that share it: views, and what was detached. Null of an inference tensor.
c10::intrusive_ptr_target *findVersionCounter(const at::Tensor &tensor);
/// The same, held weakly: meanwhile the address is no other counter's.
using VersionCounter = c10::weak_intrusive_ptr<c10::intrusive_ptr_target>;
VersionCounter getVersionCounter(const at::Tensor &tensor);

/// What PyTorch's describer leaves out and a faithful copy needs.
struct ExactFacts {
  bool isZero = false; ///< all zeros, without data
  bool retainsGrad = false;
  int64_t outputIndex = 0; ///< among the results of the op that made it
  std::string gradFn;      ///< the name of that op in autograd; of a non-leaf
  /// Why a view has no history: its base was written to in a way that autograd
  /// refuses.
  std::string historyError;
  /// None for an inference tensor.
  std::optional<int64_t> version;
  /// Whether another tensor is counted by the same counter.
  bool sharesVersion = false;
  /// Of sparse tensors that wrap no other: how many are stored.
  std::optional<int64_t> nonZeros;
  /// Of COO tensors that wrap no other: what is stored, without a copy.
  at::Tensor cooIndices, cooValues;
  at::Tensor tangent; ///< as `getTangent`
  at::QuantizerPtr quantizer;
  /// Of a nested tensor that is no subclass, each a tensor of integers.
  at::Tensor nestedSizes, nestedStrides, nestedOffsets;
};

/// The numbers of a list on the CPU, such as the scales of channels; or
/// nothing.
std::optional<std::vector<double>> readNumbers(const at::Tensor &tensor);

ExactFacts readExact(const at::Tensor &tensor, const KindFacts &kind);

/// All of it.
struct LiveTensorFacts {
  at::ScalarType dtype = at::ScalarType::Undefined;
  at::Device device = at::kCPU;
  bool isLeaf = false;
  bool requiresGrad = false;
  bool isInference = false;
  bool isConj = false;
  bool isNeg = false;
  KindFacts kind;
  GeometryFacts geometry;
  std::optional<SparseFacts> sparse;
  std::optional<FunctorchFacts> functorch;
  at::Tensor base;
  torch::autograd::CreationMeta creation =
      torch::autograd::CreationMeta::DEFAULT;
  at::Tensor grad;
  ExactFacts exact;
};

LiveTensorFacts readFacts(const at::Tensor &tensor,
                          bool isWrapperSubclass = false);

} // namespace metautils

#endif // METAUTILS_TORCH_TENSORFACTS_H
