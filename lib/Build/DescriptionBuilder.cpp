// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes descriptions op by op from plain facts.

#include "metautils/Build/DescriptionBuilder.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace metautils;

DescriptionBuilder::DescriptionBuilder(ModuleOp module)
    : builder(OpBuilder::atBlockEnd(module.getBody())),
      location(module.getLoc()), numbers(builder, location),
      dtypes(module.getContext()->getLoadedDialect<MetaDialect>()->getDtypes()),
      storageType(StorageType::get(module.getContext())) {}

/// An op whose properties are still to be set. `OpT::create` would look up the
/// name as text and set the properties twice, in an OperationState and in the
/// op.
template <typename OpT>
OpT DescriptionBuilder::create(TypeRange results, ValueRange operands) {
  auto name =
      RegisteredOperationName::lookup(TypeID::get<OpT>(), builder.getContext());
  Operation *op = Operation::create(
      location, *name, results, operands, builder.getDictionaryAttr({}),
      /*properties=*/nullptr, /*successors=*/{}, /*numRegions=*/0);
  return cast<OpT>(builder.insert(op));
}

Value DescriptionBuilder::addStorage(SymInt bytes, StringRef device) {
  if (storageType.getDevice() != device)
    storageType = StorageType::get(builder.getContext(), device);
  SmallVector<Value, 1> operands;
  if (!bytes.isConstant())
    operands.push_back(numbers.getArithmetic().getValue(bytes));
  auto storage = create<StorageOp>(storageType, operands);
  storage.setBytes(bytes.toStatic());
  return storage;
}

void DescriptionBuilder::addData(Value storage, ArrayRef<char> bytes) {
  auto type = RankedTensorType::get(static_cast<int64_t>(bytes.size()),
                                    builder.getI8Type());
  auto blob = HeapAsmResourceBlob::allocateAndCopyInferAlign(bytes);
  create<DataOp>({}, storage)
      .setBytesAttr(
          DenseResourceElementsAttr::get(type, "storage", std::move(blob)));
}

MetaTensorType DescriptionBuilder::getType(const TensorFacts &facts) const {
  // The type would drop contiguous strides; they are not made an attribute.
  Attribute layout;
  auto contiguous = contiguousStrides(facts.sizes);
  if (!contiguous || ArrayRef<int64_t>(*contiguous) != facts.strides)
    layout = StridedLayoutAttr::get(builder.getContext(), 0, facts.strides);
  return MetaTensorType::get(
      facts.sizes, dtypes.getType(facts.dtype), layout,
      cast<StorageType>(facts.storage.getType()).getDevice(), facts.conj,
      facts.neg);
}

/// The end of what a strided tensor reaches, in bytes.
FailureOr<int64_t> DescriptionBuilder::getEndInBytes(const TensorFacts &facts) {
  if (facts.sizes.size() > MetaTensorType::maxRank)
    return emitError(location)
           << "expected '" << facts.name << "' to have at most "
           << MetaTensorType::maxRank << " dimensions, got "
           << facts.sizes.size();
  if (llvm::Error error =
          checkGeometry(facts.sizes, facts.strides, facts.offset))
    return emitError(location)
           << "'" << facts.name << "': " << llvm::toString(std::move(error));
  std::optional<int64_t> end =
      reachedBytes(facts.sizes, facts.strides, facts.offset,
                   metautils::getElementBytes(facts.dtype));
  if (!end || !elementCount(facts.sizes))
    return emitError(location) << "expected '" << facts.name
                               << "' to end below 2^63 bytes, got an overflow";
  return *end;
}

FailureOr<Value> DescriptionBuilder::addTensor(const TensorFacts &facts) {
  if (facts.dynamic) {
    FailureOr<Value> view = addDynamicView(facts);
    if (failed(view))
      return failure();
    return addTensor(*view, facts);
  }
  FailureOr<int64_t> end = getEndInBytes(facts);
  if (failed(end))
    return failure();
  MetaTensorType type = getType(facts);
  Value geometry = facts.storage;
  bool isWhole = type.isContiguous() && facts.offset == 0 && !facts.base;
  if (!isWhole)
    geometry = addView(type, facts);
  return addTensor(type, geometry, facts,
                   /*beyondStorage=*/*end > facts.storageBytes);
}

FailureOr<Value> DescriptionBuilder::addGeometry(const TensorFacts &facts) {
  if (facts.dynamic)
    return addDynamicView(facts);
  if (failed(getEndInBytes(facts)))
    return failure();
  return addView(getType(facts), facts);
}

