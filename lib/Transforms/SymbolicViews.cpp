// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which views are made anew of a symbolic base, and the numbers that these
// have.

#include "SymbolicReplay.h"
#include "Symbolizer.h"
#include "metautils/Transforms/FoldViews.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Which views
//===----------------------------------------------------------------------===//

static SubclassOp getSubclass(TensorOp tensor) {
  return tensor ? tensor.getGeometry().getDefiningOp<SubclassOp>()
                : SubclassOp();
}

/// The views that PyTorch replays to make `tensor` of its base: one of both
/// wraps others. Empty where it makes the view with `as_strided`.
static SmallVector<OpResult> getReplayedViews(TensorOp tensor) {
  Value base = tensor.getBase();
  SubclassOp subclass = getSubclass(tensor);
  if (!base || (!subclass && !getSubclass(base.getDefiningOp<TensorOp>())))
    return {};
  ViewChain chain =
      getViewChain(subclass ? subclass.getOuter() : tensor.getGeometry(), base);
  bool isOneView =
      chain.views.size() == 1 && isa<ViewOp>(chain.views[0].getOwner());
  if (chain.start != base || isOneView)
    return {};
  return std::move(chain.views);
}

/// Of a tensor that is one view of its storage, or all of it; nothing for
/// another.
static std::optional<Geometry> getGeometry(TensorOp tensor,
                                           Arithmetic &arithmetic) {
  Value value = tensor.getGeometry();
  if (SubclassOp subclass = getSubclass(tensor))
    value = subclass.getOuter();
  Geometry geometry;
  if (auto view = value.getDefiningOp<ViewOp>())
    llvm::cantFail(view.mapGeometry(0, arithmetic, geometry));
  else if (isa<StorageType>(value.getType()))
    geometry = getTypeGeometry(tensor.getType(), 0, arithmetic, {});
  else
    return std::nullopt;
  return geometry;
}

/// The offset of the last of some views, where all that they are of is known.
static std::optional<int64_t> getOffset(TensorOp base,
                                        ArrayRef<OpResult> views) {
  Arithmetic arithmetic;
  auto isKnown = [](Value tensor) {
    auto type = cast<MetaTensorType>(tensor.getType());
    return type.isStrided() && type.getNumDynamic() == 0;
  };
  if (!base || !isKnown(base) || !llvm::all_of(views, isKnown))
    return std::nullopt;
  std::optional<Geometry> geometry = getGeometry(base, arithmetic);
  for (OpResult view : views)
    if (geometry && errorToBool(cast<ViewOpInterface>(view.getOwner())
                                    .mapGeometry(view.getResultNumber(),
                                                 arithmetic, *geometry)))
      return std::nullopt;
  if (!geometry || !geometry->offset.isConstant())
    return std::nullopt;
  return geometry->offset.constant();
}

/// But for views that are replayed, or that say how functionalization made one.
void Symbolizer::foldOtherViews() {
  SmallVector<std::pair<TensorOp, SmallVector<OpResult>>> replayed;
  llvm::DenseSet<Operation *> stay;
  auto keep = [&](ArrayRef<OpResult> views) {
    for (OpResult view : views)
      stay.insert(view.getOwner());
  };
  bool hasChains = false;
  for (Operation &op : *module.getBody()) {
    if (auto tensor = dyn_cast<TensorOp>(op)) {
      SmallVector<OpResult> views = getReplayedViews(tensor);
      keep(views);
      if (!views.empty())
        replayed.emplace_back(tensor, std::move(views));
    } else if (auto functional = dyn_cast<FunctionalOp>(op)) {
      if (functional.getView())
        keep(getViewChain(functional.getView()).views);
    } else {
      hasChains |= isa<ViewOpInterface>(op) && !isa<ViewOp>(op);
    }
  }
  if (hasChains)
    foldViews(module, [&](Operation *op) { return stay.contains(op); });
  for (auto &[tensor, views] : replayed)
    if (auto offset =
            getOffset(tensor.getBase().getDefiningOp<TensorOp>(), views))
      replays[tensor] = {std::move(views), *offset};
}

//===----------------------------------------------------------------------===//
// Replaying them
//===----------------------------------------------------------------------===//

/// A first replay, of marks in a block of its own, shows which numbers of the
/// views are those of the tensor.
LogicalResult Symbolizer::replayViews(const SymbolicTensor &item) {
  TensorOp tensor = item.tensor;
  const Replay &replay = replays.at(tensor);
  Block block;
  OpBuilder marking(tensor->getContext());
  marking.setInsertionPointToEnd(&block);
  IndexArithmetic markArithmetic(marking, tensor.getLoc());
  llvm::DenseMap<SymbolicReplay::Key, SymInt> marks;
  auto mark = [&](SymbolicReplay::Key key, int64_t number) {
    SymInt mark = number;
    if (number != 0 && number != 1)
      mark =
          toSymInt(block.addArgument(marking.getIndexType(), tensor.getLoc()));
    marks[key] = mark;
    return FailureOr<SymInt>(mark);
  };
  auto base = tensor.getBase().getDefiningOp<TensorOp>();
  SymbolicReplay trial(marking, markArithmetic, mark);
  if (failed(trial.run(replay.views, base, *getGeometry(base, markArithmetic))))
    return failure();
  llvm::DenseMap<SymInt, SymInt> said;
  auto compare = [&](ArrayRef<SymInt> made, ArrayRef<SymInt> numbers) {
    for (auto [number, own] : llvm::zip_equal(made, numbers))
      if (number.isSymbol())
        said.try_emplace(number, own);
  };
  compare(trial.getGeometry().sizes, replay.wanted->sizes);
  compare(trial.getGeometry().strides, replay.wanted->strides);
  compare(trial.getGeometry().offset, replay.wanted->offset);

  auto ask = [&](SymbolicReplay::Key key, int64_t number) {
    auto own = said.find(marks.lookup(key));
    if (own != said.end())
      return FailureOr<SymInt>(own->second);
    return provider.provideIndex(item, number);
  };
  OpBuilder builder(replay.views.back().getOwner());
  SymbolicReplay symbolic(builder, arithmetic, ask);
  if (failed(symbolic.run(replay.views, base, *getGeometry(base, arithmetic))))
    return failure();
  Value result = symbolic.getResult();
  setGeometry(tensor, result);
  Operation *over = replay.views[0].getOwner()->getOperand(0).getDefiningOp();
  for (OpResult view : llvm::reverse(replay.views))
    eraseUnused(view.getOwner());
  if (isa<CastOp>(over))
    eraseUnused(over);
  return setType(tensor, cast<MetaTensorType>(result.getType()));
}
