// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a tensor as symbols, by its policies.

#ifndef METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H
#define METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H

#include "metautils/Transforms/Symbolize.h"

#include "llvm/ADT/StringSet.h"

namespace metautils {

/// Asks a provider for symbols and adds them to a description, each once and in
/// front of what has them.
class SymbolicNumbers final : public GeometryProvider {
public:
  SymbolicNumbers(mlir::ModuleOp module, const SymbolPolicies &policies,
                  SymbolProvider &provider);

  llvm::FailureOr<bool> enter(const SymbolicTensor &tensor) override;
  llvm::LogicalResult keep(const SymbolicTensor &tensor, bool isChain) override;

  /// `_create_symbolic_sizes_strides_storage_offset`: sizes, then strides, then
  /// the offset.
  mlir::FailureOr<Geometry> provide(const SymbolicTensor &tensor,
                                    llvm::ArrayRef<int64_t> strides,
                                    int64_t offset,
                                    IndexArithmetic &arithmetic) override;

  /// Of either sign, and without a source that a guard could name; as it is
  /// where the view is all static.
  llvm::FailureOr<SymInt> provideIndex(const SymbolicTensor &tensor,
                                       int64_t index) override;

  /// Emits an error and fails where a policy is of no tensor that was met.
  llvm::LogicalResult checkPolicies();

  /// Sizes of a view that are those of its base need no symbols of their own.
  void eraseUnused();

private:
  using Policies = SymbolPolicies::Tensor;

  const Policies *findPolicies(const SymbolicTensor &tensor);
  const Policies *inheritPolicies(const SymbolicTensor &tensor);
  mlir::FailureOr<SymInt> getNumber(int64_t value, SizePolicy policy,
                                    const llvm::Twine &source);
  llvm::LogicalResult makeStrides(const SymbolicTensor &tensor,
                                  llvm::ArrayRef<int64_t> strides,
                                  bool areSizesStatic, Geometry &geometry,
                                  IndexArithmetic &arithmetic);

  mlir::ModuleOp module;
  const SymbolPolicies &policies;
  SymbolProvider &provider;
  /// Of each tensor its own, or what those of its owner mean for it; null for
  /// those of all.
  llvm::DenseMap<mlir::Operation *, const Policies *> own;
  Policies allDynamic;
  llvm::StringSet<> used; ///< of the policies
  llvm::StringMap<SymbolOp> symbols;
  llvm::SmallVector<SymbolOp> provided;
  SymbolOp lastSymbol;
};

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_SYMBOLICNUMBERS_H
