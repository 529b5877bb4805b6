// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Geometries as text, for tests that read like the comments in Views.h.

#ifndef METAUTILS_UNITTESTS_LAYOUT_VIEWTESTING_H
#define METAUTILS_UNITTESTS_LAYOUT_VIEWTESTING_H

#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/Views.h"

#include "llvm/ADT/SmallVectorExtras.h"

#include <map>
#include <string>
#include <vector>

namespace metautils {

/// Makes gtest print geometries as they are written here.
inline void PrintTo(const Geometry &g, std::ostream *os) {
  std::string text;
  llvm::raw_string_ostream(text) << g;
  *os << text;
}

/// Arithmetic whose symbols are expressions with a text, e.g. `(n * 4)`, and a
/// value. Equal texts are one symbol.
class TestArithmetic : public Arithmetic {
public:
  SymInt symbol(const std::string &name, int64_t value = 0);

  /// The number as text: symbols as their expressions.
  std::string text(SymInt number) const;
  std::string text(const Geometry &g) const;

  /// The number, symbols replaced by their values.
  int64_t value(SymInt number) const;

  /// The number written as `4`, `?` or a name.
  SymInt parse(llvm::StringRef text);
  /// A geometry written as `4xn [n, 1] + 2`, a 0-d one as `[]`.
  Geometry parseGeometry(llvm::StringRef text);

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;
  void factor(SymInt symbol, Product &into) override;

private:
  struct Node {
    Op op;
    std::vector<SymInt> operands; // none for a name
    int64_t value;
  };
  using Entry = std::pair<const std::string, Node>;
  static const Entry &entry(SymInt symbol) {
    return *static_cast<const Entry *>(symbol.symbol());
  }

  std::map<std::string, Node> nodes;
};

using Dims = std::vector<int64_t>;
using Sizes = std::vector<SymInt>;
using Texts = std::vector<llvm::StringRef>;

/// The result of a view as text, or `error: ...`, or `undecided: ...`.
template <typename View, typename... Args>
std::string apply(llvm::StringRef base, View view, const Args &...args) {
  TestArithmetic arith;
  Geometry g = arith.parseGeometry(base);
  // Texts are numbers that may name symbols of the base.
  auto convert = [&](const auto &arg) {
    if constexpr (std::is_convertible_v<decltype(arg), llvm::StringRef>)
      return arith.parse(arg);
    else if constexpr (std::is_same_v<decltype(arg), const Texts &>)
      return llvm::map_to_vector(
          arg, [&](llvm::StringRef text) { return arith.parse(text); });
    else
      return arg;
  };
  llvm::Error error = llvm::Error::success();
  if constexpr (std::is_invocable_v<View, Geometry &, Arithmetic &,
                                    decltype(convert(args))...>)
    error = view(g, arith, convert(args)...);
  else
    error = view(g, convert(args)...);
  if (!error)
    return arith.text(g);
  bool undecided = error.isA<UndecidedError>();
  return (undecided ? "undecided: " : "error: ") +
         llvm::toString(std::move(error));
}

} // namespace metautils

#endif // METAUTILS_UNITTESTS_LAYOUT_VIEWTESTING_H
