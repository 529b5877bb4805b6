// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PyTorch's quantized dtypes and their scales to `!quant.uniform`.

#include "metautils/Conversion/QuantizedType.h"

#include <cmath>

using namespace mlir;
using namespace metautils;
using namespace mlir::quant;

namespace {
/// The integers that a dtype stores.
struct StoredInteger {
  unsigned bits;
  bool isSigned;
};
} // namespace

/// Several integers of less than a byte share one; each is an element here.
static std::optional<StoredInteger> getStoredInteger(Type dtype) {
  if (isa<QInt8Type>(dtype))
    return StoredInteger{8, true};
  if (isa<QUInt8Type>(dtype))
    return StoredInteger{8, false};
  if (isa<QInt32Type>(dtype))
    return StoredInteger{32, true};
  if (isa<QUInt4x2Type>(dtype))
    return StoredInteger{4, false};
  if (isa<QUInt2x4Type>(dtype))
    return StoredInteger{2, false};
  return std::nullopt;
}

QuantizedType
metautils::getQuantizedType(llvm::function_ref<InFlightDiagnostic()> emitError,
                            Type dtype, const Quantization &quantization) {
  std::optional<StoredInteger> integer = getStoredInteger(dtype);
  if (!integer) {
    emitError() << "expected a quantized dtype, got " << dtype;
    return {};
  }
  size_t count = quantization.scales.size();
  if (count != quantization.zeroPoints.size() ||
      (!quantization.axis && count != 1)) {
    emitError() << "expected a zero point for each scale, and one of both "
                   "without an axis, got "
                << count << " and " << quantization.zeroPoints.size();
    return {};
  }
  MLIRContext *context = dtype.getContext();
  unsigned flags = integer->isSigned ? QuantizationFlags::Signed : 0;
  Type stored = IntegerType::get(context, integer->bits);
  Type expressed = Float32Type::get(context); // What `dequantize` gives.
  int64_t min = QuantizedType::getDefaultMinimumForInteger(integer->isSigned,
                                                           integer->bits);
  int64_t max = QuantizedType::getDefaultMaximumForInteger(integer->isSigned,
                                                           integer->bits);
  if (!quantization.axis)
    return UniformQuantizedType::getChecked(
        emitError, flags, stored, expressed, quantization.scales[0],
        quantization.zeroPoints[0], min, max);
  return UniformQuantizedPerAxisType::getChecked(
      emitError, flags, stored, expressed, quantization.scales,
      quantization.zeroPoints, *quantization.axis, min, max);
}

QuantizedType
metautils::getQuantizedType(llvm::function_ref<InFlightDiagnostic()> emitError,
                            MetaTensorType type, DictionaryAttr attr) {
  ArrayRef<double> scales = attr.getAs<DenseF64ArrayAttr>("scales");
  ArrayRef<double> floats = attr.getAs<DenseF64ArrayAttr>("zero_points");
  SmallVector<int64_t> zeroPoints;
  for (double zeroPoint : floats) {
    // Not a number, and what no integer type of a dtype holds, is none either.
    bool isInteger =
        std::abs(zeroPoint) <= std::numeric_limits<int32_t>::max() &&
        std::rint(zeroPoint) == zeroPoint;
    if (!isInteger) {
      emitError() << "expected integers as zero points, got " << zeroPoint;
      return {};
    }
    zeroPoints.push_back(static_cast<int64_t>(zeroPoint));
  }
  Quantization quantization{scales, zeroPoints, std::nullopt};
  if (auto axis = attr.getAs<IntegerAttr>("axis")) {
    int64_t dim = axis.getInt();
    if (dim < 0 || dim >= type.getRank() ||
        (!type.isDynamicDim(dim) &&
         type.getDimSize(dim) != static_cast<int64_t>(scales.size()))) {
      emitError() << "expected an axis of " << scales.size()
                  << " indices, one for each scale, got dim " << dim << " of "
                  << type;
      return {};
    }
    quantization.axis = dim;
  }
  return getQuantizedType(emitError, type.getElementType(), quantization);
}
