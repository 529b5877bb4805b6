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
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace metautils;

namespace metautils {
#define GEN_PASS_DEF_SYMBOLIZEPASS
#include "metautils/Transforms/Passes.h.inc"

class Symbolizer {
public:
  Symbolizer(ModuleOp module, const SymbolPolicies &policies,
             SymbolProvider &provider)
      : module(module), policies(policies), builder(module.getContext()),
        numbers(module, provider) {
    allDynamic.all = SizePolicy::Dynamic;
  }

  LogicalResult run();

private:
  using Policies = SymbolPolicies::Tensor;

  /// A tensor to be dealt with, what it is called, and the policies of it: its
  /// own, or what those of the tensor it belongs to mean for it.
  struct Item {
    TensorOp tensor;
    std::string path;
    const Policies *own;
    bool isBaseDone = false;
  };

  void push(Value value, const Twine &path, const Policies *inherited);
  void pushInner(Item &item);
  void pushGrad(Item &item);
  const Policies *findPolicies(TensorOp tensor, StringRef path);
  LogicalResult visit(Item &item);
  LogicalResult checkPolicies();

  LogicalResult replaceGeometry(Item &item, ViewOp view);

  ModuleOp module;
  const SymbolPolicies &policies;
  OpBuilder builder;
  RootFinder roots;
  Policies allDynamic;
  SmallVector<Item> stack;
  llvm::DenseSet<Operation *> met;
  SymbolicNumbers numbers;
  llvm::StringSet<> used; ///< of the policies
};
} // namespace metautils

//===----------------------------------------------------------------------===//
// Which tensors, in which order
//===----------------------------------------------------------------------===//

const SymbolPolicies::Tensor *Symbolizer::findPolicies(TensorOp tensor,
                                                       StringRef path) {
  auto find = [&](StringRef name) -> const Policies * {
    auto entry = policies.getTensors().find(name);
    if (entry == policies.getTensors().end())
      return nullptr;
    used.insert(name);
    return &entry->second;
  };
  const Policies *found = find(path);
  for (Operation *user : tensor->getUsers())
    if (auto source = dyn_cast<SourceOp>(user))
      if (const Policies *bySource = find(source.getName()))
        found = bySource;
  return found;
}

void Symbolizer::push(Value value, const Twine &path,
                      const Policies *inherited) {
  auto tensor = value ? value.getDefiningOp<TensorOp>() : TensorOp();
  if (!tensor || !met.insert(tensor).second)
    return;
  StringRef source = getSourceName(tensor);
  std::string name = source.empty() ? path.str() : source.str();
  const Policies *own = findPolicies(tensor, name);
  stack.push_back({tensor, std::move(name), own ? own : inherited});
}

/// In reverse, since the last that is pushed comes first.
void Symbolizer::pushInner(Item &item) {
  auto subclass = item.tensor.getGeometry().getDefiningOp<SubclassOp>();
  if (!subclass)
    return;
  DictAttr parts = subclass.getParts();
  for (auto [key, value] :
       llvm::reverse(llvm::zip_equal(parts.getKeys(), parts.getValues())))
    if (auto operand = dyn_cast<OperandAttr>(value))
      push(subclass.getInner()[operand.getNumber()],
           item.path + "." + cast<StringAttr>(key).getValue(),
           item.own ? &allDynamic : nullptr);
}

/// A grad is as dynamic as its tensor.
void Symbolizer::pushGrad(Item &item) {
  Value grad = item.tensor.getGrad();
  if (!grad)
    return;
  auto rank = [](Value tensor) {
    return cast<MetaTensorType>(tensor.getType()).getRank();
  };
  bool fits = rank(grad) == rank(item.tensor);
  push(grad, item.path + ".grad", fits || !item.own ? item.own : &allDynamic);
}

LogicalResult Symbolizer::checkPolicies() {
  for (const auto &entry : policies.getTensors())
    if (!used.contains(entry.first()))
      return module.emitError("expected a tensor '")
             << entry.first() << "' to have a policy, got none of that name";
  return success();
}

LogicalResult Symbolizer::run() {
  for (auto source : module.getOps<SourceOp>()) {
    push(source.getTensor(), source.getName(), nullptr);
    while (!stack.empty()) {
      Item item = stack.back();
      if (!item.isBaseDone) {
        stack.back().isBaseDone = true;
        push(item.tensor.getBase(), item.path + "._base",
             item.own ? &allDynamic : nullptr);
        continue;
      }
      stack.pop_back();
      if (failed(visit(item)))
        return failure();
      pushGrad(item);
      pushInner(item);
    }
  }
  return checkPolicies();
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
LogicalResult Symbolizer::replaceGeometry(Item &item, ViewOp view) {
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
  Operation *at = view ? view : tensor;
  if (fills && storage->getBlock() == at->getBlock() &&
      storage->isBeforeInBlock(at))
    at = storage;
  builder.setInsertionPoint(at);
  EmittedNumbers emitted;
  IndexArithmetic arithmetic(builder, tensor.getLoc(), &emitted);
  FailureOr<Geometry> geometry = numbers.makeGeometry(
      {before, offset, item.path, policies.getSizes(tensor, item.own),
       policies.strides},
      arithmetic);
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
  builder.setInsertionPoint(view ? view : tensor);
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
  if (view && view->use_empty())
    view.erase();
  return success();
}

LogicalResult Symbolizer::visit(Item &item) {
  TensorOp tensor = item.tensor;
  MetaTensorType type = tensor.getType();
  if (item.own)
    for (auto [dim, policy] : item.own->dims)
      if (dim >= type.getRank())
        return tensor.emitOpError("expected '")
               << item.path << "' to have dim " << dim << ", got " << type;
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
  if (!isPlain) {
    if (item.own)
      return tensor.emitOpError("expected '")
             << item.path
             << "' to be strided and wrapped by no transform, since it has a "
                "policy";
    tensor.emitRemark("'") << item.path
                           << "' keeps its sizes: expected a strided tensor "
                              "that no transform wraps, to be symbolic";
    return success();
  }
  auto view = dyn_cast_if_present<ViewOp>(op);
  if (!view && !isa_and_present<StorageOp>(op))
    return tensor.emitOpError("expected '")
           << item.path
           << "' to be one view of its storage, got a chain of views: run "
              "--meta-fold-views first";
  if (view && view.getDynamicOffset())
    return success();
  return replaceGeometry(item, view);
}

LogicalResult metautils::symbolize(ModuleOp description,
                                   const SymbolPolicies &policies,
                                   SymbolProvider &provider) {
  return Symbolizer(description, policies, provider).run();
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
