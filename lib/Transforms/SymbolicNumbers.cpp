// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a tensor as symbols, after ShapeEnv of
// torch/fx/experimental/symbolic_shapes.py.

#include "SymbolicNumbers.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace metautils;

SymbolicNumbers::SymbolicNumbers(ModuleOp module, SymbolProvider &provider)
    : module(module), provider(provider) {
  for (auto symbol : module.getOps<SymbolOp>()) {
    symbols[symbol.getName()] = symbol;
    lastSymbol = symbol;
  }
}

FailureOr<SymInt> SymbolicNumbers::provide(int64_t value, SizePolicy policy,
                                           const Twine &source) {
  std::string name = source.str();
  FailureOr<ProvidedNumber> number = provider.provide(value, policy, name);
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
    // A provider may have said what is no range.
    if (failed(verify(symbol)))
      return failure();
  }
  symbol.getProperties().sources.push_back(std::move(name));
  return toSymInt(symbol);
}

/// `_compute_symbolic_stride`: the smallest first, the rightmost of equal ones
/// first; a stride that is the extent of a dim before it is that product.
LogicalResult SymbolicNumbers::makeStrides(const Request &request,
                                           bool areSizesStatic,
                                           Geometry &geometry,
                                           IndexArithmetic &arithmetic) {
  ArrayRef<int64_t> sizes = request.type.getShape();
  SmallVector<int64_t> strides = request.type.getStrides();
  SmallVector<unsigned> order;
  for (unsigned dim = strides.size(); dim-- > 0;)
    order.push_back(dim);
  llvm::stable_sort(
      order, [&](unsigned a, unsigned b) { return strides[a] < strides[b]; });
  llvm::SmallDenseMap<int64_t, unsigned> extents; // the dim that has it
  geometry.strides.resize(strides.size());
  auto getExtent = [&](unsigned dim) -> std::optional<int64_t> {
    int64_t extent;
    if (llvm::MulOverflow(sizes[dim], strides[dim], extent))
      return std::nullopt;
    return extent;
  };
  for (unsigned dim : order) {
    int64_t value = strides[dim];
    bool isContiguous = dim + 1 < strides.size() && getExtent(dim + 1) == value;
    SizePolicy policy = request.stridePolicy;
    auto known = extents.find(value);
    if ((value == 0 || value == 1) && !isContiguous) {
      geometry.strides[dim] = value;
    } else if (policy == SizePolicy::Infer && known != extents.end()) {
      geometry.strides[dim] = arithmetic.mul(geometry.sizes[known->second],
                                             geometry.strides[known->second]);
    } else {
      if (policy == SizePolicy::Infer)
        policy = areSizesStatic ? SizePolicy::Static : SizePolicy::Duck;
      FailureOr<SymInt> stride = provide(
          value, policy, request.path + ".stride()[" + Twine(dim) + "]");
      if (failed(stride))
        return failure();
      geometry.strides[dim] = *stride;
    }
    if (std::optional<int64_t> extent = getExtent(dim))
      extents[*extent] = dim;
  }
  return success();
}

FailureOr<Geometry> SymbolicNumbers::makeGeometry(const Request &request,
                                                  IndexArithmetic &arithmetic) {
  Geometry geometry;
  for (auto [dim, size] : llvm::enumerate(request.type.getShape())) {
    FailureOr<SymInt> number =
        provide(size, request.sizePolicies[dim],
                request.path + ".size()[" + Twine(dim) + "]");
    if (failed(number))
      return failure();
    geometry.sizes.push_back(*number);
  }
  bool areStatic = llvm::all_of(request.sizePolicies, [](SizePolicy policy) {
    return policy == SizePolicy::Static;
  });
  if (failed(makeStrides(request, areStatic, geometry, arithmetic)))
    return failure();
  FailureOr<SymInt> number =
      provide(request.offset, areStatic ? SizePolicy::Static : SizePolicy::Duck,
              request.path + ".storage_offset()");
  if (failed(number))
    return failure();
  geometry.offset = *number;
  return geometry;
}
