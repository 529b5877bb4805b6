// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic on the numbers of a geometry, with overflow recorded.

#ifndef METAUTILS_LAYOUT_ARITHMETIC_H
#define METAUTILS_LAYOUT_ARITHMETIC_H

#include "metautils/Layout/SymInt.h"

#include <optional>

namespace metautils {

/// A constant times symbols, by which symbolic numbers are compared:
/// `4 * n` and `n * 2 * 2` are the same product.
class Product {
public:
  /// A symbol `s`, or `max(s, 1)`, which is how the strides of a contiguous
  /// tensor count its sizes.
  struct Factor {
    const void *symbol;
    bool atLeastOne = false;
    friend bool operator==(const Factor &, const Factor &) = default;
  };
  using Factors = llvm::SmallVector<Factor, 4>;

  void scale(int64_t constant);
  void addSymbol(const void *symbol, bool atLeastOne = false);
  /// Multiplies by a number of which nothing is known.
  void addUnknown();

  /// Whether this is `coefficient()` times `factors()`: not where a number is
  /// unknown, or where the coefficient left int64.
  bool isKnown() const { return state == State::Known; }
  bool isTooLarge() const { return state == State::TooLarge; }
  bool isConstant() const { return isKnown() && symbols.empty(); }
  bool isConstant(int64_t c) const { return isConstant() && constant == c; }
  int64_t coefficient() const { return constant; }
  llvm::ArrayRef<Factor> factors() const { return symbols; }

  /// Whether both are one number; no answer where that depends on a symbol.
  static std::optional<bool> equal(const Product &a, const Product &b);

  /// The sign of `a - b` if every symbol is at least 2, which a dynamic size is
  /// taken to be; no answer where that does not decide. `max(s, 1)` is `s`
  /// then.
  static std::optional<int> compareSizes(const Product &a, const Product &b);

  /// `a / b` where the factors of `b` are among those of `a`.
  static std::optional<Product> divide(const Product &a, const Product &b);

private:
  enum class State { Known, TooLarge, Unknown };

  State state = State::Known;
  int64_t constant = 1;
  Factors symbols; // in the order they came: what is emitted must not depend
                   // on addresses
};

/// Integer arithmetic in which overflow is recorded, never wrapped.
///
/// Constants are computed here. What needs a symbol's value is handed to
/// `emit`: this class answers "unknown", which is type inference; a subclass
/// may build IR, which is folding. Identities (`x + 0`, `x * 1`, `x * 0`,
/// `x - x`, ...) come first, so nothing is emitted for them, and `x * 0` is 0
/// even where `x` is unknown.
class Arithmetic {
public:
  enum class Op {
    Add,
    Sub,
    Mul,
    FloorDiv,
    CeilDiv,
    Min,
    Max,
    /// `x < 0 ? x + size : x`
    WrapIndex,
    /// `a == b ? then : otherwise`
    SelectIfEqual,
  };

  virtual ~Arithmetic();

  SymInt add(SymInt a, SymInt b);
  SymInt sub(SymInt a, SymInt b);
  SymInt mul(SymInt a, SymInt b);
  /// The divisor is positive: a constant 0 counts as an overflow.
  SymInt floorDiv(SymInt a, SymInt b);
  SymInt ceilDiv(SymInt a, SymInt b);
  SymInt min(SymInt a, SymInt b);
  SymInt max(SymInt a, SymInt b);
  SymInt wrapIndex(SymInt index, SymInt size);
  SymInt selectIfEqual(SymInt a, SymInt b, SymInt then, SymInt otherwise);

  /// Whether both are one number; no answer where that depends on a symbol.
  std::optional<bool> equal(SymInt a, SymInt b);

  /// The product of `numbers` as factors, which emits nothing and records no
  /// overflow, and back as one number.
  Product product(llvm::ArrayRef<SymInt> numbers);
  void multiply(Product &product, SymInt number);
  SymInt materialize(const Product &product);

  /// Whether any result so far left int64, was the reserved value, or divided
  /// by zero. Such a result is unknown.
  bool overflowed() const { return overflow; }

protected:
  /// Computes `op` on operands of which none is unknown and at least one is a
  /// symbol.
  virtual SymInt emit(Op op, llvm::ArrayRef<SymInt> operands);

  /// Multiplies `into` by the factors of a symbol: by default itself; a
  /// subclass looks through the multiplications that define it.
  virtual void factor(SymInt symbol, Product &into);

private:
  SymInt checked(std::optional<int64_t> result);
  bool refuses(SymInt a, SymInt b);
  SymInt apply(Op op, llvm::ArrayRef<SymInt> operands);

  bool overflow = false;
};

} // namespace metautils

#endif // METAUTILS_LAYOUT_ARITHMETIC_H
