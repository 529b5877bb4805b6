// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a tensor as symbols, after ShapeEnv of
// torch/fx/experimental/symbolic_shapes.py.

#include "SymbolicNumbers.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

#include <unordered_map>

using namespace mlir;
using namespace metautils;

SymbolicNumbers::SymbolicNumbers(ModuleOp module,
                                 const SymbolPolicies &policies,
                                 SymbolProvider &provider)
    : module(module), policies(policies), provider(provider) {
  allDynamic.all = SizePolicy::Dynamic;
  for (auto symbol : module.getOps<SymbolOp>()) {
    symbols[symbol.getName()] = symbol;
    lastSymbol = symbol;
  }
}

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

const SymbolPolicies::Tensor *
SymbolicNumbers::findPolicies(const SymbolicTensor &tensor) {
  auto find = [&](StringRef name) -> const Policies * {
    auto entry = policies.getTensors().find(name);
    if (entry == policies.getTensors().end())
      return nullptr;
    used.insert(name);
    return &entry->second;
  };
  if (policies.getTensors().empty())
    return nullptr;
  const Policies *found = find(tensor.path);
  for (Operation *user : tensor.tensor->getUsers())
    if (auto source = dyn_cast<SourceOp>(user))
      if (const Policies *bySource = find(source.getName()))
        found = bySource;
  return found;
}

/// A grad is as dynamic as its tensor; what else belongs to one that has a
/// policy is dynamic.
const SymbolPolicies::Tensor *
SymbolicNumbers::inheritPolicies(const SymbolicTensor &tensor) {
  TensorOp owner = tensor.owner, op = tensor.tensor;
  const Policies *inherited = owner ? own.at(owner) : nullptr;
  bool isAlike = tensor.part == SymbolicTensor::Part::Grad ||
                 tensor.part == SymbolicTensor::Part::Value;
  bool fits = isAlike && owner.getType().getRank() == op.getType().getRank();
  return !inherited || fits ? inherited : &allDynamic;
}

static LogicalResult checkDims(const SymbolicTensor &tensor,
                               const SymbolPolicies::Tensor &policies) {
  TensorOp op = tensor.tensor;
  MetaTensorType type = op.getType();
  for (auto [dim, policy] : policies.dims)
    if (dim >= type.getRank())
      return op.emitOpError("expected '")
             << tensor.path << "' to have dim " << dim << ", got " << type;
  return success();
}

FailureOr<bool> SymbolicNumbers::enter(const SymbolicTensor &tensor) {
  TensorOp op = tensor.tensor;
  const Policies *found = findPolicies(tensor);
  if (found && failed(checkDims(tensor, *found)))
    return failure();
  own[op] = found ? found : inheritPolicies(tensor);
  return true;
}

LogicalResult SymbolicNumbers::checkPolicies() {
  for (const auto &entry : policies.getTensors())
    if (!used.contains(entry.first()))
      return module.emitError("expected a tensor '")
             << entry.first() << "' to have a policy, got none of that name";
  return success();
}

void SymbolicNumbers::eraseUnused() {
  for (SymbolOp symbol : provided)
    if (symbol->use_empty())
      symbol.erase();
}

