// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as PyTorch prints them.

#include "SymbolicText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// SymbolicText
//===----------------------------------------------------------------------===//

std::string SymbolicText::str() const {
  return constant ? llvm::itostr(*constant) : text;
}

SymbolicText SymbolicText::multiply(const SymbolicText &a,
                                    const SymbolicText &b) {
  int64_t product;
  if (a.constant && b.constant &&
      !llvm::MulOverflow(*a.constant, *b.constant, product))
    return product;
  if (a.constant == 1)
    return b;
  if (b.constant == 1)
    return a;
  return "(" + a.str() + ")*(" + b.str() + ")";
}

/// The text of one op over the texts of its operands; empty where it is none of
/// those that sizes are made of.
static std::string getText(Operation *op, ArrayRef<std::string> operands) {
  auto infix = [&](StringRef sign) {
    return ("(" + operands[0] + sign + operands[1] + ")").str();
  };
  auto call = [&](StringRef function) {
    return (function + "(" + operands[0] + ", " + operands[1] + ")").str();
  };
  if (isa<arith::AddIOp>(op))
    return infix(" + ");
  if (isa<arith::SubIOp>(op))
    return infix(" - ");
  if (isa<arith::MulIOp>(op))
    return infix("*");
  if (isa<arith::FloorDivSIOp>(op))
    return infix("//");
  if (isa<arith::CeilDivSIOp>(op))
    return call("CeilToInt");
  if (isa<arith::RemSIOp>(op))
    return call("Mod");
  if (isa<arith::MaxSIOp>(op))
    return call("Max");
  if (isa<arith::MinSIOp>(op))
    return call("Min");
  return {};
}

/// The text of a value that is used twice stands there twice: a few ops can be
/// made to double it each.
static constexpr size_t maxTextSize = 1 << 16;

FailureOr<SymbolicText> SymbolicText::get(int64_t constant, Value value) {
  if (!value)
    return SymbolicText(constant);
  // Operands come before what is made of them. A cycle finds itself unfinished.
  llvm::DenseMap<Value, std::string> texts;
  SmallVector<Value> stack = {value};
  llvm::DenseSet<Value> begun;
  while (!stack.empty()) {
    Value next = stack.back();
    Operation *op = next.getDefiningOp();
    APInt number;
    if (!op || texts.contains(next)) {
      if (!op)
        return failure();
      stack.pop_back();
      continue;
    }
    if (auto symbol = dyn_cast<SymbolOp>(op)) {
      texts[next] = symbol.getName().str();
    } else if (matchPattern(next, m_ConstantInt(&number))) {
      if (next == value)
        return SymbolicText(number.getSExtValue());
      texts[next] = llvm::itostr(number.getSExtValue());
    } else if (begun.insert(next).second) {
      if (op->getNumOperands() != 2)
        return failure();
      llvm::append_range(stack, op->getOperands());
    } else {
      SmallVector<std::string, 2> operands;
      for (Value operand : op->getOperands())
        operands.push_back(texts.lookup(operand));
      std::string text = getText(op, operands);
      if (text.empty() || text.size() > maxTextSize ||
          llvm::is_contained(operands, ""))
        return failure();
      texts[next] = std::move(text);
    }
  }
  return SymbolicText(texts.lookup(value));
}

//===----------------------------------------------------------------------===//
// GeometryText
//===----------------------------------------------------------------------===//

/// What the `?` of a type are, in its order.
static FailureOr<SmallVector<SymbolicText>> getTexts(ArrayRef<int64_t> numbers,
                                                     ValueRange &dynamic) {
  SmallVector<SymbolicText> texts;
  for (int64_t number : numbers) {
    Value value;
    if (ShapedType::isDynamic(number)) {
      if (dynamic.empty())
        return failure();
      value = dynamic.front();
      dynamic = dynamic.drop_front();
    }
    FailureOr<SymbolicText> text = SymbolicText::get(number, value);
    if (failed(text))
      return failure();
    texts.push_back(*text);
  }
  return texts;
}

/// The operands for the `?` of a geometry that is a view or made of parts.
static ValueRange getDynamic(Operation *op) {
  return llvm::TypeSwitch<Operation *, ValueRange>(op)
      .Case([](ViewOp view) { return ValueRange(view.getDynamicLayout()); })
      .Case<SparseCooOp, SparseCompressedOp>(
          [](auto sparse) { return ValueRange(sparse.getDynamic()); })
      .Default([](Operation *) { return ValueRange(); });
}

static SmallVector<SymbolicText>
getContiguousStrides(ArrayRef<SymbolicText> sizes) {
  SmallVector<SymbolicText> strides;
  SymbolicText step = 1;
  for (const SymbolicText &size : llvm::reverse(sizes)) {
    strides.push_back(step);
    if (size.getConstant() != 0)
      step = SymbolicText::multiply(step, size);
  }
  std::reverse(strides.begin(), strides.end());
  return strides;
}

/// The tensor in a wrapper of functorch, and the dimension that it hides.
static std::pair<Value, std::optional<int64_t>> unwrap(Value geometry) {
  if (auto batched = geometry.getDefiningOp<BatchedOp>())
    return {batched.getInner(), batched.getDim()};
  if (auto wrapper = geometry.getDefiningOp<GradTrackingOp>())
    return {wrapper.getInner(), std::nullopt};
  return {};
}

FailureOr<GeometryText> GeometryText::get(Value geometry, MetaTensorType type) {
  SmallVector<int64_t> hidden;
  while (true) {
    if (auto [inner, dim] = unwrap(geometry); inner) {
      if (dim)
        hidden.push_back(*dim);
      geometry = inner;
    } else if (auto live = geometry.getDefiningOp<TensorOp>()) {
      geometry = live.getGeometry();
    } else {
      break;
    }
    // A storage has no type of this kind: its tensor says the numbers.
    if (auto inner = dyn_cast<MetaTensorType>(geometry.getType()))
      type = inner;
  }
  Operation *op = geometry.getDefiningOp();
  if (!op || (isa<ViewOpInterface>(op) && !isa<ViewOp>(op)))
    return failure();
  GeometryText text;
  ValueRange dynamic = getDynamic(op);
  auto sizes = getTexts(type.getShape(), dynamic);
  if (failed(sizes))
    return failure();
  text.sizes = std::move(*sizes);
  if (type.isContiguous()) {
    text.strides = getContiguousStrides(text.sizes);
  } else if (type.isStrided()) {
    auto strides = getTexts(type.getStrides(), dynamic);
    if (failed(strides))
      return failure();
    text.strides = std::move(*strides);
  }
  if (auto view = dyn_cast<ViewOp>(op)) {
    auto offset = SymbolicText::get(view.getOffset(), view.getDynamicOffset());
    if (failed(offset))
      return failure();
    text.offset = *offset;
  }
  for (int64_t dim : llvm::reverse(hidden)) {
    text.sizes.erase(text.sizes.begin() + dim);
    if (!text.strides.empty())
      text.strides.erase(text.strides.begin() + dim);
  }
  return text;
}
