// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PyTorch's quantized dtypes and their scales to `!quant.uniform`.

#ifndef METAUTILS_CONVERSION_QUANTIZEDTYPE_H
#define METAUTILS_CONVERSION_QUANTIZEDTYPE_H

#include "metautils/IR/MetaTypes.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

namespace metautils {

/// What the elements of a quantized tensor stand for: `scale * (q -
/// zeroPoint)`, by one of each for the whole tensor, or for each index of
/// dimension `axis`.
struct Quantization {
  llvm::ArrayRef<double> scales;
  llvm::ArrayRef<int64_t> zeroPoints;
  std::optional<unsigned> axis;
};

/// The element type of a tensor of `dtype`, one of `!meta.qint8` and its kin.
/// Nothing, and an error, for another dtype and for scales that MLIR refuses.
///
///   !meta.qint8,  0.5, 0                  ->  !quant.uniform<i8:f32, 0.5>
///   !meta.quint8, [0.5, 2], [3, 4], dim 1 ->
///       !quant.uniform<u8:f32:1, {0.5:3, 2.0:4}>
mlir::quant::QuantizedType
getQuantizedType(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                 mlir::Type dtype, const Quantization &quantization);

/// The same for a tensor with the argument attribute `meta.quantization`. Also
/// refused are zero points that are no integers, and an axis without one for
/// each of its indices.
mlir::quant::QuantizedType
getQuantizedType(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                 MetaTensorType type, mlir::DictionaryAttr quantization);

} // namespace metautils

#endif // METAUTILS_CONVERSION_QUANTIZEDTYPE_H
