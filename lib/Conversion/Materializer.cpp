// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A live tensor as a `build.tensor`: which kind it is of, and the plain ones.
//
//   before:  %s = meta.storage 48
//            %w = meta.tensor %s parameter requires_grad
//            meta.source %w, "w"
//   after:   %w = build.tensor 0 "w" {
//              %0 = build.empty_strided
//              build.requires_grad %0
//              build.bind_storage %0 to 0 bytes 48
//              build.object %0 parameter
//              build.yield %0
//            }

#include "Materializer.h"
#include "BuildOrder.h"
#include "metautils/Conversion/Materialize.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

ObjectNumbers metautils::numberObjects(ModuleOp description) {
  int64_t numStorages = 0, numTensors = 0;
  ObjectNumbers numbers;
  numbers.reserve(llvm::range_size(*description.getBody()));
  for (Operation &op : *description.getBody()) {
    if (isa<StorageOp>(op))
      numbers[&op] = numStorages++;
    else if (isa<TensorOp>(op))
      numbers[&op] = numTensors++;
  }
  return numbers;
}

static Value copySymbol(OpBuilder &builder, SymbolOp symbol) {
  return build::SymbolOp::create(
      builder, symbol.getLoc(), symbol.getName(), symbol.getKind(),
      symbol.getMin(), symbol.getMax(), symbol.getHint(), symbol.getSources());
}

Materializer::Materializer(Location location, ObjectNumbers objectNumbers,
                           OpBuilder &builder)
    : builder(builder),
      copier(builder,
             [&](SymbolOp symbol) { return copySymbol(builder, symbol); }),
      numbers(std::move(objectNumbers)), location(location) {
  made.reserve(numbers.size());
}

LogicalResult Materializer::addInterpreter(InterpreterOp op) {
  location = op.getLoc();
  name = "meta.interpreter";
  FailureOr<Numbers> batchSize = getNumbers(op->getOperands());
  if (failed(batchSize))
    return failure();
  IRMapping mapping;
  mapping.map(op->getOperands(), *batchSize);
  builder.clone(*op, mapping);
  return success();
}

LogicalResult Materializer::addData(DataOp op) {
  auto storage = op.getStorage().getDefiningOp<StorageOp>();
  if (!storage)
    return op.emitOpError("expected the bytes of a 'meta.storage'");
  build::DataOp::create(builder, op.getLoc(), numbers.at(storage),
                        op.getBytesAttr());
  return success();
}

InFlightDiagnostic Materializer::refuse(TensorOp tensor) {
  return tensor.emitOpError("expected '") << name << "' to be ";
}

/// A tensor is made with what the description describes.
LogicalResult Materializer::checkRelated(TensorOp tensor) {
  for (Value other : {tensor.getBase(), tensor.getGrad()})
    if (other && !other.getDefiningOp<TensorOp>())
      return refuse(tensor)
             << "described with its base and grad, got one that is no "
                "'meta.tensor'";
  return success();
}

//===----------------------------------------------------------------------===//
// Where tensors lie
//===----------------------------------------------------------------------===//

FailureOr<Materializer::Placement> Materializer::place(Value geometry) {
  // A part may be a live tensor of its own.
  if (auto live = geometry.getDefiningOp<TensorOp>())
    geometry = live.getGeometry();
  auto view = geometry.getDefiningOp<ViewOp>();
  Value root = view ? roots.find(view) : geometry;
  auto storage = root ? root.getDefiningOp<StorageOp>() : StorageOp();
  if (!storage)
    return emitError(location)
           << "expected '" << name
           << "' to be one view of its storage, got a chain of views: run "
              "--meta-fold-views first";
  Placement placement{storage, view ? view.getOffset() : 0, {}};
  if (view && view.getDynamicOffset()) {
    FailureOr<Numbers> offset = getNumbers(view.getDynamicOffset());
    if (failed(offset))
      return failure();
    placement.dynamicOffset = offset->front();
  }
  return placement;
}

