// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts `!meta.tensor` to ranked tensors.
//
//   before:  func.func @main(%k: !meta.tensor<4x3xf32, strided<[1, 4]>>)
//   after:   func.func @main(%k: tensor<4x3xf32> {meta.strides = [1, 4]})

#include "metautils/Conversion/Passes.h"
#include "metautils/Conversion/TensorTypeConverter.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_CONVERTMETATOTENSORPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

//===----------------------------------------------------------------------===//
// Queries and casts
//===----------------------------------------------------------------------===//

/// The size of a dimension of `type`, asked of the converted tensor.
static SymInt getConvertedSize(const TensorTypeConverter &converter,
                               OpBuilder &builder, Location location,
                               MetaTensorType type, Value tensor, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  SmallVector<int64_t> order = converter.getDimOrder(type);
  int64_t convertedDim = llvm::find(order, dim) - order.begin();
  Value size = tensor::DimOp::create(builder, location, tensor, convertedDim);
  return toSymInt(size);
}

namespace {

template <typename OpTy>
class QueryPattern : public OpConversionPattern<OpTy> {
public:
  QueryPattern(const TensorTypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<OpTy>(converter, context), converter(converter) {}

protected:
  const TensorTypeConverter &converter;
};

struct SizePattern : QueryPattern<SizeOp> {
  using QueryPattern::QueryPattern;

  LogicalResult
  matchAndRewrite(SizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    IndexArithmetic arithmetic(rewriter, op.getLoc());
    rewriter.replaceOp(op, arithmetic.getValue(getConvertedSize(
                               converter, rewriter, op.getLoc(),
                               op.getTensor().getType(), adaptor.getTensor(),
                               op.getDim())));
    return success();
  }
};

/// A contiguous tensor's strides follow from its sizes, also dynamic ones.
struct StridePattern : QueryPattern<StrideOp> {
  using QueryPattern::QueryPattern;

  LogicalResult
  matchAndRewrite(StrideOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    MetaTensorType type = op.getTensor().getType();
    if (!type.isContiguous() &&
        ShapedType::isDynamic(type.getStrides()[op.getDim()]))
      return rewriter.notifyMatchFailure(op, "the stride is in no type");
    IndexArithmetic arithmetic(rewriter, op.getLoc());
    auto open = [&](GeometryPart part, unsigned dim) {
      if (part == GeometryPart::Stride)
        return SymInt::unknown();
      return getConvertedSize(converter, rewriter, op.getLoc(), type,
                              adaptor.getTensor(), dim);
    };
    Geometry geometry = getTypeGeometry(type, 0, arithmetic, open);
    rewriter.replaceOp(op,
                       arithmetic.getValue(geometry.strides[op.getDim()]));
    return success();
  }
};

struct CastPattern : OpConversionPattern<CastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "its type has no ranked tensor");
    Value base = adaptor.getBase();
    if (base.getType() == type)
      rewriter.replaceOp(op, base);
    else if (tensor::CastOp::areCastCompatible(base.getType(), type))
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, base);
    else
      return rewriter.notifyMatchFailure(op, "its types differ in the order "
                                             "of their dimensions");
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

struct GlobalPattern : OpConversionPattern<ml_program::GlobalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ml_program::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "its type has no ranked tensor");
    rewriter.modifyOpInPlace(op, [&] {
      op.setType(type);
      // The value of a parameter is elsewhere; its type is that of the global.
      if (isa_and_nonnull<ml_program::ExternAttr>(op.getValueAttr()))
        op.setValueAttr(ml_program::ExternAttr::get(op.getContext(), type));
    });
    return success();
  }
};

/// Any op of which types are all there is to convert.
struct TypesPattern : ConversionPattern {
  TypesPattern(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    if (!isa<ml_program::MLProgramDialect>(op->getDialect()) ||
        op->getNumRegions() != 0)
      return rewriter.notifyMatchFailure(op, "more than types may depend on "
                                             "the type of the tensor");
    FailureOr<Operation *> converted =
        convertOpResultTypes(op, operands, *getTypeConverter(), rewriter);
    if (failed(converted))
      return rewriter.notifyMatchFailure(op, "a type has no ranked tensor");
    rewriter.replaceOp(op, *converted);
    return success();
  }
};

} // namespace

