// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number of a tensor's geometry (constant, symbolic or unknown), and the
// geometry made of them.

#ifndef METAUTILS_LAYOUT_SYMINT_H
#define METAUTILS_LAYOUT_SYMINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstdint>
#include <limits>

namespace metautils {

/// The value that no size, stride or offset may have: MLIR keeps it for
/// "dynamic" (`mlir::ShapedType::kDynamic`).
inline constexpr int64_t reservedValue = std::numeric_limits<int64_t>::min();

/// A size, stride or offset: a constant, a symbolic value, or unknown. The name
/// is PyTorch's. A symbol is an opaque handle, e.g. that of an `mlir::Value`;
/// equal handles are equal numbers.
class SymInt {
public:
  SymInt() : SymInt(0) {}
  SymInt(int64_t constant) : value(constant), kind(Kind::Constant) {}

  static SymInt symbol(const void *handle) {
    assert(handle && "a symbol needs a handle");
    SymInt result(Kind::Symbol);
    result.handle = handle;
    return result;
  }
  static SymInt unknown() { return SymInt(Kind::Unknown); }

  /// The two ways between a number and MLIR's spelling of it in types and
  /// attributes, where the reserved value says "dynamic".
  static SymInt fromStatic(int64_t value) {
    return value == reservedValue ? unknown() : SymInt(value);
  }
  int64_t toStatic() const { return isConstant() ? value : reservedValue; }

  bool isConstant() const { return kind == Kind::Constant; }
  bool isConstant(int64_t other) const {
    return isConstant() && value == other;
  }
  bool isSymbol() const { return kind == Kind::Symbol; }
  bool isUnknown() const { return kind == Kind::Unknown; }

  int64_t constant() const {
    assert(isConstant() && "expected a constant");
    return value;
  }
  const void *symbol() const {
    assert(isSymbol() && "expected a symbol");
    return handle;
  }

  /// Whether both are written the same: two unknowns are, though their numbers
  /// may differ. `Arithmetic::equal` compares the numbers.
  friend bool operator==(SymInt a, SymInt b) {
    if (a.kind != b.kind)
      return false;
    return a.isConstant() ? a.value == b.value
                          : a.isUnknown() || a.handle == b.handle;
  }
  friend bool operator!=(SymInt a, SymInt b) { return !(a == b); }

private:
  enum class Kind : uint8_t { Constant, Symbol, Unknown };
  explicit SymInt(Kind kind) : value(0), kind(kind) {}

  union {
    int64_t value;
    const void *handle;
  };
  Kind kind;
};
static_assert(sizeof(SymInt) == 16 && std::is_trivially_copyable_v<SymInt>,
              "a SymInt is passed in two registers");

} // namespace metautils

template <>
struct llvm::DenseMapInfo<metautils::SymInt> {
  using SymInt = metautils::SymInt;
  using Handle = DenseMapInfo<const void *>;
  static SymInt getEmptyKey() { return SymInt::symbol(Handle::getEmptyKey()); }
  static SymInt getTombstoneKey() {
    return SymInt::symbol(Handle::getTombstoneKey());
  }
  static unsigned getHashValue(SymInt number) {
    if (number.isSymbol())
      return Handle::getHashValue(number.symbol());
    return hash_combine(number.toStatic());
  }
  static bool isEqual(SymInt a, SymInt b) { return a == b; }
};

namespace metautils {

/// Prints the constant, `sym` or `?`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, SymInt number);

/// Where a strided tensor's elements lie: sizes, strides and the offset of the
/// first one, in elements from the start of the storage.
struct Geometry {
  llvm::SmallVector<SymInt, 4> sizes;
  llvm::SmallVector<SymInt, 4> strides;
  SymInt offset = 0;

  Geometry() = default;
  Geometry(llvm::ArrayRef<SymInt> sizes, llvm::ArrayRef<SymInt> strides,
           SymInt offset)
      : sizes(sizes), strides(strides), offset(offset) {}

  size_t rank() const { return sizes.size(); }
  friend bool operator==(const Geometry &a, const Geometry &b) {
    return a.sizes == b.sizes && a.strides == b.strides && a.offset == b.offset;
  }
};

/// Prints as in `4x3 [3, 1] + 2`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Geometry &g);

} // namespace metautils

#endif // METAUTILS_LAYOUT_SYMINT_H
