// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a tensor with symbolic sizes, kind by kind.

#include "Symbolizer.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

/// Whether an op is made of the tensor that must have the tensor's type.
static bool isTypedByTensor(Operation *user) {
  return user->hasTrait<GeometryTrait>() &&
         !isa<SubclassOp, FunctionalOp>(user);
}

/// Whether a size may be 0 or 1, which a ragged one is not: the strides of a
/// contiguous tensor are others than the products of its sizes then.
static bool mayBeSmall(SymInt size) {
  if (!size.isSymbol())
    return false;
  auto symbol = toValue(size).getDefiningOp<SymbolOp>();
  return symbol.getKind() != SymbolKind::NestedInt &&
         symbol.getMin().value_or(0) < 2;
}

static SmallVector<int64_t> toStatic(ArrayRef<SymInt> numbers) {
  return llvm::map_to_vector(numbers, std::mem_fn(&SymInt::toStatic));
}

static MetaTensorType
makeType(const Geometry &geometry, MetaTensorType like, Arithmetic &arithmetic,
         llvm::function_ref<InFlightDiagnostic()> emitError) {
  Attribute layout;
  if (llvm::any_of(geometry.sizes, mayBeSmall) ||
      !isContiguousOfSizes(geometry, arithmetic))
    layout = StridedLayoutAttr::get(like.getContext(), 0,
                                    toStatic(geometry.strides));
  return MetaTensorType::getChecked(
      emitError, toStatic(geometry.sizes), like.getElementType(), layout,
      like.getDevice(), like.getConj(), like.getNeg());
}

void Symbolizer::setBytes(StorageOp storage, Value bytes) {
  storage.setBytes(ShapedType::kDynamic);
  storage.getDynamicBytesMutable().assign(bytes);
}

/// A storage that the tensor fills is as large as the tensor.
void Symbolizer::growStorage(StorageOp storage, MetaTensorType type,
                             const Geometry &geometry) {
  if (llvm::is_contained(geometry.sizes, SymInt(0)))
    return;
  SymInt elements = 1;
  if (type.isContiguous()) {
    for (SymInt size : geometry.sizes)
      elements = arithmetic.mul(elements, size);
  } else {
    for (auto [size, stride] :
         llvm::zip_equal(geometry.sizes, geometry.strides))
      elements = arithmetic.add(
          elements, arithmetic.mul(arithmetic.sub(size, 1), stride));
  }
  SymInt bytes = arithmetic.mul(elements, type.getElementBytes());
  if (bytes.isSymbol())
    setBytes(storage, toValue(bytes));
}

/// The storage that a tensor of known sizes fills, or null.
StorageOp Symbolizer::findFilled(Value base, MetaTensorType type,
                                 int64_t offset) {
  Value root = roots.find(base);
  auto storage = root ? root.getDefiningOp<StorageOp>() : StorageOp();
  if (!storage || storage.getDynamicBytes() || offset != 0 ||
      type.getNumDynamic())
    return {};
  std::optional<int64_t> reached = reachedBytes(
      type.getShape(), type.getStrides(), offset, type.getElementBytes());
  return reached == storage.getBytes() ? storage : StorageOp();
}

void Symbolizer::eraseUnused(Operation *op) {
  if (!op || !op->use_empty())
    return;
  if (numbers.getInsertionPoint() == op->getIterator())
    numbers.setInsertionPointAfter(op);
  op->erase();
}

/// Views of the tensor are of what it was until their turn comes.
LogicalResult Symbolizer::setType(TensorOp tensor, MetaTensorType type) {
  MetaTensorType known = tensor.getType();
  before[tensor] = known;
  tensor.getResult().setType(type);
  CastOp cast;
  for (OpOperand &use : llvm::make_early_inc_range(tensor->getUses())) {
    if (!isa<ViewOpInterface>(use.getOwner()) || isa<ViewOp>(use.getOwner()))
      continue;
    if (!cast) {
      OpBuilder builder(tensor->getContext());
      builder.setInsertionPointAfter(tensor);
      cast = CastOp::create(builder, tensor.getLoc(), known, tensor);
    }
    use.set(cast.getResult());
  }
  return verify(tensor);
}

