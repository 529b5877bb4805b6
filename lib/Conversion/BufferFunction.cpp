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

/// A storage as an argument of the function.
struct Buffer {
  unsigned number;
  Value bytes;
  /// How many named tensors it has.
  unsigned numTensors = 0;
};

/// A named tensor, and the one view of its storage that it is.
struct NamedTensor {
  TensorOp live;
  std::string quotedName;
  StorageOp storage;
  /// Null where the tensor is straight over its storage.
  ViewOp view;
  /// What is between the view and the tensor, outermost first.
  SmallVector<CastOp, 1> casts;

  Operation *getOwnOp() { return view ? view : live.getOperation(); }
};

/// What the function returns for a named tensor.
struct Result {
  Value memref;
  MetaTensorType type;
  Value storage;
  SmallVector<Attribute, 1> names;
};

/// Converts each tensor where its first name is met, while its ops are in the
/// cache.
class BufferFunctionMaker {
public:
  BufferFunctionMaker(ModuleOp module, const MemRefTypeConverter &converter,
                      const BufferFunctionOptions &options)
      : module(module), converter(converter), options(options),
        builder(module.getContext()),
        views(converter, builder, module.getLoc()),
        arithmetic(builder, module.getLoc()), checks(builder, module.getLoc()),
        numbers(builder) {}

  LogicalResult run();

private:
  LogicalResult collect();
  DictionaryAttr getStorageAttrs(StorageOp storage);
  void createFunction();
  void separateBuffers();
  void checkSymbols();

  LogicalResult addSource(SourceOp source);
  LogicalResult place(NamedTensor &tensor);
  LogicalResult check(NamedTensor &tensor);
  LogicalResult checkBuffer(NamedTensor &tensor, const Buffer &buffer);
  LogicalResult createView(NamedTensor &tensor, Result &result);
  Geometry getGeometry(NamedTensor &tensor, Arithmetic &arithmetic,
                       llvm::function_ref<Value(Value)> getNumber,
                       RuntimeChecks *checks = nullptr);

  DictionaryAttr getResultAttrs(const Result &result);
  void endFunction();

  ModuleOp module;
  const MemRefTypeConverter &converter;
  const BufferFunctionOptions &options;
  OpBuilder builder;
  MemRefViewBuilder views;
  IndexArithmetic arithmetic;
  RuntimeChecks checks;
  /// What numbers of the description are in the function.
  NumberCopier numbers;
  RootFinder roots;
  func::FuncOp function;

