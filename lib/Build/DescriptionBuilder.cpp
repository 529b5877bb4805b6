// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes descriptions op by op from plain facts.

#include "metautils/Build/DescriptionBuilder.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace metautils;

DescriptionBuilder::DescriptionBuilder(ModuleOp module)
    : builder(OpBuilder::atBlockEnd(module.getBody())),
      location(module.getLoc()),
      dtypes(
          module.getContext()->getLoadedDialect<MetaDialect>()->getDtypes()) {}

Value DescriptionBuilder::addStorage(int64_t bytes, StringRef device) {
  Type type = StorageType::get(builder.getContext(), device);
  return StorageOp::create(builder, location, type, bytes);
}

MetaTensorType DescriptionBuilder::getType(const TensorFacts &facts) const {
  return MetaTensorType::get(
      facts.sizes, dtypes.getType(facts.dtype),
      StridedLayoutAttr::get(builder.getContext(), 0, facts.strides),
      cast<StorageType>(facts.storage.getType()).getDevice(), facts.conj,
      facts.neg);
}

FailureOr<Value> DescriptionBuilder::addTensor(const TensorFacts &facts) {
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

  MetaTensorType type = getType(facts);
  Value geometry = facts.storage;
  bool isWhole = type.isContiguous() && facts.offset == 0 && !facts.base;
  if (!isWhole)
    geometry = ViewOp::create(
        builder, location, type,
        facts.sharesStorageWithBase ? facts.base : facts.storage, facts.offset);
  Value tensor = TensorOp::create(
      builder, location, type, geometry, facts.base, facts.grad,
      facts.parameter, facts.requiresGrad, facts.nonLeaf, facts.inference,
      /*beyondStorage=*/*end > facts.storageBytes, facts.creation);
  return tensor;
}

void DescriptionBuilder::addSource(Value tensor, StringRef name) {
  SourceOp::create(builder, location, tensor, name);
}

void DescriptionBuilder::setGrad(Value tensor, Value grad) {
  cast<TensorOp>(tensor.getDefiningOp()).getGradMutable().assign(grad);
}
