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

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

Materializer::Materializer(ModuleOp description, OpBuilder &builder)
    : builder(builder), location(description.getLoc()) {
  int64_t numStorages = 0, numTensors = 0;
  for (Operation &op : *description.getBody()) {
    if (isa<StorageOp>(op))
      numbers[&op] = numStorages++;
    else if (isa<TensorOp>(op))
      numbers[&op] = numTensors++;
  }
}

InFlightDiagnostic Materializer::refuse(TensorOp tensor) {
  return tensor.emitOpError("expected '") << name << "' to be ";
}

/// Symbols are no part of programs, nor is what a description does not
/// describe.
LogicalResult Materializer::checkKnown(TensorOp tensor) {
  for (Value other : {tensor.getBase(), tensor.getGrad()})
    if (other && !other.getDefiningOp<TensorOp>())
      return refuse(tensor)
             << "described with its base and grad, got one that is no "
                "'meta.tensor'";
  MetaTensorType type = tensor.getType();
  bool isKnown = type.isStrided() ? type.getNumDynamic() == 0
                                  : type.hasStaticShape() ||
                                        isa<NestedAttr>(type.getLayout());
  if (!isKnown)
    return refuse(tensor) << "of sizes that are known, got " << type;
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
  if (storage.getDynamicBytes() || (view && view.getDynamicOffset()))
    return emitError(location)
           << "expected '" << name
           << "' to have an offset and a storage that are known, got a symbol";
  return Placement{storage, view ? view.getOffset() : 0};
}

void Materializer::bindStorage(Value tensor, const Placement &placement) {
  StorageOp storage = placement.storage;
  build::BindStorageOp::create(builder, location, tensor, numbers.at(storage),
                               storage.getBytes(), placement.offset);
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
  if (tensor.getZero())
    return build::ZeroTensorOp::create(builder, location, type).getResult();
  return build::EmptyStridedOp::create(builder, location, type).getResult();
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
  bindStorage(*value, *placement);
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
  if (failed(checkKnown(tensor)))
    return failure();
  auto op =
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
