// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transforms of functorch that a program wraps tensors in.

#include "metautils/Torch/Program/Interpreters.h"

#include <c10/util/Exception.h>

using namespace metautils;
namespace functorch = at::functorch;

static int64_t open(InterpreterOp op, c10::SymInt dynamicBatchSize) {
  auto transform = static_cast<functorch::TransformType>(op.getTransform());
  bool isVmap = op.getTransform() == Transform::Vmap;
  bool isGrad = op.getTransform() == Transform::Grad;
  bool isJvp = op.getTransform() == Transform::Jvp;
  std::optional<c10::SymInt> batchSize;
  if (op.getBatchSize())
    batchSize = c10::SymInt(*op.getBatchSize());
  else if (op.getDynamicBatchSize())
    batchSize = std::move(dynamicBatchSize);
  std::optional<functorch::RandomnessType> randomness;
  if (isVmap)
    randomness = static_cast<functorch::RandomnessType>(op.getRandomness());
  auto onlyIf = [](bool condition, bool value) {
    return condition ? std::optional(value) : std::nullopt;
  };
  return functorch::initAndPushDynamicLayer(
      transform, batchSize, randomness, onlyIf(isGrad, !op.getOuterModeOff()),
      onlyIf(isJvp, !op.getOuterModeOff()),
      onlyIf(op.getTransform() == Transform::Functionalize,
             op.getAddBackViews()),
      onlyIf(isGrad || isJvp, op.getOuterInference()));
}

static std::vector<functorch::DynamicLayer> clearStack() {
  std::vector<functorch::DynamicLayer> layers;
  while (functorch::maybeCurrentDynamicLayer())
    layers.push_back(functorch::popDynamicLayer());
  return layers;
}

/// Of layers as `clearStack` gives them, the innermost first.
static void restoreStack(std::vector<functorch::DynamicLayer> &layers) {
  for (; !layers.empty(); layers.pop_back())
    functorch::pushDynamicLayer(std::move(layers.back()));
}

static void close(size_t count) {
  for (size_t index = 0; index < count; ++index)
    functorch::popDynamicLayerAndDeleteMetadata();
}

Interpreters::Interpreters(llvm::ArrayRef<InterpreterOp> ops,
                           GetNumber getNumber)
    : isOwner(true) {
  for (auto [index, op] : llvm::enumerate(ops)) {
    InterpreterOp interpreter = op;
    int64_t expected = interpreter.getLevel();
    mlir::Value batchSize = interpreter.getDynamicBatchSize();
    int64_t level = open(op, batchSize ? getNumber(batchSize) : c10::SymInt(0));
    if (level != expected) {
      close(index + 1);
      TORCH_CHECK(false, "expected the transform of level ", expected,
                  " inside of ", expected - 1, " others, got ", level - 1);
    }
  }
  layers = clearStack();
}

Interpreters::Interpreters() : layers(clearStack()), isOwner(false) {}

Interpreters::~Interpreters() {
  if (!isOwner) {
    restoreStack(layers);
    return;
  }
  std::vector<functorch::DynamicLayer> outer = clearStack();
  size_t count = layers.size();
  restoreStack(layers);
  close(count);
  restoreStack(outer);
}

Interpreters::Scope::Scope(const Interpreters &interpreters)
    : Scope(interpreters, interpreters.layers.size()) {}

/// A run is kept out of all transforms by their keys.
Interpreters::Scope::Scope(const Interpreters &interpreters, size_t level)
    : outer(clearStack()) {
  using c10::DispatchKey;
  for (auto key : {DispatchKey::FuncTorchDynamicLayerFrontMode,
                   DispatchKey::FuncTorchDynamicLayerBackMode})
    c10::impl::tls_set_dispatch_key_excluded(key, false);
  auto end = interpreters.layers.end();
  std::vector<functorch::DynamicLayer> copy(
      end - std::min(level, interpreters.layers.size()), end);
  restoreStack(copy);
}

Interpreters::Scope::~Scope() {
  clearStack();
  restoreStack(outer);
}
