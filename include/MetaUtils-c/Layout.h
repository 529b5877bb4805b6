// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: facts about a strided tensor of constant sizes. No context is needed.
//
// A geometry is `rank` sizes, `rank` strides in elements, and where asked for
// an offset in elements from the start of the storage. All functions but
// `metautilsLayoutCheck` expect one that it accepts. Examples are in
// "metautils/Layout/Extent.h", function by function.

#ifndef METAUTILS_C_LAYOUT_H
#define METAUTILS_C_LAYOUT_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// PyTorch's memory formats that strides can tell.
typedef enum MetautilsMemoryFormat {
  MetautilsMemoryFormatContiguous,
  MetautilsMemoryFormatChannelsLast,
  MetautilsMemoryFormatChannelsLast3d,
} MetautilsMemoryFormat;

/// Fails for what no tensor has: a negative or reserved size, stride or offset.
/// The reason is handed to `callback`, unless that is null.
MLIR_CAPI_EXPORTED MlirLogicalResult metautilsLayoutCheck(
    intptr_t rank, const int64_t *sizes, const int64_t *strides, int64_t offset,
    MlirStringCallback callback, void *userData);

/// The number of elements; fails where it leaves int64.
MLIR_CAPI_EXPORTED MlirLogicalResult metautilsLayoutGetElementCount(
    intptr_t rank, const int64_t *sizes, int64_t *count);

/// Writes the strides of a contiguous tensor; fails where one leaves int64.
MLIR_CAPI_EXPORTED MlirLogicalResult metautilsLayoutGetContiguousStrides(
    intptr_t rank, const int64_t *sizes, int64_t *strides);

/// The bytes that a storage must have to hold every element; fails where that
/// leaves int64.
MLIR_CAPI_EXPORTED MlirLogicalResult metautilsLayoutGetReachedBytes(
    intptr_t rank, const int64_t *sizes, const int64_t *strides, int64_t offset,
    int64_t elementBytes, int64_t *bytes);

/// `Tensor::is_contiguous(format)`.
MLIR_CAPI_EXPORTED bool
metautilsLayoutIsContiguous(intptr_t rank, const int64_t *sizes,
                            const int64_t *strides,
                            MetautilsMemoryFormat format);

/// `Tensor::suggest_memory_format`.
MLIR_CAPI_EXPORTED MetautilsMemoryFormat metautilsLayoutSuggestMemoryFormat(
    intptr_t rank, const int64_t *sizes, const int64_t *strides);

/// Whether some permutation of the dims is contiguous.
MLIR_CAPI_EXPORTED bool
metautilsLayoutIsNonOverlappingAndDense(intptr_t rank, const int64_t *sizes,
                                        const int64_t *strides);

/// Writes the permutation of dims that makes the tensor contiguous; fails for
/// one that is not dense.
MLIR_CAPI_EXPORTED MlirLogicalResult metautilsLayoutGetDensePermutation(
    intptr_t rank, const int64_t *sizes, const int64_t *strides,
    int64_t *permutation);

/// Writes the strides with those of size-1 dims in one normal form. `result`
/// may be `strides`.
MLIR_CAPI_EXPORTED void
metautilsLayoutNormalizeUnitStrides(intptr_t rank, const int64_t *sizes,
                                    const int64_t *strides, int64_t *result);

#ifdef __cplusplus
}
#endif

#endif // METAUTILS_C_LAYOUT_H
