// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a symbol table as nodes of PyTorch's (c10/core/SymNodeImpl.h).

#include "NativeCondition.h"
#include "NativeSymbolTable.h"
#include "metautils/Layout/Extent.h"

#include <c10/core/Contiguity.h>
#include <c10/core/MemoryFormat.h>

using namespace metautils;
using c10::SymNode;
using c10::SymNodeImpl;

using Table = std::shared_ptr<NativeSymbolTable>;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
class NativeNumber final : public SymNodeImpl {
public:
  NativeNumber(Table table, SymInt number)
      : table(std::move(table)), number(number) {}

  bool is_int() override { return true; }
  bool is_bool() override { return false; }
  bool is_float() override { return false; }
  bool has_hint() override { return table->getFactor(number).has_value(); }
  bool is_nested_int() const override {
    return table->getNestedInt(number).has_value();
  }
  std::optional<int64_t> nested_int() override {
    return table->getNestedInt(number);
  }
  std::optional<int64_t> nested_int_coeff() override {
    return is_nested_int() ? table->getFactor(number) : std::nullopt;
  }
  bool is_symbolic() override { return !number.isConstant(); }
  std::optional<int64_t> constant_int() override { return maybe_as_int(); }
  std::optional<int64_t> maybe_as_int() override {
    if (number.isConstant())
      return number.constant();
    return std::nullopt;
  }
  std::string str() override { return table->print(number); }
  SymNode clone() override { return make(number); }
  SymNode wrap_int(int64_t value) override { return make(value); }
  SymNode wrap_bool(bool value) override {
    return NativeCondition::makeConstant(table, value);
  }

  int64_t guard_int(const char *, int64_t) override {
    std::optional<int64_t> hint = table->getHint(number);
    TORCH_CHECK_VALUE(hint, "expected a size that is known, got '", str(),
                      "' without a value");
    if (!number.isConstant())
      table->addGuard(str() + " == " + std::to_string(*hint));
    return *hint;
  }
  int64_t int_() override { return guard_int("", 0); }

  SymNode add(const SymNode &other) override {
    return make(table->add(number, read(other)));
  }
  SymNode sub(const SymNode &other) override {
    return make(table->sub(number, read(other)));
  }
  SymNode mul(const SymNode &other) override {
    return make(table->mul(number, read(other)));
  }
  SymNode floordiv(const SymNode &other) override {
    return make(table->floorDiv(number, read(other)));
  }
  SymNode mod(const SymNode &other) override {
    SymInt divisor = read(other);
    SymInt quotient = table->floorDiv(number, divisor);
    return make(table->sub(number, table->mul(quotient, divisor)));
  }
  SymNode neg() override { return make(table->sub(0, number)); }
  SymNode sym_min(const SymNode &other) override {
    return make(table->min(number, read(other)));
  }
  SymNode sym_max(const SymNode &other) override {
    // A size is at least what it can be.
    SymInt to = read(other);
    if (table->decide(Relation::LessEqual, to, number) == true)
      return SymNode::reclaim_copy(this);
    return make(table->max(number, to));
  }

  SymNode eq(const SymNode &other) override {
    return compare(Relation::Equal, number, read(other));
  }
  SymNode ne(const SymNode &other) override {
    return compare(Relation::NotEqual, number, read(other));
  }
  SymNode lt(const SymNode &other) override {
    return compare(Relation::Less, number, read(other));
  }
  SymNode le(const SymNode &other) override {
    return compare(Relation::LessEqual, number, read(other));
  }
  SymNode gt(const SymNode &other) override {
    return compare(Relation::Less, read(other), number);
  }
  SymNode ge(const SymNode &other) override {
    return compare(Relation::LessEqual, read(other), number);
  }

  SymNode is_contiguous(c10::ArrayRef<SymNode> sizes,
                        c10::ArrayRef<SymNode> strides) override {
    std::vector<c10::SymInt> dims = toInts(sizes);
    c10::SymInt numel = 1;
    for (const c10::SymInt &size : dims)
      numel = numel * size;
    return c10::_compute_contiguous_sym(dims, toInts(strides), numel)
        .wrap_node(wrap_bool(true));
  }
  SymNode
  is_channels_last_contiguous_2d(c10::ArrayRef<SymNode> sizes,
                                 c10::ArrayRef<SymNode> strides) override {
    return c10::_compute_channels_last_contiguous_2d_sym(toInts(sizes),
                                                         toInts(strides))
        .wrap_node(wrap_bool(true));
  }
  SymNode
  is_channels_last_contiguous_3d(c10::ArrayRef<SymNode> sizes,
                                 c10::ArrayRef<SymNode> strides) override {
    return c10::_compute_channels_last_contiguous_3d_sym(toInts(sizes),
                                                         toInts(strides))
        .wrap_node(wrap_bool(true));
  }
  SymNode is_channels_last_strides_2d(c10::ArrayRef<SymNode> sizes,
                                      c10::ArrayRef<SymNode> strides) override {
    return askHints("is_channels_last_strides_2d", sizes, strides,
                    [](const Dims &sizes, const Dims &strides) {
                      return c10::is_channels_last_strides_2d(sizes, strides);
                    });
  }
  SymNode is_channels_last_strides_3d(c10::ArrayRef<SymNode> sizes,
                                      c10::ArrayRef<SymNode> strides) override {
    return askHints("is_channels_last_strides_3d", sizes, strides,
                    [](const Dims &sizes, const Dims &strides) {
                      return c10::is_channels_last_strides_3d(sizes, strides);
                    });
  }
  SymNode
  is_non_overlapping_and_dense(c10::ArrayRef<SymNode> sizes,
                               c10::ArrayRef<SymNode> strides) override {
    return askHints("is_non_overlapping_and_dense", sizes, strides,
                    [](const Dims &sizes, const Dims &strides) {
                      return isNonOverlappingAndDense(sizes, strides);
                    });
  }

