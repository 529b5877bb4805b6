// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views made anew over a base whose sizes are symbols.
//
//   before:  %0 = meta.slice %base dim 0 from 2 to 5
//            %1 = meta.select %0 dim 1 index 3
//   after:   %0 = meta.narrow %base dim 0 start %s12 length %s27
//            %1 = meta.select %0 dim 1 index %s13
//
// Nothing is clamped, which was decided when the view was made. A number is
// stated where the base does not say it: PyTorch makes a symbol of each (with
// an `EphemeralSource`, since no guard can name it) and has its ShapeEnv find
// out which of them are sizes of the result.

#include "SymbolicReplay.h"
#include "metautils/IR/ViewReplay.h"
#include "metautils/Layout/Views.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

SymInt SymbolicReplay::get(int64_t number) {
  FailureOr<SymInt> answer = ask({view.getOwner(), numAsked++}, number);
  isRefused |= failed(answer);
  return succeeded(answer) ? *answer : SymInt(number);
}

/// Of an index that may count from the end.
SymInt SymbolicReplay::getFromFront(int64_t index, int64_t dim) {
  SymInt number = get(index);
  return index < 0 ? arithmetic.add(geometry.sizes[dim], number) : number;
}

SmallVector<SymInt> SymbolicReplay::getAll(ArrayRef<int64_t> list) {
  return llvm::map_to_vector(list, [&](int64_t number) { return get(number); });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// Numbers as properties of an op, and as operands where they are not constant.
struct Numbers {
  SmallVector<int64_t> properties;
  SmallVector<Value> operands;

  Numbers(std::initializer_list<SymInt> numbers) : Numbers(ArrayRef(numbers)) {}
  Numbers(ArrayRef<SymInt> numbers) {
    for (SymInt number : numbers) {
      properties.push_back(number.toStatic());
      if (number.isSymbol())
        operands.push_back(toValue(number));
    }
  }
};
} // namespace

static ArrayRef<int64_t> getKnownSizes(Operation *view) {
  return cast<MetaTensorType>(view->getOperand(0).getType()).getShape();
}

/// An op over the view so far. Its types follow from its operands, but it has
/// to have some before.
template <typename OpT, typename... Args>
LogicalResult SymbolicReplay::create(Args... args) {
  return finish(OpT::create(builder, current.getLoc(), current.getType(),
                            current, args...));
}

LogicalResult SymbolicReplay::finish(Operation *op) {
  if (isRefused || failed(inferViewTypes(op)) ||
      failed(verify(op, /*verifyRecursively=*/false)))
    return failure();
  Geometry mapped = geometry;
  llvm::Error error =
      cast<ViewOpInterface>(op).mapGeometry(resultNumber, arithmetic, mapped);
  if (error.isA<UndecidedError>() && !isa<BitcastOp, ViewAsComplexOp>(op)) {
    llvm::consumeError(std::move(error));
    isUndecided = true;
    op->erase();
    return failure();
  }
  if (error)
    return op->emitOpError() << llvm::toString(std::move(error));
  geometry = std::move(mapped);
  current = op->getResult(resultNumber);
  return success();
}

LogicalResult SymbolicReplay::addNarrow(int64_t dim, SymInt start,
                                        SymInt length) {
  Numbers bounds = {start, length};
  return create<NarrowOp>(dim, bounds.properties[0], bounds.properties[1],
                          ValueRange(bounds.operands));
}

LogicalResult SymbolicReplay::addSelect(int64_t dim, SymInt index) {
  Numbers number = {index};
  return create<SelectOp>(dim, number.properties[0],
                          ValueRange(number.operands));
}

/// Bounds that were in range stay so: their distance is what is stated.
LogicalResult SymbolicReplay::add(SliceOp op) {
  int64_t dim = op.getDim(), size = getKnownSizes(op)[dim];
  int64_t start = op.getStart(), end = op.getEnd();
  int64_t first = start < 0 ? start + size : start;
  int64_t last = end < 0 ? end + size : std::min(end, size);
  if (first < 0 || last < first)
    return add(op.getOperation());
  SymInt from = getFromFront(start, dim);
  SymInt length = last == size ? arithmetic.sub(geometry.sizes[dim], from)
                  : end < 0    ? arithmetic.sub(getFromFront(end, dim), from)
                               : get(last - first);
  LogicalResult part = addNarrow(dim, from, length);
  if (failed(part) || op.getStep() == 1)
    return part;
  return create<SliceOp>(dim, int64_t(0), std::numeric_limits<int64_t>::max(),
                         op.getStep(), ValueRange());
}

