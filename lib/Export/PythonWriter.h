// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the steps of a program of the build dialect as statements of Python.
// One function for each kind of step, over several files.

#ifndef METAUTILS_LIB_EXPORT_PYTHONWRITER_H
#define METAUTILS_LIB_EXPORT_PYTHONWRITER_H

#include "PythonData.h"
#include "PythonLines.h"
#include "PythonNames.h"
#include "PythonNumbers.h"
#include "metautils/Export/PythonScript.h"
#include "metautils/Program/BuildOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace metautils {

class PythonWriter {
public:
  PythonWriter(mlir::func::FuncOp function, const PythonScriptOptions &options);

  /// Emits an error and fails where a step has no statement.
  llvm::LogicalResult write();

  void print(llvm::raw_ostream &os) const;

private:
  using Text = llvm::FailureOr<std::string>;
  /// What gives a tensor that has no name, and what it runs within.
  struct Expression {
    std::string text;
    PythonContexts contexts;
  };

  struct Storage {
    std::string text; ///< that gives it, once it is made
    unsigned numBinds = 0;
    std::string bytes; ///< that were kept
  };

  // PythonWriter.cpp
  llvm::LogicalResult checkNumbers(mlir::Operation &step);
  llvm::LogicalResult writeTensor(build::TensorOp op);
  llvm::LogicalResult writeStep(mlir::Operation &op);
  llvm::LogicalResult writeLate(mlir::Operation &op);
  llvm::LogicalResult writeResults(mlir::func::ReturnOp op);
  mlir::InFlightDiagnostic refuse(mlir::Operation *op);
  /// Adds a statement to what makes the tensor at hand.
  void add(std::string text, PythonContexts contexts = {});
  void set(mlir::Value value, std::string text, PythonContexts contexts = {});
  bool isKnown(mlir::Value value) const;
  bool isUsedLater(mlir::Value value) const;
  bool isYielded(mlir::Value value) const;
  /// The name of a value, which it is given if it has none: that of the tensor
  /// at hand, or of a part of it.
  std::string name(mlir::Value value);
  /// A value in an expression of the step at hand; it needs no name if this is
  /// its last use.
  std::string use(mlir::Value value, PythonContexts &contexts);

  // PythonStorage.cpp
  llvm::LogicalResult checkStrided(mlir::Operation *op, MetaTensorType type);
  llvm::LogicalResult checkData(mlir::Operation *op, MetaTensorType type,
                                build::BindStorageOp bind);
  std::string printDevice(MetaTensorType type) const;
  std::string printOptions(MetaTensorType type) const;
  bool hasValues(MetaTensorType type) const;
  PythonNumber getBytes(build::BindStorageOp bind) const;
  PythonNumber getOffset(build::BindStorageOp bind) const;
  std::optional<std::string> printFilled(MetaTensorType type,
                                         llvm::ArrayRef<PythonNumber> sizes,
                                         llvm::StringRef bytes);
  std::string printStorage(MetaTensorType type, build::BindStorageOp bind);
  std::string printSet(const std::string &empty, mlir::Value value,
                       build::BindStorageOp bind);
  Text printStrided(mlir::Operation *op, mlir::Value value,
                    build::BindStorageOp bind);
  llvm::LogicalResult writeBind(build::BindStorageOp op);
  llvm::LogicalResult readData(build::DataOp op);

  // PythonRoots.cpp
  llvm::LogicalResult writeRoot(mlir::Operation &op);
  llvm::LogicalResult writeEmptyStrided(build::EmptyStridedOp op);
  llvm::LogicalResult writeZeroTensor(build::ZeroTensorOp op);
  llvm::LogicalResult writeSparseCoo(build::SparseCooOp op);
  llvm::LogicalResult writeSparseCompressed(build::SparseCompressedOp op);
  void writeIndices(build::SparseCompressedOp op, const std::string &compressed,
                    const std::string &plain);
  llvm::LogicalResult checkDevice(mlir::Operation *op, MetaTensorType type);
  llvm::LogicalResult writeOpaque(build::OpaqueOp op);
  std::string printQuantized(build::QuantizedOp op);
  llvm::LogicalResult writeQuantized(build::QuantizedOp op);
  llvm::LogicalResult writeNested(build::NestedOp op);

  // PythonViews.cpp
  void setView(mlir::Value view, mlir::Value base, bool noGrad,
               PythonContexts contexts, std::string text,
               std::optional<int64_t> output = std::nullopt);
  llvm::LogicalResult writeAsStrided(build::AsStridedOp op);
  void writePlainView(mlir::Operation &op);
  std::string printReplay(mlir::Block &views, mlir::Value base,
                          std::string text);
  void writeReplay(build::ReplayOp op);
  llvm::LogicalResult writeView(mlir::Operation &op);

