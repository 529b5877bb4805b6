// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a program that are known only when it runs: symbols, and
// arithmetic on them.

#include "ProgramStep.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

/// Between numbers only: what is not yet decided is by asking.
static bool compare(arith::CmpIPredicate predicate, const c10::SymInt &a,
                    const c10::SymInt &b) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return a == b;
  case Predicate::ne:
    return a != b;
  case Predicate::slt:
  case Predicate::ult:
    return a < b;
  case Predicate::sle:
  case Predicate::ule:
    return a <= b;
  case Predicate::sgt:
  case Predicate::ugt:
    return a > b;
  case Predicate::sge:
  case Predicate::uge:
    return a >= b;
  }
  llvm_unreachable("every predicate was dealt with");
}

static c10::SymInt ceilDivide(const c10::SymInt &a, const c10::SymInt &b) {
  return (a + b - 1) / b;
}

static int64_t checked(std::optional<int64_t> number) {
  TORCH_CHECK_VALUE(number,
                    "expected sizes whose arithmetic stays within int64");
  return *number;
}

static c10::SymInt compute(Operation *op, ArrayRef<c10::SymInt> n) {
  // What is constant must not wrap.
  auto both = [&] { return n[0].maybe_as_int() && n[1].maybe_as_int(); };
  auto apply = [&](auto overflows, auto symbolic) -> c10::SymInt {
    if (!both())
      return symbolic();
    int64_t result;
    if (overflows(*n[0].maybe_as_int(), *n[1].maybe_as_int(), result))
      return checked(std::nullopt);
    return result;
  };
  auto divide = [&](auto symbolic) -> c10::SymInt {
    TORCH_CHECK_VALUE(!(n[1].maybe_as_int() && *n[1].maybe_as_int() <= 0),
                      "expected sizes to be divided by a positive number, got ",
                      n[1]);
    return symbolic();
  };
  return llvm::TypeSwitch<Operation *, c10::SymInt>(op)
      .Case([&](arith::AddIOp) {
        return apply(llvm::AddOverflow<int64_t>, [&] { return n[0] + n[1]; });
      })
      .Case([&](arith::SubIOp) {
        return apply(llvm::SubOverflow<int64_t>, [&] { return n[0] - n[1]; });
      })
      .Case([&](arith::MulIOp) {
        return apply(llvm::MulOverflow<int64_t>, [&] { return n[0] * n[1]; });
      })
      .Case<arith::FloorDivSIOp, arith::DivSIOp>(
          [&](auto) { return divide([&] { return n[0] / n[1]; }); })
      .Case([&](arith::CeilDivSIOp) {
        return divide([&] { return ceilDivide(n[0], n[1]); });
      })
      .Case([&](arith::RemSIOp) { return divide([&] { return n[0] % n[1]; }); })
      .Case([&](arith::MinSIOp) { return n[0].min(n[1]); })
      .Case([&](arith::MaxSIOp) { return n[0].max(n[1]); })
      .Case([&](arith::CmpIOp cmp) -> c10::SymInt {
        return int64_t(compare(cmp.getPredicate(), n[0], n[1]));
      })
      .Case([&](arith::SelectOp) { return n[0] == 0 ? n[2] : n[1]; });
}

bool metautils::isNumberOp(Operation &op) {
  return isa<build::SymbolOp, arith::ConstantOp, arith::AddIOp, arith::SubIOp,
             arith::MulIOp, arith::FloorDivSIOp, arith::DivSIOp,
             arith::CeilDivSIOp, arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp,
             arith::CmpIOp, arith::SelectOp>(op);
}

/// In order, so that symbols are made in that of the program.
const c10::SymInt &ProgramRun::getNumber(uint32_t slot) {
  while (numbers.size() <= slot) {
    const Program::Number &next = program.numbers[numbers.size()];
    if (auto symbol = dyn_cast<build::SymbolOp>(next.op)) {
      numbers.push_back(executor.getSymbol(symbol));
    } else if (auto constant = dyn_cast<arith::ConstantOp>(next.op)) {
      auto value = cast<IntegerAttr>(constant.getValue());
      numbers.push_back(value.getValue().isSingleWord()
                            ? value.getValue().getSExtValue()
                            : checked(std::nullopt));
    } else {
      SmallVector<c10::SymInt, 2> operands;
      for (uint32_t operand : next.operands)
        operands.push_back(numbers[operand]);
      numbers.push_back(compute(next.op, operands));
    }
  }
  return numbers[slot];
}

c10::SymInt ProgramRun::getNumber(Value number) {
  return getNumber(program.numberSlots.at(number));
}

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

std::vector<c10::SymInt>
metautils::fillContiguousStrides(c10::SymIntArrayRef sizes, bool arePositive) {
  std::vector<c10::SymInt> strides(sizes.size(), 1);
  for (size_t dim = sizes.size(); dim-- > 1;) {
    // A ragged size is at least 2 and has no maximum.
    const c10::SymInt &size = sizes[dim];
    bool isPositive =
        size.is_heap_allocated() &&
        (arePositive || size.toSymNodeImplUnowned()->is_nested_int());
    c10::SymInt extent = isPositive ? size : size.max(1);
    bool isFirst = strides[dim].maybe_as_int() == 1;
    strides[dim - 1] = isFirst ? std::move(extent) : strides[dim] * extent;
  }
  return strides;
}

ProgramRun::Geometry ProgramRun::getGeometry(const ProgramStep &step) {
  const uint32_t *next = step.numbers.begin();
  auto fill = [&](at::IntArrayRef dims) {
    std::vector<c10::SymInt> filled;
    for (int64_t dim : dims)
      filled.push_back(ShapedType::isDynamic(dim) ? getNumber(*next++)
                                                  : c10::SymInt(dim));
    return filled;
  };
  Geometry geometry;
  geometry.sizes = fill(step.sizes);
  if (!step.isContiguous) {
    geometry.strides = fill(step.strides);
    return geometry;
  }
  geometry.strides =
      fillContiguousStrides(geometry.sizes, step.hasPositiveNumbers);
  return geometry;
}

c10::SymInt ProgramRun::getOffset(const ProgramStep &step) {
  return ShapedType::isDynamic(step.offset) ? getNumber(step.numbers.back())
                                            : c10::SymInt(step.offset);
}