LogicalResult SymbolicReplay::add(NarrowOp op) {
  SymInt start = get(op.getStart());
  return addNarrow(op.getDim(), start, get(op.getLength()));
}

LogicalResult SymbolicReplay::add(SelectOp op) {
  return addSelect(op.getDim(), getFromFront(op.getIndex(), op.getDim()));
}

/// The parts that are asked for leave the last of the others what is left.
LogicalResult SymbolicReplay::add(SplitOp op) {
  ArrayRef<int64_t> known = op.getSizes();
  bool isLast = known.size() > 1 && resultNumber + 1 == known.size();
  unsigned rest = known.size() - (isLast ? 2 : 1);
  SmallVector<SymInt> sizes;
  SymInt left = geometry.sizes[op.getDim()];
  for (auto [part, size] : llvm::enumerate(known)) {
    sizes.push_back(part == rest ? SymInt(0) : get(size));
    left = arithmetic.sub(left, sizes.back());
  }
  sizes[rest] = left;
  Numbers parts(sizes);
  SmallVector<Type> types(known.size(), current.getType());
  return finish(SplitOp::create(builder, op.getLoc(), types, current,
                                op.getDim(), parts.properties, parts.operands));
}

/// As many results as a dimension is large are no more known.
LogicalResult SymbolicReplay::add(UnbindOp op) {
  int64_t index = std::exchange(resultNumber, 0);
  return addSelect(op.getDim(), get(index));
}

/// A size 1 that is a symbol now is no more dropped by itself.
LogicalResult SymbolicReplay::add(SqueezeOp op) {
  ArrayRef<int64_t> known = getKnownSizes(op);
  auto isToGo = [&](int64_t dim) {
    bool isNamed =
        op.getDims().empty() || llvm::is_contained(op.getDims(), dim);
    return isNamed && known[dim] == 1;
  };
  auto dims = llvm::seq<int64_t>(known.size());
  if (llvm::none_of(dims, [&](int64_t dim) {
        return isToGo(dim) && geometry.sizes[dim].isSymbol();
      }))
    return add(op.getOperation());
  for (int64_t dim : llvm::reverse(dims))
    if (isToGo(dim) && failed(addSelect(dim, 0)))
      return failure();
  return success();
}

/// What is not repeated is as large as it was.
LogicalResult SymbolicReplay::add(ExpandOp op) {
  ArrayRef<int64_t> known = getKnownSizes(op);
  size_t added = op.getSizes().size() - known.size();
  SmallVector<SymInt> sizes;
  for (auto [dim, size] : llvm::enumerate(op.getSizes())) {
    bool isKept = dim >= added && (size == -1 || size == known[dim - added]);
    sizes.push_back(isKept ? SymInt(-1) : get(size));
    // A size 1 that is a symbol would have to stay.
    if (isKept || dim < added || !geometry.sizes[dim - added].isSymbol())
      continue;
    if (failed(addSelect(dim - added, 0)) ||
        failed(create<UnsqueezeOp>(int64_t(dim - added))))
      return failure();
  }
  Numbers numbers(sizes);
  return create<ExpandOp>(ArrayRef(numbers.properties),
                          ValueRange(numbers.operands));
}

