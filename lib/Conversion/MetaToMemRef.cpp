// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts storages to buffers of bytes, and tensors to views of them.
//
//   before:  func.func @f(%s: !meta.storage) -> !meta.tensor<4x3xf32>
//              %0 = meta.view %s offset 2
//   after:   func.func @f(%s: memref<?xi8>) -> memref<4x3xf32, ..>
//              %0 = memref.view %s[%c0][%n] : memref<?xi8> to memref<?xf32>
//              %1 = memref.reinterpret_cast %0 to offset: [2], ..

#include "metautils/Conversion/MetaToMemRef.h"
#include "BufferFunction.h"
#include "ElementTypes.h"
#include "MemRefLegality.h"
#include "MemRefViews.h"
#include "RuntimeChecks.h"
#include "metautils/Conversion/Passes.h"

#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_CONVERTMETATOMEMREFPASS
#include "metautils/Conversion/Passes.h.inc"
} // namespace metautils

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

namespace {

template <typename OpTy>
class MemRefPattern : public OpConversionPattern<OpTy> {
public:
  MemRefPattern(const MemRefTypeConverter &converter, const TensorNames *names,
                MLIRContext *context)
      : OpConversionPattern<OpTy>(converter, context), converter(converter),
        names(names) {}

protected:
  const MemRefTypeConverter &converter;
  /// Null without assertions.
  const TensorNames *names;
};

/// An allocation, aligned as c10 aligns.
struct StoragePattern : MemRefPattern<StorageOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(StorageOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto type = MemRefType::get(op.getBytes(), rewriter.getI8Type());
    SmallVector<Value, 1> size;
    if (Value bytes = adaptor.getDynamicBytes())
      size = {bytes};
    rewriter.replaceOpWithNewOp<memref::AllocOp>(
        op, type, size, rewriter.getI64IntegerAttr(64));
    return success();
  }
};

/// A view of its root: what is between says nothing of an absolute view.
template <typename OpTy>
class RootViewPattern : public MemRefPattern<OpTy> {
protected:
  using MemRefPattern<OpTy>::MemRefPattern;

  LogicalResult replace(OpTy op, Value root, const Geometry &geometry,
                        ConversionPatternRewriter &rewriter) const {
    Value base = rewriter.getRemappedValue(root);
    if (!base)
      return rewriter.notifyMatchFailure(op, "its root is not converted");
    MetaTensorType type = op.getType();
    MemRefViewBuilder views(this->converter, rewriter, op.getLoc());
    if (!isa<StorageType>(root.getType())) {
      rewriter.replaceOp(op, views.viewTensor(base, type, geometry));
      return success();
    }
    if (this->names)
      RuntimeChecks(rewriter, op.getLoc())
          .assertEndsWithin(base, geometry, type.getElementBytes(),
                            this->names->lookup(op));
    auto storage = root.getDefiningOp<StorageOp>();
    std::optional<int64_t> bytes;
    if (storage && !storage.getDynamicBytes())
      bytes = storage.getBytes();
    rewriter.replaceOp(op, views.viewBuffer(base, bytes, type, geometry));
    return success();
  }
};

struct ViewPattern : RootViewPattern<ViewOp> {
  using RootViewPattern::RootViewPattern;

  LogicalResult
  matchAndRewrite(ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    IndexArithmetic arithmetic(rewriter, op.getLoc());
    Geometry geometry = getViewGeometry(op, adaptor.getDynamic(), arithmetic);
    return replace(op, getRoot(op), geometry, rewriter);
  }
};

/// What it is of: of its autograd state a memref says nothing.
struct LivePattern : RootViewPattern<TensorOp> {
  using RootViewPattern::RootViewPattern;

  LogicalResult
  matchAndRewrite(TensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Value geometry = op.getGeometry();
    if (!isa<StorageType>(geometry.getType())) {
      rewriter.replaceOp(op, adaptor.getGeometry());
      return success();
    }
    Arithmetic arithmetic; // The type is static.
    auto open = [](GeometryPart, unsigned) { return SymInt::unknown(); };
    return replace(op, geometry,
                   getTypeGeometry(op.getType(), 0, arithmetic, open),
                   rewriter);
  }
};

struct CastPattern : MemRefPattern<CastOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Type type = converter.convertType(op.getType());
    Value base = adaptor.getBase();
    if (!type || !memref::CastOp::areCastCompatible(base.getType(), type))
      return rewriter.notifyMatchFailure(op,
                                         "its types are no casts in memref");
    if (names)
      RuntimeChecks(rewriter, op.getLoc())
          .assertIsOfType(cast<TypedValue<MemRefType>>(base), op.getType(),
                          names->lookup(op));
    if (base.getType() == type)
      rewriter.replaceOp(op, base);
    else
      rewriter.replaceOpWithNewOp<memref::CastOp>(op, type, base);
    return success();
  }
};

/// In a function a name is of no memory.
struct SourcePattern : MemRefPattern<SourceOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const final {
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

struct SizePattern : MemRefPattern<SizeOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(SizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, rewriter.createOrFold<memref::DimOp>(
                               op.getLoc(), adaptor.getTensor(), op.getDim()));
    return success();
  }
};

/// A contiguous tensor's strides follow from its sizes, also where it has no
/// elements.
struct StridePattern : MemRefPattern<StrideOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(StrideOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), adaptor.getTensor());
    IndexArithmetic arithmetic(rewriter, op.getLoc());
    auto open = [&](GeometryPart part, unsigned dim) {
      return toSymInt(part == GeometryPart::Size ? metadata.getSizes()[dim]
                                                 : metadata.getStrides()[dim]);
    };
    Geometry geometry =
        getTypeGeometry(op.getTensor().getType(), 0, arithmetic, open);
    rewriter.replaceOp(op, arithmetic.getValue(geometry.strides[op.getDim()]));
    return success();
  }
};

