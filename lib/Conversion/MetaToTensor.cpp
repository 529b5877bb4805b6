// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts `!meta.tensor` to ranked tensors.
//
//   before:  func.func @main(%k: !meta.tensor<4x3xf32, strided<[1, 4]>>)
//   after:   func.func @main(%k: tensor<4x3xf32> {meta.strides = [1, 4]})

#include "TensorLegality.h"
#include "metautils/Conversion/Passes.h"
#include "metautils/Conversion/TensorTypeConverter.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"

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
class TensorPattern : public OpConversionPattern<OpTy> {
public:
  TensorPattern(const TensorTypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<OpTy>(converter, context), converter(converter) {}

protected:
  const TensorTypeConverter &converter;
};

struct SizePattern : TensorPattern<SizeOp> {
  using TensorPattern::TensorPattern;

  LogicalResult
  matchAndRewrite(SizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    IndexArithmetic arithmetic(rewriter, op.getLoc());
    rewriter.replaceOp(
        op, arithmetic.getValue(getConvertedSize(
                converter, rewriter, op.getLoc(), op.getTensor().getType(),
                adaptor.getTensor(), op.getDim())));
    return success();
  }
};

/// A contiguous tensor's strides follow from its sizes, also dynamic ones.
struct StridePattern : TensorPattern<StrideOp> {
  using TensorPattern::TensorPattern;

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
    rewriter.replaceOp(op, arithmetic.getValue(geometry.strides[op.getDim()]));
    return success();
  }
};

struct CastPattern : TensorPattern<CastOp> {
  using TensorPattern::TensorPattern;