/// Dimensions that are the same at both ends stay, the last of the others
/// follows.
LogicalResult SymbolicReplay::add(ReshapeOp op) {
  ArrayRef<int64_t> from = getKnownSizes(op);
  ArrayRef<int64_t> to = cast<MetaTensorType>(op.getType()).getShape();
  SmallVector<SymInt> sizes(to.size());
  size_t front = 0, back = 0, least = std::min(from.size(), to.size());
  for (; front < least && from[front] == to[front]; ++front)
    sizes[front] = geometry.sizes[front];
  for (; back < least - front &&
         from[from.size() - back - 1] == to[to.size() - back - 1];
       ++back)
    sizes[to.size() - back - 1] = geometry.sizes[from.size() - back - 1];
  for (size_t dim = front; dim + back < to.size(); ++dim) {
    bool isLast = dim + back + 1 == to.size();
    bool isKnown = llvm::is_contained(to, 0) || from.size() == front + back;
    sizes[dim] = isLast && !isKnown ? SymInt(-1) : get(to[dim]);
  }
  Numbers numbers(sizes);
  return create<ReshapeOp>(ArrayRef(numbers.properties),
                           ValueRange(numbers.operands));
}

LogicalResult SymbolicReplay::add(UnflattenOp op) {
  ArrayRef<int64_t> to = cast<MetaTensorType>(op.getType())
                             .getShape()
                             .slice(op.getDim(), op.getSizes().size());
  SmallVector<SymInt> sizes = getAll(to.drop_back());
  sizes.push_back(llvm::is_contained(to, 0) ? get(to.back()) : SymInt(-1));
  Numbers numbers(sizes);
  return create<UnflattenOp>(int64_t(op.getDim()), ArrayRef(numbers.properties),
                             ValueRange(numbers.operands));
}

LogicalResult SymbolicReplay::addAsStrided(ArrayRef<int64_t> knownSizes,
                                           ArrayRef<int64_t> knownStrides,
                                           std::optional<int64_t> offset) {
  Numbers sizes(getAll(knownSizes));
  Numbers strides(getAll(knownStrides));
  SmallVector<Value> operands = std::move(sizes.operands);
  llvm::append_range(operands, strides.operands);
  if (offset) {
    SymInt number = get(*offset);
    offset = number.toStatic();
    if (number.isSymbol())
      operands.push_back(toValue(number));
  }
  return create<AsStridedOp>(ArrayRef(sizes.properties),
                             ArrayRef(strides.properties), offset,
                             ValueRange(operands));
}

LogicalResult SymbolicReplay::add(AsStridedOp op) {
  return addAsStrided(op.getSizes(), op.getStrides(), op.getOffset());
}

LogicalResult SymbolicReplay::add(ViewOp op) {
  MetaTensorType type = op.getType();
  if (type.getElementType() !=
      cast<MetaTensorType>(current.getType()).getElementType())
    return add(op.getOperation());
  return addAsStrided(type.getShape(), type.getStrides(), op.getOffset());
}

/// One without numbers, or with numbers that are no sizes.
LogicalResult SymbolicReplay::add(Operation *op) {
  Operation *clone = builder.clone(*op);
  clone->setOperand(0, current);
  return finish(clone);
}

/// PyTorch guards on the sizes where these decide: the view is as it was then.
LogicalResult SymbolicReplay::addOne(OpResult next) {
  view = next;
  numAsked = 0;
  isUndecided = false;
  resultNumber = view.getResultNumber();
  auto added =
      llvm::TypeSwitch<Operation *, LogicalResult>(view.getOwner())
          .Case([&](CastOp) { return success(); })
          .Case<SliceOp, NarrowOp, SelectOp, SplitOp, UnbindOp, SqueezeOp,
                ExpandOp, ReshapeOp, UnflattenOp, AsStridedOp, ViewOp>(
              [&](auto op) {
                // Numbers that are operands already are what they are.
                return op->getNumOperands() > 1 ? add(op.getOperation())
                                                : add(op);
              })
          .Default([&](Operation *op) { return add(op); });
  if (!isUndecided)
    return added;
  resultNumber = 0;
  auto type = cast<MetaTensorType>(view.getType());
  return addAsStrided(type.getShape(), type.getStrides(), std::nullopt);
}

LogicalResult SymbolicReplay::run(ArrayRef<OpResult> views, Value base,
                                  Geometry baseGeometry) {
  current = base;
  geometry = std::move(baseGeometry);
  for (OpResult next : views)
    if (failed(addOne(next)))
      return failure();
  return success();
}
