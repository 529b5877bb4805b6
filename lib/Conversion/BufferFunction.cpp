// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a description to a function of the buffers of its storages.
//
//   before:  %s = meta.storage 96
//            %0 = meta.view %s offset 2 : .. -> 4x3xf32, strided<[1, 4]>
//            %k = meta.tensor %0
//            meta.source %k, "k"
//   after:   func.func @main(%s: memref<96xi8>)
//                -> (memref<4x3xf32, strided<[1, 4], offset: 2>> {meta.sources
//                = ["k"]})

#include "BufferFunction.h"
#include "Description.h"
#include "ElementTypes.h"
#include "MemRefViews.h"
#include "NumberCopier.h"
#include "RuntimeChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace metautils;

namespace {

/// A named tensor, and the one view of its storage that it is.
struct NamedTensor {
  TensorOp live;
  SmallVector<Attribute> names;
  StorageOp storage;
  /// Null where the tensor is straight over its storage.
  ViewOp view;
  /// What is between the view and the tensor, outermost first.
  SmallVector<CastOp, 1> casts;

  std::string quoteName() {
    return ("'" + cast<StringAttr>(names.front()).getValue() + "'").str();
  }
  Operation *getOwnOp() { return view ? view : live.getOperation(); }
};

class BufferFunctionMaker {
public:
  BufferFunctionMaker(ModuleOp module, const MemRefTypeConverter &converter,
                      const BufferFunctionOptions &options)
      : module(module), converter(converter), options(options),
        builder(module.getContext()), numbers(builder) {}

  LogicalResult run();

private:
  void collect();
  LogicalResult place(NamedTensor &tensor);
  LogicalResult check(NamedTensor &tensor);
  Geometry getGeometry(NamedTensor &tensor, Arithmetic &arithmetic,
                       llvm::function_ref<Value(Value)> getNumber,
                       RuntimeChecks *checks = nullptr);

  void createFunction();
  void separateBuffers();
  LogicalResult checkArguments();
  LogicalResult createViews();
  DictionaryAttr getStorageAttrs(StorageOp storage);
  DictionaryAttr getResultAttrs(NamedTensor &tensor, Type type);

  ModuleOp module;
  const MemRefTypeConverter &converter;
  const BufferFunctionOptions &options;
  OpBuilder builder;
  func::FuncOp function;

  llvm::MapVector<Value, NamedTensor> tensors;
  /// By their numbers.
  llvm::MapVector<Value, unsigned> storages;
  /// How many named tensors a storage has.
  llvm::DenseMap<Value, unsigned> numTensors;
  /// Two of one name are one.
  llvm::MapVector<StringRef, SmallVector<SymbolOp, 1>> symbols;
  /// Those of the storages.
  SmallVector<Value> buffers;
  RootFinder roots;
  /// What numbers of the description are in the function.
  NumberCopier numbers;
};

} // namespace

//===----------------------------------------------------------------------===//
// The description
//===----------------------------------------------------------------------===//

void BufferFunctionMaker::collect() {
  for (Operation &op : *module.getBody()) {
    if (auto storage = dyn_cast<StorageOp>(op))
      storages.insert({storage, storages.size()});
    else if (auto symbol = dyn_cast<SymbolOp>(op))
      symbols[symbol.getName()].push_back(symbol);
    else if (auto source = dyn_cast<SourceOp>(op))
      tensors[source.getTensor()].names.push_back(
          builder.getStringAttr(source.getName()));
  }
}

/// Finds the view that a tensor is.
LogicalResult BufferFunctionMaker::place(NamedTensor &tensor) {
  MetaTensorType type = tensor.live.getType();
  if (const char *reason = converter.whyUnconvertible(type))
    return tensor.live.emitOpError("expected a type with a memref for ")
           << tensor.quoteName() << ", got " << type << ": " << reason;
  Value geometry = tensor.live.getGeometry();
  if (Value root = roots.find(geometry)) { // No cycle.
    while (auto cast = geometry.getDefiningOp<CastOp>()) {
      tensor.casts.push_back(cast);
      geometry = cast.getBase();
    }
    tensor.view = geometry.getDefiningOp<ViewOp>();
    if (tensor.view || geometry == root)
      tensor.storage = root.getDefiningOp<StorageOp>();
  }
  if (tensor.storage)
    return success();
  return tensor.live.emitOpError("expected ")
         << tensor.quoteName()
         << " to be one view of its storage, got a chain of views: run "
            "--meta-fold-views first";
}