  LogicalResult
  matchAndRewrite(CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "its type has no ranked tensor");
    if (!haveSameOrder(converter, op))
      return rewriter.notifyMatchFailure(op, "its types differ in the order "
                                             "of their dimensions");
    Value base = adaptor.getBase();
    if (base.getType() == type)
      rewriter.replaceOp(op, base);
    else
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, base);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// Where MLIR's own pattern converts the types of a signature, this one
/// converts the arguments: more may be known of one than its type says.
struct FunctionPattern : OpInterfaceConversionPattern<FunctionOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(FunctionOpInterface op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const final {
    if (op.isExternal())
      return rewriter.notifyMatchFailure(op, "it has only types");
    const TypeConverter &converter = *getTypeConverter();
    TypeConverter::SignatureConversion arguments(op.getNumArguments());
    SmallVector<Type> results;
    if (failed(converter.convertSignatureArgs(ValueRange(op.getArguments()),
                                              arguments)) ||
        failed(converter.convertTypes(op.getResultTypes(), results)))
      return rewriter.notifyMatchFailure(op, "a type has no ranked tensor");
    if (failed(rewriter.convertRegionTypes(&op.getFunctionBody(), converter,
                                           &arguments)))
      return rewriter.notifyMatchFailure(op, "a block is not converted");
    rewriter.modifyOpInPlace(op, [&] {
      op.setType(op.cloneTypeWith(arguments.getConvertedTypes(), results));
    });
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

namespace {

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

struct MLProgramPattern : ConversionPattern {
  MLProgramPattern(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    if (!isOfMLProgram(op))
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
  patterns.add<SizePattern, StridePattern, CastPattern>(converter, context);
  patterns.add<GlobalPattern, MLProgramPattern>(converter, context);
  populateAnyFunctionOpInterfaceTypeConversionPattern(patterns, converter);
  patterns.add<FunctionPattern>(converter, context, /*benefit=*/2);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  cf::populateCFStructuralTypeConversions(converter, patterns);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Puts on an argument, a result or a global what its type will not say.
static void annotate(Operation *op, Type type, const Twine &whose,
                     const TensorTypeConverter &converter,
                     llvm::function_ref<void(StringRef, Attribute)> setAttr) {
  auto tensor = dyn_cast<MetaTensorType>(type);
  if (!tensor)
    return;
  for (NamedAttribute attr : converter.getArgumentAttrs(tensor)) {
    setAttr(attr.getName(), attr.getValue());
    if (attr.getName() != MetaDialect::kStridesAttr)
      continue;
    std::string strides;
    llvm::raw_string_ostream stream(strides);
    llvm::interleaveComma(tensor.getStrides(), stream, [&](int64_t stride) {
      ShapedType::isDynamic(stride) ? stream << '?' : stream << stride;
    });
    // Not with the op, which may be a function of many arguments.
    emitRemark(op->getLoc(), "drops the strides [")
        << strides << "] of " << whose << " from its type";
  }
}

static std::string getArgumentName(FunctionOpInterface function,
                                   unsigned index) {
  auto sources =
      function.getArgAttrOfType<ArrayAttr>(index, MetaDialect::kSourcesAttr);
  if (!sources || sources.empty())
    return ("argument " + Twine(index)).str();
  return ("'" + cast<StringAttr>(sources[0]).getValue() + "'").str();
}

static void annotateFunction(FunctionOpInterface function,
                             const TensorTypeConverter &converter) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    annotate(function, type, getArgumentName(function, index), converter,
             [&](StringRef name, Attribute value) {
               // An argument may know more already: its strides by symbols.
               if (!function.getArgAttr(index, name))
                 function.setArgAttr(index, name, value);
             });
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    annotate(function, type, "result " + Twine(index), converter,
             [&](StringRef name, Attribute value) {
               function.setResultAttr(
                   index, StringAttr::get(function.getContext(), name), value);
             });
}

static void annotateGlobal(ml_program::GlobalOp global,
                           const TensorTypeConverter &converter) {
  annotate(
      global, global.getType(), "'" + global.getSymName() + "'", converter,
      [&](StringRef name, Attribute value) { global->setAttr(name, value); });
}

/// Says of quantized arguments what their attributes say, which their types
/// then will.
static LogicalResult takeQuantization(FunctionOpInterface function,
                                      TensorTypeConverter &converter) {
  StringRef name = MetaDialect::kQuantizationAttr;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto attr = function.getArgAttrOfType<DictionaryAttr>(index, name);
    auto type = dyn_cast<MetaTensorType>(argument.getType());
    if (!attr || !type)
      continue;
    auto emitError = [&] {
      return mlir::emitError(argument.getLoc())
             << "expected a quantized type for " << quoteName(argument) << ": ";
    };
    if (failed(converter.setQuantization(argument, attr, emitError)))
      return failure();
    function.removeArgAttr(index, StringAttr::get(attr.getContext(), name));
  }
  return success();
}

namespace {
struct ConvertMetaToTensorPass
    : metautils::impl::ConvertMetaToTensorPassBase<ConvertMetaToTensorPass> {
  using Base::Base;

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    // The conversion leaves out what is not reached.
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());

    TensorTypeConverter converter({layout, signedIntegers});
    auto take = [&](FunctionOpInterface function) {
      return failed(takeQuantization(function, converter))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    if (getOperation()->walk(take).wasInterrupted())
      return signalPassFailure();
    if (failed(checkTensorLegality(getOperation(), converter)))
      return signalPassFailure();
    getOperation()->walk([&](FunctionOpInterface function) {
      annotateFunction(function, converter);
    });
    getOperation()->walk([&](ml_program::GlobalOp global) {
      annotateGlobal(global, converter);
    });

    RewritePatternSet patterns(&getContext());
    populateMetaToTensorPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addIllegalDialect<MetaDialect>();
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (auto global = dyn_cast<ml_program::GlobalOp>(op))
        return converter.isLegal(global.getType());
      auto function = dyn_cast<FunctionOpInterface>(op);
      return converter.isLegal(op) &&
             (!function || (converter.isLegal(function.getArgumentTypes()) &&
                            converter.isLegal(function.getResultTypes())));
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
