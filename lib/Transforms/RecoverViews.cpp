// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a folded view as the views that a person would have written.
//
//   before:  %0 = meta.view %s offset 2 : .. -> 4x3, strided<[1, 4]>
//            %k = meta.tensor %0 base %pool
//   after:   %0 = meta.slice %pool dim 0 from 2 to 14
//            %1 = meta.reshape %0 to [3, 4]
//            %2 = meta.transpose %1, 0, 1
//            %k = meta.tensor %2 base %pool

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/IR/ReplayRegion.h"
#include "metautils/Layout/ViewRecovery.h"
#include "metautils/Layout/Views.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_RECOVERVIEWSPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

namespace {

/// A tensor to begin a chain with, and where it lies.
struct Origin {
  Value tensor;
  MetaTensorType type;
  Geometry geometry;
};

class ViewRecoverer {
public:
  explicit ViewRecoverer(Operation *top) : top(top), dominance(top) {}
  void run();

private:
  void findWholes();
  std::optional<Origin> getOrigin(ViewOp view);
  std::optional<Origin> getLiveOrigin(Value tensor, Value storage);
  Value recover(ViewOp view, const Origin &origin, OpBuilder &builder);

  Operation *top;
  DominanceInfo dominance;
  /// The first live tensor straight over each storage.
  llvm::DenseMap<Value, TensorOp> wholes;
};

} // namespace

static Geometry getStaticGeometry(MetaTensorType type, int64_t offset) {
  Arithmetic arithmetic;
  return getTypeGeometry(type, offset, arithmetic, [](GeometryPart, unsigned) {
    return SymInt::unknown();
  });
}

//===----------------------------------------------------------------------===//
// Where a chain begins
//===----------------------------------------------------------------------===//

void ViewRecoverer::findWholes() {
  top->walk([&](TensorOp tensor) {
    if (isa<StorageType>(tensor.getGeometry().getType()))
      wholes.try_emplace(tensor.getGeometry(), tensor);
  });
}

/// A live tensor that lies in `storage` and is no view itself, so that no chain
/// leads back to it.
std::optional<Origin> ViewRecoverer::getLiveOrigin(Value tensor,
                                                   Value storage) {
  auto live = tensor.getDefiningOp<TensorOp>();
  if (!live || live.getBase())
    return std::nullopt;
  if (live.getGeometry() == storage)
    return Origin{live, live.getType(), getStaticGeometry(live.getType(), 0)};
  auto view = live.getGeometry().getDefiningOp<ViewOp>();
  if (!view || view.getBase() != storage || view.getType().getNumDynamic() ||
      view.getDynamicOffset())
    return std::nullopt;
  return Origin{live, live.getType(),
                getStaticGeometry(live.getType(), view.getOffset())};
}