  // PythonState.cpp
  static bool isPlain(mlir::Value value);
  static bool isNewParameter(mlir::Value value);
  void requireGrad(mlir::Value value);
  void writeRequiresGrad(build::RequiresGradOp op);
  llvm::LogicalResult writeDelayedError(build::DelayedErrorOp op);
  void writeCreation(build::CreationOp op);
  bool isOnlyUser(mlir::Operation *step, mlir::Value value) const;
  llvm::LogicalResult writeTangent(build::TangentOp op);
  /// Makes a root of the tensor whose version counter it has, if it has one.
  /// False where it is still to be told where it lies.
  bool writeDetached(mlir::Value value);
  llvm::LogicalResult writeSharesVersion(build::SharesVersionOp op);
  llvm::LogicalResult writeViewOf(build::ViewOfOp op);
  void wrap(mlir::Value value, llvm::StringRef function,
            llvm::StringRef arguments);
  llvm::LogicalResult writeObject(build::ObjectOp op);
  llvm::LogicalResult writeMark(build::MarkOp op);
  llvm::LogicalResult writeState(mlir::Operation &op);

  // PythonTransforms.cpp
  llvm::LogicalResult writeInterpreter(InterpreterOp op);
  std::string printLevels(int64_t level);
  void writeBatched(build::BatchedOp op);
  llvm::LogicalResult writeGradTracking(build::GradTrackingOp op);
  void writeFunctional(build::FunctionalOp op);
  llvm::LogicalResult writeFunctionalView(build::FunctionalViewOp op);
  llvm::LogicalResult writeWrap(mlir::Operation &op);
  void enterFunctionalization(bool reapplyViews);
  void leaveFunctionalization();

  // PythonWrappedViews.cpp
  void findWrappedViews();
  void writeWrappedView(build::GradTrackingOp op, mlir::Operation *viewOp);

  // PythonWraps.cpp
  llvm::LogicalResult writeSubclass(build::SubclassOp op);
  void printViewAs(llvm::raw_ostream &os) const;

  mlir::func::FuncOp function;
  PythonScriptOptions options;
  PythonNames names;
  PythonData data;
  /// What is entered before all tensors are made, how that is left again, and
  /// the statements of the tensors.
  PythonLines entry;
  llvm::SmallVector<std::string> exits;
  PythonLines lines;
  PythonNumbers numbers;
  llvm::SmallVector<std::string> epilogue;
  llvm::SmallVector<std::pair<llvm::StringRef, std::string>> results;

  /// The tensor at hand, its step at hand, and its name.
  build::TensorOp tensor;
  mlir::Operation *current = nullptr;
  std::string tensorName;
  llvm::DenseMap<mlir::Value, std::string> variables;
  llvm::DenseMap<mlir::Value, Expression> expressions;
  /// What requires grad, or is made of it.
  llvm::DenseSet<mlir::Value> recorded;
  /// Views, and how autograd takes them to have been made by themselves.
  llvm::DenseMap<mlir::Value, CreationMeta> creations;
  /// What has the version counter of another tensor.
  llvm::DenseSet<mlir::Value> detached;
  /// Wrappers that a view op makes inside of their transforms, and the tensors
  /// that it makes with them.
  llvm::DenseMap<mlir::Value, mlir::Operation *> wrappedViews;
  llvm::DenseSet<mlir::Value> madeInside;
  bool hasTangents = false;
  bool hasWrappedViews = false; ///< that classes make
  bool hasFakes = false;
  bool isFake = false; ///< the tensor at hand
  int64_t numTransforms = 0;

  std::map<int64_t, Storage> storages; ///< by their numbers
};

/// Where a step binds a tensor to, if one does.
build::BindStorageOp findBind(mlir::Value tensor);

/// How autograd is to take a view to have been made.
CreationMeta findCreation(mlir::Value view);

/// What a step says that a tensor is a view of, if one does.
mlir::Value findBase(mlir::Value tensor);

/// Whether a step says that a tensor was made by a recorded op.
bool hasHistory(mlir::Value tensor);

/// The tensor whose version counter a tensor has, or itself, if a step says so.
mlir::Value findVersion(mlir::Value tensor);

/// What is yielded as a tensor, in its region.
mlir::Value findMade(mlir::Value tensor);

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONWRITER_H
