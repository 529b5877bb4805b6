// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between geometries (numbers) and IR (types and index values).

#ifndef METAUTILS_IR_GEOMETRYBUILDER_H
#define METAUTILS_IR_GEOMETRYBUILDER_H

#include "metautils/IR/MetaTypes.h"
#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/SymInt.h"

#include "mlir/IR/Builders.h"

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

/// Arithmetic that emits `arith` ops for what is not constant.
class IndexArithmetic : public Arithmetic {
public:
  IndexArithmetic(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location) {}

  /// The number as an `index` value; a constant becomes `arith.constant`.
  mlir::Value getValue(SymInt number);

  void setLocation(mlir::Location newLocation) { location = newLocation; }

protected:
  SymInt emit(Op op, llvm::ArrayRef<SymInt> operands) override;
  void factor(SymInt symbol, Product &into) override;

private:
  /// `op` on constants.
  SymInt compute(Op op, llvm::ArrayRef<SymInt> n);

  mlir::OpBuilder &builder;
  mlir::Location location;
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

/// `type` with each `?` filled in for which `geometry` has a constant. The same
/// `type` where no type can have all of them, such as a negative size.
MetaTensorType refineType(MetaTensorType type, const Geometry &geometry);

} // namespace metautils

#endif // METAUTILS_IR_GEOMETRYBUILDER_H
