// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the meta dialect.

#ifndef METAUTILS_IR_METAOPS_H
#define METAUTILS_IR_METAOPS_H

#include "metautils/IR/MetaBytecode.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"
#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/SymInt.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

#include "metautils/IR/MetaInterfaces.h.inc"

namespace metautils {

/// Marks an op whose result is a geometry without being a view of one: it is no
/// live tensor.
template <typename ConcreteOp>
class GeometryTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, GeometryTrait> {};

/// Marks an op whose result has the geometry of its first operand, and says
/// more of it.
template <typename ConcreteOp>
class SameGeometryTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, SameGeometryTrait> {};

} // namespace metautils

#define GET_OP_CLASSES
#include "metautils/IR/MetaOps.h.inc"

namespace metautils {

/// Whether a value is a tensor that exists: the result of `meta.tensor`, or
/// what no op of this dialect made (an argument, the result of a call).
bool isLiveTensor(mlir::Value value);

/// What a tensor or geometry lies in, through all views and live tensors: its
/// storage, or the argument or other value that the chain begins with. Null for
/// a chain that is a cycle.
mlir::Value getRoot(mlir::Value value);

/// Finds the roots of many values, as `getRoot` does of one. Each step of a
/// chain is taken once, however many values of it are asked for. Ops that it
/// was asked about must outlive it.
class RootFinder {
public:
  mlir::Value find(mlir::Value value);

  /// The storages that the bytes of a tensor lie in: more than one where it is
  /// made of parts, none of an argument.
  llvm::SmallVector<mlir::Value> findStorages(mlir::Value value);

  /// How many values have been looked at.
  size_t getNumVisited() const { return roots.size(); }

private:
  llvm::DenseMap<mlir::Value, mlir::Value> roots;
};

/// What the user calls a tensor: its first `meta.source`, else nothing. For
/// messages. An argument of a function may have it as an attribute.
llvm::StringRef getSourceName(mlir::Value tensor);

/// Emits an error and fails where a symbol has no number: an empty range, a
/// hint outside of it, or the reserved value.
llvm::LogicalResult verifySymbolFacts(mlir::Operation *op, llvm::StringRef name,
                                      std::optional<int64_t> min,
                                      std::optional<int64_t> max,
                                      std::optional<int64_t> hint);

/// The same for a level of a transform. Levels count from 1, that of a legacy
/// batch from 0.
llvm::LogicalResult verifyLevel(mlir::Operation *op,
                                std::optional<int64_t> level,
                                int64_t first = 1);

} // namespace metautils

#endif // METAUTILS_IR_METAOPS_H