void metautils::populateMetaToTensorPatterns(TensorTypeConverter &converter,
                                             RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<SizePattern, StridePattern>(converter, context);
  patterns.add<CastPattern, GlobalPattern, TypesPattern>(converter, context);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  populateBranchOpInterfaceTypeConversionPattern(patterns, converter);
}

//===----------------------------------------------------------------------===//
// What cannot be converted
//===----------------------------------------------------------------------===//

static std::string quoteName(Value tensor) {
  StringRef name = getSourceName(tensor);
  return name.empty() ? "a tensor" : ("'" + name + "'").str();
}

static LogicalResult checkType(Location location, Type type, StringRef whose) {
  auto tensor = dyn_cast<MetaTensorType>(type);
  const char *reason =
      tensor ? TensorTypeConverter::whyUnconvertible(tensor) : nullptr;
  if (!reason)
    return success();
  return emitError(location) << "expected a type with a ranked tensor for "
                             << whose << ", got " << type << ": " << reason;
}

/// Refuses what would be dropped, with the reason, before anything is changed.
static LogicalResult checkOp(Operation *op) {
  if (isa<MetaDialect>(op->getDialect()) &&
      !isa<SizeOp, StrideOp, CastOp>(op))
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
  for (Value result : op->getResults())
    if (failed(checkType(op->getLoc(), result.getType(), quoteName(result))))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (failed(checkType(argument.getLoc(), argument.getType(),
                             quoteName(argument))))
          return failure();
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    return checkType(op->getLoc(), global.getType(),
                     ("'" + global.getSymName() + "'").str());
  if (auto function = dyn_cast<func::FuncOp>(op))
    for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                              function.getResultTypes()))
      if (failed(checkType(op->getLoc(), type,
                           ("'" + function.getName() + "'").str())))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Puts what the types will not say on arguments and results.
static void annotate(func::FuncOp function,
                     const TensorTypeConverter &converter) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<MetaTensorType>(type);
    if (!tensor)
      continue;
    for (NamedAttribute attr : converter.getArgumentAttrs(tensor)) {
      function.setArgAttr(index, attr.getName(), attr.getValue());
      if (attr.getName() != MetaDialect::kStridesAttr)
        continue;
      auto sources = function.getArgAttrOfType<ArrayAttr>(
          index, MetaDialect::kSourcesAttr);
      InFlightDiagnostic remark = function.emitRemark("drops the strides ")
                                  << attr.getValue() << " of ";
      if (sources && !sources.empty())
        remark << "'" << cast<StringAttr>(sources[0]).getValue() << "'";
      else
        remark << "argument " << index;
      remark << " from its type";
    }
  }
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (auto tensor = dyn_cast<MetaTensorType>(type))
      for (NamedAttribute attr : converter.getArgumentAttrs(tensor))
        function.setResultAttr(index, attr.getName(), attr.getValue());
}

namespace {
struct ConvertMetaToTensorPass
    : metautils::impl::ConvertMetaToTensorPassBase<ConvertMetaToTensorPass> {
  using Base::Base;

  void runOnOperation() final {
    auto check = [](Operation *op) {
      return failed(checkOp(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    };
    if (getOperation()->walk(check).wasInterrupted())
      return signalPassFailure();

    TensorTypeConverter converter({layout, signedIntegers});
    getOperation()->walk(
        [&](func::FuncOp function) { annotate(function, converter); });
    RewritePatternSet patterns(&getContext());
    populateMetaToTensorPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addIllegalDialect<MetaDialect>();
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
      return converter.isSignatureLegal(function.getFunctionType()) &&
             converter.isLegal(&function.getBody());
    });
    target.addDynamicallyLegalOp<ml_program::GlobalOp>(
        [&](ml_program::GlobalOp global) {
          return converter.isLegal(global.getType());
        });
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