LogicalResult Materializer::bindStorage(Value tensor,
                                        const Placement &placement) {
  StorageOp storage = placement.storage;
  Numbers dynamic;
  if (Value bytes = storage.getDynamicBytes()) {
    FailureOr<Numbers> number = getNumbers(bytes);
    if (failed(number))
      return failure();
    dynamic = *number;
  }
  if (placement.dynamicOffset)
    dynamic.push_back(placement.dynamicOffset);
  build::BindStorageOp::create(builder, location, tensor, dynamic,
                               numbers.at(storage), storage.getBytes(),
                               placement.offset);
  return success();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// The type that a tensor has before its bits are set.
static MetaTensorType withoutBits(MetaTensorType type) {
  return MetaTensorType::get(type.getShape(), type.getElementType(),
                             type.getLayout(), type.getDevice());
}

FailureOr<Value> Materializer::makeRoot(TensorOp tensor) {
  MetaTensorType type = withoutBits(tensor.getType());
  if (tensor.getZero() && !type.isContiguous())
    return refuse(tensor) << "contiguous, since it has no data, got " << type;
  FailureOr<Numbers> dynamic = getDynamic(tensor.getGeometry());
  if (failed(dynamic))
    return failure();
  if (tensor.getZero())
    return build::ZeroTensorOp::create(builder, location, type, *dynamic)
        .getResult();
  return build::EmptyStridedOp::create(builder, location, type, *dynamic)
      .getResult();
}

/// With or without a base that its bytes are not of.
FailureOr<Value> Materializer::makePlain(TensorOp tensor) {
  FailureOr<Placement> placement = place(tensor.getGeometry());
  if (failed(placement))
    return failure();
  FailureOr<Value> value = makeRoot(tensor);
  if (failed(value))
    return failure();
  addAutograd(tensor, *value);
  if (failed(bindStorage(*value, *placement)))
    return failure();
  return value;
}

FailureOr<Value> Materializer::makeByKind(TensorOp tensor) {
  if (isMadeOfBase(tensor) && !isOutsideOfParts(tensor))
    return makeView(tensor);
  Operation *geometry = tensor.getGeometry().getDefiningOp();
  if (!geometry || !geometry->hasTrait<GeometryTrait>())
    return makePlain(tensor);
  FailureOr<Value> value =
      llvm::TypeSwitch<Operation *, FailureOr<Value>>(geometry)
          .Case([&](SparseCooOp op) { return makeSparseCoo(op); })
          .Case([&](SparseCompressedOp op) { return makeSparseCompressed(op); })
          .Case([&](NestedOp op) { return makeNested(op); })
          .Case([&](QuantizedOp op) { return makeQuantized(tensor, op); })
          .Case([&](OpaqueOp op) -> FailureOr<Value> {
            return build::OpaqueOp::create(builder, location, op.getType())
                .getResult();
          })
          .Case([&](BatchedOp op) { return makeBatched(op); })
          .Case([&](GradTrackingOp op) { return makeGradTracking(op); })
          .Case([&](FunctionalOp op) { return makeFunctional(op); })
          .Case([&](SubclassOp op) { return makeSubclass(op); });
  if (succeeded(value))
    addAutograd(tensor, *value);
  return value;
}

LogicalResult Materializer::make(TensorOp tensor, StringRef tensorName) {
  name = tensorName;
  location = tensor.getLoc();
  if (failed(checkRelated(tensor)))
    return failure();
  auto op = current =
      build::TensorOp::create(builder, location, tensor.getType(),
                              numbers.at(tensor), name, tensor.getInference());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  FailureOr<Value> value = makeByKind(tensor);
  if (failed(value))
    return failure();
  addState(tensor, *value);
  if (failed(addRelations(tensor, *value)))
    return failure();
  build::YieldOp::create(builder, location, *value);
  made[tensor] = op;
  return success();
}
