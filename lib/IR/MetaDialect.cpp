// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meta dialect: what it registers, and the attributes that it lends to
// function arguments.

#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace metautils;

#include "metautils/IR/MetaDialect.cpp.inc"

namespace {
/// A description can be inlined anywhere: its ops say what is, not what to do.
/// But what is of one kind as an argument must be so as an operand of the call.
struct MetaInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *, bool,
                       IRMapping &operands) const final {
    auto isLive = [&](Value tensor) {
      return isLiveTensor(operands.lookupOrDefault(tensor));
    };
    if (isa<SourceOp, MarkOp>(op))
      return isLive(op->getOperand(0));
    if (auto subclass = dyn_cast<SubclassOp>(op))
      return llvm::all_of(subclass.getInner(), isLive);
    auto tensor = dyn_cast<TensorOp>(op);
    if (!tensor)
      return true;
    Value geometry = operands.lookupOrDefault(tensor.getGeometry());
    return !geometry.getDefiningOp<TensorOp>() &&
           llvm::all_of(tensor->getOperands().drop_front(), isLive);
  }
};
} // namespace

void MetaDialect::initialize() {
  registerTypes();
  registerAttributes();
  dtypes = std::make_unique<DtypeTable>(getContext());
  addOperations<
#define GET_OP_LIST
#include "metautils/IR/MetaOps.cpp.inc"
      >();
  addInterfaces<MetaInlinerInterface>();
  registerBytecodeInterface();
  registerValueBounds();
}

Operation *MetaDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location location) {
  return arith::ConstantOp::materialize(builder, value, type, location);
}

//===----------------------------------------------------------------------===//
// Attributes of arguments
//===----------------------------------------------------------------------===//

static bool isIndexArray(Attribute value) {
  auto array = dyn_cast<ArrayAttr>(value);
  return array && llvm::all_of(array, llvm::IsaPred<IntegerAttr>);
}

static bool isMapOfSymbols(Attribute value) {
  auto map = dyn_cast<AffineMapAttr>(value);
  return map && map.getValue().getNumDims() == 0;
}

static bool isSymbolArray(Attribute value) {
  auto array = dyn_cast<ArrayAttr>(value);
  return array && llvm::all_of(array, [](Attribute symbol) {
           auto facts = dyn_cast<DictionaryAttr>(symbol);
           return facts && facts.getAs<StringAttr>("name");
         });
}

static bool isQuantization(Attribute value) {
  auto facts = dyn_cast<DictionaryAttr>(value);
  return facts && facts.getAs<StringAttr>("scheme") &&
         facts.getAs<DenseF64ArrayAttr>("scales") &&
         facts.getAs<DenseF64ArrayAttr>("zero_points") &&
         isa_and_present<IntegerAttr>(facts.get("axis")) ==
             facts.contains("axis");
}

/// What the value of one of the dialect's attributes must be, or null where it
/// is that; an unknown name expects nothing.
static const char *expectedValue(StringRef name, Attribute value) {
  if (name == MetaDialect::kSourcesAttr) {
    auto array = dyn_cast<ArrayAttr>(value);
    bool fits = array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
    return fits ? nullptr : "an array of strings";
  }
  if (name == MetaDialect::kAliasGroupAttr)
    return isa<IntegerAttr>(value) || isIndexArray(value)
               ? nullptr
               : "an integer or an array of integers";
  if (name == MetaDialect::kOffsetAttr)
    return isa<IntegerAttr, UnitAttr>(value) || isMapOfSymbols(value)
               ? nullptr
               : "an integer, a map of symbols, or no value";
  if (name == MetaDialect::kSizesAttr)
    return isMapOfSymbols(value) ? nullptr : "a map of symbols";
  if (name == MetaDialect::kStridesAttr)
    return isIndexArray(value) || isa<StridedLayoutAttr>(value) ||
                   isMapOfSymbols(value)
               ? nullptr
               : "an array of integers, a strided layout, or a map of symbols";
  if (name == MetaDialect::kPermutationAttr)
    return isIndexArray(value) ? nullptr : "an array of integers";
  if (name == MetaDialect::kSymbolsAttr)
    return isSymbolArray(value) ? nullptr
                                : "an array of dictionaries with a 'name'";
  if (name == MetaDialect::kQuantizationAttr)
    return isQuantization(value) ? nullptr
                                 : "a dictionary of a scheme, scales, zero "
                                   "points and perhaps an axis";
  return isa<StringAttr>(value) ? nullptr : "a string";
}

static bool isArgumentAttr(StringRef name) {
  return llvm::is_contained(
      {MetaDialect::kSourcesAttr, MetaDialect::kAliasGroupAttr,
       MetaDialect::kOffsetAttr, MetaDialect::kSizesAttr,
       MetaDialect::kStridesAttr, MetaDialect::kPermutationAttr,
       MetaDialect::kSymbolsAttr, MetaDialect::kSymbolAttr,
       MetaDialect::kDeviceAttr, MetaDialect::kDtypeAttr,
       MetaDialect::kQuantizationAttr},
      name);
}

static LogicalResult verifyArgumentAttr(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  if (!isArgumentAttr(name))
    return op->emitError("expected an attribute that the meta dialect has, "
                         "got '")
           << name << "'";
  if (const char *expected = expectedValue(name, attr.getValue()))
    return op->emitError("expected '")
           << name << "' to be " << expected << ", got " << attr.getValue();
  return success();
}

LogicalResult MetaDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned,
                                                    NamedAttribute attr) {
  return verifyArgumentAttr(op, attr);
}

LogicalResult MetaDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  return verifyArgumentAttr(op, attr);
}

LogicalResult MetaDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                       unsigned,
                                                       NamedAttribute attr) {
  return verifyArgumentAttr(op, attr);
}
