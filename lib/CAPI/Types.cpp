// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: the types of the meta dialect.

#include "MetaUtils-c/Types.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace metautils;

/// The context, in which the dialect need not be loaded yet.
static MLIRContext *getContext(Location location) {
  MLIRContext *context = location.getContext();
  context->getOrLoadDialect<MetaDialect>();
  return context;
}

//===----------------------------------------------------------------------===//
// !meta.storage
//===----------------------------------------------------------------------===//

bool metautilsTypeIsAStorage(MlirType type) {
  return isa<StorageType>(unwrap(type));
}

MlirType metautilsStorageTypeGetChecked(MlirLocation location,
                                        MlirStringRef device) {
  MLIRContext *context = getContext(unwrap(location));
  return wrap(Type(StorageType::getChecked(
      [&] { return emitError(unwrap(location)); }, context,
      StringAttr::get(context, unwrap(device)))));
}

MlirStringRef metautilsStorageTypeGetDevice(MlirType type) {
  return wrap(cast<StorageType>(unwrap(type)).getDevice().getValue());
}

//===----------------------------------------------------------------------===//
// !meta.tensor
//===----------------------------------------------------------------------===//

static MetaTensorType asTensor(MlirType type) {
  return cast<MetaTensorType>(unwrap(type));
}

bool metautilsTypeIsATensor(MlirType type) {
  return isa<MetaTensorType>(unwrap(type));
}

MlirType metautilsTensorTypeGetChecked(MlirLocation location, intptr_t rank,
                                       const int64_t *shape,
                                       MlirType elementType,
                                       MlirAttribute layout,
                                       MlirStringRef device, bool conj,
                                       bool neg) {
  MLIRContext *context = getContext(unwrap(location));
  return wrap(Type(MetaTensorType::getChecked(
      [&] { return emitError(unwrap(location)); },
      llvm::ArrayRef(shape, static_cast<size_t>(rank)), unwrap(elementType),
      unwrap(layout), StringAttr::get(context, unwrap(device)), conj, neg)));
}

MlirAttribute metautilsTensorTypeGetLayout(MlirType type) {
  return wrap(asTensor(type).getLayout());
}

bool metautilsTensorTypeIsStrided(MlirType type) {
  return asTensor(type).isStrided();
}

bool metautilsTensorTypeIsContiguous(MlirType type) {
  return asTensor(type).isContiguous();
}

void metautilsTensorTypeGetStrides(MlirType type, int64_t *strides) {
  llvm::copy(asTensor(type).getStrides(), strides);
}

int64_t metautilsTensorTypeGetElementBytes(MlirType type) {
  return asTensor(type).getElementBytes();
}

MlirStringRef metautilsTensorTypeGetDevice(MlirType type) {
  return wrap(asTensor(type).getDevice().getValue());
}

bool metautilsTensorTypeIsConj(MlirType type) {
  return asTensor(type).getConj();
}

bool metautilsTensorTypeIsNeg(MlirType type) { return asTensor(type).getNeg(); }
