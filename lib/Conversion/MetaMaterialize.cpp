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

/// The transforms that tensors are wrapped in, and what storages hold.
static LogicalResult copySurroundings(ModuleOp module, OpBuilder &builder) {
  for (auto op : module.getOps<InterpreterOp>()) {
    if (op.getDynamicBatchSize())
      return op.emitOpError("expected a batch of a size that is known, got a "
                            "symbol");
    builder.clone(*op);
  }
  llvm::DenseMap<Value, int64_t> numbers;
  for (auto storage : module.getOps<StorageOp>())
    numbers.try_emplace(storage, numbers.size());
  for (auto data : module.getOps<DataOp>()) {
    auto number = numbers.find(data.getStorage());
    if (number == numbers.end())
      return data.emitOpError("expected the bytes of a 'meta.storage'");
    build::DataOp::create(builder, data.getLoc(), number->second,
                          data.getBytesAttr());
  }
  return success();
}

FailureOr<func::FuncOp>
metautils::materialize(ModuleOp module, OpBuilder builder, StringRef name) {
  auto named = collectNamed(module);
  if (failed(named))
    return failure();

  SmallVector<Type> types;
  for (TensorOp tensor : llvm::make_first_range(*named))
    types.push_back(tensor.getType());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType({}, types));
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (failed(copySurroundings(module, builder)))
    return failure();

  Materializer materializer(module, builder);
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
  return function;
}

static LogicalResult replaceDescription(ModuleOp module, StringRef name) {
  if (failed(checkFunctionName(module, name)) ||
      failed(
          materialize(module, OpBuilder::atBlockEnd(module.getBody()), name)))
    return failure();
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
