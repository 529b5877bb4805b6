// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views named after ATen's: what each does to the geometry of its base.
// Types of results are inferred from that.

#include "MetaElementOps.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/IndexSyntax.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/SymbolicArithmetic.h"
#include "metautils/Layout/Views.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace metautils;

namespace {
/// The numbers of an op: constants, and its index operands in their order.
class NumberReader {
public:
  explicit NumberReader(ValueRange operands) : operands(operands) {}

  SymInt read(int64_t number) {
    if (!ShapedType::isDynamic(number))
      return number;
    if (wanted++ < operands.size())
      return toSymInt(operands[wanted - 1]);
    return SymInt::unknown();
  }

  SmallVector<SymInt, 4> read(ArrayRef<int64_t> list) {
    SmallVector<SymInt, 4> numbers;
    for (int64_t number : list)
      numbers.push_back(read(number));
    return numbers;
  }

  /// Whether every operand was read, and no more.
  llvm::Error finish() const {
    if (wanted == operands.size())
      return llvm::Error::success();
    return makeError("expected " + Twine(wanted) + " index operands, got " +
                     Twine(operands.size()));
  }

private:
  ValueRange operands;
  size_t wanted = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

// Overloads of those in MetaElementOps.h, hence not at global scope.
namespace metautils {

static llvm::Error mapView(PermuteOp::Adaptor &op, unsigned, Arithmetic &,
                           Geometry &geometry) {
  return views::permute(geometry, op.getPermutation());
}

static llvm::Error mapView(TransposeOp::Adaptor &op, unsigned, Arithmetic &,
                           Geometry &geometry) {
  return views::transpose(geometry, op.getDim0(), op.getDim1());
}

static llvm::Error mapView(SqueezeOp::Adaptor &op, unsigned, Arithmetic &,
                           Geometry &geometry) {
  SmallVector<int64_t> dims(op.getDims());
  if (dims.empty())
    llvm::append_range(dims, llvm::seq<int64_t>(geometry.rank()));
  auto base = cast<MetaTensorType>(op.getBase().getType());
  return views::squeeze(geometry, dims, base.getShape());
}

static llvm::Error mapView(UnsqueezeOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  return views::unsqueeze(geometry, arithmetic, op.getDim());
}

static llvm::Error mapView(DiagonalOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  return views::diagonal(geometry, arithmetic, op.getOffset(), op.getDim0(),
                         op.getDim1());
}

static llvm::Error mapView(SliceOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  NumberReader numbers(op.getDynamic());
  SymInt start = numbers.read(op.getStart());
  SymInt end = numbers.read(op.getEnd());
  SymInt step = numbers.read(op.getStep());
  if (llvm::Error error = numbers.finish())
    return error;
  return views::slice(geometry, arithmetic, op.getDim(), start, end, step);
}

static llvm::Error mapView(NarrowOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  NumberReader numbers(op.getDynamic());
  SymInt start = numbers.read(op.getStart());
  SymInt length = numbers.read(op.getLength());
  if (llvm::Error error = numbers.finish())
    return error;
  return views::narrow(geometry, arithmetic, op.getDim(), start, length);
}

static llvm::Error mapView(SelectOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  NumberReader numbers(op.getDynamic());
  SymInt index = numbers.read(op.getIndex());
  if (llvm::Error error = numbers.finish())
    return error;
  return views::select(geometry, arithmetic, op.getDim(), index);
}

/// The sizes of the parts, of which there may be many.
static llvm::Expected<SmallVector<SymInt, 4>> readParts(SplitOp::Adaptor &op) {
  NumberReader numbers(op.getDynamic());
  SmallVector<SymInt, 4> sizes = numbers.read(op.getSizes());
  if (llvm::Error error = numbers.finish())
    return error;
  return sizes;
}

static llvm::Error mapView(SplitOp::Adaptor &op, unsigned result,
                           Arithmetic &arithmetic, Geometry &geometry) {
  auto sizes = readParts(op);
  if (!sizes)
    return sizes.takeError();
  return views::split(geometry, arithmetic, op.getDim(), *sizes, result);
}

static llvm::Error mapView(UnbindOp::Adaptor &op, unsigned result,
                           Arithmetic &arithmetic, Geometry &geometry) {
  return views::select(geometry, arithmetic, op.getDim(), result);
}

/// The sizes of the result; no more than a type can have, before they are
/// worked on.
template <typename AdaptorTy>
static llvm::Expected<SmallVector<SymInt, 4>> readSizes(AdaptorTy &op) {
  size_t count = op.getSizes().size();
  if (count > MetaTensorType::maxRank)
    return makeError("expected at most " + Twine(MetaTensorType::maxRank) +
                     " sizes, got " + Twine(count));
  NumberReader numbers(op.getDynamic());
  SmallVector<SymInt, 4> sizes = numbers.read(op.getSizes());
  if (llvm::Error error = numbers.finish())
    return error;
  return sizes;
}

static llvm::Error mapView(ExpandOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  auto sizes = readSizes(op);
  if (!sizes)
    return sizes.takeError();
  return views::expand(geometry, arithmetic, *sizes);
}

static llvm::Error mapView(ReshapeOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  auto sizes = readSizes(op);
  if (!sizes)
    return sizes.takeError();
  auto base = cast<MetaTensorType>(op.getBase().getType());
  return views::reshape(geometry, arithmetic, *sizes, base.isContiguous());
}

static llvm::Error mapView(UnflattenOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  auto sizes = readSizes(op);
  if (!sizes)
    return sizes.takeError();
  auto base = cast<MetaTensorType>(op.getBase().getType());
  return views::unflatten(geometry, arithmetic, op.getDim(), *sizes,
                          base.isContiguous());
}

static llvm::Error mapView(UnfoldOp::Adaptor &op, unsigned,
                           Arithmetic &arithmetic, Geometry &geometry) {
  return views::unfold(geometry, arithmetic, op.getDim(), op.getSize(),
                       op.getStep());
}

static llvm::Error mapView(AsStridedOp::Adaptor &op, unsigned, Arithmetic &,
                           Geometry &geometry) {
  NumberReader numbers(op.getDynamic());
  SmallVector<SymInt, 4> sizes = numbers.read(op.getSizes());
  SmallVector<SymInt, 4> strides = numbers.read(op.getStrides());
  std::optional<SymInt> offset;
  if (op.getOffset())
    offset = numbers.read(*op.getOffset());
  if (llvm::Error error = numbers.finish())
    return error;
  return views::asStrided(geometry, sizes, strides, offset);
}

static llvm::Error mapView(AliasOp::Adaptor &, unsigned, Arithmetic &,
                           Geometry &) {
  return llvm::Error::success();
}

} // namespace metautils

//===----------------------------------------------------------------------===//
// Types of results
//===----------------------------------------------------------------------===//

/// Most views leave the elements as they are.
template <typename AdaptorTy>
static llvm::Error mapElement(AdaptorTy &, Element &) {
  return llvm::Error::success();
}

template <typename AdaptorTy>
static llvm::Expected<int64_t> countResults(AdaptorTy &, MetaTensorType) {
  return 1;
}

static llvm::Expected<int64_t> countResults(SplitOp::Adaptor &op,
                                            MetaTensorType) {
  // split_c1
  if (op.getSizes().empty())
    return makeError("expected at least one size");
  return op.getSizes().size();
}

static llvm::Expected<int64_t> countResults(UnbindOp::Adaptor &op,
                                            MetaTensorType base) {
  int64_t dim = op.getDim();
  if (dim < 0 || dim >= base.getRank())
    return 1; // Which `mapView` refuses.
  // unbind_c1
  constexpr int64_t maxResults = 1 << 20;
  int64_t size = base.getDimSize(dim);
  if (ShapedType::isDynamic(size) || size > maxResults)
    return makeError("expected a dim of a static size up to 2^20");
  return size;
}

/// What result number `result` takes its type from.
template <typename AdaptorTy>
static llvm::Error mapForType(AdaptorTy &op, unsigned result,
                              Arithmetic &arithmetic, Geometry &geometry) {
  return mapView(op, result, arithmetic, geometry);
}

/// All parts are checked with the first; with each it would take quadratic
/// time.
static llvm::Error mapForType(SplitOp::Adaptor &op, unsigned result,
                              Arithmetic &arithmetic, Geometry &geometry) {
  if (result == 0)
    return mapView(op, result, arithmetic, geometry);
  geometry.sizes[op.getDim()] = SymInt::fromStatic(op.getSizes()[result]);
  return llvm::Error::success();
}

/// The geometry that the base's type leads to; `open` is what that leaves open.
template <typename AdaptorTy>
static llvm::Expected<Geometry>
inferGeometry(AdaptorTy &op, unsigned result, MetaTensorType base,
              Arithmetic &arithmetic, llvm::function_ref<SymInt()> open) {
  Geometry geometry =
      getTypeGeometry(base, /*offset=*/open(), arithmetic,
                      [&](GeometryPart, unsigned) { return open(); });
  if (llvm::Error error = mapForType(op, result, arithmetic, geometry))
    return error;
  return geometry;
}

using EmitErrorFn = llvm::function_ref<InFlightDiagnostic()>;

/// The type of result number `result`, but for its elements that of `like`.
template <typename AdaptorTy>
static MetaTensorType inferType(AdaptorTy &op, unsigned result,
                                MetaTensorType base, MetaTensorType like,
                                EmitErrorFn emitError) {
  SymbolicArithmetic arithmetic;
  llvm::Expected<Geometry> geometry = inferGeometry(
      op, result, base, arithmetic, [&] { return arithmetic.makeSymbol(); });
  // Whether the view fits is known only at run time; so are its strides.
  if (!geometry && geometry.errorIsA<UndecidedError>()) {
    llvm::consumeError(geometry.takeError());
    geometry = inferGeometry(op, result, base, arithmetic,
                             [] { return SymInt::unknown(); });
  }
  if (geometry)
    return getGeometryType(*geometry, like, arithmetic, emitError);
  emitError() << llvm::toString(geometry.takeError());
  return {};
}

template <typename AdaptorTy>
static LogicalResult inferTypes(AdaptorTy &op, EmitErrorFn emitError,
                                SmallVectorImpl<Type> &types) {
  auto base = dyn_cast<MetaTensorType>(op.getBase().getType());
  if (!base || !base.isStrided())
    return emitError() << "expected a strided base";
  Element element{base.getElementType(), base.getConj(), base.getNeg()};
  if (llvm::Error error = mapElement(op, element))
    return emitError() << llvm::toString(std::move(error));
  llvm::Expected<int64_t> count = countResults(op, base);
  if (!count)
    return emitError() << llvm::toString(count.takeError());
  // 0-d, since other elements than the base's may be too large for its sizes.
  auto like = MetaTensorType::get({}, element.type, {}, base.getDevice(),
                                  element.conj, element.neg);
  for (int64_t result : llvm::seq(*count)) {
    MetaTensorType type = inferType(op, result, base, like, emitError);
    if (!type)
      return failure();
    types.push_back(type);
  }
  return success();
}

template <typename OpTy>
static LogicalResult inferView(typename OpTy::Adaptor &op,
                               std::optional<Location> location,
                               SmallVectorImpl<Type> &types) {
  auto emitError = [&]() -> InFlightDiagnostic {
    if (!location)
      return emitUnseenError(op.getBase().getContext());
    std::string name = ("'" + OpTy::getOperationName() + "' op ").str();
    return mlir::emitError(*location) << name;
  };
  return inferTypes(op, emitError, types);
}

llvm::Error SplitOp::mapGeometries(Arithmetic &arithmetic, const Geometry &base,
                                   llvm::function_ref<void(Geometry &)> take) {
  Adaptor adaptor(*this);
  auto sizes = readParts(adaptor);
  if (!sizes)
    return sizes.takeError();
  return views::splitAll(base, arithmetic, getDim(), *sizes, take);
}

#define GET_OP_CLASSES
#include "metautils/IR/MetaOps.cpp.inc"
