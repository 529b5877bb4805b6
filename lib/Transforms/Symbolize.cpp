// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes sizes, strides and offsets symbolic.
//
//   before:  %s = meta.storage 96
//            %x = meta.tensor %s : 4x6xf32
//            meta.source %x, "x"
//   after:   %s93 = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
//            %s44 = meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
//            %0 = arith.muli ..                       // 4 * s93 * s44
//            %s = meta.storage %0
//            %1 = meta.view %s[%s93, %s44] : ?x?xf32
//            %x = meta.tensor %1 : ?x?xf32
//            meta.source %x, "x"

#include "SymbolicNumbers.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_SYMBOLIZEPASS
#include "metautils/Transforms/Passes.h.inc"

class Symbolizer {
public:
  Symbolizer(ModuleOp module, GeometryProvider &provider);

  LogicalResult run();

private:
  struct Item {
    SymbolicTensor tensor;
    bool isBaseDone = false;
  };

  void push(Value value, SymbolicTensor tensor);
  void pushInner(const SymbolicTensor &tensor);
  void pushGrad(const SymbolicTensor &tensor);
  LogicalResult visit(const SymbolicTensor &tensor);

  LogicalResult replaceGeometry(const SymbolicTensor &item, ViewOp view);

  ModuleOp module;
  GeometryProvider &provider;
  /// Numbers are behind the symbols, in front of all that has them.
  OpBuilder numbers;
  EmittedNumbers emitted;
  IndexArithmetic arithmetic;
  RootFinder roots;
  SmallVector<Item> stack;
  llvm::DenseSet<Operation *> met;
};
} // namespace metautils

GeometryProvider::~GeometryProvider() = default;

Symbolizer::Symbolizer(ModuleOp module, GeometryProvider &provider)
    : module(module), provider(provider),
      numbers(OpBuilder::atBlockBegin(module.getBody())),
      arithmetic(numbers, module.getLoc(), &emitted) {
  for (auto symbol : module.getOps<SymbolOp>())
    numbers.setInsertionPointAfter(symbol);
}

//===----------------------------------------------------------------------===//
// Which tensors, in which order
//===----------------------------------------------------------------------===//

void Symbolizer::push(Value value, SymbolicTensor tensor) {
  tensor.tensor = value ? value.getDefiningOp<TensorOp>() : TensorOp();
  if (!tensor.tensor || !met.insert(tensor.tensor).second)
    return;
  StringRef source = getSourceName(tensor.tensor);
  if (!source.empty())
    tensor.path = source;
  if (provider.enter(tensor))
    stack.push_back({std::move(tensor)});
}

/// In reverse, since the last that is pushed comes first.
void Symbolizer::pushInner(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  auto subclass = op.getGeometry().getDefiningOp<SubclassOp>();
  if (!subclass)
    return;
  DictAttr parts = subclass.getParts();
  for (auto [key, value] :
       llvm::reverse(llvm::zip_equal(parts.getKeys(), parts.getValues())))
    if (auto operand = dyn_cast<OperandAttr>(value)) {
      std::string name = cast<StringAttr>(key).str();
      push(subclass.getInner()[operand.getNumber()],
           {{},
            tensor.path + "." + name,
            op,
            SymbolicTensor::Part::Inner,
            name});
    }
}

void Symbolizer::pushGrad(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  push(op.getGrad(),
       {{}, tensor.path + ".grad", op, SymbolicTensor::Part::Grad, {}});
}

