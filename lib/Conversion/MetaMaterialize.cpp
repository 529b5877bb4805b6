// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the program that makes the named tensors of a description. The steps of
// each tensor are written by `Materializer`.
//
//   before:  %w = meta.tensor ..
//            meta.source %w, "w"
//   after:   func.func @main() -> (!meta.tensor<..> {meta.sources = ["w"]}) {
//              %w = build.tensor 0 "w" { .. }
//              return %w
//            }

#include "BuildOrder.h"
#include "Description.h"
#include "Materializer.h"
#include "metautils/Conversion/Materialize.h"
#include "metautils/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_METAMATERIALIZEPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

SmallVector<SourceOp> metautils::getFirstSources(ModuleOp description) {
  llvm::DenseSet<Value> named;
  SmallVector<SourceOp> sources;
  for (auto source : description.getOps<SourceOp>())
    if (named.insert(source.getTensor()).second)
      sources.push_back(source);
  return sources;
}

static FailureOr<SmallVector<TensorOp>> getTensors(ArrayRef<SourceOp> sources) {
  SmallVector<TensorOp> tensors;
  for (SourceOp source : sources) {
    auto tensor = source.getTensor().getDefiningOp<TensorOp>();
    if (!tensor)
      return source.emitOpError("expected '")
             << source.getName() << "' to be the result of 'meta.tensor'";
    tensors.push_back(tensor);
  }
  return tensors;
}

FailureOr<func::FuncOp>
metautils::materialize(ModuleOp module, OpBuilder builder, StringRef name) {
  return materialize(module, builder, name, getFirstSources(module),
                     numberObjects(module));
}

FailureOr<func::FuncOp>
metautils::materialize(ModuleOp module, OpBuilder builder, StringRef name,
                       ArrayRef<SourceOp> sources, ObjectNumbers numbers) {
  auto named = getTensors(sources);
  if (failed(named))
    return failure();

  SmallVector<Type> types;
  for (TensorOp tensor : *named)
    types.push_back(tensor.getType());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType({}, types));
  builder.setInsertionPointToStart(function.addEntryBlock());

  Materializer materializer(module.getLoc(), std::move(numbers), builder);
  for (auto interpreter : module.getOps<InterpreterOp>())
    if (failed(materializer.addInterpreter(interpreter)))
      return failure();
  for (auto data : module.getOps<DataOp>())
    if (failed(materializer.addData(data)))
      return failure();
  BuildOrder order;
  SmallVector<Value> results;
  auto make = [&](TensorOp tensor, StringRef called) {
    return materializer.make(tensor, called);
  };
  for (TensorOp tensor : *named) {
    if (failed(order.visit(tensor, make)))
      return failure();
    results.push_back(materializer.getMade(tensor));
  }
  materializer.finish();
  func::ReturnOp::create(builder, module.getLoc(), results);
  return function;
}

/// What the results are called, all names of each.
static void addSources(ModuleOp description, func::FuncOp function) {
  Builder builder(description.getContext());
  llvm::MapVector<Value, SmallVector<Attribute>> sources;
  for (auto source : description.getOps<SourceOp>())
    sources[source.getTensor()].push_back(
        builder.getStringAttr(source.getName()));
  SmallVector<DictionaryAttr> attrs;
  for (const auto &[tensor, names] : sources)
    attrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        MetaDialect::kSourcesAttr, builder.getArrayAttr(names))));
  function.setAllResultAttrs(attrs);
}

static LogicalResult replaceDescription(ModuleOp module, StringRef name) {
  if (failed(checkFunctionName(module, name)))
    return failure();
  auto function =
      materialize(module, OpBuilder::atBlockEnd(module.getBody()), name);
  if (failed(function))
    return failure();
  addSources(module, *function);
  return eraseDescription(module);
}

namespace {
struct MetaMaterializePass
    : metautils::impl::MetaMaterializePassBase<MetaMaterializePass> {
  using Base::Base;

  void runOnOperation() final {
    if (failed(replaceDescription(getOperation(), functionName)))
      signalPassFailure();
  }
};
} // namespace
