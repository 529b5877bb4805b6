// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a program as expressions of Python.
//
//   %s77 = build.symbol "s77" min 2 hint 4      s77 = 4  # at least 2
//   %0 = arith.muli %s77, %c3                   s77 * 3

#include "PythonNumbers.h"
#include "PythonText.h"
#include "PythonWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace metautils;
using Binding = PythonNumber::Binding;

PythonNumber PythonNumber::get(int64_t constant) {
  return {std::to_string(constant), Binding::Atom, constant};
}

bool PythonNumber::isConstant() const {
  return value && text == std::to_string(*value);
}

SmallVector<int64_t> metautils::getValues(ArrayRef<PythonNumber> numbers) {
  return llvm::map_to_vector(numbers,
                             [](auto &number) { return *number.value; });
}

std::string metautils::printTuple(ArrayRef<PythonNumber> numbers) {
  auto texts = llvm::map_range(numbers, [](auto &n) { return n.text; });
  return "(" + llvm::join(texts, ", ") + (numbers.size() == 1 ? ",)" : ")");
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static std::string wrap(const PythonNumber &number, Binding least) {
  return number.binding < least ? "(" + number.text + ")" : number.text;
}

/// Both values, if they are known and the result is one of 64 bits.
template <typename Function>
static std::optional<int64_t>
evaluate(const PythonNumber &a, const PythonNumber &b, Function overflows) {
  int64_t result;
  if (!a.value || !b.value || overflows(*a.value, *b.value, result))
    return std::nullopt;
  return result;
}

static PythonNumber add(const PythonNumber &a, const PythonNumber &b) {
  StringRef text = b.text;
  auto value = evaluate(a, b, llvm::AddOverflow<int64_t>);
  if (value && a.isConstant() && b.isConstant())
    return PythonNumber::get(*value);
  if (b.binding == Binding::Atom && text.consume_front("-"))
    return {wrap(a, Binding::Sum) + " - " + text.str(), Binding::Sum, value};
  return {wrap(a, Binding::Sum) + " + " + wrap(b, Binding::Sum), Binding::Sum,
          value};
}

static PythonNumber multiply(const PythonNumber &a, const PythonNumber &b) {
  auto value = evaluate(a, b, llvm::MulOverflow<int64_t>);
  if (value && a.isConstant() && b.isConstant())
    return PythonNumber::get(*value);
  if (a.text == "1")
    return b;
  if (b.text == "1")
    return a;
  // A product on the right may be of a division, which goes first.
  return {wrap(a, Binding::Product) + " * " + wrap(b, Binding::Atom),
          Binding::Product, value};
}

std::string metautils::printProduct(ArrayRef<PythonNumber> numbers) {
  PythonNumber product = PythonNumber::get(1);
  for (const PythonNumber &number : numbers)
    product = multiply(product, number);
  return wrap(product, Binding::Atom);
}

static PythonNumber divide(const PythonNumber &a, const PythonNumber &b) {
  std::optional<int64_t> value;
  if (a.value && b.value && *b.value > 0)
    value = llvm::divideFloorSigned(*a.value, *b.value);
  return {wrap(a, Binding::Product) + " // " + wrap(b, Binding::Atom),
          Binding::Product, value};
}

static PythonNumber getRemainder(const PythonNumber &a, const PythonNumber &b) {
  std::optional<int64_t> value;
  if (a.value && b.value && *b.value > 0)
    value = llvm::mod(*a.value, *b.value);
  return {wrap(a, Binding::Product) + " % " + wrap(b, Binding::Atom),
          Binding::Product, value};
}

static PythonNumber compare(arith::CmpIPredicate predicate,
                            const PythonNumber &a, const PythonNumber &b) {
  auto print = [&](StringRef sign, auto holds) -> PythonNumber {
    std::optional<int64_t> value;
    if (a.value && b.value)
      value = holds(*a.value, *b.value);
    return {(wrap(a, Binding::Sum) + " " + sign + " " + wrap(b, Binding::Sum))
                .str(),
            Binding::Comparison, value};
  };
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return print("==", std::equal_to<>());
  case Predicate::ne:
    return print("!=", std::not_equal_to<>());
  case Predicate::slt:
  case Predicate::ult:
    return print("<", std::less<>());
  case Predicate::sle:
  case Predicate::ule:
    return print("<=", std::less_equal<>());
  case Predicate::sgt:
  case Predicate::ugt:
    return print(">", std::greater<>());
  case Predicate::sge:
  case Predicate::uge:
    return print(">=", std::greater_equal<>());
  }
  llvm_unreachable("every predicate was dealt with");
}