  std::optional<SymInt> describe(DescriptionNumbers &numbers) const {
    return table->describe(number, numbers);
  }

private:
  SymNode make(SymInt result) {
    TORCH_CHECK_VALUE(!result.isUnknown(),
                      "expected sizes whose arithmetic stays within int64");
    return c10::make_intrusive<NativeNumber>(table, result);
  }

  SymInt read(const SymNode &other) {
    if (auto *native = dynamic_cast<NativeNumber *>(other.get()))
      if (native->number.isConstant() || native->table == table)
        return native->number;
    if (std::optional<int64_t> nestedInt = other->nested_int())
      return table->mul(table->getSymbol({"j" + std::to_string(*nestedInt),
                                          SymbolKind::NestedInt}),
                        other->nested_int_coeff().value_or(1));
    std::optional<int64_t> constant = other->constant_int();
    TORCH_CHECK_VALUE(constant, "expected symbols of one table, got '", str(),
                      "' and '", other->str(), "'");
    return *constant;
  }

  SymNode compare(Relation relation, SymInt a, SymInt b) {
    std::optional<bool> known = table->decide(relation, a, b);
    if (known)
      return NativeCondition::makeConstant(table, *known);
    return c10::make_intrusive<NativeCondition>(
        table, known, table->decideByHints(relation, a, b),
        [table = table, relation, a, b] {
          return table->print(a) + getText(relation) + table->print(b);
        });
  }

  static const char *getText(Relation relation) {
    switch (relation) {
    case Relation::Equal:
      return " == ";
    case Relation::NotEqual:
      return " != ";
    case Relation::Less:
      return " < ";
    case Relation::LessEqual:
      return " <= ";
    }
    llvm_unreachable("every relation was dealt with");
  }

  static std::vector<c10::SymInt> toInts(c10::ArrayRef<SymNode> nodes) {
    std::vector<c10::SymInt> ints;
    for (const SymNode &node : nodes) {
      std::optional<int64_t> constant = node->maybe_as_int();
      ints.push_back(constant ? c10::SymInt(*constant) : c10::SymInt(node));
    }
    return ints;
  }

  using Dims = std::vector<int64_t>;

  /// What has no form in arithmetic is a condition of its own.
  SymNode askHints(const char *name, c10::ArrayRef<SymNode> sizes,
                   c10::ArrayRef<SymNode> strides,
                   bool (*ask)(const Dims &, const Dims &)) {
    bool areKnown = true;
    auto getHints = [&](c10::ArrayRef<SymNode> nodes) {
      Dims hints;
      for (const SymNode &node : nodes) {
        std::optional<int64_t> hint = table->getHint(read(node));
        areKnown &= hint.has_value();
        hints.push_back(hint.value_or(0));
      }
      return hints;
    };
    Dims knownSizes = getHints(sizes), knownStrides = getHints(strides);
    std::optional<bool> hint;
    if (areKnown)
      hint = ask(knownSizes, knownStrides);
    return c10::make_intrusive<NativeCondition>(
        table, /*known=*/std::nullopt, hint,
        [name, sizes = sizes.vec(), strides = strides.vec()] {
          return name + ("(" + printList(sizes)) + ", " + printList(strides) +
                 ")";
        });
  }

  static std::string printList(const std::vector<SymNode> &nodes) {
    std::string text = "[";
    for (const SymNode &node : nodes)
      text += (text.size() > 1 ? ", " : "") + node->str();
    return text + "]";
  }

  Table table;
  SymInt number;
};
} // namespace

//===----------------------------------------------------------------------===//
// NativeSymbols
//===----------------------------------------------------------------------===//

NativeSymbols::NativeSymbols() = default;

NativeSymbols::~NativeSymbols() = default;

c10::SymInt NativeSymbols::getSymbol(const SymbolFacts &facts) {
  // Most programs have no symbols.
  if (!table)
    table = std::make_shared<NativeSymbolTable>();
  return c10::SymInt(SymNode(
      c10::make_intrusive<NativeNumber>(table, table->getSymbol(facts))));
}

llvm::ArrayRef<std::string> NativeSymbols::getGuards() const {
  return table ? table->getGuards() : llvm::ArrayRef<std::string>();
}

std::optional<SymInt>
metautils::describeNativeNumber(const c10::SymInt &number,
                                DescriptionNumbers &numbers) {
  if (!number.is_heap_allocated())
    return std::nullopt;
  auto *native = dynamic_cast<NativeNumber *>(number.toSymNodeImplUnowned());
  if (!native)
    return std::nullopt;
  return native->describe(numbers);
}
