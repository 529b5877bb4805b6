// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between geometries (numbers) and IR (types and index values).

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/Layout/Views.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// IndexArithmetic
//===----------------------------------------------------------------------===//

SymInt metautils::resolveConstant(SymInt number) {
  if (!number.isSymbol())
    return number;
  // That an op has operands takes less time to see than that it is no constant.
  Operation *producer = toValue(number).getDefiningOp();
  APInt constant;
  if (!producer || producer->getNumOperands() > 0 ||
      !matchPattern(producer, m_ConstantInt(&constant)) ||
      ShapedType::isDynamic(constant.getSExtValue()))
    return number;
  return constant.getSExtValue();
}

Value IndexArithmetic::getValue(SymInt number) {
  assert(!number.isUnknown() && "an unknown number has no value");
  if (number.isSymbol())
    return toValue(number);
  auto create = [&]() -> Value {
    return arith::ConstantIndexOp::create(builder, location, number.constant());
  };
  if (!emitted)
    return create();
  Value &constant = emitted->constants[number];
  return constant ? constant : constant = create();
}

SymInt IndexArithmetic::compute(Op op, ArrayRef<SymInt> n) {
  switch (op) {
  case Op::Add:
    return add(n[0], n[1]);
  case Op::Sub:
    return sub(n[0], n[1]);
  case Op::Mul:
    return mul(n[0], n[1]);
  case Op::FloorDiv:
    return floorDiv(n[0], n[1]);
  case Op::CeilDiv:
    return ceilDiv(n[0], n[1]);
  case Op::Min:
    return min(n[0], n[1]);
  case Op::Max:
    return max(n[0], n[1]);
  case Op::WrapIndex:
    return wrapIndex(n[0], n[1]);
  case Op::SelectIfEqual:
    return selectIfEqual(n[0], n[1], n[2], n[3]);
  }
  llvm_unreachable("not an operation of arithmetic");
}

SymInt IndexArithmetic::emit(Op op, ArrayRef<SymInt> operands) {
  // Folders of `arith` wrap: what is constant after all is not left to them.
  auto numbers = llvm::map_to_vector<4>(operands, resolveConstant);
  if (llvm::all_of(numbers, [](SymInt n) { return n.isConstant(); }))
    return compute(op, numbers);
  if (!emitted)
    return build(op, numbers);
  numbers.resize(4);
  EmittedNumbers::Key key(op, numbers[0], numbers[1], numbers[2], numbers[3]);
  auto [known, isNew] = emitted->findOrAdd(key);
  if (isNew)
    known = build(op, operands);
  return known;
}

SymInt IndexArithmetic::build(Op op, ArrayRef<SymInt> operands) {
  SmallVector<Value, 4> values;
  for (SymInt operand : operands)
    values.push_back(getValue(operand));
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.createOrFold<arith::CmpIOp>(location, predicate, a, b);
  };
  Value result;
  switch (op) {
  case Op::Add:
    result = builder.createOrFold<arith::AddIOp>(location, values);
    break;
  case Op::Sub:
    result = builder.createOrFold<arith::SubIOp>(location, values);
    break;
  case Op::Mul:
    result = builder.createOrFold<arith::MulIOp>(location, values);
    break;
  case Op::FloorDiv:
    result = builder.createOrFold<arith::FloorDivSIOp>(location, values);
    break;
  case Op::CeilDiv:
    result = builder.createOrFold<arith::CeilDivSIOp>(location, values);
    break;
  case Op::Min:
    result = builder.createOrFold<arith::MinSIOp>(location, values);
    break;
  case Op::Max:
    result = builder.createOrFold<arith::MaxSIOp>(location, values);
    break;
  case Op::WrapIndex: {
    Value zero = getValue(0);
    Value isNegative = compare(arith::CmpIPredicate::slt, values[0], zero);
    Value wrapped = builder.createOrFold<arith::AddIOp>(location, values);
    result = builder.createOrFold<arith::SelectOp>(location, isNegative,
                                                   wrapped, values[0]);
    break;
  }
  case Op::SelectIfEqual: {
    Value isEqual = compare(arith::CmpIPredicate::eq, values[0], values[1]);
    result = builder.createOrFold<arith::SelectOp>(location, isEqual, values[2],
                                                   values[3]);
    break;
  }
  }
  return resolveConstant(toSymInt(result));
}

/// Multiplies by a value that is not looked into further.
static void factorLeaf(Value value, Product &into) {
  APInt constant;
  auto max = value.getDefiningOp<arith::MaxSIOp>();
  if (max && matchPattern(max.getRhs(), m_One()))
    into.addSymbol(max.getLhs().getAsOpaquePointer(), /*atLeastOne=*/true);
  else if (matchPattern(value, m_ConstantInt(&constant)))
    into.scale(constant.getSExtValue());
  else
    into.addSymbol(value.getAsOpaquePointer());
}