/// The numbers of a tensor, with `getNumber` for those that are operands.
/// `checks`, if any, assert what its casts say.
Geometry
BufferFunctionMaker::getGeometry(NamedTensor &tensor, Arithmetic &arithmetic,
                                 llvm::function_ref<Value(Value)> getNumber,
                                 RuntimeChecks *checks) {
  MetaTensorType type = tensor.live.getType();
  if (!tensor.view)
    return getTypeGeometry(type, 0, arithmetic,
                           [](GeometryPart, unsigned) -> SymInt {
                             llvm_unreachable("straight over its storage a "
                                              "tensor is static");
                           });
  auto operands = llvm::map_to_vector(tensor.view.getDynamic(), getNumber);
  Geometry geometry = getViewGeometry(tensor.view, operands, arithmetic);
  for (CastOp cast : llvm::reverse(tensor.casts)) {
    if (checks)
      checks->assertIsOfType(geometry, cast.getType(), tensor.quoteName());
    llvm::cantFail(cast.mapGeometry(0, arithmetic, geometry));
  }
  return geometry;
}

/// Refuses a geometry that no memref has.
LogicalResult BufferFunctionMaker::check(NamedTensor &tensor) {
  MetaTensorType type = tensor.live.getType();
  Arithmetic arithmetic;
  Geometry geometry =
      getGeometry(tensor, arithmetic, [](Value number) { return number; });
  return checkGeometry(tensor.getOwnOp(), tensor.quoteName(), type, geometry,
                       tensor.storage);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

DictionaryAttr BufferFunctionMaker::getStorageAttrs(StorageOp storage) {
  SmallVector<NamedAttribute> attrs;
  addDeviceAttr(storage.getType().getDevice(), attrs);
  return builder.getDictionaryAttr(attrs);
}

DictionaryAttr BufferFunctionMaker::getResultAttrs(NamedTensor &tensor,
                                                   Type element) {
  SmallVector<NamedAttribute> attrs;
  attrs.push_back(builder.getNamedAttr(MetaDialect::kSourcesAttr,
                                       builder.getArrayAttr(tensor.names)));
  if (numTensors.lookup(tensor.storage) > 1)
    attrs.push_back(builder.getNamedAttr(
        MetaDialect::kAliasGroupAttr,
        builder.getI64IntegerAttr(storages.lookup(tensor.storage))));
  addElementAttrs(tensor.live.getType(), element, attrs);
  return builder.getDictionaryAttr(attrs);
}

/// The function with its arguments, and no results yet.
void BufferFunctionMaker::createFunction() {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (auto &[value, number] : storages) {
    auto storage = value.getDefiningOp<StorageOp>();
    types.push_back(
        MemRefType::get(storage.getBytes(), builder.getIntegerType(8)));
    attrs.push_back(getStorageAttrs(storage));
  }
  for (auto &[name, ops] : symbols) {
    types.push_back(builder.getIndexType());
    attrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        MetaDialect::kSymbolAttr, builder.getStringAttr(name))));
  }
  builder.setInsertionPointToEnd(module.getBody());
  function =
      func::FuncOp::create(builder, module.getLoc(), options.name,
                           builder.getFunctionType(types, {}), {}, attrs);
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto arguments = function.getArguments();
  llvm::append_range(buffers, arguments.take_front(storages.size()));
  for (auto [entry, argument] :
       llvm::zip_equal(symbols, arguments.drop_front(storages.size())))
    for (SymbolOp symbol : entry.second)
      numbers.map(symbol, argument);
}

