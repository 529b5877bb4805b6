// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor that autograd says is a view, made of its base.
//
//   before:  %0 = meta.view %pool offset 2 : .. -> 4x3, strided<[1, 4]>
//            %k = meta.tensor %0 base %pool
//   after:   %k = build.tensor 1 "k" {
//              %0 = build.as_strided %pool offset 2 no_grad
//              build.creation %0 default
//              build.yield %0
//            }

#include "BuildOrder.h"
#include "Materializer.h"
#include "metautils/IR/ViewReplay.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Views recorded by autograd
//===----------------------------------------------------------------------===//

/// The view ops from `start` to `view` on another base, with the program's
/// numbers.
FailureOr<Value> Materializer::replayOver(Value view, Value start, Value base) {
  bool areKnown = true;
  auto mapNumber = [&](Value number) {
    FailureOr<Numbers> copy = getNumbers(number);
    areKnown &= succeeded(copy);
    return succeeded(copy) ? copy->front() : number;
  };
  FailureOr<Value> result =
      replayViews(builder, view, start, base, {mapNumber, {}});
  if (!areKnown)
    return failure();
  return result;
}

FailureOr<Value> Materializer::replay(TensorOp tensor, Value view, Value base) {
  auto op = build::ReplayOp::create(builder, location, view.getType(), base,
                                    /*noGrad=*/!tensor.getNonLeaf());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  FailureOr<Value> result = replayOver(view, tensor.getBase(), base);
  if (failed(result))
    return failure();
  build::YieldOp::create(builder, location, *result);
  return op.getResult();
}

//===----------------------------------------------------------------------===//
// Dense views
//===----------------------------------------------------------------------===//

static int64_t doubleNumber(int64_t number) {
  return ShapedType::isDynamic(number) ? number : 2 * number;
}

/// A tensor of complex elements as one of pairs.
static MetaTensorType asPairs(MetaTensorType type) {
  SmallVector<int64_t> sizes(type.getShape()), strides = type.getStrides();
  for (int64_t &stride : strides)
    stride = doubleNumber(stride);
  sizes.push_back(2);
  strides.push_back(1);
  Attribute layout;
  if (!type.isContiguous())
    layout = StridedLayoutAttr::get(type.getContext(), 0, strides);
  return MetaTensorType::get(
      sizes, cast<ComplexType>(type.getElementType()).getElementType(), layout,
      type.getDevice(), type.getConj(), type.getNeg());
}

/// A view of the geometry of `like`. The last operand is the offset where that
/// is not constant.
Value Materializer::asStrided(Value base, MetaTensorType like,
                              ValueRange dynamic, int64_t offset, bool noGrad) {
  auto type = cast<MetaTensorType>(base.getType());
  auto result = MetaTensorType::get(like.getShape(), type.getElementType(),
                                    like.getLayout(), type.getDevice(),
                                    type.getConj(), type.getNeg());
  return build::AsStridedOp::create(builder, location, result, base, dynamic,
                                    offset, noGrad);
}

/// The view that has the elements of `tensor`, which those of the base may be
/// made of, or be part of. The offset is in elements of the tensor.
FailureOr<Value> Materializer::viewElements(TensorOp tensor, Value base,
                                            const Placement &placement) {
  bool noGrad = !tensor.getNonLeaf();
  auto baseType = cast<MetaTensorType>(base.getType());
  MetaTensorType type = tensor.getType();
  Type elements = type.getElementType(),
       baseElements = baseType.getElementType();
  FailureOr<Numbers> operands = getDynamic(tensor.getGeometry());
  if (failed(operands))
    return failure();
  if (placement.dynamicOffset)
    operands->push_back(placement.dynamicOffset);
  auto isComplexOf = [](Type complex, Type real) {
    auto type = dyn_cast<ComplexType>(complex);
    return type && type.getElementType() == real;
  };

  if (elements == baseElements)
    return asStrided(base, type, *operands, placement.offset, noGrad);
  // The pairs first: the base as a whole may not be made of them.
  if (isComplexOf(elements, baseElements)) {
    Value pairs = asStrided(base, asPairs(type), doubleStrides(type, *operands),
                            doubleNumber(placement.offset), noGrad);
    auto result = MetaTensorType::get(type.getShape(), elements,
                                      type.getLayout(), type.getDevice());
    return build::ViewAsComplexOp::create(builder, location, result, pairs,
                                          noGrad)
        .getResult();
  }
  if (isComplexOf(baseElements, elements) && !baseType.getConj()) {
    Value pairs = build::ViewAsRealOp::create(builder, location,
                                              asPairs(baseType), base, noGrad);
    return asStrided(pairs, type, *operands, placement.offset, noGrad);
  }
  return refuse(tensor)
         << "a view of elements that autograd can see in those of its base ("
         << baseType << "), got " << type;
}

