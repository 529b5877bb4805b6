// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds each chain of views into one view of its root.
//
//   before:  %0 = meta.slice %pool dim 0 from 2 to 14
//            %1 = meta.reshape %0 to [3, 4]
//            %2 = meta.transpose %1, 0, 1
//   after:   %2 = meta.view %s offset 2 : .. -> 4x3, strided<[1, 4]>
//
// One walk: a view's geometry is its base's, mapped by its op. Once that is
// known the view needs its base no more and lets go of it, and a base that all
// its views have let go of is erased. So a chain of a million views holds two
// geometries, and an op is touched while it is in the cache. A base that comes
// later in the text is resolved ahead of its turn, with an explicit stack.

#include "metautils/Transforms/FoldViews.h"
#include "NormalizeStrides.h"
#include "QueryAnswers.h"
#include "ResolvedView.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/IR/ReplayRegion.h"
#include "metautils/Transforms/Passes.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_FOLDVIEWSPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

namespace {
class ViewFolder : OpBuilder::Listener {
public:
  ViewFolder(Operation *top, llvm::function_ref<bool(Operation *)> isToStay)
      : builder(top->getContext(), this), top(top), isToStay(isToStay) {}

  void run();

private:
  void visit(ViewOpInterface op);
  bool isUnresolved(Value tensor) const;
  void cutCycle(MutableArrayRef<ViewOpInterface> stack);
  void resolve(ViewOpInterface op);
  void resolve(ViewOpInterface op, const ResolvedView &base);
  void keep(ViewOpInterface op, ValueRange views, llvm::Error reason);
  void letGo(ViewOpInterface op, Value source);
  ResolvedView startAt(Value base, bool needsGeometry);
  EmittedNumbers *getEmitted();

  bool isKept(Operation *op) const;
  bool isPending(OpOperand &use) const;
  bool isOther(OpOperand &use) const;
  unsigned countPendingViews(Value tensor) const;
  void replace(OpResult view, std::unique_ptr<ResolvedView> known);

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override;
  void eraseUnused(Operation *op);
  void eraseUnusedNumbers();

  OpBuilder builder;
  Operation *top;
  llvm::function_ref<bool(Operation *)> isToStay;
  /// Of tensors that have views which are not resolved yet.
  llvm::DenseMap<Value, std::unique_ptr<ResolvedView>> resolved;
  /// How many results of an op with several are in `resolved`.
  llvm::DenseMap<Operation *, unsigned> resolvedResults;
  llvm::DenseMap<Value, Geometry> rootGeometries;
  llvm::DenseSet<Value> kept;
  /// On the stack of `visit`.
  llvm::DenseSet<Operation *> active;
  /// Resolved or built ahead of their turn: the walk has yet to meet them.
  llvm::DenseSet<Operation *> ahead;
  bool isAhead = false;
  EmittedNumbers emittedInTurn;
  /// All that was built but views, to erase what proves unused.
  std::vector<Operation *> numbers;
  QueryAnswers answers;
};
} // namespace

/// Whether an op says more of a geometry, such as what its elements stand for.
static bool isSameGeometry(Operation *op) {
  // Most ops give numbers, which takes less time to see than a trait.
  return op && op->getNumResults() == 1 &&
         isa<MetaTensorType>(op->getResult(0).getType()) &&
         op->hasTrait<SameGeometryTrait>();
}

