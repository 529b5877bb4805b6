// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element counts, reached bytes, density and memory formats.

#include "metautils/Layout/Extent.h"
#include "Checked.h"
#include "Refusal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>

using namespace metautils;
using namespace metautils::detail;
using llvm::ArrayRef;
using llvm::SmallVector;

llvm::Error metautils::checkGeometry(ArrayRef<int64_t> sizes,
                                     ArrayRef<int64_t> strides,
                                     int64_t offset) {
  SmallVector<SymInt, 8> symSizes(sizes), symStrides(strides);
  return detail::checkGeometry(symSizes, symStrides, offset);
}

std::optional<int64_t> metautils::elementCount(ArrayRef<int64_t> sizes) {
  if (llvm::is_contained(sizes, 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : sizes) {
    count = checkedMul(*count, size);
    if (!count)
      break;
  }
  return count;
}

std::optional<SmallVector<int64_t, 4>>
metautils::contiguousStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t, 4> strides(sizes.size(), 1);
  for (size_t dim = sizes.size(); dim-- > 1;) {
    std::optional<int64_t> stride =
        checkedMul(strides[dim], std::max<int64_t>(sizes[dim], 1));
    if (!stride)
      return std::nullopt;
    strides[dim - 1] = *stride;
  }
  return strides;
}

std::optional<int64_t> metautils::reachedBytes(ArrayRef<int64_t> sizes,
                                               ArrayRef<int64_t> strides,
                                               int64_t offset,
                                               int64_t elementBytes) {
  if (llvm::is_contained(sizes, 0))
    return 0;
  std::optional<int64_t> last = offset;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    std::optional<int64_t> reach = checkedMul(size - 1, stride);
    last = reach ? checkedAdd(*last, *reach) : std::nullopt;
    if (!last)
      return std::nullopt;
  }
  std::optional<int64_t> elements = checkedAdd(*last, 1);
  return elements ? checkedMul(*elements, elementBytes) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Memory formats
//===----------------------------------------------------------------------===//

/// Whether the elements lie without a gap, the last dim of `order` innermost.
static bool liesInOrder(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                        ArrayRef<int64_t> order) {
  int64_t expected = 1;
  for (int64_t dim : llvm::reverse(order)) {
    if (sizes[dim] == 1)
      continue;
    if (strides[dim] != expected)
      return false;
    // A product beyond int64 is no stride. 0 is none either: no size of 0 gets
    // here but in a channels-last format, where c10 compares it as well.
    expected = checkedMul(expected, sizes[dim]).value_or(-1);
  }
  return true;
}

/// The dims from the outermost to the innermost.
static SmallVector<int64_t, 5> dimsInOrder(MemoryFormat format, size_t rank) {
  switch (format) {
  case MemoryFormat::Contiguous:
    return llvm::to_vector<5>(llvm::seq<int64_t>(rank));
  case MemoryFormat::ChannelsLast:
    return {0, 2, 3, 1};
  case MemoryFormat::ChannelsLast3d:
    return {0, 2, 3, 4, 1};
  }
  llvm_unreachable("unknown memory format");
}

static bool hasRankOf(MemoryFormat format, size_t rank) {
  return format == MemoryFormat::Contiguous ||
         rank == (format == MemoryFormat::ChannelsLast ? 4 : 5);
}

bool metautils::isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                             MemoryFormat format) {
  if (!hasRankOf(format, sizes.size()))
    return false;
  if (format == MemoryFormat::Contiguous && llvm::is_contained(sizes, 0))
    return true;
  return liesInOrder(sizes, strides, dimsInOrder(format, sizes.size()));
}

/// `c10::is_channels_last_strides_2d` and `_3d`.
static bool isLikeChannelsLast(ArrayRef<int64_t> sizes,
                               ArrayRef<int64_t> strides, MemoryFormat format) {
  if (!hasRankOf(format, sizes.size()) || strides[1] == 0)
    return false;
  SmallVector<int64_t, 5> order = dimsInOrder(format, sizes.size());
  int64_t least = 0;
  for (int64_t dim : llvm::reverse(order)) {
    if (sizes[dim] == 0 || strides[dim] < least)
      return false;
    // N111 with equal strides says nothing about its format.
    if (dim == 0 && least == strides[1])
      return false;
    least = checkedMul(strides[dim], sizes[dim])
                .value_or(std::numeric_limits<int64_t>::max());
  }
  return true;
}

MemoryFormat metautils::suggestMemoryFormat(ArrayRef<int64_t> sizes,
                                            ArrayRef<int64_t> strides) {
  for (MemoryFormat format :
       {MemoryFormat::ChannelsLast, MemoryFormat::ChannelsLast3d})
    if (isLikeChannelsLast(sizes, strides, format))
      return format;
  return MemoryFormat::Contiguous;
}

//===----------------------------------------------------------------------===//
// Density and normal forms
//===----------------------------------------------------------------------===//

/// The dims from the outermost to the innermost: in the first memory format in
/// which strides do not grow inwards, else by stride. Dims of size 1 and of
/// stride 0 have no say, and the sort by stride leaves them where they are.
static SmallVector<int64_t, 5> orderOf(ArrayRef<int64_t> sizes,
                                       ArrayRef<int64_t> strides) {
  auto counts = [&](int64_t dim) {
    return sizes[dim] != 1 && strides[dim] != 0;
  };
  auto isOuter = [&](int64_t a, int64_t b) { return strides[a] > strides[b]; };
  SmallVector<int64_t, 5> counted;
  for (MemoryFormat format :
       {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast,
        MemoryFormat::ChannelsLast3d}) {
    if (!hasRankOf(format, sizes.size()))
      continue;
    SmallVector<int64_t, 5> order = dimsInOrder(format, sizes.size());
    counted.clear();
    llvm::copy_if(order, std::back_inserter(counted), counts);
    if (llvm::is_sorted(counted, isOuter))
      return order;
  }
  llvm::sort(counted);
  llvm::stable_sort(counted, isOuter);
  SmallVector<int64_t, 5> order;
  auto next = counted.begin();
  for (int64_t dim : llvm::seq<int64_t>(sizes.size()))
    order.push_back(counts(dim) ? *next++ : dim);
  return order;
}

std::optional<SmallVector<int64_t, 4>>
metautils::densePermutation(ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> strides) {
  if (llvm::is_contained(sizes, 0))
    return llvm::to_vector<4>(llvm::seq<int64_t>(sizes.size()));
  SmallVector<int64_t, 5> order = orderOf(sizes, strides);
  if (!liesInOrder(sizes, strides, order))
    return std::nullopt;
  return llvm::to_vector<4>(order);
}

bool metautils::isNonOverlappingAndDense(ArrayRef<int64_t> sizes,
                                         ArrayRef<int64_t> strides) {
  return densePermutation(sizes, strides).has_value();
}

SmallVector<int64_t, 4>
metautils::normalizeUnitStrides(ArrayRef<int64_t> sizes,
                                ArrayRef<int64_t> strides) {
  SmallVector<int64_t, 4> result(strides);
  SmallVector<int64_t, 5> order = orderOf(sizes, strides);
  int64_t extent = 1;
  for (int64_t dim : llvm::reverse(order)) {
    if (sizes[dim] == 1)
      result[dim] = extent;
    else if (strides[dim] != 0) // beyond int64 the stride is normal enough
      extent = checkedMul(strides[dim], std::max<int64_t>(sizes[dim], 1))
                   .value_or(strides[dim]);
  }
  return result;
}
