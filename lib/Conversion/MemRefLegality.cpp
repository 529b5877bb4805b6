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

std::string TensorNamer::quote(Value value) {
  StringRef name = getSourceName(value);
  for (Operation *user : value.getUsers())
    if (name.empty() && isa<TensorOp>(user))
      name = getSourceName(user->getResult(0));
  if (!name.empty())
    return ("'" + name + "'").str();
  Value root = getRoot(value);
  if (!root || root == value)
    return "the tensor";
  auto [rootName, isNew] = rootNames.try_emplace(root);
  if (isNew)
    rootName->second = getSourceName(root);
  if (rootName->second.empty())
    return "the tensor";
  return ("a view of '" + rootName->second + "'").str();
}

static bool hasMetaValue(Operation *op) {
  auto isOfMeta = llvm::IsaPred<MetaTensorType, StorageType>;
  return llvm::any_of(op->getOperandTypes(), isOfMeta) ||
         llvm::any_of(op->getResultTypes(), isOfMeta) ||
         llvm::any_of(op->getRegions(), [&](Region &region) {
           return llvm::any_of(region.getArgumentTypes(), isOfMeta);
         });
}

namespace {
class Checker {
public:
  explicit Checker(const MemRefTypeConverter &converter)
      : converter(converter) {}

  LogicalResult check(Operation *op);

private:
  LogicalResult checkType(Location location, Type type,
                          llvm::function_ref<std::string()> getName);
  LogicalResult checkTypes(Operation *op);
  LogicalResult checkMetaOp(Operation *op);
  LogicalResult checkView(ViewOp view);
  LogicalResult checkOtherOp(Operation *op);
  std::string quoteFirstName(Operation *op);

  const MemRefTypeConverter &converter;
  TensorNamer names;
};
} // namespace

/// The first tensor that an op takes or gives, for messages.
std::string Checker::quoteFirstName(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (isa<MetaTensorType, StorageType>(value.getType()))
      return names.quote(value);
  return "a tensor";
}

LogicalResult Checker::checkType(Location location, Type type,
                                 llvm::function_ref<std::string()> getName) {
  const char *reason = converter.whyUnconvertible(type);
  if (!reason)
    return success();
  return emitError(location) << "expected a type with a memref for "
                             << getName() << ", got " << type << ": " << reason;
}

/// Checks the types that an op brings in: all others are operands of it.
LogicalResult Checker::checkTypes(Operation *op) {
  for (Value result : op->getResults())
    if (failed(checkType(op->getLoc(), result.getType(),
                         [&] { return names.quote(result); })))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(checkType(argument.getLoc(), argument.getType(),
                           [&] { return names.quote(argument); })))
        return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto types = llvm::to_vector(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  for (Type type : types)
    if (failed(checkType(op->getLoc(), type, [&] {
          return ("'" + function.getName() + "'").str();
        })))
      return failure();
  return success();
}

LogicalResult Checker::checkView(ViewOp view) {
  std::string whose = names.quote(view);
  Value root = names.getRoot(view);
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

LogicalResult Checker::checkMetaOp(Operation *op) {
  if (auto view = dyn_cast<ViewOp>(op))
    return checkView(view);
  if (isa<StorageOp, CastOp, TensorOp, SourceOp, SizeOp, StrideOp, OffsetOp>(
          op))
    return success();
  if (isa<ViewOpInterface>(op))
    return op->emitOpError("expected ")
           << names.quote(op->getResult(0))
           << " to be one view of its root, got a chain of views: run "
              "--meta-fold-views first";
  return op->emitOpError("expected an op that says where ")
         << quoteFirstName(op) << " lies in memory";
}

/// Refuses an op of another dialect that more than passes tensors on.
LogicalResult Checker::checkOtherOp(Operation *op) {
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

LogicalResult Checker::check(Operation *op) {
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
