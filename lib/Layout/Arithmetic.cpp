// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identities and checked constants; the rest is the subclass's.

#include "metautils/Layout/Arithmetic.h"
#include "Checked.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace metautils;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

void Product::scale(int64_t c) {
  if (c == 0) { // whatever the rest is
    *this = Product();
    constant = 0;
    return;
  }
  if (!isKnown())
    return;
  std::optional<int64_t> result = detail::checkedMul(constant, c);
  if (result)
    constant = *result;
  else
    state = State::TooLarge;
}

void Product::addSymbol(const void *symbol, bool atLeastOne) {
  Factor factor{symbol, atLeastOne};
  if (!isConstant(0))
    symbols.push_back(factor);
}

void Product::addUnknown() {
  if (!isConstant(0))
    state = State::Unknown;
}

/// Takes the factors that both have out of both.
template <typename Equal>
static void cancel(Product::Factors &a, Product::Factors &b, Equal equal) {
  llvm::erase_if(a, [&](const Product::Factor &factor) {
    auto *same = llvm::find_if(
        b, [&](const Product::Factor &other) { return equal(factor, other); });
    if (same == b.end())
      return false;
    b.erase(same);
    return true;
  });
}

std::optional<bool> Product::equal(const Product &a, const Product &b) {
  if (a.isKnown() && b.isKnown()) {
    if (a.symbols.empty() && b.symbols.empty())
      return a.constant == b.constant;
    Factors onlyA = a.symbols, onlyB = b.symbols;
    cancel(onlyA, onlyB, std::equal_to<>());
    if (onlyA.empty() && onlyB.empty() && a.constant == b.constant)
      return true;
    return std::nullopt;
  }
  // A constant that left int64 is not one that did not.
  const Product &large = a.isTooLarge() ? a : b;
  const Product &other = a.isTooLarge() ? b : a;
  if (large.isTooLarge() && large.symbols.empty() && other.isConstant())
    return false;
  return std::nullopt;
}

std::optional<int> Product::compareSizes(const Product &a, const Product &b) {
  if (!a.isKnown() || !b.isKnown())
    return std::nullopt;
  Factors onlyA = a.symbols, onlyB = b.symbols;
  cancel(onlyA, onlyB, [](const Factor &x, const Factor &y) {
    return x.symbol == y.symbol; // max(s, 1) is s where s is at least 2
  });
  if (onlyA.empty() && onlyB.empty())
    return (a.constant > b.constant) - (a.constant < b.constant);
  if (onlyB.empty() && a.constant >= b.constant)
    return 1;
  if (onlyA.empty() && a.constant <= b.constant)
    return -1;
  return std::nullopt;
}

