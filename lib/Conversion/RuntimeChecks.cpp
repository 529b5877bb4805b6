// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions of what only run time knows about tensors in memrefs.

#include "RuntimeChecks.h"
#include "metautils/IR/GeometryBuilder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace metautils;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value RuntimeChecks::constant(int64_t value) {
  Value &constant = constants[value];
  if (!constant)
    constant = arith::ConstantIndexOp::create(builder, location, value);
  return constant;
}

Value RuntimeChecks::get(SymInt number) {
  return number.isConstant() ? constant(number.constant()) : toValue(number);
}

Value RuntimeChecks::compare(Predicate predicate, Value a, Value b) {
  return builder.createOrFold<arith::CmpIOp>(location, predicate, a, b);
}

/// A null condition is one that is always true.
Value RuntimeChecks::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::AndIOp>(location, a, b);
}

/// A null condition is one that is always false.
Value RuntimeChecks::either(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::OrIOp>(location, a, b);
}

/// Null where no size can be 0.
Value RuntimeChecks::isEmpty(ArrayRef<SymInt> sizes) {
  Value result;
  for (SymInt size : sizes)
    if (!size.isConstant() || size.constant() == 0)
      result = either(result, compare(Predicate::eq, get(size), constant(0)));
  return result;
}

void RuntimeChecks::emit(Value condition, const Twine &message) {
  if (condition && !matchPattern(condition, m_One()))
    cf::AssertOp::create(builder, location, condition,
                         builder.getStringAttr(message));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void RuntimeChecks::assertEndsWithin(Value buffer, const Geometry &geometry,
                                     int64_t elementBytes, StringRef whose) {
  auto isConstant = [](SymInt number) { return number.isConstant(); };
  if (cast<MemRefType>(buffer.getType()).hasStaticShape() &&
      llvm::all_of(geometry.sizes, isConstant) &&
      llvm::all_of(geometry.strides, isConstant) &&
      geometry.offset.isConstant())
    return;        // It is known.
  Value isNatural; // None of the numbers is negative.
  auto requireNatural = [&](SymInt number) {
    if (!number.isConstant())
      isNatural =
          both(isNatural, compare(Predicate::sge, get(number), constant(0)));
  };
  llvm::for_each(geometry.sizes, requireNatural);
  llvm::for_each(geometry.strides, requireNatural);
  requireNatural(geometry.offset);

  // How many elements there are behind the one that is reached so far. Each
  // dimension is held against what is left, so that no product leaves int64
  // before one of the conditions is false.
  Value bytes = memref::DimOp::create(builder, location, buffer, constant(0));
  Value count = builder.createOrFold<arith::FloorDivSIOp>(
      location, bytes, constant(elementBytes));
  Value left =
      builder.createOrFold<arith::SubIOp>(location, count, constant(1));
  left =
      builder.createOrFold<arith::SubIOp>(location, left, get(geometry.offset));
  Value fits = compare(Predicate::sge, left, constant(0));
  for (auto [size, stride] :
       llvm::zip_equal(geometry.sizes, geometry.strides)) {
    if (size.isConstant(1) || stride.isConstant(0))
      continue;
    Value last =
        builder.createOrFold<arith::SubIOp>(location, get(size), constant(1));
    Value divisor = builder.createOrFold<arith::MaxSIOp>(location, get(stride),
                                                         constant(1));
    Value most =
        builder.createOrFold<arith::FloorDivSIOp>(location, left, divisor);
    Value reaches = compare(Predicate::sle, last, most);
    if (!stride.isConstant())
      reaches =
          either(reaches, compare(Predicate::eq, get(stride), constant(0)));
    fits = both(fits, reaches);
    Value step =
        builder.createOrFold<arith::MulIOp>(location, last, get(stride));
    left = builder.createOrFold<arith::SubIOp>(location, left, step);
  }
  emit(both(isNatural, either(fits, isEmpty(geometry.sizes))),
       "expected " + whose + " to end within its storage");
}

/// What the type of a memref says of its geometry, and what it is asked for.
Geometry RuntimeChecks::getGeometry(TypedValue<MemRefType> memref) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, memref);
  MemRefType type = memref.getType();
  Geometry geometry;
  auto add = [](SmallVectorImpl<SymInt> &numbers, ArrayRef<int64_t> known,
                ValueRange values) {
    for (auto [number, value] : llvm::zip_equal(known, values))
      numbers.push_back(ShapedType::isDynamic(number) ? toSymInt(value)
                                                      : SymInt(number));
  };
  add(geometry.sizes, type.getShape(), metadata.getSizes());
  add(geometry.strides, type.getStridesAndOffset().first,
      metadata.getStrides());
  return geometry;
}

void RuntimeChecks::assertIsOfType(const Geometry &geometry,
                                   MetaTensorType type, StringRef whose,
                                   bool stridesFollow) {
  IndexArithmetic arithmetic(builder, location);
  auto open = [&](GeometryPart part, unsigned dim) {
    return part == GeometryPart::Size ? geometry.sizes[dim]
                                      : geometry.strides[dim];
  };
  Geometry stated = getTypeGeometry(type, 0, arithmetic, open);
  auto areStated = [&](ArrayRef<SymInt> numbers, ArrayRef<SymInt> stated) {
    Value condition;
    for (auto [number, other] : llvm::zip_equal(numbers, stated))
      if (number != other)
        condition =
            both(condition, compare(Predicate::eq, get(other), get(number)));
    return condition;
  };
  Value haveSizes = areStated(geometry.sizes, stated.sizes);
  Value haveStrides;
  if (!stridesFollow)
    haveStrides = areStated(geometry.strides, stated.strides);
  // Where there are no elements, a memref may have any strides.
  if (haveStrides)
    haveStrides = either(haveStrides, isEmpty(stated.sizes));
  std::string text;
  llvm::raw_string_ostream(text) << type;
  emit(both(haveSizes, haveStrides), "expected " + whose + " to be " + text);
}

void RuntimeChecks::assertHolds(Value buffer, Value bytes, StringRef whose) {
  Value size = memref::DimOp::create(builder, location, buffer, constant(0));
  emit(compare(Predicate::sge, size, bytes),
       "expected a buffer of all bytes of the storage of " + whose);
}

void RuntimeChecks::assertEqual(Value number, SymInt expected,
                                const Twine &message) {
  emit(compare(Predicate::eq, number, get(expected)), message);
}

void RuntimeChecks::assertInRange(Value number, SymbolOp symbol,
                                  StringRef whose) {
  Value isInRange;
  std::string text = ("expected symbol '" + symbol.getName() + "'").str();
  if (!whose.empty())
    text += (" (" + whose + ")").str();
  if (std::optional<int64_t> min = symbol.getMin()) {
    isInRange = compare(Predicate::sge, number, constant(*min));
    text += " from " + std::to_string(*min);
  }
  if (std::optional<int64_t> max = symbol.getMax()) {
    isInRange =
        both(isInRange, compare(Predicate::sle, number, constant(*max)));
    text += " up to " + std::to_string(*max);
  }
  emit(isInRange, text);
}
