// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the `build.tensor` of each live tensor. One function for each branch
// of `MetaConverter.meta_tensor`, over several files.

#ifndef METAUTILS_LIB_CONVERSION_MATERIALIZER_H
#define METAUTILS_LIB_CONVERSION_MATERIALIZER_H

#include "NumberCopier.h"
#include "metautils/Conversion/Materialize.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Program/BuildOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

class Materializer {
public:
  /// Writes where the builder is, which lies outside of the description, with
  /// the location and the numbers of that.
  Materializer(mlir::Location location, ObjectNumbers numbers,
               mlir::OpBuilder &builder);

  /// Writes a transform that tensors are wrapped for, and what a storage holds.
  llvm::LogicalResult addInterpreter(InterpreterOp op);
  llvm::LogicalResult addData(DataOp op);

  /// Writes how a tensor is made. What it requires was made before. Emits an
  /// error and fails where its description does not say how.
  llvm::LogicalResult make(TensorOp tensor, llvm::StringRef name);

  /// Writes what is told to tensors of others that were made after them.
  void finish();

  /// What `make` made of a tensor.
  mlir::Value getMade(mlir::Value tensor) const { return made.at(tensor); }

private:
  /// Where a geometry lies: an offset in elements from the start of a storage.
  struct Placement {
    StorageOp storage;
    int64_t offset;
    mlir::Value dynamicOffset; ///< of the program, where it is not constant
  };
  /// The `?` of a type, as numbers of the program.
  using Numbers = llvm::SmallVector<mlir::Value>;
  /// What is told to a tensor of another one: a grad, a tangent or a version.
  struct Relation {
    mlir::Operation *from; ///< that the description says it with
    mlir::Value tensor;    ///< of the description
    mlir::Value other;
  };

  // Materializer.cpp
  llvm::LogicalResult checkRelated(TensorOp tensor);
  mlir::FailureOr<mlir::Value> makeByKind(TensorOp tensor);
  mlir::FailureOr<Placement> place(mlir::Value geometry);
  llvm::LogicalResult bindStorage(mlir::Value tensor,
                                  const Placement &placement);
  mlir::FailureOr<mlir::Value> makeRoot(TensorOp tensor);
  mlir::FailureOr<mlir::Value> makePlain(TensorOp tensor);
  mlir::InFlightDiagnostic refuse(TensorOp tensor);

  // MaterializeNumbers.cpp
  mlir::FailureOr<Numbers> getNumbers(mlir::ValueRange numbers);
  mlir::FailureOr<Numbers> getDynamic(mlir::Value geometry);
  Numbers doubleStrides(MetaTensorType type, Numbers operands);

  // MaterializeState.cpp
  void addHistory(TensorOp tensor, mlir::Value value);
  void addAutograd(TensorOp tensor, mlir::Value value);
  void addState(TensorOp tensor, mlir::Value value);
  llvm::LogicalResult addRelations(TensorOp tensor, mlir::Value value);
  void addRelation(const Relation &relation, mlir::Value tensor);

  // MaterializeViews.cpp
  mlir::FailureOr<mlir::Value> makeView(TensorOp tensor);
  mlir::Value makeGradLeaf(mlir::Value base);
  mlir::FailureOr<mlir::Value> viewFromBase(TensorOp tensor, mlir::Value base);
  mlir::FailureOr<mlir::Value> replayOver(mlir::Value view, mlir::Value start,
                                          mlir::Value base);
  mlir::FailureOr<mlir::Value> replay(TensorOp tensor, mlir::Value view,
                                      mlir::Value base);
  mlir::Value asStrided(mlir::Value base, MetaTensorType like,
                        mlir::ValueRange dynamic, int64_t offset, bool noGrad);
  mlir::FailureOr<mlir::Value> viewElements(TensorOp tensor, mlir::Value base,
                                            const Placement &placement);
  bool isOutsideOfParts(TensorOp tensor);
  mlir::FailureOr<mlir::Value> viewValues(TensorOp tensor, mlir::Value base,
                                          const Placement &placement);

  // MaterializeParts.cpp
  mlir::FailureOr<mlir::Value> makePart(mlir::Value geometry);
  mlir::FailureOr<mlir::Value> makeSparseCoo(SparseCooOp op);
  mlir::FailureOr<mlir::Value> makeSparseCompressed(SparseCompressedOp op);
  mlir::FailureOr<mlir::Value> makeNested(NestedOp op);
  mlir::FailureOr<mlir::Value> makeQuantized(TensorOp tensor, QuantizedOp op);

  // MaterializeWraps.cpp
  mlir::FailureOr<mlir::Value> getInner(mlir::Value inner);
  mlir::FailureOr<mlir::Value> makeBatched(BatchedOp op);
  mlir::FailureOr<mlir::Value> makeGradTracking(GradTrackingOp op);
  mlir::FailureOr<mlir::Value> makeFunctional(FunctionalOp op);
  bool isCopy(FunctionalOp op, mlir::Value start);
  mlir::FailureOr<mlir::Value> viewFunctional(FunctionalOp op, mlir::Value base,
                                              bool noGrad);
  mlir::FailureOr<mlir::Value> makeSubclass(SubclassOp op);

  mlir::OpBuilder &builder;
  RootFinder roots;
  NumberCopier copier;
  ObjectNumbers numbers;
  /// What each tensor of the description became.
  llvm::DenseMap<mlir::Value, mlir::Value> made;
  llvm::SmallVector<Relation> late;
  /// Of the tensor at hand.
  std::string name;
  mlir::Location location;
  build::TensorOp current;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_MATERIALIZER_H
