// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes, strides and offsets of a function's arguments, in terms of
// symbols.

#include "SymbolicSignature.h"
#include "MemRefViews.h"
#include "NumberCopier.h"
#include "RuntimeChecks.h"

#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

SymbolicSignature::SymbolicSignature(MLIRContext *context,
                                     ArrayRef<PlacedTensor> tensors)
    : context(context), tensors(tensors), affine(context) {
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    begins[tensor.value] = numbers.size();
    if (tensor.view)
      addNumbers(index);
  }
  bindSymbols();
}

void SymbolicSignature::addNumbers(unsigned index) {
  const PlacedTensor &tensor = tensors[index];
  auto type = cast<MetaTensorType>(tensor.value.getType());
  ViewOp view = tensor.view;
  Arithmetic arithmetic;
  Geometry geometry = getViewGeometry(view, view.getDynamic(), arithmetic);
  auto add = [&](Part part, unsigned dim, SymInt value, StringRef method) {
    AffineExpr expr;
    if (value.isConstant())
      expr = getAffineConstantExpr(value.constant(), context);
    else if (value.isSymbol())
      expr = affine.get(toValue(value));
    if (!expr && !method.empty())
      expr = affine.addSymbol(tensor.name + "." + method.str() + "()[" +
                              std::to_string(dim) + "]");
    numbers.push_back({index, part, dim, value, expr});
  };
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      add(Part::Size, dim, geometry.sizes[dim], "size");
  if (!type.isContiguous())
    for (auto [dim, stride] : llvm::enumerate(type.getStrides()))
      if (ShapedType::isDynamic(stride))
        add(Part::Stride, dim, geometry.strides[dim], "stride");
  if (!geometry.offset.isConstant())
    add(Part::Offset, 0, geometry.offset, "");
}