LogicalResult Symbolizer::run() {
  for (auto source : module.getOps<SourceOp>()) {
    push(source.getTensor(), {{}, source.getName().str()});
    while (!stack.empty()) {
      SymbolicTensor tensor = stack.back().tensor;
      if (!stack.back().isBaseDone) {
        stack.back().isBaseDone = true;
        push(tensor.tensor.getBase(), {{},
                                       tensor.path + "._base",
                                       tensor.tensor,
                                       SymbolicTensor::Part::Base,
                                       {}});
        continue;
      }
      stack.pop_back();
      if (failed(visit(tensor)))
        return failure();
      pushGrad(tensor);
      pushInner(tensor);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

/// Whether an op is made of the tensor that must have the tensor's type.
static bool isTypedByTensor(Operation *user) {
  if (isa<SubclassOp, ViewOp>(user))
    return false;
  return user->hasTrait<GeometryTrait>() || isa<ViewOpInterface>(user);
}

/// Whether a size may be 0 or 1, for which the strides of a contiguous tensor
/// are others than the products of its sizes.
static bool mayBeSmall(SymInt size) {
  if (!size.isSymbol())
    return false;
  auto symbol = toValue(size).getDefiningOp<SymbolOp>();
  return symbol.getMin().value_or(0) < 2;
}

static MetaTensorType
makeType(const Geometry &geometry, MetaTensorType like, Arithmetic &arithmetic,
         llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto getStatic = [](ArrayRef<SymInt> list) {
    return llvm::map_to_vector(list, std::mem_fn(&SymInt::toStatic));
  };
  Attribute layout;
  if (llvm::any_of(geometry.sizes, mayBeSmall) ||
      !isContiguousOfSizes(geometry, arithmetic))
    layout = StridedLayoutAttr::get(like.getContext(), 0,
                                    getStatic(geometry.strides));
  return MetaTensorType::getChecked(
      emitError, getStatic(geometry.sizes), like.getElementType(), layout,
      like.getDevice(), like.getConj(), like.getNeg());
}

/// A storage that the tensor fills is as large as the tensor.
static void growStorage(StorageOp storage, MetaTensorType type,
                        const Geometry &geometry, IndexArithmetic &arithmetic) {
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
  if (!bytes.isSymbol())
    return;
  storage.setBytes(ShapedType::kDynamic);
  storage.getDynamicBytesMutable().assign(toValue(bytes));
}

/// `view` is null for a tensor straight over its storage.
LogicalResult Symbolizer::replaceGeometry(const SymbolicTensor &item,
                                          ViewOp view) {
  TensorOp tensor = item.tensor;
  MetaTensorType before = tensor.getType();
  Value base = view ? view.getBase() : tensor.getGeometry();
  int64_t offset = view ? view.getOffset() : 0;
  Value root = roots.find(base);
  auto storage = root ? root.getDefiningOp<StorageOp>() : StorageOp();
  std::optional<int64_t> reached = reachedBytes(
      before.getShape(), before.getStrides(), offset, before.getElementBytes());
  bool fills = storage && !storage.getDynamicBytes() && offset == 0 &&
               reached == storage.getBytes();
  FailureOr<Geometry> geometry = provider.provide(item, offset, arithmetic);
  if (failed(geometry))
    return failure();
  MetaTensorType type = makeType(*geometry, before, arithmetic,
                                 [&] { return tensor.emitOpError(); });
  if (!type)
    return failure();
  if (type.getNumDynamic() == 0 && geometry->offset.isConstant())
    return success();
  if (fills && geometry->offset.isConstant(0))
    growStorage(storage, type, *geometry, arithmetic);
  OpBuilder builder(view ? view : tensor);
  auto symbolic = ViewOp::create(builder, tensor.getLoc(), type, base,
                                 getViewOperands(type, *geometry, arithmetic),
                                 geometry->offset.toStatic());
  if (auto subclass = tensor.getGeometry().getDefiningOp<SubclassOp>()) {
    subclass.getOuterMutable().assign(symbolic);
    subclass.getResult().setType(type);
  } else {
    tensor.getGeometryMutable().assign(symbolic);
  }
  tensor.getResult().setType(type);
  if (failed(verify(symbolic)) || failed(verify(tensor)))
    return failure();
  if (view && view->use_empty()) {
    if (numbers.getInsertionPoint() == view->getIterator())
      numbers.setInsertionPointAfter(view);
    view.erase();
  }
  return success();
}

LogicalResult Symbolizer::visit(const SymbolicTensor &item) {
  TensorOp tensor = item.tensor;
  MetaTensorType type = tensor.getType();
  // Symbols that are there stay.
  if (type.isStrided() && type.getNumDynamic())
    return success();
  Value geometry = tensor.getGeometry();
  auto subclass = geometry.getDefiningOp<SubclassOp>();
  Operation *op =
      subclass ? subclass.getOuter().getDefiningOp() : geometry.getDefiningOp();
  bool isShared = subclass && !subclass.getResult().hasOneUse();
  bool isPlain = type.isStrided() && !isShared &&
                 (!op || !op->hasTrait<GeometryTrait>()) &&
                 llvm::none_of(tensor->getUsers(), isTypedByTensor);
  if (!isPlain)
    return provider.keep(item, /*isChain=*/false);
  auto view = dyn_cast_if_present<ViewOp>(op);
  if (!view && !isa_and_present<StorageOp>(op))
    return provider.keep(item, /*isChain=*/true);
  if (view && view.getDynamicOffset())
    return success();
  return replaceGeometry(item, view);
}

LogicalResult metautils::symbolize(ModuleOp description,
                                   GeometryProvider &provider) {
  return Symbolizer(description, provider).run();
}

LogicalResult metautils::symbolize(ModuleOp description,
                                   const SymbolPolicies &policies,
                                   SymbolProvider &provider) {
  SymbolicNumbers numbers(description, policies, provider);
  if (failed(symbolize(description, numbers)))
    return failure();
  return numbers.checkPolicies();
}

namespace {
struct SymbolizePass : metautils::impl::SymbolizePassBase<SymbolizePass> {
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    SymbolPolicies policies;
    auto emitError = [&] { return module.emitError(); };
    std::optional<SizePolicy> all = symbolizeSizePolicy(sizePolicy);
    std::optional<SizePolicy> strides = symbolizeSizePolicy(stridePolicy);
    if (!all || *all == SizePolicy::Infer || !strides) {
      emitError() << "expected policies such as dynamic, duck, static or "
                     "unbacked, got '"
                  << (strides ? sizePolicy : stridePolicy) << "'";
      return signalPassFailure();
    }
    policies.sizes = *all;
    policies.strides = *strides;
    for (const std::string &text : dims)
      if (failed(policies.parse(text, emitError)))
        return signalPassFailure();
    NativeSymbolProvider provider(module, {duckShape, specializeZeroOne});
    if (failed(symbolize(module, policies, provider)))
      signalPassFailure();
  }
};
} // namespace
