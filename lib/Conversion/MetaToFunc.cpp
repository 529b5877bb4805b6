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
#include "metautils/Conversion/Passes.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_METATOFUNCPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

namespace {

/// Where a live tensor lies.
struct Place {
  Value storage;
  /// In elements, `kDynamic` where an operand gives it.
  int64_t offset = 0;
};

/// A storage with its number among all, and how many live tensors have it.
struct StorageUse {
  unsigned number;
  unsigned numTensors = 0;
};

class FunctionMaker {
public:
  FunctionMaker(ModuleOp module, StringRef name) : module(module), name(name) {}

  LogicalResult run();

private:
  FailureOr<Place> getPlace(Value tensor);
  void collect();
  DictionaryAttr getArgumentAttrs(Value tensor, const Place &place,
                                  ArrayRef<Attribute> names);

  ModuleOp module;
  StringRef name;
  llvm::MapVector<Value, SmallVector<Attribute>> sources;
  llvm::DenseMap<Value, StorageUse> storages;
};

} // namespace

FailureOr<Place> FunctionMaker::getPlace(Value tensor) {
  auto live = tensor.getDefiningOp<TensorOp>();
  if (!live)
    return emitError(tensor.getLoc()) << "expected '" << getSourceName(tensor)
                                      << "' to be the result of 'meta.tensor'";
  if (isa<StorageType>(live.getGeometry().getType()))
    return Place{live.getGeometry(), 0};
  // A folded view knows more than the tensor's type where a cast is between.
  Value geometry = live.getGeometry();
  if (auto cast = geometry.getDefiningOp<CastOp>())
    geometry = cast.getBase();
  auto view = geometry.getDefiningOp<ViewOp>();
  if (!view || !isa<StorageType>(view.getBase().getType()))
    return live.emitOpError("expected '")
           << getSourceName(tensor)
           << "' to be one view of its storage, got a chain of views: run "
              "--meta-fold-views first";
  return Place{view.getBase(), view.getOffset()};
}

void FunctionMaker::collect() {
  RootFinder roots;
  unsigned numStorages = 0;
  for (Operation &op : *module.getBody())
    if (auto storage = dyn_cast<StorageOp>(op))
      storages[storage] = {numStorages++};
  for (Operation &op : *module.getBody()) {
    if (auto live = dyn_cast<TensorOp>(op))
      if (auto use = storages.find(roots.find(live)); use != storages.end())
        ++use->second.numTensors;
    if (auto source = dyn_cast<SourceOp>(op))
      sources[source.getTensor()].push_back(
          StringAttr::get(module.getContext(), source.getName()));
  }
}

DictionaryAttr FunctionMaker::getArgumentAttrs(Value tensor, const Place &place,
                                               ArrayRef<Attribute> names) {
  Builder builder(module.getContext());
  NamedAttrList attrs;
  attrs.set(MetaDialect::kSourcesAttr, builder.getArrayAttr(names));
  const StorageUse &use = storages.lookup(place.storage);
  if (use.numTensors > 1)
    attrs.set(MetaDialect::kAliasGroupAttr,
              builder.getI64IntegerAttr(use.number));
  if (ShapedType::isDynamic(place.offset))
    attrs.set(MetaDialect::kOffsetAttr, builder.getUnitAttr());
  else if (place.offset != 0)
    attrs.set(MetaDialect::kOffsetAttr,
              builder.getI64IntegerAttr(place.offset));
  return attrs.getDictionary(module.getContext());
}

LogicalResult FunctionMaker::run() {
  if (name.empty())
    return module.emitError("expected a name for the function, got none");
  if (Operation *other = SymbolTable::lookupSymbolIn(module, name))
    return other->emitOpError("expected no symbol '")
           << name << "' yet: give the function another name";
  collect();
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (auto &[tensor, names] : sources) {
    FailureOr<Place> place = getPlace(tensor);
    if (failed(place))
      return failure();
    types.push_back(tensor.getType());
    attrs.push_back(getArgumentAttrs(tensor, *place, names));
  }
  if (failed(eraseDescription(module)))
    return failure();

  auto builder = OpBuilder::atBlockEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), name,
                           builder.getFunctionType(types, {}), {}, attrs);
  builder.setInsertionPointToStart(function.addEntryBlock());
  func::ReturnOp::create(builder, module.getLoc());
  return success();
}

namespace {
struct MetaToFuncPass : metautils::impl::MetaToFuncPassBase<MetaToFuncPass> {
  using Base::Base;

  void runOnOperation() final {
    if (failed(FunctionMaker(getOperation(), functionName).run()))
      signalPassFailure();
  }
};
} // namespace
