// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols and expressions of one `NativeSymbols`, and what is known of
// them.

#ifndef METAUTILS_LIB_TORCH_SYMBOLS_NATIVESYMBOLTABLE_H
#define METAUTILS_LIB_TORCH_SYMBOLS_NATIVESYMBOLTABLE_H

#include "metautils/Layout/SymbolicArithmetic.h"
#include "metautils/Torch/NativeSymbols.h"

#include "llvm/ADT/StringSet.h"

namespace metautils {

enum class Relation { Equal, NotEqual, Less, LessEqual };

class NativeSymbolTable : public SymbolicArithmetic {
public:
  /// What is known of a number without its symbols; an end without a value is
  /// open.
  struct Range {
    std::optional<int64_t> min, max;
  };

  SymInt getSymbol(const SymbolFacts &facts);

  Range getRange(SymInt number) const;
  /// The value that the number had when its symbols were made.
  std::optional<int64_t> getHint(SymInt number) const;

  /// Of a multiple of a nested int which one that is: 1 of `j1`. It has no
  /// value, but a factor when its symbols were made.
  std::optional<int64_t> getNestedInt(SymInt number) const;
  std::optional<int64_t> getFactor(SymInt number) const;

  /// Whether it holds for all values that the symbols may have.
  std::optional<bool> decide(Relation relation, SymInt a, SymInt b);
  /// Whether it held when the symbols were made.
  std::optional<bool> decideByHints(Relation relation, SymInt a,
                                    SymInt b) const;

  /// As Python writes it: `4*s0 + 1`.
  std::string print(SymInt number) const;

  SymInt describe(SymInt number, DescriptionNumbers &numbers) const;

  void addGuard(const std::string &guard);
  llvm::ArrayRef<std::string> getGuards() const { return guards; }

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;

private:
  struct Symbol {
    std::string name;
    SymbolKind kind;
    std::vector<std::string> sources;
  };
  struct Facts {
    Range range;
    std::optional<int64_t> hint; ///< or the factor of the nested int
    unsigned symbol = 0;         ///< of those without operands
    std::optional<int64_t> nestedInt = std::nullopt;
  };

  const Facts &getFacts(SymInt symbol) const { return facts[getIndex(symbol)]; }
  template <typename T>
  T fold(SymInt number, llvm::function_ref<T(SymInt)> leaf,
         llvm::function_ref<T(Op, const T &, const T &)> apply) const;
  Facts compute(Op op, llvm::ArrayRef<SymInt> operands) const;
  bool areSizes(const Product &product) const;

  std::vector<Symbol> symbols;
  llvm::StringMap<SymInt> byName;
  std::vector<Facts> facts; ///< by the index of symbols and expressions
  std::vector<std::string> guards;
  llvm::StringSet<> knownGuards;
};

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_SYMBOLS_NATIVESYMBOLTABLE_H
