// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sizes of a description become symbols, and who gives these.

#ifndef METAUTILS_TRANSFORMS_SYMBOLIZE_H
#define METAUTILS_TRANSFORMS_SYMBOLIZE_H

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <unordered_map>

namespace metautils {

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

/// What becomes of a size or stride (`DimDynamic` of
/// torch/fx/experimental/symbolic_shapes.py).
enum class SizePolicy {
  Dynamic,   ///< a symbol of its own
  Duck,      ///< one symbol for all that have the same value
  Static,    ///< stays what it is
  Unbacked,  ///< a symbol without a value
  Infer,     ///< a stride: the product that it is of other numbers, else `Duck`
  Ephemeral, ///< an index of a view, of either sign: as `Duck`, but without a
             ///< name that a guard could use (`EphemeralSource`)
};

/// "dynamic", "duck", "static", "unbacked" or "infer"; nothing for another
/// word.
std::optional<SizePolicy> symbolizeSizePolicy(llvm::StringRef word);

/// The policies of tensors, by their sources. A view or part without a source
/// is named after its tensor, as in "x._base". What
/// `torch._dynamo.mark_dynamic` and its kin have marked counts where nothing
/// else is said.
class SymbolPolicies {
public:
  SizePolicy sizes = SizePolicy::Duck;
  SizePolicy strides = SizePolicy::Infer;

  /// Of all dims of a tensor, or of one of them.
  void set(llvm::StringRef source, SizePolicy policy) {
    tensors[source].all = policy;
  }
  void set(llvm::StringRef source, unsigned dim, SizePolicy policy) {
    tensors[source].dims[dim] = policy;
  }

  /// Reads "dynamic:x" or "static:x:0". Emits an error and fails on another
  /// text.
  llvm::LogicalResult
  parse(llvm::StringRef text,
        llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  struct Tensor {
    std::optional<SizePolicy> all;
    std::map<unsigned, SizePolicy> dims;
  };

  /// Of each size of a tensor that has these policies, or none if null.
  llvm::SmallVector<SizePolicy> getSizes(TensorOp tensor,
                                         const Tensor *own) const;

  const llvm::StringMap<Tensor> &getTensors() const { return tensors; }

private:
  llvm::StringMap<Tensor> tensors;
};

//===----------------------------------------------------------------------===//
// Providers
//===----------------------------------------------------------------------===//

/// A constant, or a symbol where it has a name.
struct ProvidedNumber {
  int64_t constant = 0;
  std::string name;
  SymbolKind kind = SymbolKind::Backed;
  std::optional<int64_t> min, max, hint;
};

/// Gives symbols one after another: the order in which it is asked decides what
/// they are called.
class SymbolProvider {
public:
  virtual ~SymbolProvider();

  /// The number that stands for a size, stride, offset or index
  /// (`create_symbol` of ShapeEnv). `source` is what PyTorch calls it, as in
  /// "x.size()[0]". The policy is not `Infer`. Emits an error and fails where
  /// there is none.
  virtual llvm::FailureOr<ProvidedNumber>
  provide(int64_t value, SizePolicy policy, const llvm::Twine &source) = 0;
};

/// Symbols as a new ShapeEnv names and shares them.
class NativeSymbolProvider : public SymbolProvider {
public:
  struct Options {
    bool duckShape = true;         ///< else `Duck` is `Dynamic`
    bool specializeZeroOne = true; ///< sizes 0 and 1 stay what they are
  };
  /// Gives no symbol of a name that the description has.
  explicit NativeSymbolProvider(mlir::ModuleOp description)
      : NativeSymbolProvider(description, Options()) {}
  NativeSymbolProvider(mlir::ModuleOp description, Options options);

  llvm::FailureOr<ProvidedNumber> provide(int64_t value, SizePolicy policy,
                                          const llvm::Twine &source) override;

private:
  void reserve(llvm::StringRef name);
  uint64_t takeId(uint64_t id);
  std::string getUniqueName(const llvm::Twine &source);

  Options options;
  llvm::DenseMap<uint64_t, uint64_t> takenIds;
  uint64_t nextUnbacked = 0;
  /// A number may be any; DenseMap keeps two for itself.
  std::unordered_map<int64_t, std::string> byValue;
};

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

/// A tensor of a description that is to be symbolic.
struct SymbolicTensor {
  /// What it is to its owner.
  enum class Part {
    Named,
    Base,
    Inner,
    Grad,
    Value, ///< of a functional tensor, which it takes the place of
  };

  TensorOp tensor;
  std::string path; ///< its source, or as in "x._base"
  TensorOp owner;   ///< null for a named one
  Part part = Part::Named;
  std::string attribute; ///< of an inner one
};

/// Gives the numbers of whole tensors, one after another.
class GeometryProvider {
public:
  virtual ~GeometryProvider();

  /// Called for each tensor behind its owner, also where it has symbols. False
  /// for one that stays as it is, with all that belongs to it. Emits an error
  /// and fails where it cannot be what is asked of it.
  virtual llvm::FailureOr<bool> enter(const SymbolicTensor &tensor) = 0;

  /// Whether one that cannot be symbolic may stay what it is: of a layout that
  /// is not strided, wrapped by a transform, or a chain of views that cannot be
  /// folded. Emits an error and fails if not.
  virtual llvm::LogicalResult keep(const SymbolicTensor &tensor,
                                   bool isChain) = 0;

  /// The sizes, strides and offset of one that has entered, as numbers of the
  /// description. It has `strides` and `offset`; those of a contiguous tensor
  /// if it is in coordinate format. A size or stride that is dynamic already is
  /// left unknown. What is computed of them is emitted by `arithmetic`. Emits
  /// an error and fails where there are none.
  virtual llvm::FailureOr<Geometry> provide(const SymbolicTensor &tensor,
                                            llvm::ArrayRef<int64_t> strides,
                                            int64_t offset,
                                            IndexArithmetic &arithmetic) = 0;

  /// A number of a view that is replayed over its base and that neither the
  /// base nor the geometry of the view says, such as an index: as it is, if not
  /// overridden. Emits an error and fails where there is none.
  virtual llvm::FailureOr<SymInt> provideIndex(const SymbolicTensor &tensor,
                                               int64_t index);
};

/// Makes the sizes, strides and offsets of a description symbolic, in the order
/// of PyTorch's MetaConverter: the base of a tensor, the tensor, what is inside
/// of it, its grad. Chains of views are folded first, but for those of wrapper
/// classes, which are made anew of their base. Fails where the provider does.
llvm::LogicalResult symbolize(mlir::ModuleOp description,
                              GeometryProvider &provider);

/// With numbers by policies. Emits an error and fails where a policy is of no
/// tensor, or a tensor is a chain of views that cannot be folded.
llvm::LogicalResult symbolize(mlir::ModuleOp description,
                              const SymbolPolicies &policies,
                              SymbolProvider &provider);

} // namespace metautils

#endif // METAUTILS_TRANSFORMS_SYMBOLIZE_H
