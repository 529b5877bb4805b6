// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that each view ends within its storage.
//
//   %s = meta.storage 96
//   %0 = meta.view %s offset 16 : .. -> 3x4xf32   // ends at byte 112: an error

#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Transforms/Passes.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_VERIFYBOUNDSPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

static bool isBeyondStorage(Operation *user) {
  auto live = dyn_cast<TensorOp>(user);
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
  if (auto view = dyn_cast<AsStridedOp>(op))
    return view.getOffset();
  return std::nullopt;
}

/// What the tensor is called that an op makes, or that is made of it.
static std::string getUserName(Operation *op) {
  StringRef name = getSourceName(op->getResult(0));
  for (Operation *user : op->getUsers())
    if (name.empty() && isa<TensorOp>(user))
      name = getSourceName(user->getResult(0));
  return name.empty() ? "the tensor" : ("'" + name + "'").str();
}

static LogicalResult verifyEnd(Operation *op, Value base, int64_t offset) {
  Value root = getRoot(base);
  auto storage = root ? root.getDefiningOp<StorageOp>() : StorageOp();
  auto type = cast<MetaTensorType>(op->getResult(0).getType());
  if (!storage || storage.getDynamicBytes() || type.getNumDynamic() ||
      ShapedType::isDynamic(offset))
    return success();
  // The verifier of the op has ruled out an overflow.
  int64_t end = *reachedBytes(type.getShape(), type.getStrides(), offset,
                              type.getElementBytes());
  if (end <= storage.getBytes())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected ")
      << getUserName(op) << " to end within " << storage.getBytes()
      << " bytes, got " << end;
  diagnostic.attachNote(storage.getLoc()) << "the storage is defined here";
  return diagnostic;
}

namespace {
struct VerifyBoundsPass : metautils::impl::VerifyBoundsPassBase<VerifyBoundsPass> {
  using Base::Base;

  void runOnOperation() final {
    bool allEnd = true;
    getOperation()->walk([&](Operation *op) {
      if (std::optional<int64_t> offset = getOwnOffset(op))
        allEnd &= succeeded(verifyEnd(op, op->getOperand(0), *offset));
    });
    if (!allEnd)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
