// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the build dialect: verification and the names of their results.

#include "metautils/Program/BuildOps.h"
#include "metautils/IR/IndexSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::build;

//===----------------------------------------------------------------------===//
// TensorOp
//===----------------------------------------------------------------------===//

void build::TensorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  // What MLIR cannot print behind `%` it replaces.
  setName(getResult(), getSource());
}

/// Whether a tensor of one type is one of the other when its bits are changed.
static bool areSameButForBits(MetaTensorType a, MetaTensorType b) {
  return a.getShape() == b.getShape() &&
         a.getElementType() == b.getElementType() &&
         a.getLayout() == b.getLayout() && a.getDevice() == b.getDevice();
}

static bool isMadeBefore(Value value) {
  return value.getDefiningOp<build::TensorOp>() != nullptr;
}

LogicalResult build::TensorOp::verifyRegions() {
  // build_tensor_c1
  if (getNumber() < 0)
    return emitOpError("expected no negative number of '")
           << getSource() << "', got " << getNumber();
  // build_tensor_c2
  auto yield = dyn_cast<YieldOp>(getBody().front().back());
  if (!yield)
    return emitOpError("expected the region of '")
           << getSource() << "' to yield a tensor";
  if (!getBody().isAncestor(yield.getTensor().getParentRegion()))
    return yield.emitOpError("expected '")
           << getSource() << "' to be made in its region";
  if (!areSameButForBits(yield.getTensor().getType(), getType()))
    return yield.emitOpError("expected '")
           << getSource() << "' to be " << getType() << ", got "
           << yield.getTensor().getType();
  // build_tensor_c3
  WalkResult result = getBody().walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<MetaTensorType>(operand.getType()) &&
          !getBody().isAncestor(operand.getParentRegion()) &&
          !isMadeBefore(operand)) {
        op->emitOpError("expected '")
            << getSource()
            << "' to be made of tensors that 'build.tensor' gives";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

// Note [Names of traits]
// MLIR knows a trait by how the compiler prints its name. Debian's is compiled
// with Clang, and GCC prints `IsTerminator` in another way: the library would
// take an op that GCC has compiled for none. So the op answers to both names;
// it has no other trait that is asked for.

namespace {
struct ClangTraits : mlir::detail::FallbackTypeIDResolver {
  static TypeID getTerminator() {
    static TypeID id =
        registerImplicitTypeID("mlir::OpTrait::IsTerminator<Empty>");
    return id;
  }
};
} // namespace

OperationName::HasTraitFn YieldOp::getHasTraitFn() {
  return [](TypeID id) {
    return id == ClangTraits::getTerminator() ||
           id == TypeID::get<OpTrait::IsTerminator>();
  };
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void build::SymbolOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

LogicalResult build::SymbolOp::verify() {
  // build_symbol_c1
  return verifySymbolFacts(*this, getName(), getMin(), getMax(), getHint());
}

/// Shared by the ops that state numbers their type does not.
static LogicalResult verifyDynamic(Operation *op, size_t has, size_t expected) {
  if (has == expected)
    return success();
  return op->emitOpError("expected ")
         << expected << " operands for what is dynamic, got " << has;
}

LogicalResult EmptyStridedOp::verify() {
  // build_empty_strided_c1
  return verifyDynamic(*this, getDynamic().size(), getType().getNumDynamic());
}

LogicalResult build::SparseCooOp::verify() {
  // build_sparse_coo_c1
  if (!isa_and_present<CooAttr>(getType().getLayout()))
    return emitOpError("expected the layout '#meta.coo', got ") << getType();
  // build_sparse_coo_c2
  return verifyDynamic(*this, getDynamic().size(), getType().getNumDynamic());
}

LogicalResult build::SparseCompressedOp::verify() {
  // build_sparse_compressed_c1
  if (!isa_and_present<CsrAttr, CscAttr, BsrAttr, BscAttr>(
          getType().getLayout()))
    return emitOpError("expected a compressed layout, got ") << getType();
  // build_sparse_compressed_c2
  return verifyDynamic(*this, getDynamic().size(), getType().getNumDynamic());
}

LogicalResult ZeroTensorOp::verify() {
  // build_zero_tensor_c1
  if (!getType().isContiguous())
    return emitOpError("expected a contiguous layout, got ") << getType();
  // build_zero_tensor_c2
  return verifyDynamic(*this, getDynamic().size(), getType().getNumDynamic());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult build::AsStridedOp::verify() {
  // build_as_strided_c1
  Type base = getBase().getType().getElementType();
  if (base != getType().getElementType())
    return emitOpError("expected elements of ")
           << base << ", got " << getType().getElementType();
  // build_as_strided_c2
  return verifyDynamic(*this, getDynamic().size(),
                       getType().getNumDynamic() +
                           ShapedType::isDynamic(getOffset()));
}

/// Shared by the ops that have view ops in a region, where `fits` says which
/// type is to come of them. Views may fold into the base.
static LogicalResult
verifyViews(Operation *op, Block &body,
            llvm::function_ref<bool(MetaTensorType)> fits) {
  Value base = op->getOperand(0);
  auto isView = [&](Value value) {
    Operation *view = value.getDefiningOp();
    return value == base || (view && view->getBlock() == &body);
  };
  for (Operation &view : body.without_terminator()) {
    auto viewOp = dyn_cast<ViewOpInterface>(view);
    if (!viewOp || !isView(viewOp.getViewSource()))
      return view.emitOpError("expected nothing but views of the base where "
                              "views are replayed");
  }
  auto yield = dyn_cast<YieldOp>(body.back());
  if (!yield || !isView(yield.getTensor()) ||
      !fits(yield.getTensor().getType()))
    return op->emitOpError("expected the region to yield a view that is ")
           << op->getResult(0).getType();
  return success();
}

LogicalResult ReplayOp::verifyRegions() {
  // build_replay_c1
  return verifyViews(*this, getBody().front(),
                     [&](MetaTensorType type) { return type == getType(); });
}

LogicalResult FunctionalViewOp::verifyRegions() {
  // build_functional_view_c1
  return verifyViews(*this, getBody().front(), [&](MetaTensorType type) {
    return getCopies() ? type.getShape() == getType().getShape()
                       : type == getType();
  });
}

//===----------------------------------------------------------------------===//
// What is done in place
//===----------------------------------------------------------------------===//

LogicalResult BindStorageOp::verify() {
  // build_bind_storage_c1
  size_t numDynamic = 0;
  for (int64_t number : {getBytes(), getOffset()})
    numDynamic += ShapedType::isDynamic(number);
  for (int64_t number : {getStorage(), getBytes(), getOffset()})
    if (number < 0 &&
        (number == getStorage() || !ShapedType::isDynamic(number)))
      return emitOpError("expected no negative number, got ") << number;
  // build_bind_storage_c2
  return verifyDynamic(*this, getDynamic().size(), numDynamic);
}

LogicalResult DelayedErrorOp::verify() {
  // build_delayed_error_c1
  if (getOutput() < 0 || getOutput() > maxOutput)
    return emitOpError("expected an output from 0 to ")
           << maxOutput << ", got " << getOutput();
  return success();
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

LogicalResult build::BatchedOp::verify() {
  // build_batched_c1
  int64_t rank = getInner().getType().getRank();
  if (getDim() < 0 || getDim() >= rank)
    return emitOpError("expected a dim in [0, ")
           << rank << "), got " << getDim();
  // build_batched_c2
  return verifyLevel(*this, getLevel(), /*first=*/0);
}

LogicalResult build::GradTrackingOp::verify() {
  // build_grad_tracking_c1
  return verifyLevel(*this, getLevel());
}

LogicalResult build::FunctionalOp::verify() {
  // build_functional_c1
  return verifyLevel(*this, getLevel());
}

LogicalResult build::SubclassOp::verify() {
  // build_subclass_c1
  return verifyDynamic(*this, getDynamic().size(), getType().getNumDynamic());
}

#define GET_OP_CLASSES
#include "metautils/Program/BuildOps.cpp.inc"
