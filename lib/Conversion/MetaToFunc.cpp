// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the named tensors the arguments of a function.
//
//   before:  %0 = meta.view %s1 offset 2 : .. -> 4x3, strided<[1, 4]>
//            %k = meta.tensor %0 base %pool
//            meta.source %k, "k"
//   after:   func.func @main(%k: !meta.tensor<4x3, strided<[1, 4]>>
//                {meta.sources = ["k"], meta.alias_group = 1, meta.offset = 2})

#include "Description.h"
#include "SymbolicSignature.h"
#include "metautils/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_METATOFUNCPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

namespace {

/// A storage with its number among all, and how many live tensors have it.
struct StorageUse {
  unsigned number;
  unsigned numTensors = 0;
};

class FunctionMaker {
public:
  FunctionMaker(ModuleOp module, StringRef name, bool runtimeChecks)
      : module(module), name(name), runtimeChecks(runtimeChecks) {}

  LogicalResult run();

private:
  LogicalResult place(PlacedTensor &tensor);
  LogicalResult collect();
  DictionaryAttr getArgumentAttrs(const PlacedTensor &tensor,
                                  const SymbolicSignature &signature);
  LogicalResult createFunction(SymbolicSignature &signature);

  ModuleOp module;
  StringRef name;
  bool runtimeChecks;
  llvm::MapVector<Value, SmallVector<Attribute>> sources;
  llvm::DenseMap<Value, StorageUse> storages;
  RootFinder roots;
  SmallVector<PlacedTensor> tensors;
};

} // namespace

/// Finds the view of its storage that a live tensor is; one that is made of
/// parts is none.
LogicalResult FunctionMaker::place(PlacedTensor &tensor) {
  auto live = tensor.value.getDefiningOp<TensorOp>();
  if (!live)
    return emitError(tensor.value.getLoc())
           << "expected '" << getSourceName(tensor.value)
           << "' to be the result of 'meta.tensor'";
  Value geometry = live.getGeometry();
  if (failed(
          checkHasBytes(live, ("'" + getSourceName(tensor.value) + "'").str())))
    return failure();
  if (auto quantized = geometry.getDefiningOp<QuantizedOp>())
    geometry = quantized.getGeometry();
  Operation *op = geometry.getDefiningOp();
  if (isa<StorageType>(geometry.getType()) ||
      (op && op->hasTrait<GeometryTrait>()))
    return success();
  // A folded view knows more than the tensor's type where a cast is between.
  if (auto cast = geometry.getDefiningOp<CastOp>())
    geometry = cast.getBase();
  tensor.view = geometry.getDefiningOp<ViewOp>();
  if (!tensor.view || !isa<StorageType>(tensor.view.getBase().getType()))
    return live.emitOpError("expected '")
           << getSourceName(tensor.value)
           << "' to be one view of its storage, got a chain of views: run "
              "--meta-fold-views first";
  return success();
}

LogicalResult FunctionMaker::collect() {
  unsigned numStorages = 0;
  SymbolRanges ranges;
  for (Operation &op : *module.getBody()) {
    if (auto storage = dyn_cast<StorageOp>(op))
      storages[storage] = {numStorages++};
    auto symbol = dyn_cast<SymbolOp>(op);
    if (symbol && failed(ranges.add(symbol)))
      return failure();
  }
  for (Operation &op : *module.getBody()) {
    if (auto live = dyn_cast<TensorOp>(op))
      for (Value storage : roots.findStorages(live))
        if (auto use = storages.find(storage); use != storages.end())
          ++use->second.numTensors;
    if (auto source = dyn_cast<SourceOp>(op))
      sources[source.getTensor()].push_back(
          StringAttr::get(module.getContext(), source.getName()));
  }
  return success();
}

static DictionaryAttr getQuantizationAttr(QuantizedOp op) {
  Builder builder(op.getContext());
  NamedAttrList facts;
  facts.set("scheme", builder.getStringAttr(stringifyQScheme(op.getScheme())));
  facts.set("scales", builder.getDenseF64ArrayAttr(op.getScales()));
  facts.set("zero_points", builder.getDenseF64ArrayAttr(op.getZeroPoints()));
  if (op.getAxis())
    facts.set("axis", builder.getI64IntegerAttr(*op.getAxis()));
  return facts.getDictionary(op.getContext());
}

DictionaryAttr
FunctionMaker::getArgumentAttrs(const PlacedTensor &tensor,
                                const SymbolicSignature &signature) {
  Builder builder(module.getContext());
  NamedAttrList attrs;
  attrs.set(MetaDialect::kSourcesAttr,
            builder.getArrayAttr(sources[tensor.value]));
  SmallVector<Attribute> groups;
  for (Value storage : roots.findStorages(tensor.value))
    if (StorageUse use = storages.lookup(storage); use.numTensors > 1)
      groups.push_back(builder.getI64IntegerAttr(use.number));
  if (groups.size() == 1)
    attrs.set(MetaDialect::kAliasGroupAttr, groups.front());
  else if (!groups.empty())
    attrs.set(MetaDialect::kAliasGroupAttr, builder.getArrayAttr(groups));
  auto live = tensor.value.getDefiningOp<TensorOp>();
  if (auto quantized = live.getGeometry().getDefiningOp<QuantizedOp>())
    attrs.set(MetaDialect::kQuantizationAttr, getQuantizationAttr(quantized));
  signature.addAttrs(tensor, attrs);
  return attrs.getDictionary(module.getContext());
}

/// The function, behind the description that it takes the place of.
LogicalResult FunctionMaker::createFunction(SymbolicSignature &signature) {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (const PlacedTensor &tensor : tensors) {
    types.push_back(tensor.value.getType());
    attrs.push_back(getArgumentAttrs(tensor, signature));
  }
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  for (StringRef symbol : signature.getUnboundSymbols()) {
    types.push_back(builder.getIndexType());
    attrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        MetaDialect::kSymbolAttr, builder.getStringAttr(symbol))));
  }
  auto function =
      func::FuncOp::create(builder, module.getLoc(), name,
                           builder.getFunctionType(types, {}), {}, attrs);
  if (ArrayAttr symbols = signature.getSymbolsAttr())
    function->setAttr(MetaDialect::kSymbolsAttr, symbols);
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (runtimeChecks && failed(signature.check(builder, function.getLoc(),
                                              function.getArguments())))
    return failure();
  func::ReturnOp::create(builder, module.getLoc());
  return success();
}

LogicalResult FunctionMaker::run() {
  if (failed(checkFunctionName(module, name)) || failed(collect()))
    return failure();
  for (auto &[value, names] : sources) {
    tensors.push_back(
        {value, cast<StringAttr>(names.front()).getValue().str()});
    if (failed(place(tensors.back())))
      return failure();
  }
  SymbolicSignature signature(module.getContext(), tensors);
  if (failed(createFunction(signature)))
    return failure();
  return eraseDescription(module);
}

namespace {
struct MetaToFuncPass : metautils::impl::MetaToFuncPassBase<MetaToFuncPass> {
  using Base::Base;

  void runOnOperation() final {
    FunctionMaker maker(getOperation(), functionName, runtimeChecks);
    if (failed(maker.run()))
      signalPassFailure();
  }
};
} // namespace
