// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: facts about a strided tensor of constant sizes.

#include "MetaUtils-c/Layout.h"
#include "metautils/Layout/Extent.h"

#include "mlir/CAPI/Support.h"
#include "llvm/ADT/STLExtras.h"

using namespace metautils;
using llvm::ArrayRef;

static_assert(MetautilsMemoryFormatContiguous ==
                      static_cast<int>(MemoryFormat::Contiguous) &&
                  MetautilsMemoryFormatChannelsLast ==
                      static_cast<int>(MemoryFormat::ChannelsLast) &&
                  MetautilsMemoryFormatChannelsLast3d ==
                      static_cast<int>(MemoryFormat::ChannelsLast3d),
              "both enums have one numbering");

static ArrayRef<int64_t> list(const int64_t *numbers, intptr_t rank) {
  return {numbers, static_cast<size_t>(rank)};
}

/// Writes the numbers to `result` where there are any.
template <typename Numbers>
static MlirLogicalResult give(const std::optional<Numbers> &numbers,
                              int64_t *result) {
  if (!numbers)
    return mlirLogicalResultFailure();
  if constexpr (std::is_same_v<Numbers, int64_t>)
    *result = *numbers;
  else
    llvm::copy(*numbers, result);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult metautilsLayoutCheck(intptr_t rank, const int64_t *sizes,
                                       const int64_t *strides, int64_t offset,
                                       MlirStringCallback callback,
                                       void *userData) {
  llvm::Error error =
      checkGeometry(list(sizes, rank), list(strides, rank), offset);
  if (!error)
    return mlirLogicalResultSuccess();
  std::string reason = llvm::toString(std::move(error));
  if (callback)
    callback(wrap(llvm::StringRef(reason)), userData);
  return mlirLogicalResultFailure();
}

MlirLogicalResult metautilsLayoutGetElementCount(intptr_t rank,
                                                 const int64_t *sizes,
                                                 int64_t *count) {
  return give(elementCount(list(sizes, rank)), count);
}

MlirLogicalResult metautilsLayoutGetContiguousStrides(intptr_t rank,
                                                      const int64_t *sizes,
                                                      int64_t *strides) {
  return give(contiguousStrides(list(sizes, rank)), strides);
}

MlirLogicalResult
metautilsLayoutGetReachedBytes(intptr_t rank, const int64_t *sizes,
                               const int64_t *strides, int64_t offset,
                               int64_t elementBytes, int64_t *bytes) {
  return give(reachedBytes(list(sizes, rank), list(strides, rank), offset,
                           elementBytes),
              bytes);
}

bool metautilsLayoutIsContiguous(intptr_t rank, const int64_t *sizes,
                                 const int64_t *strides,
                                 MetautilsMemoryFormat format) {
  return isContiguous(list(sizes, rank), list(strides, rank),
                      static_cast<MemoryFormat>(format));
}

MetautilsMemoryFormat
metautilsLayoutSuggestMemoryFormat(intptr_t rank, const int64_t *sizes,
                                   const int64_t *strides) {
  return static_cast<MetautilsMemoryFormat>(
      suggestMemoryFormat(list(sizes, rank), list(strides, rank)));
}

bool metautilsLayoutIsNonOverlappingAndDense(intptr_t rank,
                                             const int64_t *sizes,
                                             const int64_t *strides) {
  return isNonOverlappingAndDense(list(sizes, rank), list(strides, rank));
}

MlirLogicalResult metautilsLayoutGetDensePermutation(intptr_t rank,
                                                     const int64_t *sizes,
                                                     const int64_t *strides,
                                                     int64_t *permutation) {
  return give(densePermutation(list(sizes, rank), list(strides, rank)),
              permutation);
}

void metautilsLayoutNormalizeUnitStrides(intptr_t rank, const int64_t *sizes,
                                         const int64_t *strides,
                                         int64_t *result) {
  llvm::copy(normalizeUnitStrides(list(sizes, rank), list(strides, rank)),
             result);
}
