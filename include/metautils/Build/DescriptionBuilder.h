// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes descriptions op by op from plain facts: what a describer or an importer
// has read, wherever it read it.

#ifndef METAUTILS_BUILD_DESCRIPTIONBUILDER_H
#define METAUTILS_BUILD_DESCRIPTIONBUILDER_H

#include "metautils/Build/DescriptionNumbers.h"
#include "metautils/IR/Dtype.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace metautils {

/// The facts of a live tensor. Sizes, strides and offset are in
/// elements; the offset counts from the start of the storage.
struct TensorFacts {
  /// What the user calls it, or a path to it: for messages.
  llvm::StringRef name;

  llvm::ArrayRef<int64_t> sizes;
  llvm::ArrayRef<int64_t> strides;
  int64_t offset = 0;
  /// In the place of these three where some are known only at run time: numbers
  /// of `DescriptionBuilder::getNumbers`.
  const Geometry *dynamic = nullptr;
  Dtype dtype = Dtype::Float;
  bool conj = false;
  bool neg = false;

  /// The result of `addStorage`, and how many bytes it was given. Strides,
  /// offset and storage are those of a strided tensor alone.
  mlir::Value storage;
  int64_t storageBytes = 0;

  /// The tensor that autograd says it is a view of, or null, and whether it
  /// lies in the same storage.
  mlir::Value base;
  bool sharesStorageWithBase = false;
  CreationMeta creation = CreationMeta::Default;

  /// Its `.grad`, or null.
  mlir::Value grad;

  bool parameter = false;
  bool requiresGrad = false;
  bool nonLeaf = false;
  bool retainsGrad = false;
  int64_t output = 0; ///< among the results of the op that made it
  bool inference = false;
  bool zero = false; ///< all zeros, without data

  /// Of its Python object.
  llvm::StringRef className;
  BufferKind buffer = BufferKind::None;
  bool fake = false;
};

/// Appends to a module. Tensors are not compared with each other: one call is
/// one live tensor.
class DescriptionBuilder {
public:
  /// The module's context has the meta dialect loaded.
  explicit DescriptionBuilder(mlir::ModuleOp module);

  /// Numbers that are known only at run time.
  DescriptionNumbers &getNumbers() { return numbers; }

  /// A storage of `bytes` bytes; `device` is PyTorch's name, "cpu" or "cuda:0".
  mlir::Value addStorage(SymInt bytes, llvm::StringRef device);

  /// What a storage holds, which is copied.
  void addData(mlir::Value storage, llvm::ArrayRef<char> bytes);

  /// A live tensor over its storage, as a view of its base where it has one
  /// there. A tensor that reaches past its storage is marked so. Emits an error
  /// and fails where its geometry is not one: a negative number, an overflow.
  llvm::FailureOr<mlir::Value> addTensor(const TensorFacts &facts);

  /// The geometry over its storage that a strided tensor would have, of which
  /// no tensor is live: a part of another. Fails as `addTensor` does.
  llvm::FailureOr<mlir::Value> addGeometry(const TensorFacts &facts);

  /// A live tensor of a geometry that its facts alone do not say. If these have
  /// a storage, they say whether it reaches past that.
  mlir::Value addTensor(mlir::Value geometry, const TensorFacts &facts);

  /// The type of a tensor of another layout than `strided`; some sizes may be
  /// `ShapedType::kDynamic`. Emits an error and fails where there is none.
  llvm::FailureOr<MetaTensorType> getType(const TensorFacts &facts,
                                          mlir::Attribute layout,
                                          llvm::StringRef device);