struct OffsetPattern : MemRefPattern<OffsetOp> {
  using MemRefPattern::MemRefPattern;

  LogicalResult
  matchAndRewrite(OffsetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), adaptor.getTensor());
    rewriter.replaceOp(op, metadata.getOffset());
    return success();
  }
};

} // namespace

void metautils::populateMetaToMemRefPatterns(
    const MemRefTypeConverter &converter, RewritePatternSet &patterns,
    const TensorNames *names) {
  patterns.add<StoragePattern, ViewPattern, LivePattern, CastPattern,
               SourcePattern, SizePattern, StridePattern, OffsetPattern>(
      converter, names, patterns.getContext());
  populateAnyFunctionOpInterfaceTypeConversionPattern(patterns, converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  cf::populateCFStructuralTypeConversions(converter, patterns);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Puts on arguments and results what their types will not say.
static void annotate(FunctionOpInterface function,
                     const MemRefTypeConverter &converter) {
  auto getAttrs = [&](Type type) {
    SmallVector<NamedAttribute> attrs;
    if (auto tensor = dyn_cast<MetaTensorType>(type))
      addElementAttrs(
          tensor, converter.convertElementType(tensor.getElementType()), attrs);
    else if (auto storage = dyn_cast<StorageType>(type))
      addDeviceAttr(storage.getDevice(), attrs);
    return attrs;
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    for (NamedAttribute attr : getAttrs(type))
      function.setArgAttr(index, attr.getName(), attr.getValue());
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    for (NamedAttribute attr : getAttrs(type))
      function.setResultAttr(index, attr.getName(), attr.getValue());
}

namespace {
/// A tensor that a function takes, and its type before the conversion.
struct TensorArgument {
  FunctionOpInterface function;
  unsigned index;
  MetaTensorType type;
  std::string name;
};
} // namespace

/// Those of which a memref does not say all that the type does.
static SmallVector<TensorArgument> getContiguousArguments(Operation *top) {
  SmallVector<TensorArgument> found;
  TensorNamer names;
  top->walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    for (BlockArgument argument : function.getArguments())
      if (auto type = dyn_cast<MetaTensorType>(argument.getType()))
        if (type.isContiguous() &&
            llvm::is_contained(type.getStrides(), ShapedType::kDynamic))
          found.push_back(
              {function, argument.getArgNumber(), type, names.quote(argument)});
  });
  return found;
}

static TensorNames getNames(Operation *top) {
  TensorNames names;
  TensorNamer namer;
  top->walk([&](Operation *op) {
    if (isa<ViewOp, TensorOp, CastOp>(op))
      names[op->getResult(0)] = namer.quote(op->getResult(0));
  });
  return names;
}

/// Puts absolute views on their roots, so that no pattern looks for one.
static void rebaseViews(Operation *top) {
  RootFinder roots;
  top->walk(
      [&](ViewOp view) { view.getBaseMutable().assign(roots.find(view)); });
}

namespace {
struct ConvertMetaToMemRefPass
    : metautils::impl::ConvertMetaToMemRefPassBase<ConvertMetaToMemRefPass> {
  using Base::Base;

  void runOnOperation() final {
    MemRefTypeConverter converter(packedBytes);
    if (failed(convertDescriptions(converter)))
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    // The conversion leaves out what is not reached.
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    if (failed(checkMemRefLegality(getOperation(), converter)))
      return signalPassFailure();
    getOperation()->walk(
        [&](FunctionOpInterface function) { annotate(function, converter); });
    TensorNames names;
    if (runtimeChecks)
      names = getNames(getOperation());
    rebaseViews(getOperation());
    LogicalResult result = runtimeChecks ? convertAndCheck(converter, names)
                                         : convertFunctions(converter, nullptr);
    if (failed(result))
      signalPassFailure();
  }

private:
  /// Each module may be a description of its own.
  LogicalResult convertDescriptions(const MemRefTypeConverter &converter) {
    SmallVector<ModuleOp> modules;
    getOperation()->walk([&](ModuleOp module) { modules.push_back(module); });
    for (ModuleOp module : modules)
      if (failed(convertDescription(
              module, converter,
              {functionName, distinctObjects, runtimeChecks})))
        return failure();
    return success();
  }

  LogicalResult convertFunctions(const MemRefTypeConverter &converter,
                                 const TensorNames *names) {
    RewritePatternSet patterns(&getContext());
    populateMetaToMemRefPatterns(converter, patterns, names);
    ConversionTarget target(getContext());
    target.addIllegalDialect<MetaDialect>();
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      auto function = dyn_cast<FunctionOpInterface>(op);
      return converter.isLegal(op) &&
             (!function || (converter.isLegal(function.getArgumentTypes()) &&
                            converter.isLegal(function.getResultTypes())));
    });
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  LogicalResult convertAndCheck(const MemRefTypeConverter &converter,
                                const TensorNames &names) {
    SmallVector<TensorArgument> arguments =
        getContiguousArguments(getOperation());
    if (failed(convertFunctions(converter, &names)))
      return failure();
    for (TensorArgument &argument : arguments) {
      auto builder =
          OpBuilder::atBlockBegin(&argument.function.getFunctionBody().front());
      RuntimeChecks(builder, argument.function.getLoc())
          .assertIsOfType(cast<TypedValue<MemRefType>>(
                              argument.function.getArgument(argument.index)),
                          argument.type, argument.name);
    }
    return success();
  }
};
} // namespace
