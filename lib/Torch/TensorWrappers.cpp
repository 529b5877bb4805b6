// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes tensors that wrap another one: those of functorch and of
// functionalization.

#include "RecordedViews.h"
#include "TensorKind.h"
#include "metautils/Torch/LegacyBatched.h"
#include "metautils/Torch/TensorDescriber.h"
#include "metautils/Torch/TensorFacts.h"

#include "mlir/IR/Diagnostics.h"

#include <ATen/FunctionalStorageImpl.h>
#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/functorch/TensorWrapper.h>

using namespace mlir;
using namespace metautils;
namespace functional = at::functionalization::impl;
namespace functorch = at::functorch;

// The numbers of functorch's enums.
#define METAUTILS_TRANSFORM(name)                                              \
  static_assert(static_cast<int>(Transform::name) ==                           \
                static_cast<int>(functorch::TransformType::name))
METAUTILS_TRANSFORM(Torch);
METAUTILS_TRANSFORM(Vmap);
METAUTILS_TRANSFORM(Grad);
METAUTILS_TRANSFORM(Jvp);
METAUTILS_TRANSFORM(Functionalize);
#undef METAUTILS_TRANSFORM
#define METAUTILS_RANDOMNESS(name)                                             \
  static_assert(static_cast<int>(Randomness::name) ==                          \
                static_cast<int>(functorch::RandomnessType::name))
METAUTILS_RANDOMNESS(Error);
METAUTILS_RANDOMNESS(Same);
METAUTILS_RANDOMNESS(Different);
#undef METAUTILS_RANDOMNESS

//===----------------------------------------------------------------------===//
// Interpreters
//===----------------------------------------------------------------------===//

namespace {
/// Reads what functorch keeps of one transform besides its level.
struct InterpreterReader {
  InterpreterOp::Properties &properties;

  void operator()(const functorch::VmapInterpreterMeta &meta) {
    properties.batchSize = meta.batchSize_.maybe_as_int();
    properties.randomness = static_cast<Randomness>(meta.randomness_);
  }
  void operator()(const functorch::GradInterpreterMeta &meta) {
    properties.outerModeOff = !meta.prevGradMode_;
    properties.outerInference = meta.prevInferenceMode_;
  }
  void operator()(const functorch::JvpInterpreterMeta &meta) {
    properties.outerModeOff = !meta.prevFwdGradMode_;
    properties.outerInference = meta.prevInferenceMode_;
  }
  void operator()(const functorch::FunctionalizeInterpreterMeta &meta) {
    properties.addBackViews = meta.functionalizeAddBackViews_;
  }
  void operator()(int64_t) {}
};
} // namespace

/// Once: a description is of one moment, and all its tensors are in one stack.
LogicalResult TensorDescriber::addInterpreters() {
  if (std::exchange(hasInterpreters, true))
    return success();
  for (const functorch::DynamicLayer &layer :
       functorch::getDynamicLayerStack()) {
    InterpreterOp::Properties properties;
    properties.transform = static_cast<Transform>(layer.key());
    properties.level = layer.layerId();
    std::visit(InterpreterReader{properties}, layer.interpreter().meta());
    std::optional<SymInt> dynamicBatchSize;
    if (properties.transform == Transform::Vmap && !properties.batchSize) {
      FailureOr<SymInt> size = readNumber(layer.batchSize());
      if (failed(size))
        return failure();
      dynamicBatchSize = *size;
    }
    builder.addInterpreter(properties, dynamicBatchSize);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What is wrapped
//===----------------------------------------------------------------------===//

/// The value of which functional tensors over one storage are views.
static const at::Tensor &getFunctionalBase(const at::Tensor &tensor) {
  return static_cast<at::functionalization::FunctionalStorageImpl *>(
             tensor.storage().unsafeGetStorageImpl())
      ->base();
}

/// Notes the tensors that a wrapper needs described before it.
void TensorDescriber::meetWrapper(TensorKind kind, const at::Tensor &tensor) {
  SmallVector<Relative, 1> parts;
  if (kind == TensorKind::LegacyBatched) {
    parts.push_back({readLegacyBatch(tensor).inner, ".unwrapped"});
  } else if (kind == TensorKind::Functional) {
    functional::sync(tensor);
    auto *wrapper = functional::unsafeGetFunctionalWrapper(tensor);
    parts.push_back({wrapper->value(), ".unwrapped"});
    if (!wrapper->view_metas().empty())
      parts.push_back({getFunctionalBase(tensor), ".functional_storage"});
  } else {
    parts.push_back({readFunctorch(tensor, metautils::readKind(tensor)).inner,
                     ".unwrapped"});
  }
  inner[tensor.unsafeGetTensorImpl()] = std::move(parts);
}

FailureOr<Value> TensorDescriber::emitLegacyBatched(const at::Tensor &tensor,
                                                    TensorFacts &facts) {
  LegacyBatch batch = readLegacyBatch(tensor);
  Value value = lookup(batch.inner);
  // The dimensions are those of the inner tensor: the last one goes first.
  llvm::sort(batch.dims,
             [](const LegacyBatch::Dim &a, const LegacyBatch::Dim &b) {
               return a.dim > b.dim;
             });
  for (const LegacyBatch::Dim &dim : batch.dims) {
    FailureOr<Value> batched =
        builder.addBatched(facts, value, dim.dim, dim.level, /*legacy=*/true);
    if (failed(batched))
      return failure();
    value = *batched;
  }
  return value;
}

/// The geometry that a functional tensor shows: that of its value where it has
/// no strides of its own.
FailureOr<Value> TensorDescriber::emitOutside(const at::Tensor &tensor,
                                              Value value, TensorFacts &facts) {
  if (tensor.layout() != at::kStrided)
    return builder.addOpaque(cast<MetaTensorType>(value.getType()));
  if (failed(readStrided(tensor, facts)))
    return failure();
  return builder.addGeometry(facts);
}

FailureOr<Value> TensorDescriber::emitFunctional(const at::Tensor &tensor,
                                                 TensorFacts &facts) {
  auto *wrapper = functional::unsafeGetFunctionalWrapper(tensor);
  FailureOr<Value> outer = emitOutside(tensor, lookup(wrapper->value()), facts);
  if (failed(outer))
    return failure();
  Value view;
  if (!wrapper->view_metas().empty()) {
    const at::Tensor &base = getFunctionalBase(tensor);
    view = emitViewMetas(builder, base, lookup(base), *wrapper);
  }
  std::optional<int64_t> level;
  if (wrapper->level() != -1)
    level = wrapper->level();
  return builder.addFunctional(facts, *outer, lookup(wrapper->value()), view,
                               level);
}

FailureOr<Value> TensorDescriber::emitWrapper(TensorKind kind,
                                              const at::Tensor &tensor,
                                              TensorFacts &facts) {
  if (kind == TensorKind::LegacyBatched)
    return emitLegacyBatched(tensor, facts);
  KindFacts kindFacts = metautils::readKind(tensor);
  if (kindFacts.isFunctorchWrapped() && failed(addInterpreters()))
    return failure();
  if (kind == TensorKind::Functional)
    return emitFunctional(tensor, facts);
  FunctorchFacts functorchFacts = readFunctorch(tensor, kindFacts);
  Value value = lookup(functorchFacts.inner);
  if (kind == TensorKind::Batched)
    return builder.addBatched(facts, value, *functorchFacts.batchDim,
                              functorchFacts.level, /*legacy=*/false);
  std::optional<int64_t> level;
  if (functorchFacts.level != deadLevel)
    level = functorchFacts.level;
  return builder.addGradTracking(facts, value, level);
}
