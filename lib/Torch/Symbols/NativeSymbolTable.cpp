// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of symbols and expressions: ranges, hints, text.

#include "NativeSymbolTable.h"

#include "llvm/Support/MathExtras.h"

using namespace metautils;
using llvm::ArrayRef;
using Op = Arithmetic::Op;
using Range = NativeSymbolTable::Range;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

using Bound = std::optional<int64_t>;

static Bound add(Bound a, Bound b) {
  int64_t sum;
  if (!a || !b || llvm::AddOverflow(*a, *b, sum))
    return std::nullopt;
  return sum;
}

static Bound subtract(Bound a, Bound b) {
  int64_t difference;
  if (!a || !b || llvm::SubOverflow(*a, *b, difference))
    return std::nullopt;
  return difference;
}

static Bound multiply(Bound a, Bound b) {
  int64_t product;
  if (!a || !b || llvm::MulOverflow(*a, *b, product))
    return std::nullopt;
  return product;
}

static bool isNegative(const Range &range) {
  return !range.min || *range.min < 0;
}

/// Of numbers that are not negative, and of divisors that are positive: all
/// that geometries have.
static Range applyRange(Op op, Range a, Range b) {
  bool isPlain = !isNegative(a) && !isNegative(b);
  auto divide = [](Bound x, Bound y) -> Bound {
    return x && y && *y > 0 ? Bound(*x / *y) : std::nullopt;
  };
  switch (op) {
  case Op::Add:
    return {add(a.min, b.min), add(a.max, b.max)};
  case Op::Sub:
    return {subtract(a.min, b.max), subtract(a.max, b.min)};
  case Op::Mul:
    if (isPlain)
      return {multiply(a.min, b.min), multiply(a.max, b.max)};
    return {};
  case Op::FloorDiv:
    if (isPlain)
      return {divide(a.min, b.max).value_or(0), divide(a.max, b.min)};
    return {};
  case Op::CeilDiv:
    if (isPlain)
      return {0, a.max};
    return {};
  case Op::Min:
    if (!a.max || !b.max)
      return {a.min && b.min ? Bound(std::min(*a.min, *b.min)) : std::nullopt,
              a.max ? a.max : b.max};
    return {a.min && b.min ? Bound(std::min(*a.min, *b.min)) : std::nullopt,
            std::min(*a.max, *b.max)};
  case Op::Max:
    if (!a.min || !b.min)
      return {a.min ? a.min : b.min,
              a.max && b.max ? Bound(std::max(*a.max, *b.max)) : std::nullopt};
    return {std::max(*a.min, *b.min),
            a.max && b.max ? Bound(std::max(*a.max, *b.max)) : std::nullopt};
  case Op::WrapIndex:
  case Op::SelectIfEqual:
    return {};
  }
  llvm_unreachable("every operation was dealt with");
}

static SymInt applyOp(Op op, SymInt a, SymInt b, Arithmetic &arithmetic) {
  switch (op) {
  case Op::Add:
    return arithmetic.add(a, b);
  case Op::Sub:
    return arithmetic.sub(a, b);
  case Op::Mul:
    return arithmetic.mul(a, b);
  case Op::FloorDiv:
    return arithmetic.floorDiv(a, b);
  case Op::CeilDiv:
    return arithmetic.ceilDiv(a, b);
  case Op::Min:
    return arithmetic.min(a, b);
  case Op::Max:
    return arithmetic.max(a, b);
  case Op::WrapIndex:
  case Op::SelectIfEqual:
    break;
  }
  llvm_unreachable("numbers of PyTorch have no such operation");
}

/// `op` on the values that numbers had; nothing where a divisor is none.
static Bound applyHint(Op op, int64_t a, int64_t b) {
  if ((op == Op::FloorDiv || op == Op::CeilDiv) && b <= 0)
    return std::nullopt;
  Arithmetic arithmetic;
  SymInt hint = applyOp(op, a, b, arithmetic);
  return hint.isConstant() ? Bound(hint.constant()) : std::nullopt;
}

NativeSymbolTable::Facts
NativeSymbolTable::compute(Op op, ArrayRef<SymInt> operands) const {
  Facts result;
  result.range = applyRange(op, getRange(operands[0]), getRange(operands[1]));
  for (SymInt operand : operands)
    if (std::optional<int64_t> nestedInt = getNestedInt(operand))
      result.nestedInt = nestedInt;
  std::optional<int64_t> a = getFactor(operands[0]), b = getFactor(operands[1]);
  if (a && b)
    result.hint = applyHint(op, *a, *b);
  return result;
}

