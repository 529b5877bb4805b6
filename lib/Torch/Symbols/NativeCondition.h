// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions on numbers of a symbol table as nodes of PyTorch's
// (c10/core/SymNodeImpl.h).

#ifndef METAUTILS_LIB_TORCH_SYMBOLS_NATIVECONDITION_H
#define METAUTILS_LIB_TORCH_SYMBOLS_NATIVECONDITION_H

#include "NativeSymbolTable.h"

#include <c10/core/SymNodeImpl.h>

#include <functional>

namespace metautils {

class NativeCondition final : public c10::SymNodeImpl {
public:
  using Table = std::shared_ptr<NativeSymbolTable>;
  /// The text is for guards and messages, which most are not asked for.
  using Print = std::function<std::string()>;

  /// `known`: for all values of the symbols; `hint`: for those they had.
  NativeCondition(Table table, std::optional<bool> known,
                  std::optional<bool> hint, Print print)
      : table(std::move(table)), known(known), hint(known ? known : hint),
        print(std::move(print)) {}

  static c10::SymNode makeConstant(Table table, bool value);

  bool is_int() override { return false; }
  bool is_bool() override { return true; }
  bool is_float() override { return false; }
  bool has_hint() override { return hint.has_value(); }
  bool is_symbolic() override { return !known; }
  std::optional<bool> constant_bool() override { return known; }
  std::string str() override { return print(); }
  c10::SymNode clone() override { return make(known, hint, print); }
  c10::SymNode wrap_bool(bool value) override {
    return makeConstant(table, value);
  }

  bool guard_bool(const char *file, int64_t line) override;
  bool bool_() override { return guard_bool("", 0); }
  bool guard_size_oblivious(const char *, int64_t) override {
    return hint && answer();
  }
  bool guard_or_false(const char *, int64_t) override {
    return hint && answer();
  }
  bool guard_or_true(const char *, int64_t) override {
    return !hint || answer();
  }
  bool statically_known_true(const char *, int64_t) override {
    return known.value_or(false);
  }
  /// To be checked where the sizes are known.
  bool expect_true(const char *file, int64_t line) override;

  c10::SymNode sym_not() override;
  c10::SymNode sym_and(const c10::SymNode &other) override {
    return combine(other, /*decides=*/false, "and");
  }
  c10::SymNode sym_or(const c10::SymNode &other) override {
    return combine(other, /*decides=*/true, "or");
  }
  c10::SymNode sym_ite(const c10::SymNode &then,
                       const c10::SymNode &otherwise) override {
    return bool_() ? then : otherwise;
  }

private:
  c10::SymNode make(std::optional<bool> isKnown, std::optional<bool> isHint,
                    Print newPrint) {
    return c10::make_intrusive<NativeCondition>(table, isKnown, isHint,
                                                std::move(newPrint));
  }
  bool answer();
  c10::SymNode combine(const c10::SymNode &other, bool decides,
                       const char *word);

  Table table;
  std::optional<bool> known, hint;
  Print print;
};

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_SYMBOLS_NATIVECONDITION_H