//===----------------------------------------------------------------------===//
// Views of sparse tensors
//===----------------------------------------------------------------------===//

/// The values that a sparse base stores, or null.
static Value getStoredValues(TensorOp tensor) {
  auto base = tensor.getBase().getDefiningOp<TensorOp>();
  Operation *geometry = base ? base.getGeometry().getDefiningOp() : nullptr;
  if (auto coo = dyn_cast_or_null<SparseCooOp>(geometry))
    return coo.getValues();
  if (auto compressed = dyn_cast_or_null<SparseCompressedOp>(geometry))
    return compressed.getValues();
  return {};
}

/// Whether a view of a sparse tensor is one to autograd alone: `select` copies.
bool Materializer::isOutsideOfParts(TensorOp tensor) {
  Value values = getStoredValues(tensor);
  return values && roots.find(values) != roots.find(tensor.getGeometry());
}

/// The values as a whole, or a view of them.
FailureOr<Value> Materializer::viewValues(TensorOp tensor, Value base,
                                          const Placement &placement) {
  Value stored = getStoredValues(tensor);
  FailureOr<Placement> whole = place(stored);
  if (failed(whole))
    return failure();
  auto type = cast<MetaTensorType>(stored.getType());
  Value values = build::ValuesOp::create(builder, location, type, base,
                                         /*noGrad=*/!tensor.getNonLeaf());
  if (type == tensor.getType() && whole->offset == placement.offset &&
      whole->dynamicOffset == placement.dynamicOffset)
    return values;
  return viewElements(tensor, values, placement);
}

/// `view_from_base`: the view ops where they are known, else one as_strided.
FailureOr<Value> Materializer::viewFromBase(TensorOp tensor, Value base) {
  Value geometry = tensor.getGeometry();
  if (auto functional = geometry.getDefiningOp<FunctionalOp>())
    return viewFunctional(functional, base, /*noGrad=*/!tensor.getNonLeaf());
  // The class makes the tensors inside of its view.
  if (auto subclass = geometry.getDefiningOp<SubclassOp>())
    geometry = subclass.getOuter();
  if (isViewChain(geometry, tensor.getBase()))
    return replay(tensor, geometry, base);
  FailureOr<Placement> placement = place(tensor.getGeometry());
  if (failed(placement))
    return failure();
  if (getStoredValues(tensor))
    return viewValues(tensor, base, *placement);
  FailureOr<Value> view = viewElements(tensor, base, *placement);
  // Autograd and memory may disagree (`set_`).
  if (succeeded(view) &&
      roots.find(tensor.getBase()) != placement->storage.getResult() &&
      failed(bindStorage(*view, *placement)))
    return failure();
  return view;
}

/// A leaf that requires grad, between a base that does not and a view that is
/// no leaf.
Value Materializer::makeGradLeaf(Value base) {
  Value leaf = build::AliasOp::create(builder, location, base.getType(), base,
                                      /*noGrad=*/true);
  build::RequiresGradOp::create(builder, location, leaf);
  return leaf;
}

FailureOr<Value> Materializer::makeView(TensorOp tensor) {
  Value base = getMade(tensor.getBase());
  auto live = tensor.getBase().getDefiningOp<TensorOp>();
  if (tensor.getNonLeaf() && !live.getRequiresGrad())
    base = makeGradLeaf(base);
  FailureOr<Value> view = viewFromBase(tensor, base);
  if (failed(view))
    return failure();
  // What is no leaf has the history of its base, as the first of one output.
  if (!tensor.getNonLeaf() || tensor.getOutput() != 0)
    addHistory(tensor, *view);
  build::CreationOp::create(builder, location, *view, tensor.getCreation());
  return view;
}
