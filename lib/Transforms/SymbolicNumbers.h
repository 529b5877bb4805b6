// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a tensor as symbols.

#ifndef METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H
#define METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/Transforms/Symbolize.h"

namespace metautils {

/// Asks a provider for symbols and adds them to a description, each once and in
/// front of what has them.
class SymbolicNumbers {
public:
  SymbolicNumbers(mlir::ModuleOp module, SymbolProvider &provider);

  /// A tensor of known sizes, and what is to become of these.
  struct Request {
    MetaTensorType type;
    int64_t offset;
    std::string path;
    llvm::SmallVector<SizePolicy> sizePolicies;
    SizePolicy stridePolicy;
  };

  /// `_create_symbolic_sizes_strides_storage_offset`: sizes, then strides, then
  /// the offset. Products are made with `arithmetic`.
  mlir::FailureOr<Geometry> makeGeometry(const Request &request,
                                         IndexArithmetic &arithmetic);

private:
  mlir::FailureOr<SymInt> provide(int64_t value, SizePolicy policy,
                                  const llvm::Twine &source);
  llvm::LogicalResult makeStrides(const Request &request, bool areSizesStatic,
                                  Geometry &geometry,
                                  IndexArithmetic &arithmetic);

  mlir::ModuleOp module;
  SymbolProvider &provider;
  llvm::StringMap<SymbolOp> symbols;
  SymbolOp lastSymbol;
};

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H