/// Looks through a live tensor, and what else is said of it, at the geometry
/// that it is of.
static Value getGeometry(Value tensor) {
  if (auto live = tensor.getDefiningOp<TensorOp>())
    tensor = live.getGeometry();
  if (isSameGeometry(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  return tensor;
}

/// What a view is of. One that has let go has its root here, of any type: the
/// accessors of the op would refuse it.
static Value getSource(ViewOpInterface op) { return op->getOperand(0); }

/// A view of a sparse or opaque tensor maps no geometry.
static bool isOfGeometry(ViewOpInterface op) {
  auto type = dyn_cast<MetaTensorType>(getSource(op).getType());
  return !type || type.isStrided();
}

/// A view with a geometry of its own asks nothing of its base.
static bool isAbsolute(ViewOpInterface op) {
  return isa<ViewOp>(op.getOperation());
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

void ViewFolder::run() {
  // Nothing but what has been passed is erased meanwhile.
  SmallVector<Operation *> others;
  top->walk([&](Operation *op) {
    if (isReplayed(op) || (isToStay && isToStay(op)))
      return;
    if (auto view = dyn_cast<ViewOpInterface>(op); view && isOfGeometry(view))
      visit(view);
    else if (isSameGeometry(op))
      others.push_back(op);
  });
  answers.eraseAnswered(
      [&](Value tensor) { eraseUnused(getGeometry(tensor).getDefiningOp()); });
  for (Operation *op : llvm::reverse(others))
    eraseUnused(op);
  eraseUnusedNumbers();
}

bool ViewFolder::isUnresolved(Value tensor) const {
  auto op = tensor.getDefiningOp<ViewOpInterface>();
  return op && isOfGeometry(op) && !resolved.contains(tensor) &&
         !kept.contains(tensor);
}

void ViewFolder::visit(ViewOpInterface start) {
  if (!ahead.empty() && ahead.erase(start))
    return eraseUnused(start);
  SmallVector<ViewOpInterface> stack = {start};
  while (!stack.empty()) {
    ViewOpInterface op = stack.back();
    Value source = getGeometry(getSource(op));
    bool isCyclic = false;
    if (isUnresolved(source)) {
      auto base = source.getDefiningOp<ViewOpInterface>();
      active.insert(op);
      if (!active.contains(base)) {
        stack.push_back(base);
        continue;
      }
      cutCycle(stack);
      isCyclic = true;
    }
    op = stack.pop_back_val();
    active.erase(op);
    isAhead = op != start;
    if (isAhead)
      ahead.insert(op);
    if (isCyclic)
      kept.insert_range(op->getResults());
    else
      resolve(op);
  }
}

static bool isBefore(Operation *a, Operation *b) {
  if (a->getBlock() == b->getBlock())
    return a->isBeforeInBlock(b);
  return a->getBlock()->computeBlockNumber() <
         b->getBlock()->computeBlockNumber();
}

/// The end of the stack is a cycle, which lies in one region. Its first view in
/// the text is to be kept, wherever the cycle was entered: it comes to the end,
/// the others follow below it.
void ViewFolder::cutCycle(MutableArrayRef<ViewOpInterface> stack) {
  Value base = getGeometry(getSource(stack.back()));
  auto begin = llvm::find(stack, base.getDefiningOp<ViewOpInterface>());
  std::rotate(begin, std::next(std::min_element(begin, stack.end(), isBefore)),
              stack.end());
}

//===----------------------------------------------------------------------===//
// Resolving
//===----------------------------------------------------------------------===//

void ViewFolder::resolve(ViewOpInterface op) {
  Value source = getGeometry(getSource(op));
  auto known = resolved.find(source);
  if (known != resolved.end()) {
    resolve(op, *known->second);
    letGo(op, source);
  } else {
    resolve(op, startAt(getSource(op), !isAbsolute(op)));
  }
  eraseUnused(op);
}

void ViewFolder::resolve(ViewOpInterface op, const ResolvedView &base) {
  builder.setInsertionPoint(op);
  IndexArithmetic arithmetic(builder, op->getLoc(), getEmitted());
  unsigned next = 0;
  auto take = [&](Geometry &geometry) {
    for (auto *numbers : {&geometry.sizes, &geometry.strides})
      for (SymInt &number : *numbers)
        number = resolveConstant(number);
    geometry.offset = resolveConstant(geometry.offset);
    OpResult view = op->getResult(next++);
    auto known = std::make_unique<ResolvedView>(base.root, std::move(geometry));
    llvm::Error error =
        arithmetic.overflowed()
            ? llvm::createStringError("its geometry overflows")
            : known->check(cast<MetaTensorType>(view.getType()));
    if (error)
      return keep(op, view, std::move(error));
    OpBuilder::InsertionGuard guard(builder);
    answers.answer(view, known->geometry, builder);
    replace(view, std::move(known));
  };
  if (llvm::Error error = op.mapGeometries(arithmetic, base.geometry, take))
    keep(op, op->getResults().drop_front(next), std::move(error));
}

void ViewFolder::keep(ViewOpInterface op, ValueRange views,
                      llvm::Error reason) {
  kept.insert_range(views);
  op->emitRemark() << "kept as it is: " << llvm::toString(std::move(reason));
}

/// `op` is resolved and asks nothing more of its base. Where it is kept, it is
/// a root over the folded form of that.
void ViewFolder::letGo(ViewOpInterface op, Value source) {
  ResolvedView &base = *resolved.find(source)->second;
  op->setOperand(0, isKept(op) ? base.materialize(source, builder) : base.root);
  if (--base.pendingViews > 0)
    return;
  resolved.erase(source);
  Operation *producer = source.getDefiningOp();
  if (producer->getNumResults() > 1 && --resolvedResults[producer] > 0)
    return;
  eraseUnused(producer);
}

/// The root that a chain begins with, and its geometry where a view asks for
/// it.
ResolvedView ViewFolder::startAt(Value base, bool needsGeometry) {
  Value root = getGeometry(base);
  if (!needsGeometry)
    return {root};
  // A live tensor says no more of itself than what it is of.
  if (isa<MetaTensorType>(root.getType()))
    base = root;
  auto type = cast<MetaTensorType>(base.getType());
  auto known = rootGeometries.find(base);
  if (known != rootGeometries.end())
    return {root, known->second};

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(base);
  IndexArithmetic arithmetic(builder, base.getLoc());
  auto open = [&](GeometryPart part, unsigned dim) -> SymInt {
    if (part == GeometryPart::Size)
      return toSymInt(SizeOp::create(builder, base.getLoc(), base, dim));
    return toSymInt(StrideOp::create(builder, base.getLoc(), base, dim));
  };
  // A tensor straight over its storage begins with it.
  SymInt offset = 0;
  if (!isa<StorageType>(root.getType()))
    offset = toSymInt(OffsetOp::create(builder, base.getLoc(), base));
  Geometry geometry = getTypeGeometry(type, offset, arithmetic, open);
  rootGeometries[base] = geometry;
  return {root, geometry};
}

/// What may be used again at the insertion point of a view that is resolved in
/// its turn: ahead of it, numbers would not come before their uses.
EmittedNumbers *ViewFolder::getEmitted() {
  if (isAhead) {
    emittedInTurn.clear();
    return nullptr;
  }
  return &emittedInTurn;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

bool ViewFolder::isKept(Operation *op) const {
  return !kept.empty() && llvm::any_of(op->getResults(), [&](Value result) {
    return kept.contains(result);
  });
}

/// Whether a use is a view's of its base, which it will let go of.
bool ViewFolder::isPending(OpOperand &use) const {
  return isa<ViewOpInterface>(use.getOwner()) && use.getOperandNumber() == 0 &&
         !isKept(use.getOwner());
}

/// Whether a use needs the tensor after all views of it are resolved.
bool ViewFolder::isOther(OpOperand &use) const {
  return !isPending(use) && !answers.isAnswered(use.getOwner());
}

/// The views of a tensor, and of the live tensors that are of it.
unsigned ViewFolder::countPendingViews(Value tensor) const {
  auto isPendingUse = [&](OpOperand &use) { return isPending(use); };
  unsigned count = llvm::count_if(tensor.getUses(), isPendingUse);
  for (OpOperand &use : tensor.getUses())
    if (isa<TensorOp>(use.getOwner()) && use.getOperandNumber() == 0)
      count += llvm::count_if(use.getOwner()->getUses(), isPendingUse);
  return count;
}

/// Puts the folded view in the place of a view that more than views use, and
/// remembers its geometry for those.
void ViewFolder::replace(OpResult view, std::unique_ptr<ResolvedView> known) {
  Value tensor = view;
  if (llvm::any_of(view.getUses(),
                   [&](OpOperand &use) { return isOther(use); }))
    tensor = known->materialize(view, builder, getEmitted());
  if (tensor != view)
    view.replaceAllUsesWith(tensor);
  known->pendingViews = countPendingViews(tensor);
  for (Operation *user : tensor.getUsers())
    if (isSameGeometry(user) && user->getOperand(0) == tensor)
      known->pendingViews += countPendingViews(user->getResult(0));
  if (known->pendingViews == 0)
    return;
  resolved[tensor] = std::move(known);
  Operation *producer = tensor.getDefiningOp();
  if (producer->getNumResults() > 1)
    ++resolvedResults[producer];
}

void ViewFolder::notifyOperationInserted(Operation *op,
                                         OpBuilder::InsertPoint) {
  if (!isa<ViewOpInterface>(op))
    numbers.push_back(op);
  else if (isAhead)
    ahead.insert(op);
}

/// Erases a view where nothing uses it, and what only that had need of. Other
/// ops stay.
void ViewFolder::eraseUnused(Operation *op) {
  auto isErasable = [](Operation *op) {
    auto view = dyn_cast_if_present<ViewOpInterface>(op);
    return view ? isOfGeometry(view) : isSameGeometry(op);
  };
  while (isErasable(op) && op->use_empty() && !ahead.contains(op)) {
    Value source = getGeometry(op->getOperand(0));
    for (Value result : op->getResults()) {
      kept.erase(result);
      rootGeometries.erase(result);
    }
    op->erase();
    op = source.getDefiningOp();
  }
}

void ViewFolder::eraseUnusedNumbers() {
  for (Operation *op : llvm::reverse(numbers)) {
    if (!op->use_empty())
      continue;
    auto operands = llvm::to_vector<4>(op->getOperands());
    op->erase();
    for (Value operand : operands)
      eraseUnused(getGeometry(operand).getDefiningOp());
  }
}

void metautils::foldViews(Operation *top,
                          llvm::function_ref<bool(Operation *)> isToStay) {
  ViewFolder(top, isToStay).run();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct FoldViewsPass : metautils::impl::FoldViewsPassBase<FoldViewsPass> {
  using Base::Base;

  void runOnOperation() final {
    foldViews(getOperation());
    if (normalizeUnitStrides)
      normalizeStridesOfUnitDims(getOperation());
  }
};
} // namespace
