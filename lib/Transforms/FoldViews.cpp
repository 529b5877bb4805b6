// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds each chain of views into one view of its root.
//
//   before:  %0 = meta.slice %pool dim 0 from 2 to 14
//            %1 = meta.reshape %0 to [3, 4]
//            %2 = meta.transpose %1, 0, 1
//   after:   %2 = meta.view %s offset 2 : .. -> 4x3, strided<[1, 4]>
//
// Each result of a view is a node. A node is resolved after its base, with an
// explicit stack: its geometry is the base's, mapped by its op. Geometries are
// dropped as soon as the last view of them is resolved, so a chain of a million
// views holds two.

#include "NormalizeStrides.h"
#include "QueryAnswers.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_FOLDVIEWSPASS
#include "metautils/Transforms/Passes.h.inc"
} // namespace metautils

namespace {

/// A geometry and what it is over: a storage, an argument, or a view that
/// could not be folded.
struct Resolved {
  Value root;
  Geometry geometry;
  /// The one view of the root, once it is built.
  Value view;
};

/// Remembers what is built, to erase what proves unused.
struct BuiltOps : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    ops.push_back(op);
  }
  void eraseUnused() {
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
  }
  SmallVector<Operation *> ops;
};

class ViewFolder {
public:
  explicit ViewFolder(Operation *top)
      : builder(top->getContext(), &builtOps), top(top) {}

  void run();

private:
  enum class State : uint8_t { New, Active, Folded, Kept };
  static constexpr unsigned kNoNode = ~0u;

  /// One result of a view. Those of one op stand side by side.
  struct Node {
    ViewOpInterface op;
    unsigned result;
    /// The node that it is a view of, or `kNoNode`.
    unsigned base = kNoNode;
    State state = State::New;
    /// How many views of it are not resolved yet.
    unsigned pendingViews = 0;
    std::unique_ptr<Resolved> resolved;

    Value getValue() const { return op->getResult(result); }
  };

  void collect();
  void resolveFrom(unsigned start);
  void cutCycle(MutableArrayRef<unsigned> stack);
  void resolve(Node &node);
  Resolved startAt(Value base, bool needsGeometry);
  void keep(Node &node, llvm::Error reason);
  void release(unsigned index);

  void replaceUses(Node &node);
  Value materialize(Node &node);
  void eraseDead();
  void eraseFrom(unsigned index);

  BuiltOps builtOps;
  OpBuilder builder;
  Operation *top;
  std::vector<Node> nodes;
  llvm::DenseMap<Value, Geometry> rootGeometries;
  QueryAnswers answers;
};

} // namespace

/// Looks through a live tensor at the geometry that it is of.
static Value getGeometry(Value tensor) {
  if (auto live = tensor.getDefiningOp<TensorOp>())
    return live.getGeometry();
  return tensor;
}

/// A view of a sparse or opaque tensor maps no geometry.
static bool isOfGeometry(ViewOpInterface op) {
  auto type = dyn_cast<MetaTensorType>(op.getViewSource().getType());
  return !type || type.isStrided();
}

/// A view with a geometry of its own asks nothing of its base.
static bool isAbsolute(ViewOpInterface op) {
  return isa<ViewOp>(op.getOperation());
}

//===----------------------------------------------------------------------===//
// Resolving
//===----------------------------------------------------------------------===//

void ViewFolder::collect() {
  std::vector<ViewOpInterface> ops;
  size_t count = 0;
  top->walk([&](ViewOpInterface op) {
    if (!isOfGeometry(op))
      return;
    ops.push_back(op);
    count += op->getNumResults();
  });
  nodes.reserve(count);
  llvm::DenseMap<Value, unsigned> nodeOf;
  nodeOf.reserve(count);
  for (ViewOpInterface op : ops)
    for (unsigned result : llvm::seq(op->getNumResults())) {
      nodeOf[op->getResult(result)] = nodes.size();
      nodes.push_back({op, result});
    }
  for (Node &node : nodes) {
    auto base = nodeOf.find(getGeometry(node.op.getViewSource()));
    if (base == nodeOf.end())
      continue;
    node.base = base->second;
    ++nodes[node.base].pendingViews;
  }
}