//===----------------------------------------------------------------------===//
// NativeSymbolTable
//===----------------------------------------------------------------------===//

/// What PyTorch takes for granted (NestedIntSymNodeImpl.h).
static constexpr Range raggedRange = {2, std::nullopt};

/// That of the nested int `j3` is 3.
static std::optional<int64_t> getNumber(const SymbolFacts &facts) {
  if (facts.kind != SymbolKind::NestedInt)
    return std::nullopt;
  int64_t number;
  llvm::StringRef digits = facts.name;
  TORCH_CHECK_VALUE(digits.consume_front("j") &&
                        !digits.getAsInteger(10, number),
                    "expected a nested int to be named as 'j1' is, got '",
                    facts.name.str(), "'");
  return number;
}

SymInt NativeSymbolTable::getSymbol(const SymbolFacts &known) {
  std::optional<int64_t> nestedInt = getNumber(known);
  auto [entry, isNew] = byName.try_emplace(known.name);
  if (!isNew)
    return entry->second;
  entry->second = makeSymbol();
  auto index = static_cast<unsigned>(symbols.size());
  if (nestedInt)
    facts.push_back({raggedRange, /*factor=*/1, index, nestedInt});
  else
    facts.push_back({{known.min, known.max}, known.hint, index});
  symbols.push_back({known.name.str(),
                     known.kind,
                     {known.sources.begin(), known.sources.end()}});
  return entry->second;
}

SymInt NativeSymbolTable::emit(Op op, ArrayRef<SymInt> operands) {
  size_t numRagged = llvm::count_if(
      operands, [&](SymInt operand) { return getNestedInt(operand); });
  TORCH_CHECK_VALUE(numRagged == 0 || (numRagged == 1 && op == Op::Mul),
                    "expected a ragged size to be multiplied by sizes alone, "
                    "got '",
                    print(operands[0]), "' and '", print(operands[1]), "'");
  SymInt result = SymbolicArithmetic::emit(op, operands);
  if (getIndex(result) == facts.size())
    facts.push_back(compute(op, operands));
  return result;
}

Range NativeSymbolTable::getRange(SymInt number) const {
  if (number.isConstant())
    return {number.constant(), number.constant()};
  return getFacts(number).range;
}

std::optional<int64_t> NativeSymbolTable::getHint(SymInt number) const {
  return getNestedInt(number) ? std::nullopt : getFactor(number);
}

std::optional<int64_t> NativeSymbolTable::getNestedInt(SymInt number) const {
  return number.isConstant() ? std::nullopt : getFacts(number).nestedInt;
}

std::optional<int64_t> NativeSymbolTable::getFactor(SymInt number) const {
  return number.isConstant() ? number.constant() : getFacts(number).hint;
}

