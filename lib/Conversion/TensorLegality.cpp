// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranked tensors cannot say, refused before anything is converted.

#include "TensorLegality.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"

using namespace mlir;
using namespace metautils;

bool metautils::haveSameOrder(const TensorTypeConverter &converter,
                              CastOp cast) {
  return converter.getDimOrder(cast.getBase().getType()) ==
         converter.getDimOrder(cast.getType());
}

bool metautils::isOfMLProgram(Operation *op) {
  return isa_and_nonnull<ml_program::MLProgramDialect>(op->getDialect()) &&
         op->getNumRegions() == 0;
}

std::string metautils::quoteName(Value tensor) {
  StringRef name = getSourceName(tensor);
  return name.empty() ? "the value" : ("'" + name + "'").str();
}

/// `reason` says why a type is not converted, if it is not.
static LogicalResult checkType(Location location, Type type, StringRef whose,
                               const char *reason) {
  if (!reason)
    return success();
  return emitError(location) << "expected a type with a ranked tensor for "
                             << whose << ", got " << type << ": " << reason;
}

/// Checks the types that an op brings in: all others are operands of it.
static LogicalResult checkTypes(Operation *op,
                                const TensorTypeConverter &converter) {
  for (Value result : op->getResults())
    if (failed(checkType(op->getLoc(), result.getType(), quoteName(result),
                         converter.whyUnconvertible(result))))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(checkType(argument.getLoc(), argument.getType(),
                           quoteName(argument),
                           converter.whyUnconvertible(argument))))
        return failure();
  SmallVector<Type> types;
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    types = {global.getType()};
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    types = llvm::to_vector(function.getResultTypes());
    if (function.isExternal())
      llvm::append_range(types, function.getArgumentTypes());
  }
  for (Type type : types)
    if (failed(checkType(
            op->getLoc(), type,
            ("'" + SymbolTable::getSymbolName(op).getValue() + "'").str(),
            TensorTypeConverter::whyUnconvertible(type))))
      return failure();
  return success();
}

static LogicalResult checkMetaOp(Operation *op,
                                 const TensorTypeConverter &converter) {
  if (!isa<SizeOp, StrideOp, CastOp>(op))
    return op->emitOpError("expected only sizes, strides and casts of "
                           "tensors: a ranked tensor is a value, which shares "
                           "no storage with another");
  if (auto stride = dyn_cast<StrideOp>(op)) {
    MetaTensorType type = stride.getTensor().getType();
    if (!type.isContiguous() &&
        ShapedType::isDynamic(type.getStrides()[stride.getDim()]))
      return op->emitOpError("expected a stride that the type of ")
             << quoteName(stride.getTensor()) << " says, got " << type;
  }
  if (auto cast = dyn_cast<CastOp>(op); cast && !haveSameOrder(converter, cast))
    return op->emitOpError("expected types whose dimensions have one order in "
                           "memory, got ")
           << cast.getBase().getType() << " and " << cast.getType();
  return success();
}

/// Whether an op takes and gives tensors as values of whatever type they are.
static bool passesTensorsOn(Operation *op) {
  return isOfMLProgram(op) ||
         isa<FunctionOpInterface, func::CallOp, func::ReturnOp, cf::BranchOp,
             cf::CondBranchOp>(op);
}

static bool hasTensor(Operation *op) {
  auto isTensor = llvm::IsaPred<MetaTensorType>;
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor) ||
         llvm::any_of(op->getRegions(), [&](Region &region) {
           return llvm::any_of(region.getArgumentTypes(), isTensor);
         });
}

/// Refuses what would be dropped, with the reason, before anything is changed.
static LogicalResult checkOp(Operation *op,
                             const TensorTypeConverter &converter) {
  bool isOfMeta = isa_and_nonnull<MetaDialect>(op->getDialect());
  if (isOfMeta && failed(checkMetaOp(op, converter)))
    return failure();
  if (failed(checkTypes(op, converter)))
    return failure();
  if (!isOfMeta && hasTensor(op) && !passesTensorsOn(op))
    return op->emitOpError("expected no tensor: only functions, calls, "
                           "branches and ml_program ops are converted");
  auto find = [](Type type) {
    bool isFound = isa<MetaTensorType, StorageType>(type);
    return isFound ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getValue().walk(find).wasInterrupted())
      return op->emitOpError("expected no type of a tensor in attribute '")
             << attr.getName().getValue() << "', which is not converted";
  return success();
}

LogicalResult
metautils::checkTensorLegality(Operation *top,
                               const TensorTypeConverter &converter) {
  WalkResult result = top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    return failed(checkOp(op, converter)) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
