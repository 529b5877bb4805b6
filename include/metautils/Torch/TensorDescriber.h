// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes live tensors of PyTorch: from at::Tensors with names to IR.

#ifndef METAUTILS_TORCH_TENSORDESCRIBER_H
#define METAUTILS_TORCH_TENSORDESCRIBER_H

#include "metautils/Build/DescriptionBuilder.h"

#include <ATen/core/Tensor.h>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"

namespace metautils {

enum class TensorKind;

/// What the Python object of a tensor adds to it.
struct ObjectFacts {
  /// With its module, or nothing for a `torch.Tensor`, an `nn.Parameter` and a
  /// `FakeTensor`.
  std::string className;
  bool parameter = false;
  BufferKind buffer = BufferKind::None;
  bool fake = false;
  /// The device that a fake tensor is said to be on.
  std::optional<at::Device> device;
  /// Attributes, as `meta.mark` has them.
  llvm::SmallVector<std::pair<std::string, mlir::Attribute>, 0> marks;
};

/// What a tensor is made of whose class makes it of others (`meta.subclass`).
struct WrapperFacts {
  /// A tensor, or a symbolic number, and what it is called after the wrapper.
  struct Operand {
    at::Tensor tensor;
    std::string relation;
    c10::SymInt number;
  };

  std::string className;
  DictAttr parts;
  /// Null for none.
  mlir::Attribute ctx;
  /// The layout that the class claims, if not `strided`.
  std::string layout;
  /// Whether the class does not say what it wraps, and this was looked for.
  bool byAttribute = false;
  /// What parts and ctx have by its number.
  llvm::SmallVector<Operand, 2> operands;
};

/// What only Python knows of a tensor. Without it every tensor is taken for a
/// plain `torch.Tensor`, and symbolic numbers are not described. All but
/// `getClass` may run the user's code and throw what it does.
class PythonFacts {
public:
  enum class Class {
    Tensor,
    Parameter,
    Other,   ///< `readObject` says more
    Wrapper, ///< and `flatten` of what it is made
  };

  virtual ~PythonFacts();

  virtual Class getClass(const at::Tensor &tensor) = 0;

  /// The name of the class of its Python object, with its module.
  virtual std::string getClassName(const at::Tensor &tensor) = 0;

  virtual ObjectFacts readObject(const at::Tensor &tensor,
                                 mlir::MLIRContext *context);
  virtual WrapperFacts flatten(const at::Tensor &tensor,
                               mlir::MLIRContext *context);

  /// Called while an exception is handled that is no `c10::Error`: whether it
  /// says that an attempt of PyTorch failed, and no more. It is then forgotten.
  virtual bool forgetError() { return false; }

  /// A symbolic size, stride, offset or size in bytes as a number of the
  /// description: symbols, and `index` arithmetic on them. An error says what
  /// has no integer form.
  virtual llvm::Expected<SymInt> getNumber(const c10::SymInt &number,
                                           DescriptionNumbers &numbers);
};

/// Whether a tensor is what its sizes, strides, offset and storage say, and
/// nothing more. Runs no kernel and no Python code.
bool isOrdinary(const at::Tensor &tensor, PythonFacts::Class ofObject);

/// Appends descriptions of live tensors to a module. A tensor that is given
/// twice, or met again as a base or a grad, is described once. Tensors and
/// storages are known by their address: each tensor must live as long as its
/// describer.
class TensorDescriber {
public:
  /// The module's context has the meta dialect loaded.
  explicit TensorDescriber(mlir::ModuleOp module,
                           PythonFacts *python = nullptr);

  /// Whether the bytes of storages are kept too, from then on. Storages without
  /// bytes, such as those of fake tensors, have none; for one that is not on
  /// the CPU `add` fails.
  void setCopyData(bool copy) { copyData = copy; }

  /// Makes room for so many tensors, which saves time.
  void reserve(size_t tensors);

  /// Describes a tensor and, before it, those it is made of, the tensor it is a
  /// view of (`Tensor::_base`) and its `.grad`; names it `source`. Brings
  /// pending writes into functional tensors, as PyTorch's describer does. Fails
  /// for a symbolic size without an integer form and for what contradicts
  /// itself, also in a base, a grad or a part: the error names it as in
  /// 'w.grad'. The module is then not complete.
  llvm::LogicalResult add(const at::Tensor &tensor, llvm::StringRef source);

  /// What the tensor at hand is called, as in 'w.grad': where `add` ended, if
  /// the Python facts threw.
  llvm::StringRef getPath() const { return path; }

  /// What was described so far, by the op that does. Parts of sparse tensors
  /// have a storage and are no tensors.
  llvm::DenseMap<mlir::Operation *, at::Tensor> getTensors() const;
  llvm::DenseMap<mlir::Operation *, c10::Storage> getStorages() const;

private:
  /// What a tensor was found to be, in Python and in C++.
  struct Identity {
    PythonFacts::Class ofObject;
    TensorKind kind;
  };
  /// A tensor that is being described, and the length of its name in `path`.
  struct Frame {
    at::Tensor tensor;
    Identity identity;
    size_t pathLength;
    /// Whether its grad comes first, and whether that is at hand.
    bool needsGrad, isAtGrad = false;
  };
  /// A tensor that another one needs, and what it is called after that.
  struct Relative {
    at::Tensor tensor;
    std::string relation;
    bool isGrad = false;
  };
  struct Storage {
    mlir::Value value;
    int64_t bytes;
  };
  /// A tensor that says more of one that is described, but need not come first.
  struct Late {
    mlir::Value tensor;
    at::Tensor other;
  };

