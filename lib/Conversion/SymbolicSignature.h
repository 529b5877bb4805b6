// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes, strides and offsets of a function's arguments, in terms of
// symbols.

#ifndef METAUTILS_LIB_CONVERSION_SYMBOLICSIGNATURE_H
#define METAUTILS_LIB_CONVERSION_SYMBOLICSIGNATURE_H

#include "AffineNumbers.h"

#include "mlir/IR/Builders.h"

namespace metautils {

/// A live tensor with a name, and the one view of its storage that it is.
struct PlacedTensor {
  mlir::Value value;
  std::string name;
  /// Null where the tensor is straight over its storage, or made of parts.
  ViewOp view;
};

/// The tensors become arguments, in this order; symbols that are no number of
/// any of them become `index` arguments behind them.
class SymbolicSignature {
public:
  SymbolicSignature(mlir::MLIRContext *context,
                    llvm::ArrayRef<PlacedTensor> tensors);

  /// Adds `meta.sizes`, `meta.strides` and `meta.offset`, where the type does
  /// not say them.
  void addAttrs(const PlacedTensor &tensor, mlir::NamedAttrList &attrs) const;

  /// `meta.symbols`, or null where there is none.
  mlir::ArrayAttr getSymbolsAttr() const;

  llvm::SmallVector<llvm::StringRef> getUnboundSymbols() const;

  /// Asserts that the arguments agree on the symbols, and that these lie in
  /// their ranges. Fails, with an error, on a number that is not of symbols.
  llvm::LogicalResult check(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::ValueRange arguments);

private:
  enum class Part { Size, Stride, Offset };
  /// A number of a tensor that only run time knows.
  struct Number {
    unsigned tensor;
    Part part;
    unsigned dim;
    /// What the description says of it.
    SymInt value;
    /// The same, or a symbol of its own.
    mlir::AffineExpr expr;
  };

  void addNumbers(unsigned index);
  void bindSymbols();
  mlir::AffineMap getMap(llvm::ArrayRef<mlir::AffineExpr> exprs) const;
  bool isDescribed(mlir::AffineSymbolExpr symbol) const;
  static mlir::Value query(const Number &number, mlir::OpBuilder &builder,
                           mlir::Location location, mlir::Value tensor);
  std::string quote(const Number &number) const;
  std::string getMessage(const Number &number) const;

  mlir::MLIRContext *context;
  llvm::ArrayRef<PlacedTensor> tensors;
  AffineNumbers affine;
  llvm::SmallVector<Number> numbers;
  /// Of each tensor, its numbers begin there.
  llvm::DenseMap<mlir::Value, unsigned> begins;
  /// Of each symbol, the number that it is, if any.
  llvm::SmallVector<std::optional<unsigned>> binders;
};

} // namespace metautils

#endif // METAUTILS_LIB_CONVERSION_SYMBOLICSIGNATURE_H