Value DescriptionBuilder::addTensor(Value geometry, const TensorFacts &facts) {
  std::optional<int64_t> end = 0;
  if (facts.storage && !facts.dynamic)
    end = reachedBytes(facts.sizes, facts.strides, facts.offset,
                       metautils::getElementBytes(facts.dtype));
  return addTensor(cast<MetaTensorType>(geometry.getType()), geometry, facts,
                   /*beyondStorage=*/end > facts.storageBytes);
}

Value DescriptionBuilder::addView(MetaTensorType type,
                                  const TensorFacts &facts) {
  auto view = create<ViewOp>(type, facts.sharesStorageWithBase ? facts.base
                                                               : facts.storage);
  view.setOffset(facts.offset);
  return view;
}

FailureOr<Value> DescriptionBuilder::addDynamicView(const TensorFacts &facts) {
  const Geometry &geometry = *facts.dynamic;
  IndexArithmetic &arithmetic = numbers.getArithmetic();
  if (arithmetic.overflowed())
    return emitError(location) << "expected the sizes, strides and offset of '"
                               << facts.name << "' below 2^63, got an overflow";
  auto getStatic = [](ArrayRef<SymInt> list) {
    return llvm::map_to_vector(list, std::mem_fn(&SymInt::toStatic));
  };
  SmallVector<int64_t> sizes = getStatic(geometry.sizes);
  Attribute layout;
  if (!isContiguousOfSizes(geometry, arithmetic))
    layout = StridedLayoutAttr::get(builder.getContext(), 0,
                                    getStatic(geometry.strides));
  TensorFacts ofType = facts;
  ofType.sizes = sizes;
  FailureOr<MetaTensorType> type = getType(
      ofType, layout, cast<StorageType>(facts.storage.getType()).getDevice());
  if (failed(type))
    return failure();
  SmallVector<Value> operands = {facts.sharesStorageWithBase ? facts.base
                                                             : facts.storage};
  llvm::append_range(operands, getViewOperands(*type, geometry, arithmetic));
  auto view = create<ViewOp>(*type, operands);
  view.setOffset(geometry.offset.toStatic());
  return verified(facts, view);
}

Value DescriptionBuilder::addTensor(MetaTensorType type, Value geometry,
                                    const TensorFacts &facts,
                                    bool beyondStorage) {
  SmallVector<Value, 3> operands = {geometry};
  if (facts.base)
    operands.push_back(facts.base);
  if (facts.grad)
    operands.push_back(facts.grad);
  auto tensor = create<TensorOp>(type, operands);
  TensorOp::Properties &properties = tensor.getProperties();
  properties.operandSegmentSizes = {1, bool(facts.base), bool(facts.grad)};
  properties.parameter = facts.parameter;
  properties.requiresGrad = facts.requiresGrad;
  properties.nonLeaf = facts.nonLeaf;
  properties.retainsGrad = facts.retainsGrad;
  properties.output = facts.output;
  properties.inference = facts.inference;
  properties.zero = facts.zero;
  properties.beyondStorage = beyondStorage;
  properties.creation = facts.creation;
  properties.className = facts.className.str();
  properties.buffer = facts.buffer;
  properties.fake = facts.fake;
  return tensor;
}

void DescriptionBuilder::addSource(Value tensor, StringRef name) {
  create<SourceOp>({}, tensor).setName(name);
}

void DescriptionBuilder::addTangent(Value tensor, Value tangent) {
  create<TangentOp>({}, {tensor, tangent});
}

void DescriptionBuilder::addSharedVersion(Value tensor, Value other) {
  create<SharesVersionOp>({}, {tensor, other});
}

void DescriptionBuilder::setGrad(Value tensor, Value grad) {
  cast<TensorOp>(tensor.getDefiningOp()).getGradMutable().assign(grad);
}

//===----------------------------------------------------------------------===//
// Geometries made of parts
//===----------------------------------------------------------------------===//

FailureOr<MetaTensorType> DescriptionBuilder::getType(const TensorFacts &facts,
                                                      Attribute layout,
                                                      StringRef device) {
  auto type = MetaTensorType::getChecked(
      [&] { return emitError(location) << "'" << facts.name << "': "; },
      facts.sizes, dtypes.getType(facts.dtype), layout,
      builder.getStringAttr(device), facts.conj, facts.neg);
  if (!type)
    return failure();
  return type;
}

/// What a live tensor consists of may contradict itself: PyTorch makes some
/// without looking at it.
FailureOr<Value> DescriptionBuilder::verified(const TensorFacts &facts,
                                              Operation *op) {
  if (succeeded(op->getName().verifyInvariants(op)))
    return op->getResult(0);
  return emitError(location)
         << "expected '" << facts.name << "' to have parts that fit together";
}