LogicalResult SymbolicNumbers::keep(const SymbolicTensor &tensor,
                                    bool isChain) {
  TensorOp op = tensor.tensor;
  if (isChain)
    return op.emitOpError("expected '")
           << tensor.path
           << "' to be one view of its storage, got a chain of views that "
              "cannot be folded";
  if (own.at(op))
    return op.emitOpError("expected '")
           << tensor.path
           << "' to be strided or in coordinate format and wrapped by no "
              "transform, since it has a policy";
  op.emitRemark("'") << tensor.path
                     << "' keeps its sizes: expected a tensor that is strided "
                        "or in coordinate "
                        "format and that no transform wraps, to be symbolic";
  return success();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

FailureOr<SymInt> SymbolicNumbers::getNumber(int64_t value, SizePolicy policy,
                                             const Twine &source) {
  FailureOr<ProvidedNumber> number = provider.provide(value, policy, source);
  if (failed(number))
    return failure();
  if (number->name.empty())
    return SymInt(number->constant);
  SymbolOp &symbol = symbols[number->name];
  if (!symbol) {
    // In front of all that has them, in the order in which they came.
    OpBuilder builder(module.getContext());
    if (lastSymbol)
      builder.setInsertionPointAfter(lastSymbol);
    else
      builder.setInsertionPointToStart(module.getBody());
    symbol = SymbolOp::create(builder, module.getLoc(), number->name,
                              number->kind, number->min, number->max,
                              number->hint, ArrayRef<std::string>());
    lastSymbol = symbol;
    provided.push_back(symbol);
    // A provider may have said what is no range.
    if (failed(verify(symbol)))
      return failure();
  }
  symbol.getProperties().sources.push_back(source.str());
  return toSymInt(symbol);
}

/// `_compute_symbolic_stride`: the smallest first, the rightmost of equal ones
/// first; a stride that is the extent of a dim before it is that product.
LogicalResult SymbolicNumbers::makeStrides(const SymbolicTensor &tensor,
                                           ArrayRef<int64_t> strides,
                                           bool areSizesStatic,
                                           Geometry &geometry,
                                           IndexArithmetic &arithmetic) {
  TensorOp op = tensor.tensor;
  ArrayRef<int64_t> sizes = op.getType().getShape();
  SmallVector<unsigned> order;
  for (unsigned dim = strides.size(); dim-- > 0;)
    if (!ShapedType::isDynamic(strides[dim]))
      order.push_back(dim);
  llvm::stable_sort(
      order, [&](unsigned a, unsigned b) { return strides[a] < strides[b]; });
  // The dim that has it. A number may be any; DenseMap keeps two for itself.
  std::unordered_map<int64_t, unsigned> extents;
  geometry.strides.resize(strides.size(), SymInt::unknown());
  auto getExtent = [&](unsigned dim) -> std::optional<int64_t> {
    int64_t extent;
    if (ShapedType::isDynamic(sizes[dim]) ||
        llvm::MulOverflow(sizes[dim], strides[dim], extent))
      return std::nullopt;
    return extent;
  };
  for (unsigned dim : order) {
    int64_t value = strides[dim];
    bool isContiguous = dim + 1 < strides.size() && getExtent(dim + 1) == value;
    SizePolicy policy = policies.strides;
    auto known = extents.find(value);
    if ((value == 0 || value == 1) && !isContiguous) {
      geometry.strides[dim] = value;
    } else if (policy == SizePolicy::Infer && known != extents.end()) {
      geometry.strides[dim] = arithmetic.mul(geometry.sizes[known->second],
                                             geometry.strides[known->second]);
    } else {
      if (policy == SizePolicy::Infer)
        policy = areSizesStatic ? SizePolicy::Static : SizePolicy::Duck;
      FailureOr<SymInt> stride = getNumber(
          value, policy, tensor.path + ".stride()[" + Twine(dim) + "]");
      if (failed(stride))
        return failure();
      geometry.strides[dim] = *stride;
    }
    if (std::optional<int64_t> extent = getExtent(dim))
      extents[*extent] = dim;
  }
  return success();
}

/// A size that is a symbol already has no policy.
static bool areStatic(ArrayRef<int64_t> sizes, ArrayRef<SizePolicy> policies) {
  return llvm::all_of(llvm::zip_equal(sizes, policies), [](auto dim) {
    auto [size, policy] = dim;
    return ShapedType::isDynamic(size) || policy == SizePolicy::Static;
  });
}

FailureOr<Geometry> SymbolicNumbers::provide(const SymbolicTensor &tensor,
                                             ArrayRef<int64_t> strides,
                                             int64_t offset,
                                             IndexArithmetic &arithmetic) {
  TensorOp op = tensor.tensor;
  auto sizePolicies = policies.getSizes(op, own.at(op));
  ArrayRef<int64_t> sizes = op.getType().getShape();
  Geometry geometry;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (ShapedType::isDynamic(size)) {
      geometry.sizes.push_back(SymInt::unknown());
      continue;
    }
    FailureOr<SymInt> number = getNumber(
        size, sizePolicies[dim], tensor.path + ".size()[" + Twine(dim) + "]");
    if (failed(number))
      return failure();
    geometry.sizes.push_back(*number);
  }
  bool isStatic = areStatic(sizes, sizePolicies);
  if (failed(makeStrides(tensor, strides, isStatic, geometry, arithmetic)))
    return failure();
  FailureOr<SymInt> number =
      getNumber(offset, isStatic ? SizePolicy::Static : SizePolicy::Duck,
                tensor.path + ".storage_offset()");
  if (failed(number))
    return failure();
  geometry.offset = *number;
  return geometry;
}

FailureOr<SymInt> SymbolicNumbers::provideIndex(const SymbolicTensor &tensor,
                                                int64_t index) {
  TensorOp op = tensor.tensor;
  if (areStatic(op.getType().getShape(), policies.getSizes(op, own.at(op))))
    return SymInt(index);
  return getNumber(index, SizePolicy::Ephemeral,
                   "<ephemeral: symint_visitor_fn>");
}