/// How far behind its argument a view begins: its offset is a query on it, and
/// a constant.
static std::optional<int64_t> getDistance(ViewOp view) {
  Value offset = view.getDynamicOffset();
  if (!offset)
    return std::nullopt;
  APInt constant(64, 0);
  if (auto sum = offset.getDefiningOp<arith::AddIOp>()) {
    if (!matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
      return std::nullopt;
    offset = sum.getLhs();
  }
  auto query = offset.getDefiningOp<OffsetOp>();
  if (!query || query.getTensor() != view.getBase())
    return std::nullopt;
  return constant.getSExtValue();
}

std::optional<Origin> ViewRecoverer::getOrigin(ViewOp view) {
  Value root = view.getBase();
  if (auto type = dyn_cast<MetaTensorType>(root.getType())) {
    if (!getDistance(view) || type.getNumDynamic() || root == view)
      return std::nullopt;
    return Origin{root, type, getStaticGeometry(type, 0)};
  }
  for (Operation *user : view->getUsers())
    if (auto live = dyn_cast<TensorOp>(user); live && live.getBase())
      if (auto origin = getLiveOrigin(live.getBase(), root))
        return origin;
  if (TensorOp whole = wholes.lookup(root))
    return getLiveOrigin(whole, root);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

static Value createStep(OpBuilder &builder, Location location, Value base,
                        const ViewStep &step) {
  using Kind = ViewStep::Kind;
  ValueRange none;
  switch (step.kind) {
  case Kind::Slice:
    return SliceOp::create(builder, location, base, step.dim, step.start,
                           step.end, step.step, none);
  case Kind::Select:
    return SelectOp::create(builder, location, base, step.dim, step.start,
                            none);
  case Kind::Transpose:
    return TransposeOp::create(builder, location, base, step.dim,
                               step.otherDim);
  case Kind::Permute:
    return PermuteOp::create(builder, location, base, step.list);
  case Kind::Unsqueeze:
    return UnsqueezeOp::create(builder, location, base, step.dim);
  case Kind::Expand:
    return ExpandOp::create(builder, location, base, step.list, none);
  case Kind::Reshape:
    return ReshapeOp::create(builder, location, base, step.list, none);
  case Kind::Unfold:
    return UnfoldOp::create(builder, location, base, step.dim, step.end,
                            step.step);
  case Kind::Diagonal:
    return DiagonalOp::create(builder, location, base, step.dim, step.otherDim,
                              step.start);
  }
  llvm_unreachable("not a view");
}

/// Gives the origin the elements of the view: a dtype view, or pairs for a
/// complex tensor and back. Nothing where that does not fit.
static std::optional<Origin> castElements(const Origin &origin,
                                          MetaTensorType target,
                                          OpBuilder &builder,
                                          Location location) {
  Type from = origin.type.getElementType(), to = target.getElementType();
  if (from == to)
    return origin;
  if (origin.type.getConj() || origin.type.getNeg())
    return std::nullopt;
  Arithmetic arithmetic;
  Origin cast = origin;
  auto fromComplex = dyn_cast<ComplexType>(from);
  bool isPairs = fromComplex && fromComplex.getElementType() == to;
  llvm::Error error = isPairs ? views::viewAsReal(cast.geometry, arithmetic)
                              : views::viewDtype(cast.geometry, arithmetic,
                                                 origin.type.getElementBytes(),
                                                 target.getElementBytes());
  if (error) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  if (isPairs)
    cast.tensor = ViewAsRealOp::create(builder, location, origin.tensor);
  else
    cast.tensor =
        BitcastOp::create(builder, location, origin.tensor, TypeAttr::get(to));
  cast.type = llvm::cast<MetaTensorType>(cast.tensor.getType());
  return cast;
}

Value ViewRecoverer::recover(ViewOp view, const Origin &origin,
                             OpBuilder &builder) {
  Location location = view.getLoc();
  MetaTensorType type = view.getType();
  std::optional<Origin> begin = castElements(origin, type, builder, location);
  if (!begin)
    return {};
  bool isOverStorage = isa<StorageType>(view.getBase().getType());
  int64_t offset = isOverStorage ? view.getOffset() : *getDistance(view);
  // The distance behind an argument is in its elements, as the view's are.
  std::optional<ViewSteps> steps =
      recoverViews(begin->geometry, getStaticGeometry(type, offset));
  if (!steps)
    return {};
  Value value = begin->tensor;
  for (const ViewStep &step : *steps)
    value = createStep(builder, location, value, step);
  if (begin->type.getConj() != type.getConj())
    value = ConjOp::create(builder, location, value);
  if (begin->type.getNeg() != type.getNeg())
    value = NegOp::create(builder, location, value);
  // The whole of a live tensor is a geometry only as an alias.
  if (value == origin.tensor)
    value = AliasOp::create(builder, location, value);
  return value.getType() == type ? value : Value();
}

void ViewRecoverer::run() {
  findWholes();
  SmallVector<ViewOp> viewOps;
  top->walk([&](ViewOp view) {
    if (!isReplayed(view))
      viewOps.push_back(view);
  });
  for (ViewOp view : viewOps) {
    if (view.getType().getNumDynamic())
      continue;
    std::optional<Origin> origin = getOrigin(view);
    if (!origin || !dominance.properlyDominates(origin->tensor, view))
      continue;
    OpBuilder builder(view);
    Operation *before = view->getPrevNode();
    Value recovered = recover(view, *origin, builder);
    if (recovered) {
      view.getResult().replaceAllUsesWith(recovered);
      view.erase();
      continue;
    }
    // What was begun in vain stands right before the view.
    while (view->getPrevNode() != before)
      view->getPrevNode()->erase();
  }
}

namespace {
struct RecoverViewsPass
    : metautils::impl::RecoverViewsPassBase<RecoverViewsPass> {
  using Base::Base;

  void runOnOperation() final { ViewRecoverer(getOperation()).run(); }
};
} // namespace
