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
#include "metautils/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_METAMATERIALIZEPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

/// The named tensors, in the order of their first names, with all of these.
static FailureOr<llvm::MapVector<TensorOp, SmallVector<Attribute>>>
collectNamed(ModuleOp module) {
  llvm::MapVector<TensorOp, SmallVector<Attribute>> named;
  for (auto source : module.getOps<SourceOp>()) {
    auto tensor = source.getTensor().getDefiningOp<TensorOp>();
    if (!tensor)
      return source.emitOpError("expected '")
             << source.getName() << "' to be the result of 'meta.tensor'";
    named[tensor].push_back(
        StringAttr::get(module.getContext(), source.getName()));
  }
  return named;
}

static LogicalResult materialize(ModuleOp module, StringRef name) {
  if (failed(checkFunctionName(module, name)))
    return failure();
  auto named = collectNamed(module);
  if (failed(named))
    return failure();

  SmallVector<Type> types;
  for (TensorOp tensor : llvm::make_first_range(*named))
    types.push_back(tensor.getType());
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType({}, types));
  builder.setInsertionPointToStart(function.addEntryBlock());

  Materializer materializer(module, builder);
  for (auto interpreter : module.getOps<InterpreterOp>())
    if (failed(materializer.addInterpreter(interpreter)))
      return failure();
  for (auto data : module.getOps<DataOp>())
    if (failed(materializer.addData(data)))
      return failure();
  BuildOrder order;
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> attrs;
  auto make = [&](TensorOp tensor, StringRef called) {
    return materializer.make(tensor, called);
  };
  for (auto &[tensor, sources] : *named) {
    if (failed(order.visit(tensor, make)))
      return failure();
    results.push_back(materializer.getMade(tensor));
    attrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        MetaDialect::kSourcesAttr, builder.getArrayAttr(sources))));
  }
  function.setAllResultAttrs(attrs);
  materializer.finish();
  func::ReturnOp::create(builder, module.getLoc(), results);
  return eraseDescription(module);
}

namespace {
struct MetaMaterializePass
    : metautils::impl::MetaMaterializePassBase<MetaMaterializePass> {
  using Base::Base;

  void runOnOperation() final {
    if (failed(materialize(getOperation(), functionName)))
      signalPassFailure();
  }
};
} // namespace
