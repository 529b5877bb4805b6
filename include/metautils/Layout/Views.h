// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each view of ATen does to a geometry: one function each, for type
// inference, for folding and for plain integers alike.
//
// Every function changes `g` in place and returns an error for what ATen
// refuses; `g` is then unspecified. Dims count from 0. In the examples,
// `4x3 [3, 1] + 2` is sizes [4, 3], strides [3, 1], offset 2.
//
// Note [Dynamic sizes are at least 2]
// Where ATen asks whether a size is 0 or 1 and the size is symbolic or unknown,
// the answer is no, as in PyTorch's own 0/1 specialization. A tensor that has
// such a size after all has the same elements at the same places: only numbers
// that address nothing (the stride of a size-1 dim, the strides and offset of
// an empty tensor) may then differ from ATen's.
//
// What a symbol's value alone can refute (an index in range, a sum of pieces, a
// divisible stride) is taken to hold.

#ifndef METAUTILS_LAYOUT_VIEWS_H
#define METAUTILS_LAYOUT_VIEWS_H

#include "metautils/Layout/Arithmetic.h"
#include "metautils/Layout/SymInt.h"

#include "llvm/Support/Error.h"

namespace metautils {

/// The error of a view that is legal or not depending on symbolic values.
/// Nothing is wrong with its input: keep the view as it is.
class UndecidedError : public llvm::ErrorInfo<UndecidedError> {
public:
  static char ID;
  explicit UndecidedError(std::string message) : text(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string text;
};

namespace views {

/// Sets the strides to those of a contiguous tensor, `max(size, 1)` multiplied
/// up from the right (`c10::contiguous_strides` with zero sizes counted as 1).
///   sizes [4, 0, 3]  ->  strides [3, 3, 1]
llvm::Error setContiguousStrides(Geometry &g, Arithmetic &arith);

/// `aten::permute`: result dim i is base dim dims[i].
///   4x3 [3, 1]  permute [1, 0]  ->  3x4 [1, 3]
llvm::Error permute(Geometry &g, llvm::ArrayRef<int64_t> dims);

/// `aten::transpose.int`. A 0-d tensor has a dim 0 here, as in ATen.
///   2x4x3 [12, 3, 1]  transpose 0, 2  ->  3x4x2 [1, 3, 12]
llvm::Error transpose(Geometry &g, int64_t dim0, int64_t dim1);

/// `aten::slice.Tensor` with its raw bounds: a negative one counts from the end
/// once, then both are clamped. An absent end is INT64_MAX.
///   10x3 [3, 1]  slice dim 0 from -4 to 99 step 3  ->  2x3 [9, 1] + 18
llvm::Error slice(Geometry &g, Arithmetic &arith, int64_t dim, SymInt start,
                  SymInt end, SymInt step);

/// `aten::narrow`: exact, nothing is clamped; a negative start counts from the
/// end.
///   10x3 [3, 1]  narrow dim 0 from 2 length 5  ->  5x3 [3, 1] + 6
llvm::Error narrow(Geometry &g, Arithmetic &arith, int64_t dim, SymInt start,
                   SymInt length);

/// `aten::select.int`, and each result of `aten::unbind.int`.
///   4x3 [3, 1]  select dim 0 at -1  ->  3 [1] + 9
llvm::Error select(Geometry &g, Arithmetic &arith, int64_t dim, SymInt index);

/// `aten::expand`: sizes of 1 become the target's with stride 0, new dims come
/// in front, -1 keeps a size.
///   3x1 [1, 1]  expand [2, -1, 4]  ->  2x3x4 [0, 1, 0]
///
/// A base size of 1 gets stride 0 under a symbolic target; a symbolic base size
/// `n` gets stride `n == 1 ? 0 : stride` unless the target is the same symbol.
llvm::Error expand(Geometry &g, Arithmetic &arith,
                   llvm::ArrayRef<SymInt> sizes);

/// `aten::view` (and `reshape` where it does not copy). One size may be -1.
///   4x3x2 [6, 2, 1]  reshape [12, -1]  ->  12x2 [2, 1]
///   4x3 [1, 4]       reshape [12]      ->  error
///
/// `baseIsContiguous` says that the strides of `g` are those of
/// `setContiguousStrides`, also where they are unknown. Otherwise, where the
/// result depends on unknown numbers its strides are unknown, and where it
/// depends on symbolic ones the error is an `UndecidedError`.
llvm::Error reshape(Geometry &g, Arithmetic &arith,
                    llvm::ArrayRef<SymInt> sizes,
                    bool baseIsContiguous = false);

/// `aten::unflatten.int`: one dim as several, of which one size may be -1.
/// Never needs a copy; `baseIsContiguous` as above.
///   4x6 [10, 1]  unflatten dim 1 into [2, -1]  ->  4x2x3 [10, 3, 1]
llvm::Error unflatten(Geometry &g, Arithmetic &arith, int64_t dim,
                      llvm::ArrayRef<SymInt> parts,
                      bool baseIsContiguous = false);

/// `aten::squeeze.dims`: drops those of `dims` that have size 1, which
/// `stated`, the sizes of the base's type, decides: a chain may know less or
/// more of them.
///   1x3x1 [3, 1, 1]  squeeze [0, 1] stated 1x3x1  ->  3x1 [1, 1]
llvm::Error squeeze(Geometry &g, llvm::ArrayRef<int64_t> dims,
                    llvm::ArrayRef<int64_t> stated);

/// `aten::unsqueeze`: a new dim of size 1 before `dim`, which may be the rank.
///   4x3 [3, 1]  unsqueeze 1  ->  4x1x3 [3, 3, 1]
llvm::Error unsqueeze(Geometry &g, Arithmetic &arith, int64_t dim);

/// `aten::diagonal`: the elements with index dim1 = index dim0 + offset, as a
/// new last dim.
///   4x3 [3, 1]  diagonal offset -1 dims 0, 1  ->  3 [4] + 3
llvm::Error diagonal(Geometry &g, Arithmetic &arith, int64_t offset,
                     int64_t dim0, int64_t dim1);

/// `aten::unfold`: windows of `size` elements, `step` apart, as a new last dim.
/// A 0-d tensor has a dim 0 of size 1 here, as in ATen.
///   7 [1]  unfold dim 0 size 4 step 3  ->  2x4 [3, 1]
llvm::Error unfold(Geometry &g, Arithmetic &arith, int64_t dim, SymInt size,
                   SymInt step);

/// `aten::split_with_sizes`: piece `index` of those that `pieces` cuts dim
/// `dim` into.
///   10x3 [3, 1]  split dim 0 into [2, 5, 3], piece 1  ->  5x3 [3, 1] + 6
llvm::Error split(Geometry &g, Arithmetic &arith, int64_t dim,
                  llvm::ArrayRef<SymInt> pieces, size_t index);

/// The same for all pieces, in linear time: `take` gets each in its order.
llvm::Error splitAll(const Geometry &g, Arithmetic &arith, int64_t dim,
                     llvm::ArrayRef<SymInt> pieces,
                     llvm::function_ref<void(Geometry &)> take);

/// `aten::as_strided`: the offset counts from the start of the storage; without
/// one the base's is kept. Whether the storage is large enough is not asked.
///   6 [1] + 6  as_strided [2, 3] [1, 4] offset 0  ->  2x3 [1, 4]
llvm::Error asStrided(Geometry &g, llvm::ArrayRef<SymInt> sizes,
                      llvm::ArrayRef<SymInt> strides,
                      std::optional<SymInt> offset);

/// `aten::view.dtype` between elements of `fromBytes` and of `toBytes`.
///   3x4 [6, 1] + 8   view of 4 bytes as 2  ->  3x8 [12, 1] + 16
///   4x4 [6, 1] + 2   view of 4 bytes as 8  ->  4x2 [3, 1] + 1
llvm::Error viewDtype(Geometry &g, Arithmetic &arith, int64_t fromBytes,
                      int64_t toBytes);

/// `aten::view_as_real`: a last dim of real and imaginary part.
///   3 [2] + 1  view_as_real  ->  3x2 [4, 1] + 2
llvm::Error viewAsReal(Geometry &g, Arithmetic &arith);

/// `aten::view_as_complex`: the inverse of view_as_real. Size-1 dims may have
/// odd strides.
///   1x6x2 [5, 2, 1] + 4  view_as_complex  ->  1x6 [2, 1] + 2
llvm::Error viewAsComplex(Geometry &g, Arithmetic &arith);

} // namespace views
} // namespace metautils

#endif // METAUTILS_LAYOUT_VIEWS_H