/// Finds a number that each symbol is: sizes first, as a person would.
void SymbolicSignature::bindSymbols() {
  binders.resize(affine.getSymbols().size());
  for (Part part : {Part::Size, Part::Stride, Part::Offset})
    for (auto [index, number] : llvm::enumerate(numbers)) {
      auto symbol = dyn_cast_if_present<AffineSymbolExpr>(number.expr);
      if (symbol && number.part == part && !binders[symbol.getPosition()])
        binders[symbol.getPosition()] = index;
    }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

AffineMap SymbolicSignature::getMap(ArrayRef<AffineExpr> exprs) const {
  return AffineMap::get(/*dimCount=*/0, affine.getSymbols().size(), exprs,
                        context);
}

void SymbolicSignature::addAttrs(const PlacedTensor &tensor,
                                 NamedAttrList &attrs) const {
  if (!tensor.view)
    return;
  auto type = cast<MetaTensorType>(tensor.value.getType());
  const Number *number = numbers.begin() + begins.lookup(tensor.value);
  auto addMap = [&](StringRef name, ArrayRef<int64_t> known) {
    if (!llvm::is_contained(known, ShapedType::kDynamic))
      return;
    auto exprs = llvm::map_to_vector(known, [&](int64_t constant) {
      return ShapedType::isDynamic(constant)
                 ? (number++)->expr
                 : getAffineConstantExpr(constant, context);
    });
    attrs.set(name, AffineMapAttr::get(getMap(exprs)));
  };
  addMap(MetaDialect::kSizesAttr, type.getShape());
  if (!type.isContiguous())
    addMap(MetaDialect::kStridesAttr, type.getStrides());

  Builder builder(context);
  ViewOp view = tensor.view;
  SymInt offset = view.getOffset();
  if (Value dynamic = view.getDynamicOffset())
    offset = resolveConstant(toSymInt(dynamic));
  if (!offset.isConstant())
    attrs.set(MetaDialect::kOffsetAttr,
              number->expr ? AffineMapAttr::get(getMap(number->expr))
                           : Attribute(builder.getUnitAttr()));
  else if (offset.constant() != 0)
    attrs.set(MetaDialect::kOffsetAttr,
              builder.getI64IntegerAttr(offset.constant()));
}

/// What the ops of one symbol say of it.
static DictionaryAttr getFacts(const AffineNumbers::Symbol &symbol,
                               Builder builder) {
  NamedAttrList facts;
  facts.set("name", builder.getStringAttr(symbol.name));
  std::optional<int64_t> min, max;
  for (SymbolOp op : symbol.ops) {
    min = std::max(min, op.getMin());
    if (op.getMax())
      max = std::min(max.value_or(*op.getMax()), *op.getMax());
    if (op.getHint())
      facts.set("hint", builder.getI64IntegerAttr(*op.getHint()));
    if (op.getKind() != SymbolKind::Backed)
      facts.set("kind",
                builder.getStringAttr(stringifySymbolKind(op.getKind())));
  }
  if (min)
    facts.set("min", builder.getI64IntegerAttr(*min));
  if (max)
    facts.set("max", builder.getI64IntegerAttr(*max));
  return facts.getDictionary(builder.getContext());
}

ArrayAttr SymbolicSignature::getSymbolsAttr() const {
  Builder builder(context);
  SmallVector<Attribute> facts;
  for (const AffineNumbers::Symbol &symbol : affine.getSymbols())
    facts.push_back(getFacts(symbol, builder));
  return facts.empty() ? ArrayAttr() : builder.getArrayAttr(facts);
}

SmallVector<StringRef> SymbolicSignature::getUnboundSymbols() const {
  SmallVector<StringRef> unbound;
  for (auto [symbol, binder] : llvm::zip_equal(affine.getSymbols(), binders))
    if (!binder)
      unbound.push_back(symbol.name);
  return unbound;
}

//===----------------------------------------------------------------------===//
// Run time
//===----------------------------------------------------------------------===//

/// Whether a number is a symbol of the description.
bool SymbolicSignature::isDescribed(AffineSymbolExpr symbol) const {
  return !affine.getSymbols()[symbol.getPosition()].ops.empty();
}

/// As in `size 0 of 'x'`.
std::string SymbolicSignature::quote(const Number &number) const {
  std::string whose = " of '" + tensors[number.tensor].name + "'";
  if (number.part == Part::Offset)
    return "the offset" + whose;
  const char *part = number.part == Part::Size ? "size " : "stride ";
  return part + std::to_string(number.dim) + whose;
}

std::string SymbolicSignature::getMessage(const Number &number) const {
  std::string message = "expected " + quote(number) + " to ";
  if (number.value.isConstant())
    return message + "be " + std::to_string(number.value.constant());
  llvm::SmallSetVector<unsigned, 4> positions;
  if (number.expr)
    number.expr.walk([&](AffineExpr part) {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
        if (isDescribed(symbol))
          positions.insert(symbol.getPosition());
    });
  if (positions.empty())
    return message + "agree with the description";
  message += "agree with ";
  llvm::raw_string_ostream os(message);
  llvm::interleaveComma(positions, os, [&](unsigned position) {
    os << '\'' << affine.getSymbols()[position].name << '\'';
    if (std::optional<unsigned> binder = binders[position])
      os << " (" << quote(numbers[*binder]) << ')';
  });
  return message;
}

Value SymbolicSignature::query(const Number &number, OpBuilder &builder,
                               Location location, Value tensor) {
  switch (number.part) {
  case Part::Size:
    return SizeOp::create(builder, location, tensor, number.dim);
  case Part::Stride:
    return StrideOp::create(builder, location, tensor, number.dim);
  case Part::Offset:
    return OffsetOp::create(builder, location, tensor);
  }
  llvm_unreachable("not a part of a tensor");
}

LogicalResult SymbolicSignature::check(OpBuilder &builder, Location location,
                                       ValueRange arguments) {
  RuntimeChecks checks(builder, location);
  NumberCopier copier(builder);
  auto ask = [&](const Number &number) {
    return query(number, builder, location, arguments[number.tensor]);
  };
  ValueRange unbound = arguments.drop_front(tensors.size());
  llvm::DenseSet<unsigned> binding;
  for (auto [symbol, binder] : llvm::zip_equal(affine.getSymbols(), binders)) {
    if (binder)
      binding.insert(*binder);
    Value value = binder ? ask(numbers[*binder]) : unbound.front();
    if (!binder)
      unbound = unbound.drop_front();
    std::string whose = binder ? quote(numbers[*binder]) : std::string();
    for (SymbolOp op : symbol.ops) {
      copier.map(op, value);
      checks.assertInRange(value, op, whose);
    }
  }
  for (auto [index, number] : llvm::enumerate(numbers)) {
    SymInt expected = number.value;
    // The strides of a contiguous view follow from its sizes.
    if (expected.isUnknown())
      continue;
    if (expected.isSymbol()) {
      Value value = toValue(expected);
      if (failed(copier.copy(value)))
        return failure();
      expected = toSymInt(copier.lookup(value));
      // It is what says which number the symbol is.
      if (binding.contains(index) &&
          isDescribed(cast<AffineSymbolExpr>(number.expr)))
        continue;
    }
    checks.assertEqual(ask(number), expected, getMessage(number));
  }
  return success();
}