  llvm::MapVector<Value, Buffer> buffers;
  /// Two of one name are one.
  llvm::MapVector<StringRef, SmallVector<SymbolOp, 1>> symbols;
  llvm::MapVector<Value, Result> results;
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

LogicalResult BufferFunctionMaker::collect() {
  SymbolRanges ranges;
  for (Operation &op : *module.getBody()) {
    if (auto storage = dyn_cast<StorageOp>(op))
      buffers.insert({storage, {static_cast<unsigned>(buffers.size()), {}}});
    auto symbol = dyn_cast<SymbolOp>(op);
    if (!symbol)
      continue;
    if (failed(ranges.add(symbol)))
      return failure();
    symbols[symbol.getName()].push_back(symbol);
  }
  return success();
}

DictionaryAttr BufferFunctionMaker::getStorageAttrs(StorageOp storage) {
  SmallVector<NamedAttribute> attrs;
  addDeviceAttr(storage.getType().getDevice(), attrs);
  return builder.getDictionaryAttr(attrs);
}

/// The function with its arguments, and no results yet.
void BufferFunctionMaker::createFunction() {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (auto &[value, buffer] : buffers) {
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
  for (auto [entry, argument] :
       llvm::zip_equal(buffers, arguments.take_front(buffers.size())))
    entry.second.bytes = argument;
  for (auto [entry, argument] :
       llvm::zip_equal(symbols, arguments.drop_front(buffers.size())))
    for (SymbolOp symbol : entry.second)
      numbers.map(symbol, argument);
}

/// Two storages have no bytes in common. Of those without bytes that is no
/// news, and they may all be at one address.
void BufferFunctionMaker::separateBuffers() {
  SmallVector<Value *> objects;
  for (auto &[storage, buffer] : buffers)
    if (cast<MemRefType>(buffer.bytes.getType()).getDimSize(0) != 0)
      objects.push_back(&buffer.bytes);
  if (!options.distinctObjects || objects.size() < 2)
    return;
  auto operands =
      llvm::map_to_vector(objects, [](Value *object) { return *object; });
  auto distinct = memref::DistinctObjectsOp::create(
      builder, module.getLoc(), TypeRange(ValueRange(operands)), operands);
  for (auto [object, result] : llvm::zip_equal(objects, distinct.getResults()))
    *object = result;
}

/// Asserts what the caller may have got wrong.
void BufferFunctionMaker::checkSymbols() {
  for (auto &[name, ops] : symbols)
    for (SymbolOp symbol : ops)
      checks.assertInRange(numbers.lookup(symbol), symbol);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A name, and with the first one of a tensor its view.
LogicalResult BufferFunctionMaker::addSource(SourceOp source) {
  Value value = source.getTensor();
  auto [known, isNew] = results.try_emplace(value);
  Result &result = known->second;
  result.names.push_back(builder.getStringAttr(source.getName()));
  if (!isNew)
    return success();
  NamedTensor tensor;
  tensor.quotedName = ("'" + source.getName() + "'").str();
  tensor.live = value.getDefiningOp<TensorOp>();
  if (!tensor.live)
    return emitError(value.getLoc()) << "expected " << tensor.quotedName
                                     << " to be the result of 'meta.tensor'";
  return success(succeeded(place(tensor)) && succeeded(check(tensor)) &&
                 succeeded(createView(tensor, result)));
}

/// Finds the view that a tensor is.
LogicalResult BufferFunctionMaker::place(NamedTensor &tensor) {
  MetaTensorType type = tensor.live.getType();
  if (const char *reason = converter.whyUnconvertible(type))
    return tensor.live.emitOpError("expected a type with a memref for ")
           << tensor.quotedName << ", got " << type << ": " << reason;
  if (failed(checkHasBytes(tensor.live, tensor.quotedName)))
    return failure();
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
         << tensor.quotedName
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
      checks->assertIsOfType(geometry, cast.getType(), tensor.quotedName);
    llvm::cantFail(cast.mapGeometry(0, arithmetic, geometry));
  }
  return geometry;
}

/// Refuses a geometry that no memref has.
LogicalResult BufferFunctionMaker::check(NamedTensor &tensor) {
  Arithmetic plain;
  Geometry geometry =
      getGeometry(tensor, plain, [](Value number) { return number; });
  return checkGeometry(tensor.getOwnOp(), tensor.quotedName,
                       tensor.live.getType(), geometry, tensor.storage);
}

/// Asserts that the buffer of a tensor, the first one in it, has all bytes of
/// its storage.
LogicalResult BufferFunctionMaker::checkBuffer(NamedTensor &tensor,
                                               const Buffer &buffer) {
  Value bytes = tensor.storage.getDynamicBytes();
  if (!bytes || buffer.numTensors > 0)
    return success();
  if (failed(numbers.copy(bytes)))
    return failure();
  checks.assertHolds(buffer.bytes, numbers.lookup(bytes), tensor.quotedName);
  return success();
}

LogicalResult BufferFunctionMaker::createView(NamedTensor &tensor,
                                              Result &result) {
  StorageOp storage = tensor.storage;
  Buffer &buffer = buffers.find(storage)->second;
  if (options.runtimeChecks && failed(checkBuffer(tensor, buffer)))
    return failure();
  ++buffer.numTensors;
  if (tensor.view)
    for (Value number : tensor.view.getDynamic())
      if (failed(numbers.copy(number)))
        return failure();
  Geometry geometry = getGeometry(
      tensor, arithmetic, [&](Value number) { return numbers.lookup(number); },
      options.runtimeChecks ? &checks : nullptr);
  std::optional<int64_t> bytes;
  if (!storage.getDynamicBytes())
    bytes = storage.getBytes();
  result.storage = storage;
  result.type = tensor.live.getType();
  if (options.runtimeChecks)
    checks.assertEndsWithin(buffer.bytes, geometry,
                            result.type.getElementBytes(), tensor.quotedName);
  result.memref = views.viewBuffer(buffer.bytes, bytes, result.type, geometry);
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

DictionaryAttr BufferFunctionMaker::getResultAttrs(const Result &result) {
  SmallVector<NamedAttribute> attrs;
  attrs.push_back(builder.getNamedAttr(MetaDialect::kSourcesAttr,
                                       builder.getArrayAttr(result.names)));
  const Buffer &buffer = buffers.find(result.storage)->second;
  if (buffer.numTensors > 1)
    attrs.push_back(
        builder.getNamedAttr(MetaDialect::kAliasGroupAttr,
                             builder.getI64IntegerAttr(buffer.number)));
  addElementAttrs(result.type,
                  cast<MemRefType>(result.memref.getType()).getElementType(),
                  attrs);
  return builder.getDictionaryAttr(attrs);
}

void BufferFunctionMaker::endFunction() {
  SmallVector<Value> memrefs;
  SmallVector<Attribute> attrs;
  for (auto &[tensor, result] : results) {
    memrefs.push_back(result.memref);
    attrs.push_back(getResultAttrs(result));
  }
  func::ReturnOp::create(builder, module.getLoc(), memrefs);
  function.setFunctionType(builder.getFunctionType(
      function.getArgumentTypes(), TypeRange(ValueRange(memrefs))));
  function.setAllResultAttrs(attrs);
}

LogicalResult BufferFunctionMaker::run() {
  if (Operation *other = SymbolTable::lookupSymbolIn(module, options.name))
    return other->emitOpError("expected no symbol '")
           << options.name << "' yet: give the function another name";
  if (failed(collect()))
    return failure();
  createFunction();
  separateBuffers();
  if (options.runtimeChecks)
    checkSymbols();
  for (SourceOp source : module.getOps<SourceOp>())
    if (failed(addSource(source)))
      return failure();
  endFunction();
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
