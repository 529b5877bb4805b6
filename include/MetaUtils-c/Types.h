// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: the types of the meta dialect.

#ifndef METAUTILS_C_TYPES_H
#define METAUTILS_C_TYPES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// !meta.storage
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool metautilsTypeIsAStorage(MlirType type);

/// A storage on a device: "cpu", or as PyTorch names it, "cuda:0". Null, and a
/// diagnostic at `location`, for what is no device.
MLIR_CAPI_EXPORTED MlirType
metautilsStorageTypeGetChecked(MlirLocation location, MlirStringRef device);

/// Lives as long as the context.
MLIR_CAPI_EXPORTED MlirStringRef metautilsStorageTypeGetDevice(MlirType type);

//===----------------------------------------------------------------------===//
// !meta.tensor
//===----------------------------------------------------------------------===//

// Shape and element type are queried as of any shaped type, by
// `mlirShapedTypeGetRank` and its kin in "mlir-c/BuiltinTypes.h". A dynamic
// size or stride is `mlirShapedTypeGetDynamicSize()`.

MLIR_CAPI_EXPORTED bool metautilsTypeIsATensor(MlirType type);

/// A tensor of this shape, element type, layout, device and bits. The layout
/// is null where the tensor is contiguous, else a strided one without an offset
/// (`mlirStridedLayoutAttrGet`) or one of the dialect. Null, and a diagnostic
/// at `location`, for what no tensor is.
MLIR_CAPI_EXPORTED MlirType metautilsTensorTypeGetChecked(
    MlirLocation location, intptr_t rank, const int64_t *shape,
    MlirType elementType, MlirAttribute layout, MlirStringRef device, bool conj,
    bool neg);

/// Null where the tensor is contiguous.
MLIR_CAPI_EXPORTED MlirAttribute metautilsTensorTypeGetLayout(MlirType type);

/// Whether sizes and strides say where each element lies.
MLIR_CAPI_EXPORTED bool metautilsTensorTypeIsStrided(MlirType type);

/// Whether the strides are those of `torch.empty`.
MLIR_CAPI_EXPORTED bool metautilsTensorTypeIsContiguous(MlirType type);

/// Writes one stride for each dimension, in elements. Only of a strided tensor.
MLIR_CAPI_EXPORTED void metautilsTensorTypeGetStrides(MlirType type,
                                                      int64_t *strides);

/// Bytes of one element.
MLIR_CAPI_EXPORTED int64_t metautilsTensorTypeGetElementBytes(MlirType type);

/// Lives as long as the context.
MLIR_CAPI_EXPORTED MlirStringRef metautilsTensorTypeGetDevice(MlirType type);

/// Whether the conjugate bit is set.
MLIR_CAPI_EXPORTED bool metautilsTensorTypeIsConj(MlirType type);

/// Whether the negative bit is set.
MLIR_CAPI_EXPORTED bool metautilsTensorTypeIsNeg(MlirType type);

#ifdef __cplusplus
}
#endif

#endif // METAUTILS_C_TYPES_H
