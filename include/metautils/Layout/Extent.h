// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about a strided tensor of constant sizes: how far it reaches into its
// storage, whether it is dense, and in which memory format.

#ifndef METAUTILS_LAYOUT_EXTENT_H
#define METAUTILS_LAYOUT_EXTENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace metautils {

/// Refuses what no tensor has: another number of strides than of sizes, a
/// negative or reserved size, stride or offset. All other functions here expect
/// that this was asked.
///   sizes = [3], strides = [-5], offset = 9  ->  negative stride -5 at dim 0
llvm::Error checkGeometry(llvm::ArrayRef<int64_t> sizes,
                          llvm::ArrayRef<int64_t> strides, int64_t offset);

/// The number of elements; nothing where it leaves int64. A size of 0 makes it
/// 0 whatever the other sizes are.
///   [4, 3] -> 12    [] -> 1    [2^40, 2^40, 0] -> 0    [2^31, 2^33] -> nothing
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> sizes);

/// The strides that torch gives a contiguous tensor: `max(size, 1)` multiplied
/// up from the right; nothing where one leaves int64.
///   [4, 0, 3] -> [3, 3, 1]
std::optional<llvm::SmallVector<int64_t, 4>>
contiguousStrides(llvm::ArrayRef<int64_t> sizes);

/// The bytes that a storage must have to hold every element; nothing where that
/// leaves int64. No element, no byte, wherever the offset points.
///   sizes = [2, 3], strides = [0, 1], offset = 4, 4 bytes  ->  28
///   sizes = [0, 3], strides = [3, 1], offset = 9, 4 bytes  ->  0
std::optional<int64_t> reachedBytes(llvm::ArrayRef<int64_t> sizes,
                                    llvm::ArrayRef<int64_t> strides,
                                    int64_t offset, int64_t elementBytes);

/// PyTorch's memory formats that strides can tell (`c10::MemoryFormat`).
enum class MemoryFormat { Contiguous, ChannelsLast, ChannelsLast3d };

/// `Tensor::is_contiguous(format)`: whether the elements lie in the order of
/// the format without a gap. Strides of size-1 dims are not looked at.
///   [1, 2, 6, 7], [84, 1, 14, 2], ChannelsLast  ->  true
bool isContiguous(llvm::ArrayRef<int64_t> sizes,
                  llvm::ArrayRef<int64_t> strides,
                  MemoryFormat format = MemoryFormat::Contiguous);

/// `Tensor::suggest_memory_format`: a guess that also looks at strides of
/// size-1 dims (c10's Note [Ambiguous is_channels_last_strides_xd]).
///   [1, 2, 6, 7], [84, 1, 14, 2]  ->  ChannelsLast
///   [1, 2, 6, 7], [2, 1, 14, 2]   ->  Contiguous
MemoryFormat suggestMemoryFormat(llvm::ArrayRef<int64_t> sizes,
                                 llvm::ArrayRef<int64_t> strides);

/// `TensorImpl::is_non_overlapping_and_dense`: whether some permutation is
/// contiguous.
///   [2, 3], [1, 2] -> true    [2, 3], [4, 1] -> false
bool isNonOverlappingAndDense(llvm::ArrayRef<int64_t> sizes,
                              llvm::ArrayRef<int64_t> strides);

/// The permutation of dims that makes a dense tensor contiguous (its dim i is
/// base dim result[i]); nothing for a tensor that is not dense.
///
/// Where dims of size 1 leave several, it is the identity or else a memory
/// format's order if that will do, else they stay where they are. A tensor
/// without elements stays as it is.
///   [2, 3, 4], [1, 8, 2]          ->  [1, 2, 0]
///   [1, 2, 6, 7], [99, 1, 14, 2]  ->  [0, 2, 3, 1]
std::optional<llvm::SmallVector<int64_t, 4>>
densePermutation(llvm::ArrayRef<int64_t> sizes,
                 llvm::ArrayRef<int64_t> strides);

/// The strides with those of size-1 dims, which address nothing, in one normal
/// form: layouts that are the same up to such strides become equal.
///
/// A size-1 dim gets the extent of its inner neighbour in the order of
/// `densePermutation` (of strides, where the tensor is not dense). Thus a
/// contiguous tensor gets torch's contiguous strides, and any other that is
/// channels-last torch's channels-last strides, so its suggested format is
/// kept.
///   [3, 1, 2], [2, 9, 1]         ->  [2, 2, 1]
///   [1, 2, 6, 7], [2, 1, 14, 2]  ->  [84, 1, 14, 2]
llvm::SmallVector<int64_t, 4>
normalizeUnitStrides(llvm::ArrayRef<int64_t> sizes,
                     llvm::ArrayRef<int64_t> strides);

} // namespace metautils

#endif // METAUTILS_LAYOUT_EXTENT_H