  mlir::FailureOr<mlir::Value> describe(const at::Tensor &tensor);
  llvm::LogicalResult describeInOrder(const at::Tensor &root);
  llvm::LogicalResult describeTangents();
  bool isMet(const at::Tensor &tensor) const;
  bool isDone(const at::Tensor &tensor) const;
  llvm::LogicalResult enter(const at::Tensor &tensor);
  Identity identify(const at::Tensor &tensor) const;
  std::optional<Relative> findNeeded(const Frame &frame) const;
  mlir::Value lookup(const at::Tensor &tensor) const;
  mlir::FailureOr<mlir::Value> emit(const at::Tensor &tensor,
                                    Identity identity);
  mlir::FailureOr<mlir::Value>
  emitLive(TensorKind kind, const at::Tensor &tensor, TensorFacts &facts);
  TensorFacts readFacts(const at::Tensor &tensor) const;
  llvm::LogicalResult readStrided(const at::Tensor &tensor, TensorFacts &facts);
  llvm::LogicalResult readAutograd(const at::Tensor &tensor,
                                   TensorFacts &facts);
  void addVersion(const at::Tensor &tensor, mlir::Value value);

  // TensorWrappers.cpp
  void meetWrapper(TensorKind kind, const at::Tensor &tensor);
  mlir::FailureOr<mlir::Value>
  emitWrapper(TensorKind kind, const at::Tensor &tensor, TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitLegacyBatched(const at::Tensor &tensor,
                                                 TensorFacts &facts);
  mlir::FailureOr<mlir::Value>
  emitOutside(const at::Tensor &tensor, mlir::Value value, TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitFunctional(const at::Tensor &tensor,
                                              TensorFacts &facts);
  llvm::LogicalResult addInterpreters();

  // TensorSubclasses.cpp
  ObjectFacts readObject(PythonFacts::Class ofObject, const at::Tensor &tensor,
                         TensorFacts &facts) const;
  mlir::FailureOr<SymInt> readNumber(const c10::SymInt &number);
  llvm::LogicalResult readDims(c10::SymIntArrayRef list,
                               llvm::SmallVectorImpl<SymInt> &numbers);
  llvm::LogicalResult readDynamic(const at::Tensor &tensor, TensorFacts &facts);
  llvm::LogicalResult meetSubclass(const at::Tensor &tensor);
  mlir::FailureOr<mlir::Value> emitSubclass(const at::Tensor &tensor,
                                            TensorFacts &facts);

  // TensorParts.cpp
  mlir::FailureOr<mlir::Value>
  emitGeometry(TensorKind kind, const at::Tensor &tensor, TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitPart(const at::Tensor &part,
                                        llvm::StringRef relation);
  mlir::FailureOr<mlir::Value> emitSparseCoo(const at::Tensor &tensor,
                                             TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitSparseCompressed(const at::Tensor &tensor,
                                                    TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitNested(const at::Tensor &tensor,
                                          TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitQuantized(const at::Tensor &tensor,
                                             TensorFacts &facts);
  mlir::FailureOr<mlir::Value> emitMkldnn(const at::Tensor &tensor,
                                          TensorFacts &facts);

  llvm::StringRef getDevice(const at::Tensor &tensor);
  mlir::FailureOr<Storage> getStorage(const at::Tensor &tensor);
  llvm::LogicalResult addData(const c10::StorageImpl &storage,
                              mlir::Value value);
  mlir::FailureOr<SymInt> getStorageBytes(const c10::StorageImpl &storage);
  mlir::InFlightDiagnostic emitError();
  mlir::InFlightDiagnostic refuse(llvm::StringRef kind);

  DescriptionBuilder builder;
  mlir::Location location;
  PythonFacts *python;

  /// What is described. A null value: being described.
  llvm::DenseMap<at::TensorImpl *, mlir::Value> tensors;
  llvm::DenseMap<c10::StorageImpl *, Storage> storages;
  /// The tensors that others are made of. They may have no other owner.
  llvm::DenseMap<at::TensorImpl *, llvm::SmallVector<Relative, 1>> inner;
  /// What these are in classes of Python, until they are described.
  llvm::DenseMap<at::TensorImpl *, WrapperFacts> wrappers;
  /// The first tensor of each version counter that is shared.
  llvm::DenseMap<const void *, mlir::Value> versions;
  /// The way from the tensor that was given to the one at hand.
  llvm::SmallVector<Frame, 4> stack;
  llvm::SmallVector<Late, 0> lateGrads, lateTangents;
  bool hasInterpreters = false;
  bool copyData = false;
  /// The numbers of the tensor at hand, where its facts do not have them.
  Geometry geometry;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// What the tensor at hand is called.
  llvm::SmallString<64> path;
  /// Its device, where its object says another than the tensor has.
  std::optional<at::Device> ownDevice;
  /// The last device met, and its name.
  std::pair<at::Device, std::string> device;
};

/// A tensor with what the user calls it.
struct NamedTensor {
  at::Tensor tensor;
  llvm::StringRef source;
};

/// A module that describes the tensors, under their names. Null after an error,
/// which has gone to the context's diagnostic handlers.
mlir::OwningOpRef<mlir::ModuleOp> describe(mlir::MLIRContext &context,
                                           llvm::ArrayRef<NamedTensor> tensors,
                                           PythonFacts *python = nullptr);

} // namespace metautils

#endif // METAUTILS_TORCH_TENSORDESCRIBER_H