void IndexArithmetic::factor(SymInt symbol, Product &into) {
  // Products are emitted with the new factor on the right. The bound is for
  // products that are not ours: in a graph region they may be cyclic.
  constexpr unsigned maxFactors = 64;
  Value value = toValue(symbol);
  for (unsigned count = 0; count < maxFactors; ++count) {
    auto multiply = value.getDefiningOp<arith::MulIOp>();
    if (!multiply)
      break;
    factorLeaf(multiply.getRhs(), into);
    value = multiply.getLhs();
  }
  factorLeaf(value, into);
}

//===----------------------------------------------------------------------===//
// Types and geometries
//===----------------------------------------------------------------------===//

Geometry metautils::getTypeGeometry(
    MetaTensorType type, SymInt offset, Arithmetic &arithmetic,
    llvm::function_ref<SymInt(GeometryPart, unsigned)> open) {
  auto number = [&](GeometryPart part, unsigned dim, int64_t value) {
    return ShapedType::isDynamic(value) ? open(part, dim) : SymInt(value);
  };
  Geometry geometry;
  geometry.offset = offset;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    geometry.sizes.push_back(number(GeometryPart::Size, dim, size));
  if (type.isContiguous() && !type.hasStaticShape()) {
    // What `open` answers may make these overflow: the arithmetic knows.
    llvm::consumeError(views::setContiguousStrides(geometry, arithmetic));
    return geometry;
  }
  for (auto [dim, stride] : llvm::enumerate(type.getStrides()))
    geometry.strides.push_back(number(GeometryPart::Stride, dim, stride));
  return geometry;
}

static bool areStridesContiguous(const Geometry &geometry,
                                 Arithmetic &arithmetic) {
  Geometry contiguous = geometry;
  if (llvm::Error error = views::setContiguousStrides(contiguous, arithmetic)) {
    llvm::consumeError(std::move(error));
    return false;
  }
  return llvm::all_of_zip(geometry.strides, contiguous.strides,
                          [&](SymInt stride, SymInt expected) {
                            return arithmetic.equal(stride, expected) == true;
                          });
}

MetaTensorType
metautils::getGeometryType(const Geometry &geometry, MetaTensorType like,
                           Arithmetic &arithmetic,
                           llvm::function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<int64_t> sizes, strides;
  for (SymInt size : geometry.sizes)
    sizes.push_back(size.toStatic());
  for (SymInt stride : geometry.strides)
    strides.push_back(stride.toStatic());
  Attribute layout = StridedLayoutAttr::get(like.getContext(), 0, strides);
  // Static strides that are contiguous are found out by the type itself.
  if (llvm::is_contained(strides, ShapedType::kDynamic) &&
      areStridesContiguous(geometry, arithmetic))
    layout = {};
  return MetaTensorType::getChecked(emitError, sizes, like.getElementType(),
                                    layout, like.getDevice(), like.getConj(),
                                    like.getNeg());
}

bool metautils::isContiguousOfSizes(const Geometry &geometry,
                                    Arithmetic &arithmetic) {
  SmallVector<SymInt> behind;
  for (size_t dim = geometry.rank(); dim-- > 0;) {
    Product expected = arithmetic.product(behind);
    Product stride = arithmetic.product(geometry.strides[dim]);
    if (Product::compareSizes(stride, expected) != 0)
      return false;
    SymInt size = geometry.sizes[dim];
    behind.push_back(size.isConstant(0) ? SymInt(1) : size);
  }
  return true;
}

SmallVector<Value> metautils::getViewOperands(MetaTensorType type,
                                              const Geometry &geometry,
                                              IndexArithmetic &arithmetic) {
  SmallVector<Value> operands;
  auto add = [&](ArrayRef<int64_t> stated, ArrayRef<SymInt> numbers) {
    for (auto [number, value] : llvm::zip_equal(stated, numbers))
      if (ShapedType::isDynamic(number))
        operands.push_back(arithmetic.getValue(value));
  };
  add(type.getShape(), geometry.sizes);
  if (!type.isContiguous())
    add(type.getStrides(), geometry.strides);
  add(geometry.offset.toStatic(), geometry.offset);
  return operands;
}

MetaTensorType metautils::refineType(MetaTensorType type,
                                     const Geometry &geometry) {
  if (type.getNumDynamic() == 0)
    return type;
  auto refine = [](MutableArrayRef<int64_t> numbers, ArrayRef<SymInt> known) {
    for (auto [number, value] : llvm::zip_equal(numbers, known))
      if (ShapedType::isDynamic(number))
        number = value.toStatic();
  };
  SmallVector<int64_t> sizes(type.getShape());
  refine(sizes, geometry.sizes);
  Attribute layout = type.getLayout();
  if (auto strided = dyn_cast_if_present<StridedLayoutAttr>(layout)) {
    SmallVector<int64_t> strides(strided.getStrides());
    refine(strides, geometry.strides);
    layout = StridedLayoutAttr::get(type.getContext(), 0, strides);
  }
  auto refined = MetaTensorType::getChecked(
      [&] { return emitUnseenError(type.getContext()); }, sizes,
      type.getElementType(), layout, type.getDevice(), type.getConj(),
      type.getNeg());
  return refined ? refined : type;
}
