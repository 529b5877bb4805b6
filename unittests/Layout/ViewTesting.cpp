// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test's arithmetic on expressions, and the text form of geometries.

#include "ViewTesting.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace metautils;
using llvm::StringRef;

SymInt TestArithmetic::symbol(const std::string &name, int64_t value) {
  return SymInt::symbol(
      &*nodes.try_emplace(name, Node{Op::Add, {}, value}).first);
}

std::string TestArithmetic::text(SymInt number) const {
  if (number.isSymbol())
    return entry(number).first;
  return number.isUnknown() ? "?" : std::to_string(number.constant());
}

std::string TestArithmetic::text(const Geometry &g) const {
  auto texts = [&](llvm::ArrayRef<SymInt> numbers) {
    return llvm::map_to_vector(numbers, [&](SymInt s) { return text(s); });
  };
  std::string result = llvm::join(texts(g.sizes), "x");
  result += (g.rank() ? " [" : "[") + llvm::join(texts(g.strides), ", ") + "]";
  return g.offset.isConstant(0) ? result : result + " + " + text(g.offset);
}

int64_t TestArithmetic::value(SymInt number) const {
  return number.isSymbol() ? entry(number).second.value : number.constant();
}

SymInt TestArithmetic::parse(StringRef text) {
  int64_t constant;
  text = text.trim();
  if (text == "?")
    return SymInt::unknown();
  return text.getAsInteger(10, constant) ? symbol(text.str()) : constant;
}

Geometry TestArithmetic::parseGeometry(StringRef text) {
  Geometry g;
  auto parseList = [&](StringRef list, StringRef separator, auto &into) {
    llvm::SmallVector<StringRef> parts;
    list.trim().split(parts, separator, -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      into.push_back(parse(part));
  };
  auto [sizes, rest] = text.split('[');
  auto [strides, offset] = rest.split(']');
  parseList(sizes, "x", g.sizes);
  parseList(strides, ",", g.strides);
  if (offset.consume_front(" + "))
    g.offset = parse(offset);
  assert(g.sizes.size() == g.strides.size() && "a test wrote a bad geometry");
  return g;
}

static SymInt evaluate(Arithmetic::Op op, llvm::ArrayRef<SymInt> x) {
  using Op = Arithmetic::Op;
  Arithmetic arith;
  switch (op) {
  case Op::Add:
    return arith.add(x[0], x[1]);
  case Op::Sub:
    return arith.sub(x[0], x[1]);
  case Op::Mul:
    return arith.mul(x[0], x[1]);
  case Op::FloorDiv:
    return arith.floorDiv(x[0], x[1]);
  case Op::CeilDiv:
    return arith.ceilDiv(x[0], x[1]);
  case Op::Min:
    return arith.min(x[0], x[1]);
  case Op::Max:
    return arith.max(x[0], x[1]);
  case Op::WrapIndex:
    return arith.wrapIndex(x[0], x[1]);
  case Op::SelectIfEqual:
    return arith.selectIfEqual(x[0], x[1], x[2], x[3]);
  }
  llvm_unreachable("unknown op");
}

SymInt TestArithmetic::emit(Op op, llvm::ArrayRef<SymInt> operands) {
  static constexpr const char *formats[] = {
      "({0} + {1})",        "({0} - {1})",       "({0} * {1})",
      "floordiv({0}, {1})", "ceildiv({0}, {1})", "min({0}, {1})",
      "max({0}, {1})",      "wrap({0}, {1})",    "({0} == {1} ? {2} : {3})"};
  assert(llvm::none_of(operands, [](SymInt s) { return s.isUnknown(); }) &&
         llvm::any_of(operands, [](SymInt s) { return s.isSymbol(); }) &&
         "only what needs a symbol's value is to be emitted");
  llvm::SmallVector<SymInt, 4> values;
  std::string texts[4];
  for (auto [i, operand] : llvm::enumerate(operands)) {
    values.push_back(value(operand));
    texts[i] = text(operand);
  }
  std::string name = llvm::formatv(formats[static_cast<int>(op)], texts[0],
                                   texts[1], texts[2], texts[3]);
  Node node{op, operands.vec(), evaluate(op, values).toStatic()};
  return SymInt::symbol(&*nodes.try_emplace(name, std::move(node)).first);
}

void TestArithmetic::factor(SymInt symbol, Product &into) {
  const Node &node = entry(symbol).second;
  bool isMul = node.op == Op::Mul && !node.operands.empty();
  bool isAtLeastOne = node.op == Op::Max && node.operands[0].isSymbol() &&
                      node.operands[1].isConstant(1);
  if (isAtLeastOne)
    return into.addSymbol(node.operands[0].symbol(), /*atLeastOne=*/true);
  if (!isMul)
    return into.addSymbol(symbol.symbol());
  for (SymInt operand : node.operands) {
    if (operand.isConstant())
      into.scale(operand.constant());
    else
      factor(operand, into);
  }
}