static PythonNumber select(const PythonNumber &condition, const PythonNumber &a,
                           const PythonNumber &b) {
  std::optional<int64_t> value;
  if (condition.value)
    value = *condition.value ? a.value : b.value;
  return {wrap(a, Binding::Comparison) + " if " +
              wrap(condition, Binding::Comparison) + " else " +
              wrap(b, Binding::Comparison),
          Binding::Condition, value};
}

PythonNumber PythonNumber::divide(const PythonNumber &number,
                                  int64_t constant) {
  if (number.isConstant())
    return get(*number.value / constant);
  return ::divide(number, get(constant));
}

bool PythonNumbers::isNumber(Operation &op) {
  return isa<build::SymbolOp>(op) ||
         (isa_and_present<arith::ArithDialect>(op.getDialect()) &&
          op.getNumResults() == 1 &&
          (op.getResult(0).getType().isIndex() ||
           op.getResult(0).getType().isInteger(1)));
}

std::optional<PythonNumber> PythonNumbers::compute(Operation &op) const {
  SmallVector<PythonNumber> n;
  for (Value operand : op.getOperands()) {
    const PythonNumber *number = lookup(operand);
    if (!number)
      return std::nullopt;
    n.push_back(*number);
  }
  auto extreme = [&](StringRef function, auto choose) -> PythonNumber {
    std::optional<int64_t> value;
    if (n[0].value && n[1].value)
      value = choose(*n[0].value, *n[1].value);
    return {llvm::formatv("{0}({1}, {2})", function, n[0].text, n[1].text),
            Binding::Atom, value};
  };
  return llvm::TypeSwitch<Operation *, std::optional<PythonNumber>>(&op)
      .Case([](arith::ConstantOp constant) -> std::optional<PythonNumber> {
        auto number = dyn_cast<IntegerAttr>(constant.getValue());
        if (!number)
          return std::nullopt;
        return PythonNumber::get(number.getValue().getSExtValue());
      })
      .Case([&](arith::AddIOp) { return add(n[0], n[1]); })
      .Case([&](arith::SubIOp) -> PythonNumber {
        return {wrap(n[0], Binding::Sum) + " - " + wrap(n[1], Binding::Product),
                Binding::Sum, evaluate(n[0], n[1], llvm::SubOverflow<int64_t>)};
      })
      .Case([&](arith::MulIOp) { return multiply(n[0], n[1]); })
      .Case<arith::FloorDivSIOp, arith::DivSIOp>(
          [&](auto) { return divide(n[0], n[1]); })
      .Case([&](arith::CeilDivSIOp) {
        PythonNumber last = add(n[1], PythonNumber::get(-1));
        return divide(add(n[0], last), n[1]);
      })
      .Case([&](arith::RemSIOp) { return getRemainder(n[0], n[1]); })
      .Case([&](arith::MinSIOp) {
        return extreme("min", [](auto a, auto b) { return std::min(a, b); });
      })
      .Case([&](arith::MaxSIOp) {
        return extreme("max", [](auto a, auto b) { return std::max(a, b); });
      })
      .Case([&](arith::CmpIOp cmp) {
        return compare(cmp.getPredicate(), n[0], n[1]);
      })
      .Case([&](arith::SelectOp) { return select(n[0], n[1], n[2]); })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// What a person may change it to.
static std::string printComment(build::SymbolOp op) {
  SmallVector<std::string> facts;
  for (StringRef source : op.getSources()) {
    std::string literal = printText(source); // in which nothing ends the line
    facts.push_back(literal.substr(1, literal.size() - 2));
  }
  if (op.getMin())
    facts.push_back("at least " + std::to_string(*op.getMin()));
  if (op.getMax())
    facts.push_back("at most " + std::to_string(*op.getMax()));
  return facts.empty() ? "" : "  # " + llvm::join(facts, ", ");
}

LogicalResult PythonNumbers::writeSymbol(build::SymbolOp op) {
  if (op.getKind() != SymbolKind::NestedInt) {
    if (!op.getHint())
      return op.emitOpError("expected '")
             << op.getName()
             << "' to have a hint, which a script takes for its value, got a "
                "size that is known only when a model runs";
    std::string name = names.add(op.getName());
    entry.add({},
              name + " = " + std::to_string(*op.getHint()) + printComment(op));
    numbers[op] = {name, Binding::Atom, *op.getHint()};
    return success();
  }
  StringRef digits = op.getName();
  int64_t number;
  if (!digits.consume_front("j") || digits.getAsInteger(10, number))
    return op.emitOpError("expected a nested int to be named as 'j1' is, got '")
           << op.getName() << "'";
  numbers[op] = {getNestedInt(number), Binding::Atom, std::nullopt};
  return success();
}

const std::string &PythonNumbers::getNestedInt(int64_t number) {
  std::string &variable = nestedInts[number];
  if (variable.empty()) {
    variable = names.add("j" + std::to_string(number));
    entry.add({}, llvm::formatv("{0} = torch._C._get_nested_int({1}, 1)",
                                variable, number));
  }
  return variable;
}

LogicalResult PythonNumbers::write(Operation &op) {
  if (auto symbol = dyn_cast<build::SymbolOp>(op))
    return writeSymbol(symbol);
  std::optional<PythonNumber> number = compute(op);
  if (!number)
    return op.emitOpError("expected arithmetic of sizes to print, got an op "
                          "that is none");
  // What is used again must not grow with each use.
  constexpr size_t longest = 40;
  if (number->text.size() > longest) {
    std::string name = names.add("n");
    lines.add({}, name + " = " + number->text);
    number->text = name;
    number->binding = Binding::Atom;
  }
  numbers[op.getResult(0)] = std::move(*number);
  return success();
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

const PythonNumber *PythonNumbers::lookup(Value value) const {
  auto found = numbers.find(value);
  return found == numbers.end() ? nullptr : &found->second;
}

SmallVector<PythonNumber> PythonNumbers::getOperands(Operation *step) const {
  SmallVector<PythonNumber> found;
  for (Value operand : step->getOperands())
    if (const PythonNumber *number = lookup(operand))
      found.push_back(*number);
  return found;
}

PythonShape PythonNumbers::getShape(Value tensor) const {
  auto type = cast<MetaTensorType>(tensor.getType());
  SmallVector<PythonNumber> operands;
  if (type.getNumDynamic() != 0)
    operands = getOperands(findMade(tensor).getDefiningOp());
  ArrayRef<PythonNumber> rest = operands;
  auto fill = [&](ArrayRef<int64_t> dims, auto &numbers) {
    for (int64_t dim : dims) {
      bool isKnown = !ShapedType::isDynamic(dim);
      numbers.push_back(isKnown ? PythonNumber::get(dim) : rest.front());
      rest = rest.drop_front(isKnown ? 0 : 1);
    }
  };
  PythonShape shape;
  fill(type.getShape(), shape.sizes);
  if (!type.isStrided())
    return shape;
  if (!type.isContiguous()) {
    fill(type.getStrides(), shape.strides);
    return shape;
  }
  PythonNumber stride = PythonNumber::get(1);
  for (const PythonNumber &size : llvm::reverse(shape.sizes)) {
    shape.strides.push_back(stride);
    if (size.value != 0)
      stride = multiply(size, stride);
  }
  std::reverse(shape.strides.begin(), shape.strides.end());
  return shape;
}