std::optional<Product> Product::divide(const Product &a, const Product &b) {
  if (!a.isKnown() || !b.isKnown() || b.constant == 0 ||
      a.constant % b.constant != 0)
    return std::nullopt;
  Product result;
  Factors rest = b.symbols;
  result.symbols = a.symbols;
  cancel(result.symbols, rest, std::equal_to<>());
  if (!rest.empty())
    return std::nullopt;
  result.scale(a.constant / b.constant);
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Arithmetic::~Arithmetic() = default;

SymInt Arithmetic::emit(Op, ArrayRef<SymInt>) { return SymInt::unknown(); }

void Arithmetic::factor(SymInt symbol, Product &into) {
  into.addSymbol(symbol.symbol());
}

SymInt Arithmetic::checked(std::optional<int64_t> result) {
  if (result && *result != reservedValue)
    return *result;
  overflow = true;
  return SymInt::unknown();
}

/// An operand may come from a user, who may have written the reserved value.
bool Arithmetic::refuses(SymInt a, SymInt b) {
  if (!a.isConstant(reservedValue) && !b.isConstant(reservedValue))
    return false;
  overflow = true;
  return true;
}

SymInt Arithmetic::apply(Op op, ArrayRef<SymInt> operands) {
  if (llvm::any_of(operands, [](SymInt s) { return s.isUnknown(); }))
    return SymInt::unknown();
  return emit(op, operands);
}

static bool areConstant(SymInt a, SymInt b) {
  return a.isConstant() && b.isConstant();
}

static bool areSameSymbol(SymInt a, SymInt b) { return a.isSymbol() && a == b; }

SymInt Arithmetic::add(SymInt a, SymInt b) {
  if (refuses(a, b))
    return SymInt::unknown();
  if (areConstant(a, b))
    return checked(detail::checkedAdd(a.constant(), b.constant()));
  if (a.isConstant(0))
    return b;
  if (b.isConstant(0))
    return a;
  return apply(Op::Add, {a, b});
}

SymInt Arithmetic::sub(SymInt a, SymInt b) {
  if (refuses(a, b))
    return SymInt::unknown();
  if (areConstant(a, b))
    return checked(detail::checkedSub(a.constant(), b.constant()));
  if (b.isConstant(0))
    return a;
  if (areSameSymbol(a, b))
    return 0;
  return apply(Op::Sub, {a, b});
}

SymInt Arithmetic::mul(SymInt a, SymInt b) {
  if (refuses(a, b))
    return SymInt::unknown();
  if (areConstant(a, b))
    return checked(detail::checkedMul(a.constant(), b.constant()));
  if (a.isConstant(0) || b.isConstant(0))
    return 0;
  if (a.isConstant(1))
    return b;
  if (b.isConstant(1))
    return a;
  return apply(Op::Mul, {a, b});
}

/// `a / b` if that is a constant or a symbol already at hand.
static std::optional<SymInt> atHand(std::optional<Product> quotient) {
  if (!quotient)
    return std::nullopt;
  if (quotient->isConstant())
    return quotient->coefficient();
  if (quotient->coefficient() == 1 && quotient->factors().size() == 1 &&
      !quotient->factors().front().atLeastOne)
    return SymInt::symbol(quotient->factors().front().symbol);
  return std::nullopt;
}

SymInt Arithmetic::floorDiv(SymInt a, SymInt b) {
  if (refuses(a, b) || b.isConstant(0))
    return checked(std::nullopt);
  if (areConstant(a, b))
    return llvm::divideFloorSigned(a.constant(), b.constant());
  if (b.isConstant(1))
    return a;
  if (b.isConstant())
    if (std::optional<SymInt> exact =
            atHand(Product::divide(product(a), product(b))))
      return *exact;
  return apply(Op::FloorDiv, {a, b});
}

SymInt Arithmetic::ceilDiv(SymInt a, SymInt b) {
  if (refuses(a, b) || b.isConstant(0))
    return checked(std::nullopt);
  if (areConstant(a, b))
    return llvm::divideCeilSigned(a.constant(), b.constant());
  if (b.isConstant(1))
    return a;
  return apply(Op::CeilDiv, {a, b});
}

SymInt Arithmetic::min(SymInt a, SymInt b) {
  constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  if (refuses(a, b))
    return SymInt::unknown();
  if (areConstant(a, b))
    return std::min(a.constant(), b.constant());
  if (areSameSymbol(a, b) || b.isConstant(largest))
    return a;
  if (a.isConstant(largest))
    return b;
  return apply(Op::Min, {a, b});
}

SymInt Arithmetic::max(SymInt a, SymInt b) {
  if (refuses(a, b))
    return SymInt::unknown();
  if (areConstant(a, b))
    return std::max(a.constant(), b.constant());
  if (areSameSymbol(a, b))
    return a;
  return apply(Op::Max, {a, b});
}

SymInt Arithmetic::wrapIndex(SymInt index, SymInt size) {
  if (refuses(index, size))
    return SymInt::unknown();
  if (index.isConstant())
    return index.constant() < 0 ? add(size, index) : index;
  return apply(Op::WrapIndex, {index, size});
}

SymInt Arithmetic::selectIfEqual(SymInt a, SymInt b, SymInt then,
                                 SymInt otherwise) {
  if (std::optional<bool> same = equal(a, b))
    return *same ? then : otherwise;
  if (then == otherwise)
    return then;
  return apply(Op::SelectIfEqual, {a, b, then, otherwise});
}

std::optional<bool> Arithmetic::equal(SymInt a, SymInt b) {
  if (areConstant(a, b))
    return a.constant() == b.constant();
  if (areSameSymbol(a, b))
    return true;
  return Product::equal(product(a), product(b));
}

void Arithmetic::multiply(Product &product, SymInt number) {
  if (number.isConstant())
    product.scale(number.constant());
  else if (number.isSymbol())
    factor(number, product);
  else
    product.addUnknown();
}

Product Arithmetic::product(ArrayRef<SymInt> numbers) {
  Product result;
  for (SymInt number : numbers)
    multiply(result, number);
  return result;
}

SymInt Arithmetic::materialize(const Product &product) {
  if (!product.isKnown())
    return SymInt::unknown();
  SymInt result = product.coefficient();
  for (Product::Factor factor : product.factors()) {
    SymInt symbol = SymInt::symbol(factor.symbol);
    result = mul(result, factor.atLeastOne ? max(symbol, 1) : symbol);
  }
  return result;
}