void Symbolizer::setGeometry(TensorOp tensor, Value geometry) {
  if (auto subclass = tensor.getGeometry().getDefiningOp<SubclassOp>()) {
    subclass.getOuterMutable().assign(geometry);
    subclass.getResult().setType(cast<MetaTensorType>(geometry.getType()));
  } else {
    tensor.getGeometryMutable().assign(geometry);
  }
}

/// In the place of one with the `known` type and offset; null if nothing in it
/// became symbolic.
FailureOr<ViewOp> Symbolizer::makeView(Operation *at, Value base,
                                       MetaTensorType known, int64_t offset,
                                       const Geometry &geometry) {
  MetaTensorType type =
      makeType(geometry, known, arithmetic, [&] { return at->emitOpError(); });
  if (!type)
    return failure();
  if (type == known && geometry.offset.isConstant())
    return ViewOp();
  StorageOp filled = findFilled(base, known, offset);
  if (filled && geometry.offset.isConstant(0))
    growStorage(filled, type, geometry);
  OpBuilder builder(at);
  auto view = ViewOp::create(builder, at->getLoc(), type, base,
                             getViewOperands(type, geometry, arithmetic),
                             geometry.offset.toStatic());
  if (failed(verify(view)))
    return failure();
  return view;
}

//===----------------------------------------------------------------------===//
// Kinds of tensors
//===----------------------------------------------------------------------===//

/// `view` is null for a tensor straight over its storage.
LogicalResult Symbolizer::replaceGeometry(const SymbolicTensor &item,
                                          ViewOp view) {
  TensorOp tensor = item.tensor;
  MetaTensorType known = tensor.getType();
  Value base = view ? view.getBase() : tensor.getGeometry();
  int64_t offset = view ? view.getOffset() : 0;
  FailureOr<Geometry> geometry =
      provider.provide(item, known.getStrides(), offset, arithmetic);
  if (failed(geometry))
    return failure();
  if (std::optional<RaggedDim> ragged = findRagged(tensor))
    fillRagged(*ragged, *geometry);
  FailureOr<ViewOp> symbolic =
      makeView(view ? view : tensor, base, known, offset, *geometry);
  if (failed(symbolic) || !*symbolic)
    return symbolic;
  setGeometry(tensor, *symbolic);
  eraseUnused(view);
  return setType(tensor, symbolic->getType());
}

/// Sizes of a tensor in coordinate format. Those behind the sparse ones are
/// sizes of the values, too.
LogicalResult Symbolizer::replaceSizes(const SymbolicTensor &item,
                                       SparseCooOp coo) {
  TensorOp tensor = item.tensor;
  MetaTensorType known = tensor.getType();
  auto values = coo.getValues().getDefiningOp<ViewOp>();
  auto strides = contiguousStrides(known.getShape());
  bool isPlain = strides && coo->hasOneUse() && values && values->hasOneUse() &&
                 values.getType().isContiguous() &&
                 !values.getDynamicOffset() &&
                 llvm::none_of(tensor->getUsers(), isTypedByTensor);
  if (!isPlain)
    return provider.keep(item, /*isChain=*/false);
  FailureOr<Geometry> sizes =
      provider.provide(item, *strides, /*offset=*/0, arithmetic);
  if (failed(sizes))
    return failure();
  auto type = MetaTensorType::getChecked(
      [&] { return tensor.emitOpError(); }, toStatic(sizes->sizes),
      known.getElementType(), known.getLayout(), known.getDevice());
  if (!type)
    return failure();
  if (type.getNumDynamic() == 0)
    return success();
  Geometry parts;
  parts.offset = values.getOffset();
  parts.sizes.push_back(values.getType().getDimSize(0));
  unsigned sparse = cast<CooAttr>(known.getLayout()).getSparse();
  llvm::append_range(parts.sizes, llvm::drop_begin(sizes->sizes, sparse));
  parts.strides.assign(parts.rank(), 1);
  for (size_t dim = parts.rank() - 1; dim > 0; --dim)
    parts.strides[dim - 1] =
        arithmetic.mul(parts.strides[dim], parts.sizes[dim]);
  FailureOr<ViewOp> view = makeView(values, values.getBase(), values.getType(),
                                    values.getOffset(), parts);
  if (failed(view))
    return failure();
  SmallVector<Value> dynamic;
  for (SymInt size : sizes->sizes)
    if (size.isSymbol())
      dynamic.push_back(toValue(size));
  OpBuilder builder(coo);
  auto symbolic =
      SparseCooOp::create(builder, coo.getLoc(), type, coo.getIndices(),
                          *view ? *view : values, dynamic, coo.getCoalesced());
  tensor.getGeometryMutable().assign(symbolic);
  eraseUnused(coo);
  eraseUnused(values);
  if (failed(verify(symbolic)))
    return failure();
  return setType(tensor, type);
}