FailureOr<Value> DescriptionBuilder::addSparseCoo(const TensorFacts &facts,
                                                  MetaTensorType type,
                                                  Value indices, Value values,
                                                  bool coalesced,
                                                  ValueRange dynamic) {
  SmallVector<Value, 2> operands = {indices, values};
  llvm::append_range(operands, dynamic);
  auto op = create<SparseCooOp>(type, operands);
  op.setCoalesced(coalesced);
  return verified(facts, op);
}

FailureOr<Value>
DescriptionBuilder::addSparseCompressed(const TensorFacts &facts,
                                        MetaTensorType type, Value compressed,
                                        Value plain, Value values) {
  return verified(
      facts, create<SparseCompressedOp>(type, {compressed, plain, values}));
}

FailureOr<Value> DescriptionBuilder::addNested(const TensorFacts &facts,
                                               MetaTensorType type,
                                               Value buffer,
                                               ArrayRef<int64_t> sizes,
                                               ArrayRef<int64_t> strides,
                                               ArrayRef<int64_t> offsets) {
  auto op = create<NestedOp>(type, buffer);
  op.setSizes(sizes);
  op.setStrides(strides);
  op.setOffsets(offsets);
  return verified(facts, op);
}

Value DescriptionBuilder::addOpaque(MetaTensorType type) {
  return create<OpaqueOp>(type, {});
}

FailureOr<Value> DescriptionBuilder::addQuantized(const TensorFacts &facts,
                                                  Value geometry,
                                                  QScheme scheme,
                                                  ArrayRef<double> scales,
                                                  ArrayRef<double> zeroPoints,
                                                  std::optional<int64_t> axis) {
  auto op = create<QuantizedOp>(geometry.getType(), geometry);
  op.setScheme(scheme);
  op.setScales(scales);
  op.setZeroPoints(zeroPoints);
  op.setAxis(axis);
  return verified(facts, op);
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

FailureOr<Value> DescriptionBuilder::addBatched(const TensorFacts &facts,
                                                Value inner, int64_t dim,
                                                int64_t level, bool legacy) {
  BatchedOp::Properties properties;
  properties.dim = dim;
  properties.level = level;
  properties.legacy = legacy;
  SmallVector<Type, 1> types;
  if (failed(BatchedOp::inferReturnTypes(builder.getContext(), location, inner,
                                         {}, &properties, {}, types)))
    return failure();
  auto op = create<BatchedOp>(types, inner);
  op.getProperties() = properties;
  return verified(facts, op);
}

FailureOr<Value>
DescriptionBuilder::addGradTracking(const TensorFacts &facts, Value inner,
                                    std::optional<int64_t> level) {
  auto op = create<GradTrackingOp>(inner.getType(), inner);
  op.setLevel(level);
  return verified(facts, op);
}

FailureOr<Value>
DescriptionBuilder::addFunctional(const TensorFacts &facts, Value outer,
                                  Value inner, Value view,
                                  std::optional<int64_t> level) {
  SmallVector<Value, 3> operands = {outer, inner};
  if (view)
    operands.push_back(view);
  auto op = create<FunctionalOp>(outer.getType(), operands);
  op.setLevel(level);
  return verified(facts, op);
}

void DescriptionBuilder::addInterpreter(
    const InterpreterOp::Properties &properties,
    std::optional<SymInt> dynamicBatchSize) {
  SmallVector<Value, 1> operands;
  if (dynamicBatchSize)
    operands.push_back(numbers.getArithmetic().getValue(*dynamicBatchSize));
  create<InterpreterOp>({}, operands).getProperties() = properties;
}

//===----------------------------------------------------------------------===//
// Python objects
//===----------------------------------------------------------------------===//

FailureOr<Value> DescriptionBuilder::addSubclass(const TensorFacts &facts,
                                                 Value outer, ValueRange inner,
                                                 StringRef className,
                                                 DictAttr parts, Attribute ctx,
                                                 StringRef layout,
                                                 bool byAttribute) {
  SmallVector<Value> operands = {outer};
  llvm::append_range(operands, inner);
  auto op = create<SubclassOp>(outer.getType(), operands);
  op.setClassName(className);
  op.setPartsAttr(parts);
  op.setCtxAttr(ctx);
  op.setLayout(layout);
  op.setByAttribute(byAttribute);
  return verified(facts, op);
}

void DescriptionBuilder::addMark(Value tensor, StringRef name,
                                 Attribute value) {
  auto mark = create<MarkOp>({}, tensor);
  mark.setName(name);
  mark.setValueAttr(value);
}
