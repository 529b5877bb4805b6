// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between geometries (numbers) and IR (types and index values).

#ifndef METAUTILS_IR_GEOMETRYBUILDER_H
#define METAUTILS_IR_GEOMETRYBUILDER_H

#include "metautils/IR/MetaTypes.h"
#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/SymInt.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

inline SymInt toSymInt(mlir::Value value) {
  return SymInt::symbol(value.getAsOpaquePointer());
}
inline mlir::Value toValue(SymInt number) {
  return mlir::Value::getFromOpaquePointer(number.symbol());
}

/// The number as a constant where it is the result of an `arith.constant`. The
/// reserved value stays symbolic.
SymInt resolveConstant(SymInt number);

/// The numbers that were emitted in one block, to be used again further down in
/// it.
class EmittedNumbers {
public:
  using Key = std::tuple<Arithmetic::Op, SymInt, SymInt, SymInt, SymInt>;

  /// Forgets what was emitted in another block.
  void enter(mlir::Block *newBlock) {
    if (block != newBlock)
      clear();
    block = newBlock;
  }
  void clear() {
    results.clear();
    constants.clear();
    block = nullptr;
  }

  /// Where `key` was emitted; a new one is for the caller to fill in. Views
  /// that have numbers in common are close to each other: what was emitted long
  /// ago is forgotten, which keeps the table in the cache.
  std::pair<SymInt &, bool> findOrAdd(const Key &key) {
    if (results.size() == maxResults)
      results.clear();
    auto [it, isNew] = results.try_emplace(key);
    return {it->second, isNew};
  }

  llvm::DenseMap<SymInt, mlir::Value> constants;

private:
  static constexpr unsigned maxResults = 2048;

  llvm::DenseMap<Key, SymInt> results;
  mlir::Block *block = nullptr;
};

/// Arithmetic that emits `arith` ops for what is not constant.
class IndexArithmetic : public Arithmetic {
public:
  /// With `emitted`, what was emitted above in the block is used again.
  IndexArithmetic(mlir::OpBuilder &builder, mlir::Location location,
                  EmittedNumbers *emitted = nullptr)
      : builder(builder), location(location), emitted(emitted) {
    if (emitted)
      emitted->enter(builder.getInsertionBlock());
  }

  /// The number as an `index` value; a constant becomes `arith.constant`.
  mlir::Value getValue(SymInt number);

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;
  void factor(SymInt symbol, Product &into) override;

private:
  /// `op` on constants.
  SymInt compute(Op op, llvm::ArrayRef<SymInt> n);

  SymInt build(Op op, llvm::ArrayRef<SymInt> operands);

  mlir::OpBuilder &builder;
  mlir::Location location;
  EmittedNumbers *emitted;
};

/// Which number of a geometry a `?` of a type is.
enum class GeometryPart { Size, Stride };

/// The sizes and strides that a strided type states, with `open(part, dim)` for
/// each `?`; the offset is `offset`. Strides of a contiguous type follow from
/// its sizes by `arithmetic`, where they may overflow.
Geometry
getTypeGeometry(MetaTensorType type, SymInt offset, Arithmetic &arithmetic,
                llvm::function_ref<SymInt(GeometryPart, unsigned)> open);

/// The type of a tensor like `like` with this geometry: `?` where a number is
/// not constant, no layout where the strides are contiguous ones. Nothing, and
/// an error, where no type can have them.
MetaTensorType
getGeometryType(const Geometry &geometry, MetaTensorType like,
                Arithmetic &arithmetic,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Whether strides are those of a contiguous tensor, if no symbolic size is 0,
/// which a dynamic size is taken not to be.
bool isContiguousOfSizes(const Geometry &geometry, Arithmetic &arithmetic);

/// The operands of a `meta.view` of this type with this geometry: the numbers
/// that its `?` are, and the offset where it is not constant.
llvm::SmallVector<mlir::Value> getViewOperands(MetaTensorType type,
                                               const Geometry &geometry,
                                               IndexArithmetic &arithmetic);

/// `type` with each `?` filled in for which `geometry` has a constant. The same
/// `type` where no type can have all of them, such as a negative size.
MetaTensorType refineType(MetaTensorType type, const Geometry &geometry);

} // namespace metautils

#endif // METAUTILS_IR_GEOMETRYBUILDER_H
