// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions: known, decided by hints and noted as a guard, or open.

#include "NativeCondition.h"

using namespace metautils;
using c10::SymNode;

SymNode NativeCondition::makeConstant(Table table, bool value) {
  return c10::make_intrusive<NativeCondition>(
      std::move(table), value, value,
      [value] { return value ? "True" : "False"; });
}

bool NativeCondition::answer() {
  if (!known)
    table->addGuard(*hint ? print() : "not (" + print() + ")");
  return *hint;
}

bool NativeCondition::guard_bool(const char *, int64_t) {
  TORCH_CHECK_VALUE(hint, "expected sizes that decide '", print(),
                    "', got one without a value");
  return answer();
}

bool NativeCondition::expect_true(const char *, int64_t) {
  if (!hint)
    table->addGuard(print());
  return !hint || answer();
}

SymNode NativeCondition::sym_not() {
  auto negate = [](std::optional<bool> value) {
    return value ? std::optional(!*value) : std::nullopt;
  };
  return make(negate(known), negate(hint),
              [print = print] { return "not (" + print() + ")"; });
}

/// `and` if one is false, `or` if one is true, is that.
SymNode NativeCondition::combine(const SymNode &other, bool decides,
                                 const char *word) {
  std::optional<bool> otherKnown = other->constant_bool();
  std::optional<bool> otherHint = otherKnown;
  if (auto *native = dynamic_cast<NativeCondition *>(other.get()))
    otherHint = native->hint;
  auto join = [&](std::optional<bool> a,
                  std::optional<bool> b) -> std::optional<bool> {
    if (a == decides || b == decides)
      return decides;
    return a && b ? std::optional(!decides) : std::nullopt;
  };
  if (known == !decides)
    return other;
  if (otherKnown == !decides)
    return SymNode::reclaim_copy(this);
  return make(join(known, otherKnown), join(hint, otherHint),
              [print = print, word, other] {
                return "(" + print() + ") " + word + " (" + other->str() + ")";
              });
}