/// A functional tensor is as large as its value, which was dealt with.
LogicalResult Symbolizer::followValue(const SymbolicTensor &item,
                                      FunctionalOp functional) {
  TensorOp tensor = item.tensor;
  auto value = functional.getInner().getDefiningOp<TensorOp>();
  auto outer = functional.getOuter().getDefiningOp<ViewOp>();
  bool isPlain = value && outer && !functional.getView() &&
                 functional->hasOneUse() &&
                 llvm::none_of(tensor->getUsers(), isTypedByTensor);
  if (!isPlain)
    return provider.keep(item, /*isChain=*/false);
  auto view = value.getGeometry().getDefiningOp<ViewOp>();
  if (!view || before.lookup(value) != tensor.getType())
    return success();
  auto storage = view.getBase().getDefiningOp<StorageOp>();
  StorageOp filled =
      findFilled(outer.getBase(), outer.getType(), outer.getOffset());
  if (storage && filled && storage.getDynamicBytes())
    setBytes(filled, storage.getDynamicBytes());
  OpBuilder builder(outer);
  auto symbolic =
      ViewOp::create(builder, outer.getLoc(), view.getType(), outer.getBase(),
                     view.getDynamic(), view.getOffset());
  functional.getOuterMutable().assign(symbolic);
  functional.getResult().setType(symbolic.getType());
  eraseUnused(outer);
  if (failed(verify(symbolic)) || failed(verify(functional)))
    return failure();
  return setType(tensor, symbolic.getType());
}

LogicalResult Symbolizer::visit(const SymbolicTensor &item) {
  TensorOp tensor = item.tensor;
  MetaTensorType type = tensor.getType();
  // Symbols that are there stay.
  if (type.getNumDynamic() && !findRagged(tensor))
    return success();
  Value geometry = tensor.getGeometry();
  if (auto coo = geometry.getDefiningOp<SparseCooOp>())
    return replaceSizes(item, coo);
  if (auto functional = geometry.getDefiningOp<FunctionalOp>())
    return followValue(item, functional);
  auto subclass = geometry.getDefiningOp<SubclassOp>();
  Operation *op =
      subclass ? subclass.getOuter().getDefiningOp() : geometry.getDefiningOp();
  bool isShared = subclass && !subclass.getResult().hasOneUse();
  bool isPlain = type.isStrided() && !isShared &&
                 (!op || !op->hasTrait<GeometryTrait>()) &&
                 llvm::none_of(tensor->getUsers(), isTypedByTensor);
  if (!isPlain)
    return provider.keep(item, /*isChain=*/false);
  auto replay = replays.find(tensor);
  if (replay != replays.end()) {
    FailureOr<Geometry> wanted = provider.provide(
        item, type.getStrides(), replay->second.offset, arithmetic);
    if (succeeded(wanted))
      replay->second.wanted = *wanted;
    return wanted;
  }
  auto view = dyn_cast_if_present<ViewOp>(op);
  if (!view && !isa_and_present<StorageOp>(op))
    return provider.keep(item, /*isChain=*/true);
  if (view && view.getDynamicOffset())
    return success();
  return replaceGeometry(item, view);
}
