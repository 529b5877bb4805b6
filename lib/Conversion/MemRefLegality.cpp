// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What memref cannot say, refused before anything is converted.

#include "MemRefLegality.h"
#include "ElementTypes.h"
#include "MemRefViews.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace metautils;

std::string metautils::quoteTensorName(Value value) {
  StringRef name = getSourceName(value);
  for (Operation *user : value.getUsers())
    if (name.empty() && isa<TensorOp>(user))
      name = getSourceName(user->getResult(0));
  if (!name.empty())
    return ("'" + name + "'").str();
  Value root = getRoot(value);
  if (!root || root == value || getSourceName(root).empty())
    return "the tensor";
  return ("a view of '" + getSourceName(root) + "'").str();
}

static bool hasMetaValue(Operation *op) {
  auto isOfMeta = llvm::IsaPred<MetaTensorType, StorageType>;
  return llvm::any_of(op->getOperandTypes(), isOfMeta) ||
         llvm::any_of(op->getResultTypes(), isOfMeta) ||
         llvm::any_of(op->getRegions(), [&](Region &region) {
           return llvm::any_of(region.getArgumentTypes(), isOfMeta);
         });
}

/// The first tensor that an op takes or gives, for messages.
static std::string quoteFirstName(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (isa<MetaTensorType, StorageType>(value.getType()))
      return quoteTensorName(value);
  return "a tensor";
}

namespace {
class Checker {
public:
  explicit Checker(const MemRefTypeConverter &converter)
      : converter(converter) {}

  LogicalResult check(Operation *op) const;

private:
  LogicalResult checkType(Location location, Type type, StringRef whose) const;
  LogicalResult checkTypes(Operation *op) const;
  LogicalResult checkMetaOp(Operation *op) const;
  LogicalResult checkView(ViewOp view) const;
  LogicalResult checkOtherOp(Operation *op) const;

  const MemRefTypeConverter &converter;
};
} // namespace

LogicalResult Checker::checkType(Location location, Type type,
                                 StringRef whose) const {
  const char *reason = converter.whyUnconvertible(type);
  if (!reason)
    return success();
  return emitError(location) << "expected a type with a memref for " << whose
                             << ", got " << type << ": " << reason;
}

/// Checks the types that an op brings in: all others are operands of it.
LogicalResult Checker::checkTypes(Operation *op) const {
  for (Value result : op->getResults())
    if (failed(
            checkType(op->getLoc(), result.getType(), quoteTensorName(result))))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(checkType(argument.getLoc(), argument.getType(),
                           quoteTensorName(argument))))
        return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto types = llvm::to_vector(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  for (Type type : types)
    if (failed(checkType(op->getLoc(), type,
                         ("'" + function.getName() + "'").str())))
      return failure();
  return success();
}

LogicalResult Checker::checkView(ViewOp view) const {
  std::string whose = quoteTensorName(view);
  Value root = getRoot(view);
  if (!root || root.getDefiningOp<ViewOpInterface>())
    return view.emitOpError("expected ")
           << whose << " to be a view of a storage or tensor, got a cycle";
  auto base = dyn_cast<MetaTensorType>(root.getType());
  Type element = converter.convertElementType(view.getType().getElementType());
  if (base && converter.convertElementType(base.getElementType()) != element)
    return view.emitOpError("expected elements of ")
           << whose << " as its base has them, " << base.getElementType()
           << ", got " << view.getType().getElementType()
           << ": memref reads only bytes as other elements, so take the "
              "'!meta.storage' as argument";
  Arithmetic arithmetic;
  Geometry geometry = getViewGeometry(view, view.getDynamic(), arithmetic);
  return checkGeometry(view, whose, view.getType(), geometry,
                       root.getDefiningOp<StorageOp>());
}

LogicalResult Checker::checkMetaOp(Operation *op) const {
  if (auto view = dyn_cast<ViewOp>(op))
    return checkView(view);
  if (isa<StorageOp, CastOp, TensorOp, SourceOp, SizeOp, StrideOp, OffsetOp>(
          op))
    return success();
  if (isa<ViewOpInterface>(op))
    return op->emitOpError("expected ")
           << quoteTensorName(op->getResult(0))
           << " to be one view of its root, got a chain of views: run "
              "--meta-fold-views first";
  return op->emitOpError("expected an op that says where ")
         << quoteFirstName(op) << " lies in memory";
}

/// Refuses an op of another dialect that more than passes tensors on.
LogicalResult Checker::checkOtherOp(Operation *op) const {
  if (hasMetaValue(op) &&
      !isa<FunctionOpInterface, func::CallOp, func::ReturnOp, cf::BranchOp,
           cf::CondBranchOp>(op))
    return op->emitOpError("expected no use of ")
           << quoteFirstName(op)
           << ": only functions, calls and branches are converted to memref";
  // The type of a global is an attribute, as others that no value has may be.
  bool isGlobal = isa<SymbolOpInterface>(op) && !isa<FunctionOpInterface>(op);
  SmallVector<NamedAttribute> attrs(op->getDiscardableAttrs());
  if (isGlobal)
    attrs = llvm::to_vector(op->getAttrs());
  for (NamedAttribute attr : attrs)
    if (hasMetaType(attr.getValue()))
      return op->emitOpError("expected no type of a tensor in attribute '")
             << attr.getName().getValue() << "', which has no memref";
  return success();
}

LogicalResult Checker::check(Operation *op) const {
  if (failed(checkTypes(op)))
    return failure();
  return isa_and_nonnull<MetaDialect>(op->getDialect()) ? checkMetaOp(op)
                                                        : checkOtherOp(op);
}

LogicalResult
metautils::checkMemRefLegality(Operation *top,
                               const MemRefTypeConverter &converter) {
  Checker checker(converter);
  WalkResult result = top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    return failed(checker.check(op)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