/// Two storages have no bytes in common. Of those without bytes that is no
/// news, and they may all be at one address.
void BufferFunctionMaker::separateBuffers() {
  SmallVector<unsigned> indices;
  for (auto [index, buffer] : llvm::enumerate(buffers))
    if (cast<MemRefType>(buffer.getType()).getDimSize(0) != 0)
      indices.push_back(index);
  if (!options.distinctObjects || indices.size() < 2)
    return;
  auto objects = llvm::map_to_vector(
      indices, [&](unsigned index) { return buffers[index]; });
  auto distinct = memref::DistinctObjectsOp::create(
      builder, module.getLoc(), TypeRange(ValueRange(objects)), objects);
  for (auto [index, object] : llvm::zip_equal(indices, distinct.getResults()))
    buffers[index] = object;
}

/// Asserts what the caller may have got wrong.
LogicalResult BufferFunctionMaker::checkArguments() {
  RuntimeChecks checks(builder, module.getLoc());
  for (auto &[name, ops] : symbols)
    for (SymbolOp symbol : ops)
      checks.assertInRange(numbers.lookup(symbol), symbol);
  llvm::DenseSet<Value> seen;
  for (auto &[live, tensor] : tensors) {
    // Once for each storage, with the first name that is in it.
    Value bytes = tensor.storage.getDynamicBytes();
    if (!bytes || !seen.insert(tensor.storage).second)
      continue;
    if (failed(numbers.copy(bytes)))
      return failure();
    checks.assertHolds(buffers[storages.lookup(tensor.storage)],
                       numbers.lookup(bytes), tensor.quoteName());
  }
  return success();
}

LogicalResult BufferFunctionMaker::createViews() {
  MemRefViewBuilder views(converter, builder, module.getLoc());
  IndexArithmetic arithmetic(builder, module.getLoc());
  RuntimeChecks checks(builder, module.getLoc());
  SmallVector<Value> results;
  SmallVector<Attribute> attrs;
  for (auto &[live, tensor] : tensors) {
    if (tensor.view)
      for (Value number : tensor.view.getDynamic())
        if (failed(numbers.copy(number)))
          return failure();
    Geometry geometry = getGeometry(
        tensor, arithmetic,
        [&](Value number) { return numbers.lookup(number); },
        options.runtimeChecks ? &checks : nullptr);
    StorageOp storage = tensor.storage;
    Value buffer = buffers[storages.lookup(storage)];
    std::optional<int64_t> bytes;
    if (!storage.getDynamicBytes())
      bytes = storage.getBytes();
    MetaTensorType type = tensor.live.getType();
    if (options.runtimeChecks)
      checks.assertEndsWithin(buffer, geometry, type.getElementBytes(),
                              tensor.quoteName());
    Value view = views.viewBuffer(buffer, bytes, type, geometry);
    results.push_back(view);
    attrs.push_back(getResultAttrs(
        tensor, cast<MemRefType>(view.getType()).getElementType()));
  }
  func::ReturnOp::create(builder, module.getLoc(), results);
  function.setFunctionType(builder.getFunctionType(
      function.getArgumentTypes(), TypeRange(ValueRange(results))));
  function.setAllResultAttrs(attrs);
  return success();
}

LogicalResult BufferFunctionMaker::run() {
  collect();
  if (Operation *other = SymbolTable::lookupSymbolIn(module, options.name))
    return other->emitOpError("expected no symbol '")
           << options.name << "' yet: give the function another name";
  for (auto &[value, tensor] : tensors) {
    tensor.live = value.getDefiningOp<TensorOp>();
    if (!tensor.live)
      return emitError(value.getLoc()) << "expected " << tensor.quoteName()
                                       << " to be the result of 'meta.tensor'";
    if (failed(place(tensor)) || failed(check(tensor)))
      return failure();
    ++numTensors[tensor.storage];
  }
  createFunction();
  separateBuffers();
  if (options.runtimeChecks && failed(checkArguments()))
    return failure();
  if (failed(createViews()))
    return failure();
  return eraseDescription(module);
}

LogicalResult
metautils::convertDescription(ModuleOp module,
                              const MemRefTypeConverter &converter,
                              const BufferFunctionOptions &options) {
  if (llvm::none_of(*module.getBody(), [](Operation &op) {
        return isa_and_nonnull<MetaDialect>(op.getDialect());
      }))
    return success();
  return BufferFunctionMaker(module, converter, options).run();
}
