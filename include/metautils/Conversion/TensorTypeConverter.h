// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From `!meta.tensor` to ranked tensors, and what their types cannot say.

#ifndef METAUTILS_CONVERSION_TENSORTYPECONVERTER_H
#define METAUTILS_CONVERSION_TENSORTYPECONVERTER_H

#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseMap.h"

namespace metautils {

/// What becomes of strides that are not contiguous.
enum class TensorLayout {
  /// The type is the shape alone.
  Drop,
  /// A dense permuted tensor has the type of its memory, which is contiguous;
  /// one that is not dense is treated as under `Drop`.
  Permute,
  /// The type has them in a dictionary that any MLIR reads.
  Encoding,
};

/// How `!meta.tensor` becomes a ranked tensor.
struct TensorTypeOptions {
  TensorLayout layout = TensorLayout::Drop;
  /// Keep `si64` and `ui8`, which most dialects write as `i64` and `i8`.
  bool signedIntegers = false;
};

/// Converts `!meta.tensor` to a ranked tensor and leaves types of other
/// dialects alone. An element of less than a byte becomes `i8`, which is the
/// space it takes.
class TensorTypeConverter : public mlir::TypeConverter {
public:
  explicit TensorTypeConverter(TensorTypeOptions options);

  /// The order of the base's dimensions in the converted type: dimension `i`
  /// of that is dimension `result[i]` of `type`. The identity but under
  /// `TensorLayout::Permute`.
  llvm::SmallVector<int64_t> getDimOrder(MetaTensorType type) const;

  /// Says what the elements of a quantized tensor stand for, of which its type
  /// alone has no ranked tensor. Fails, with an error, where no ranked tensor
  /// can say it.
  llvm::LogicalResult
  setQuantization(mlir::Value tensor, mlir::DictionaryAttr quantization,
                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  /// The attributes (`meta.strides`, ...) of an argument that say what the
  /// converted type does not.
  llvm::SmallVector<mlir::NamedAttribute>
  getArgumentAttrs(MetaTensorType type) const;

  /// Why a type is not converted, or null where it is, or has no need to be.
  static const char *whyUnconvertible(mlir::Type type);
  const char *whyUnconvertible(mlir::Value value) const;

private:
  mlir::Type convertElementType(mlir::Type type) const;
  mlir::Attribute getEncoding(MetaTensorType type) const;
  mlir::Type convertTensor(MetaTensorType type, mlir::Type element) const;

  TensorTypeOptions options;
  /// The types of quantized tensors that are known.
  llvm::DenseMap<mlir::Value, mlir::Type> quantized;
};

/// Appends patterns that convert queries, casts, signatures, calls, returns,
/// branches and `ml_program` globals that have `!meta.tensor` in their types.
void populateMetaToTensorPatterns(TensorTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);

} // namespace metautils

#endif // METAUTILS_CONVERSION_TENSORTYPECONVERTER_H