void ViewFolder::run() {
  collect();
  for (unsigned index : llvm::seq<unsigned>(nodes.size()))
    resolveFrom(index);
  answers.eraseAnswered();
  eraseDead();
  builtOps.eraseUnused();
}

void ViewFolder::resolveFrom(unsigned start) {
  SmallVector<unsigned> stack = {start};
  while (!stack.empty()) {
    Node &node = nodes[stack.back()];
    State baseState =
        node.base == kNoNode ? State::Kept : nodes[node.base].state;
    if (node.state == State::New && baseState == State::New) {
      node.state = State::Active;
      stack.push_back(node.base);
      continue;
    }
    if (baseState == State::Active)
      cutCycle(stack);
    else if (node.state == State::New || node.state == State::Active)
      resolve(node);
    stack.pop_back();
  }
}

/// The end of the stack is a cycle. Its first view in the text is kept,
/// wherever the cycle was entered; the others follow below it on the stack.
void ViewFolder::cutCycle(MutableArrayRef<unsigned> stack) {
  auto begin = llvm::find(stack, nodes[stack.back()].base);
  std::rotate(begin, std::next(std::min_element(begin, stack.end())),
              stack.end());
  Node &first = nodes[stack.back()];
  first.state = State::Kept;
  release(first.base);
}

/// Refuses a geometry that no view of this type can state.
static llvm::Error checkGeometry(MetaTensorType type,
                                 const Geometry &geometry) {
  // The type keeps a dim of which it does not know that it can be squeezed.
  if (geometry.rank() != static_cast<size_t>(type.getRank()))
    return llvm::createStringError("its type has another number of dims");
  auto getLeast = [](SymInt number, int64_t otherwise) {
    return number.isConstant() ? number.constant() : otherwise;
  };
  SmallVector<int64_t, 4> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(getLeast(size, 1));
  for (SymInt stride : geometry.strides)
    strides.push_back(getLeast(stride, 0));
  int64_t offset = getLeast(geometry.offset, 0);
  if (llvm::Error error = metautils::checkGeometry(sizes, strides, offset))
    return error;
  if (!reachedBytes(sizes, strides, offset, type.getElementBytes()))
    return llvm::createStringError("its geometry overflows");
  return llvm::Error::success();
}

void ViewFolder::resolve(Node &node) {
  Node *base = node.base == kNoNode ? nullptr : &nodes[node.base];
  Resolved resolved;
  if (base && base->state == State::Folded)
    resolved = {base->resolved->root, base->resolved->geometry, {}};
  else
    resolved = startAt(node.op.getViewSource(), !isAbsolute(node.op));

  builder.setInsertionPoint(node.op);
  IndexArithmetic arithmetic(builder, node.op->getLoc());
  llvm::Error error =
      node.op.mapGeometry(node.result, arithmetic, resolved.geometry);
  for (auto *numbers : {&resolved.geometry.sizes, &resolved.geometry.strides})
    for (SymInt &number : *numbers)
      number = resolveConstant(number);
  resolved.geometry.offset = resolveConstant(resolved.geometry.offset);
  auto type = cast<MetaTensorType>(node.getValue().getType());
  if (!error)
    error = arithmetic.overflowed()
                ? llvm::createStringError("its geometry overflows")
                : checkGeometry(type, resolved.geometry);
  if (error) {
    keep(node, std::move(error));
    release(node.base);
    return;
  }

  node.resolved = std::make_unique<Resolved>(std::move(resolved));
  node.state = State::Folded;
  answers.answer(node.getValue(), node.resolved->geometry, builder);
  replaceUses(node);
  release(node.base);
  if (node.pendingViews == 0)
    node.resolved.reset();
}