void NativeSymbolTable::addGuard(const std::string &guard) {
  if (knownGuards.insert(guard).second)
    guards.push_back(guard);
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

bool NativeSymbolTable::areSizes(const Product &product) const {
  return llvm::all_of(product.factors(), [&](const Product::Factor &factor) {
    Range range = getRange(SymInt::symbol(factor.symbol));
    return range.min && *range.min >= 2;
  });
}

namespace {
/// What is known of how two numbers compare.
struct Order {
  bool isLess = false, isGreater = false, isAtMost = false, isAtLeast = false;
  std::optional<bool> isEqual = std::nullopt;

  std::optional<bool> decide(Relation relation) const;
};
} // namespace

std::optional<bool> Order::decide(Relation relation) const {
  switch (relation) {
  case Relation::Equal:
    return isLess || isGreater ? std::optional(false) : isEqual;
  case Relation::NotEqual:
    if (std::optional<bool> equal = decide(Relation::Equal))
      return !*equal;
    return std::nullopt;
  case Relation::Less:
    if (isLess)
      return true;
    if (isAtLeast || isEqual == true)
      return false;
    return std::nullopt;
  case Relation::LessEqual:
    if (isAtMost || isEqual == true)
      return true;
    if (isGreater)
      return false;
    return std::nullopt;
  }
  llvm_unreachable("every relation was dealt with");
}

static Order compareRanges(const Range &x, const Range &y) {
  return {.isLess = x.max && y.min && *x.max < *y.min,
          .isGreater = x.min && y.max && *x.min > *y.max,
          .isAtMost = x.max && y.min && *x.max <= *y.min,
          .isAtLeast = x.min && y.max && *x.min >= *y.max};
}

std::optional<bool> NativeSymbolTable::decide(Relation relation, SymInt a,
                                              SymInt b) {
  // Equal are only those of one nested int.
  bool areAlike = getNestedInt(a) == getNestedInt(b);
  if (!areAlike && relation == Relation::Equal)
    return false;
  if (!areAlike && relation == Relation::NotEqual)
    return true;
  Order order = compareRanges(getRange(a), getRange(b));
  // Most often it takes no more.
  if (std::optional<bool> known = order.decide(relation))
    return known;
  order.isEqual = equal(a, b);
  Product p = product({a}), q = product({b});
  if (areSizes(p) && areSizes(q))
    if (std::optional<int> sign = Product::compareSizes(p, q)) {
      order.isLess |= *sign < 0;
      order.isGreater |= *sign > 0;
      order.isAtMost |= *sign <= 0;
      order.isAtLeast |= *sign >= 0;
    }
  return order.decide(relation);
}

static bool holds(Relation relation, int64_t a, int64_t b) {
  switch (relation) {
  case Relation::Equal:
    return a == b;
  case Relation::NotEqual:
    return a != b;
  case Relation::Less:
    return a < b;
  case Relation::LessEqual:
    return a <= b;
  }
  llvm_unreachable("every relation was dealt with");
}

std::optional<bool> NativeSymbolTable::decideByHints(Relation relation,
                                                     SymInt a, SymInt b) const {
  std::optional<int64_t> x = getFactor(a), y = getFactor(b);
  if (getNestedInt(a) != getNestedInt(b) || !x || !y)
    return std::nullopt;
  return holds(relation, *x, *y);
}

//===----------------------------------------------------------------------===//
// Text and descriptions
//===----------------------------------------------------------------------===//

static std::string printOp(Op op, const std::string &a, const std::string &b) {
  switch (op) {
  case Op::Add:
    return "(" + a + " + " + b + ")";
  case Op::Sub:
    return "(" + a + " - " + b + ")";
  case Op::Mul:
    return a + "*" + b;
  case Op::FloorDiv:
    return "(" + a + "//" + b + ")";
  case Op::CeilDiv:
    return "(-(-" + a + "//" + b + "))";
  case Op::Min:
    return "min(" + a + ", " + b + ")";
  case Op::Max:
    return "max(" + a + ", " + b + ")";
  case Op::WrapIndex:
  case Op::SelectIfEqual:
    break;
  }
  llvm_unreachable("numbers of PyTorch have no such operation");
}

/// What `apply` makes of an expression, from the symbols up.
template <typename T>
T NativeSymbolTable::fold(
    SymInt number, llvm::function_ref<T(SymInt)> leaf,
    llvm::function_ref<T(Op, const T &, const T &)> apply) const {
  llvm::DenseMap<SymInt, T> known;
  llvm::SmallVector<SymInt> stack = {number};
  while (!stack.empty()) {
    SymInt next = stack.back();
    const Expression *expression = next.isConstant() ? nullptr : lookup(next);
    ArrayRef<SymInt> operands;
    if (expression)
      operands = expression->operands;
    size_t before = stack.size();
    for (SymInt operand : llvm::reverse(operands))
      if (!known.contains(operand))
        stack.push_back(operand);
    if (stack.size() != before)
      continue;
    stack.pop_back();
    if (!known.contains(next))
      known.try_emplace(next, operands.empty()
                                  ? leaf(next)
                                  : apply(expression->op, known.at(operands[0]),
                                          known.at(operands[1])));
  }
  return known.at(number);
}

std::string NativeSymbolTable::print(SymInt number) const {
  return fold<std::string>(
      number,
      [&](SymInt leaf) {
        return leaf.isConstant() ? std::to_string(leaf.constant())
                                 : symbols[getFacts(leaf).symbol].name;
      },
      printOp);
}

SymInt NativeSymbolTable::describe(SymInt number,
                                   DescriptionNumbers &numbers) const {
  auto describeLeaf = [&](SymInt leaf) {
    if (leaf.isConstant())
      return leaf;
    const Facts &known = getFacts(leaf);
    const Symbol &symbol = symbols[known.symbol];
    if (known.nestedInt)
      return numbers.getSymbol({symbol.name, symbol.kind});
    return numbers.getSymbol({symbol.name, symbol.kind, known.range.min,
                              known.range.max, known.hint, symbol.sources});
  };
  return fold<SymInt>(number, describeLeaf, [&](Op op, SymInt a, SymInt b) {
    return applyOp(op, a, b, numbers.getArithmetic());
  });
}
