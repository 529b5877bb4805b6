// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that each view ends within its storage.
//
//   %s = meta.storage 96
//   %0 = meta.view %s offset 16 : .. -> 3x4xf32   // ends at byte 112: an error

#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Transforms/Passes.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_VERIFYBOUNDSPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

/// The live tensor that a user of a geometry makes of it, also one that says
/// more of it first.
static TensorOp getLiveTensor(Operation *user) {
  if (user->hasTrait<SameGeometryTrait>() && user->getResult(0).hasOneUse())
    user = *user->getUsers().begin();
  return dyn_cast<TensorOp>(user);
}

static bool isBeyondStorage(Operation *user) {
  TensorOp live = getLiveTensor(user);
  return live && live.getBeyondStorage();
}

/// The offset of an op that states where in a storage it lies; nothing for one
/// that lies within its base, and for one whose users say that it lies outside.
static std::optional<int64_t> getOwnOffset(Operation *op) {
  if (auto live = dyn_cast<TensorOp>(op)) {
    bool isWhole = isa<StorageType>(live.getGeometry().getType());
    return isWhole && !live.getBeyondStorage() ? std::optional<int64_t>(0)
                                               : std::nullopt;
  }
  if (!op->use_empty() && llvm::all_of(op->getUsers(), isBeyondStorage))
    return std::nullopt;
  if (auto view = dyn_cast<ViewOp>(op))
    return view.getOffset();
  // An offset that is the base's is at least 0.
  if (auto view = dyn_cast<AsStridedOp>(op))
    return view.getOffset().value_or(0);
  return std::nullopt;
}

/// What the tensor is called that an op makes, or that is made of it.
static std::string getUserName(Operation *op) {
  StringRef name = getSourceName(op->getResult(0));
  for (Operation *user : op->getUsers())
    if (TensorOp live = getLiveTensor(user); live && name.empty())
      name = getSourceName(live);
  return name.empty() ? "the tensor" : ("'" + name + "'").str();
}

namespace {
/// Finds the storages under tensors. Each step is taken once, since chains may
/// be long.
class StorageFinder {
public:
  StorageOp find(Value tensor);

private:
  /// Null while it is looked for, and for good in a cycle.
  llvm::DenseMap<Value, StorageOp> storages;
};
} // namespace

StorageOp StorageFinder::find(Value tensor) {
  SmallVector<Value> path;
  StorageOp storage;
  while (tensor && !storage) {
    auto [known, isNew] = storages.try_emplace(tensor);
    if (!isNew) {
      storage = known->second;
      break;
    }
    path.push_back(tensor);
    Operation *op = tensor.getDefiningOp();
    storage = dyn_cast_if_present<StorageOp>(op);
    if (auto live = dyn_cast_if_present<TensorOp>(op))
      tensor = live.getGeometry();
    else if (auto view = dyn_cast_if_present<ViewOpInterface>(op))
      tensor = view.getViewSource();
    else if (op && op->hasTrait<SameGeometryTrait>())
      tensor = op->getOperand(0);
    else
      tensor = {};
  }
  for (Value value : path)
    storages[value] = storage;
  return storage;
}

static LogicalResult verifyEnd(Operation *op, StorageOp storage,
                               int64_t offset) {
  auto type = cast<MetaTensorType>(op->getResult(0).getType());
  if (!storage || storage.getDynamicBytes() || type.getNumDynamic() ||
      ShapedType::isDynamic(offset))
    return success();
  std::optional<int64_t> end = reachedBytes(type.getShape(), type.getStrides(),
                                            offset, type.getElementBytes());
  if (end && *end <= storage.getBytes())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected ")
      << getUserName(op) << " to end within " << storage.getBytes()
      << " bytes, got " << (end ? std::to_string(*end) : "an overflow");
  diagnostic.attachNote(storage.getLoc()) << "the storage is defined here";
  return diagnostic;
}

namespace {
struct VerifyBoundsPass
    : metautils::impl::VerifyBoundsPassBase<VerifyBoundsPass> {
  using Base::Base;

  void runOnOperation() final {
    StorageFinder storages;
    bool allEnd = true;
    getOperation()->walk([&](Operation *op) {
      if (std::optional<int64_t> offset = getOwnOffset(op))
        allEnd &=
            succeeded(verifyEnd(op, storages.find(op->getOperand(0)), *offset));
    });
    if (!allEnd)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
