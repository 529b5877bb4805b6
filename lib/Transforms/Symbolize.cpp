// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes sizes, strides and offsets symbolic.
//
//   before:  %s = meta.storage 96
//            %x = meta.tensor %s : 4x6xf32
//            meta.source %x, "x"
//   after:   %s93 = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
//            %s44 = meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
//            %0 = arith.muli ..                       // 4 * s93 * s44
//            %s = meta.storage %0
//            %1 = meta.view %s[%s93, %s44] : ?x?xf32
//            %x = meta.tensor %1 : ?x?xf32
//            meta.source %x, "x"

#include "SymbolicNumbers.h"
#include "Symbolizer.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_SYMBOLIZEPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

GeometryProvider::~GeometryProvider() = default;

FailureOr<SymInt> GeometryProvider::provideIndex(const SymbolicTensor &,
                                                 int64_t index) {
  return SymInt(index);
}

Symbolizer::Symbolizer(ModuleOp module, GeometryProvider &provider)
    : module(module), provider(provider),
      numbers(OpBuilder::atBlockBegin(module.getBody())),
      arithmetic(numbers, module.getLoc(), &emitted) {
  for (auto symbol : module.getOps<SymbolOp>())
    numbers.setInsertionPointAfter(symbol);
}

//===----------------------------------------------------------------------===//
// Which tensors, in which order
//===----------------------------------------------------------------------===//

void Symbolizer::push(Value value, SymbolicTensor tensor) {
  tensor.tensor = value ? value.getDefiningOp<TensorOp>() : TensorOp();
  if (!tensor.tensor || !met.insert(tensor.tensor).second)
    return;
  StringRef source = getSourceName(tensor.tensor);
  if (!source.empty())
    tensor.path = source;
  stack.push_back({std::move(tensor)});
}

/// In reverse, since the last that is pushed comes first.
void Symbolizer::pushInner(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  auto subclass = op.getGeometry().getDefiningOp<SubclassOp>();
  if (!subclass)
    return;
  DictAttr parts = subclass.getParts();
  for (auto [key, value] :
       llvm::reverse(llvm::zip_equal(parts.getKeys(), parts.getValues())))
    if (auto operand = dyn_cast<OperandAttr>(value)) {
      std::string name = cast<StringAttr>(key).str();
      push(subclass.getInner()[operand.getNumber()],
           {{},
            tensor.path + "." + name,
            op,
            SymbolicTensor::Part::Inner,
            name});
    }
}

void Symbolizer::pushGrad(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  push(op.getGrad(),
       {{}, tensor.path + ".grad", op, SymbolicTensor::Part::Grad, {}});
}

/// The base of a tensor, or the value of a functional one: that has none.
void Symbolizer::pushFirst(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  if (auto functional = op.getGeometry().getDefiningOp<FunctionalOp>())
    return push(functional.getView() ? Value() : functional.getInner(),
                {{}, tensor.path, op, SymbolicTensor::Part::Value, {}});
  push(op.getBase(),
       {{}, tensor.path + "._base", op, SymbolicTensor::Part::Base, {}});
}

/// Strides have been computed also where a type says them itself.
static void eraseUnusedNumbers(ModuleOp module) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*module.getBody())))
    if (isa<arith::ArithDialect>(op.getDialect()) && op.use_empty())
      op.erase();
}

LogicalResult Symbolizer::run(const SymbolicTensor &tensor, Stage stage) {
  if (stage == Stage::Replay)
    return replayViews(tensor);
  if (stage == Stage::Enter) {
    FailureOr<bool> isToChange = provider.enter(tensor);
    if (failed(isToChange) || !*isToChange)
      return isToChange;
    stack.push_back({tensor, Stage::Visit});
    pushFirst(tensor);
    return success();
  }
  if (failed(visit(tensor)))
    return failure();
  pushGrad(tensor);
  auto replay = replays.find(tensor.tensor);
  if (replay != replays.end() && replay->second.wanted)
    stack.push_back({tensor, Stage::Replay});
  pushInner(tensor);
  return success();
}

LogicalResult Symbolizer::run() {
  foldOtherViews();
  collectJaggedStorages();
  for (auto source : module.getOps<SourceOp>()) {
    push(source.getTensor(), {{}, source.getName().str()});
    while (!stack.empty()) {
      auto [tensor, stage] = stack.pop_back_val();
      if (failed(run(tensor, stage)))
        return failure();
    }
  }
  growJaggedStorages();
  eraseUnusedNumbers(module);
  return success();
}

LogicalResult metautils::symbolize(ModuleOp description,
                                   GeometryProvider &provider) {
  return Symbolizer(description, provider).run();
}

LogicalResult metautils::symbolize(ModuleOp description,
                                   const SymbolPolicies &policies,
                                   SymbolProvider &provider) {
  SymbolicNumbers numbers(description, policies, provider);
  if (failed(symbolize(description, numbers)) ||
      failed(numbers.checkPolicies()))
    return failure();
  numbers.eraseUnused();
  return success();
}

namespace {
struct SymbolizePass : metautils::impl::SymbolizePassBase<SymbolizePass> {
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    SymbolPolicies policies;
    auto emitError = [&] { return module.emitError(); };
    std::optional<SizePolicy> all = symbolizeSizePolicy(sizePolicy);
    std::optional<SizePolicy> strides = symbolizeSizePolicy(stridePolicy);
    if (!all || *all == SizePolicy::Infer || !strides) {
      emitError() << "expected policies such as dynamic, duck, static or "
                     "unbacked, got '"
                  << (strides ? sizePolicy : stridePolicy) << "'";
      return signalPassFailure();
    }
    policies.sizes = *all;
    policies.strides = *strides;
    for (const std::string &text : dims)
      if (failed(policies.parse(text, emitError)))
        return signalPassFailure();
    NativeSymbolProvider provider(module, {duckShape, specializeZeroOne});
    if (failed(symbolize(module, policies, provider)))
      signalPassFailure();
  }
};
} // namespace