/// A view that cannot be folded is a root, over the folded form of its base.
void ViewFolder::keep(Node &node, llvm::Error reason) {
  node.state = State::Kept;
  node.op->emitRemark() << "kept as it is: "
                        << llvm::toString(std::move(reason));
  if (node.base != kNoNode && nodes[node.base].state == State::Folded)
    node.op->setOperand(0, materialize(nodes[node.base]));
}

void ViewFolder::release(unsigned index) {
  if (index != kNoNode && --nodes[index].pendingViews == 0)
    nodes[index].resolved.reset();
}

/// The root that a chain begins with, and its geometry where a view asks for
/// it.
Resolved ViewFolder::startAt(Value base, bool needsGeometry) {
  Value root = getGeometry(base);
  if (!needsGeometry)
    return {root, {}, {}};
  // A live tensor says no more of itself than what it is of.
  if (isa<MetaTensorType>(root.getType()))
    base = root;
  auto type = cast<MetaTensorType>(base.getType());
  auto known = rootGeometries.find(base);
  if (known != rootGeometries.end())
    return {root, known->second, {}};

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
  return {root, geometry, {}};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts the folded view wherever a node is used but as the base of a view.
void ViewFolder::replaceUses(Node &node) {
  Value value = node.getValue();
  auto isOther = [](OpOperand &use) {
    return !isa<ViewOpInterface>(use.getOwner());
  };
  if (llvm::none_of(value.getUses(), isOther))
    return;
  Value folded = materialize(node);
  if (folded != value)
    value.replaceUsesWithIf(folded, isOther);
}

/// The node as one view of its root.
Value ViewFolder::materialize(Node &node) {
  auto &[root, geometry, folded] = *node.resolved;
  if (folded)
    return folded;
  auto type = cast<MetaTensorType>(node.getValue().getType());
  MetaTensorType refined = refineType(type, geometry);
  int64_t offset = geometry.offset.toStatic();
  auto view = dyn_cast<ViewOp>(node.op.getOperation());
  if (view && view.getBase() == root && refined == type &&
      view.getOffset() == offset)
    return folded = view;

  builder.setInsertionPoint(node.op);
  Location location = node.op->getLoc();
  IndexArithmetic arithmetic(builder, location);
  SmallVector<Value> operands;
  auto addOperands = [&](ArrayRef<int64_t> stated, ArrayRef<SymInt> numbers) {
    for (auto [number, value] : llvm::zip_equal(stated, numbers))
      if (ShapedType::isDynamic(number))
        operands.push_back(arithmetic.getValue(value));
  };
  addOperands(refined.getShape(), geometry.sizes);
  if (!refined.isContiguous())
    addOperands(refined.getStrides(), geometry.strides);
  addOperands(offset, geometry.offset);
  folded = ViewOp::create(builder, location, refined, root, operands, offset);
  if (refined != type)
    folded = CastOp::create(builder, location, type, folded);
  return folded;
}

/// Erases views that nothing uses any more. Most stand behind their base, so
/// that one pass from the end meets users first.
void ViewFolder::eraseDead() {
  for (unsigned index : llvm::reverse(llvm::seq<unsigned>(nodes.size())))
    if (nodes[index].result == 0)
      eraseFrom(index);
}

/// Erases a view, and the bases that it alone kept and that were passed by.
void ViewFolder::eraseFrom(unsigned index) {
  while (Operation *op = nodes[index].op) {
    if (!op->use_empty())
      return;
    unsigned base = nodes[index].base;
    op->erase();
    nodes[index].op = {};
    if (base == kNoNode || base < index)
      return;
    index = base - nodes[base].result;
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct FoldViewsPass : metautils::impl::FoldViewsPassBase<FoldViewsPass> {
  using Base::Base;

  void runOnOperation() final {
    ViewFolder(getOperation()).run();
    if (normalizeUnitStrides)
      normalizeStridesOfUnitDims(getOperation());
  }
};
} // namespace