  /// Geometries made of parts. Each emits an error and fails where they do not
  /// fit together.
  llvm::FailureOr<mlir::Value> addSparseCoo(const TensorFacts &facts,
                                            MetaTensorType type,
                                            mlir::Value indices,
                                            mlir::Value values, bool coalesced,
                                            mlir::ValueRange dynamic = {});
  llvm::FailureOr<mlir::Value> addSparseCompressed(const TensorFacts &facts,
                                                   MetaTensorType type,
                                                   mlir::Value compressed,
                                                   mlir::Value plain,
                                                   mlir::Value values);
  /// Sizes, strides (component by component) and offsets are in elements.
  llvm::FailureOr<mlir::Value>
  addNested(const TensorFacts &facts, MetaTensorType type, mlir::Value buffer,
            llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides,
            llvm::ArrayRef<int64_t> offsets);
  mlir::Value addOpaque(MetaTensorType type);
  llvm::FailureOr<mlir::Value>
  addQuantized(const TensorFacts &facts, mlir::Value geometry, QScheme scheme,
               llvm::ArrayRef<double> scales, llvm::ArrayRef<double> zeroPoints,
               std::optional<int64_t> axis);

  /// Tensors that wrap another one. Each emits an error and fails where the
  /// wrapper and that do not fit together.
  llvm::FailureOr<mlir::Value> addBatched(const TensorFacts &facts,
                                          mlir::Value inner, int64_t dim,
                                          int64_t level, bool legacy);
  llvm::FailureOr<mlir::Value> addGradTracking(const TensorFacts &facts,
                                               mlir::Value inner,
                                               std::optional<int64_t> level);
  /// `view` may be null.
  llvm::FailureOr<mlir::Value>
  addFunctional(const TensorFacts &facts, mlir::Value outer, mlir::Value inner,
                mlir::Value view, std::optional<int64_t> level);

  /// A transform of functorch, the outermost first. A batch size that is not
  /// constant is no property.
  void addInterpreter(const InterpreterOp::Properties &properties,
                      std::optional<SymInt> dynamicBatchSize);

  /// Facts about tensors made by `addTensor`.
  void addTangent(mlir::Value tensor, mlir::Value tangent);
  void addSharedVersion(mlir::Value tensor, mlir::Value other);
  /// A tensor whose class makes it of others, see `meta.subclass`. `ctx` may be
  /// null.
  llvm::FailureOr<mlir::Value>
  addSubclass(const TensorFacts &facts, mlir::Value outer,
              mlir::ValueRange inner, llvm::StringRef className, DictAttr parts,
              mlir::Attribute ctx, llvm::StringRef layout,
              bool byAttribute = false);

  /// An attribute of the Python object of a tensor made by `addTensor`.
  void addMark(mlir::Value tensor, llvm::StringRef name, mlir::Attribute value);

  /// A name of a tensor made by `addTensor`.
  void addSource(mlir::Value tensor, llvm::StringRef name);

  /// For a `.grad` that leads back to its tensor, so that neither is first.
  void setGrad(mlir::Value tensor, mlir::Value grad);

  /// For geometries that the ops of the dialect say directly: it appends where
  /// the description goes on.
  mlir::OpBuilder &getOpBuilder() { return builder; }

private:
  template <typename OpT>
  OpT create(mlir::TypeRange results, mlir::ValueRange operands);
  MetaTensorType getType(const TensorFacts &facts) const;
  llvm::FailureOr<int64_t> getEndInBytes(const TensorFacts &facts);
  llvm::FailureOr<mlir::Value> verified(const TensorFacts &facts,
                                        mlir::Operation *op);
  mlir::Value addView(MetaTensorType type, const TensorFacts &facts);
  llvm::FailureOr<mlir::Value> addDynamicView(const TensorFacts &facts);
  mlir::Value addTensor(MetaTensorType type, mlir::Value geometry,
                        const TensorFacts &facts, bool beyondStorage);

  mlir::OpBuilder builder;
  mlir::Location location;
  DescriptionNumbers numbers;
  const DtypeTable &dtypes;
  /// That of the last storage: the next one is mostly on its device.
  StorageType storageType;
};

} // namespace metautils

#endif // METAUTILS_BUILD_DESCRIPTIONBUILDER_H
