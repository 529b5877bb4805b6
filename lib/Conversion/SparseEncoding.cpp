// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PyTorch's sparse layouts to `#sparse_tensor.encoding`.

#include "metautils/Conversion/SparseEncoding.h"

using namespace mlir;
using namespace metautils;
using namespace mlir::sparse_tensor;

namespace {
/// The levels of an encoding: which expression of the dimensions each stores,
/// and how.
class Levels {
public:
  explicit Levels(MetaTensorType type)
      : context(type.getContext()), rank(type.getRank()) {}

  AffineExpr dim(unsigned index) const {
    return getAffineDimExpr(index, context);
  }
  void add(AffineExpr expr, LevelFormat format,
           std::vector<LevelPropNonDefault> properties = {}) {
    exprs.push_back(expr);
    types.push_back(*buildLevelType(format, properties));
  }
  /// Dimensions [from, to), each a level of one format.
  void addDims(unsigned from, unsigned to, LevelFormat format) {
    for (unsigned index = from; index < to; ++index)
      add(dim(index), format);
  }

  SparseTensorEncodingAttr get(unsigned indexBits) const {
    return SparseTensorEncodingAttr::get(
        context, types, AffineMap::get(rank, 0, exprs, context),
        /*lvlToDim=*/{}, indexBits, indexBits);
  }

private:
  MLIRContext *context;
  unsigned rank;
  SmallVector<AffineExpr> exprs;
  SmallVector<LevelType> types;
};
} // namespace

/// Coordinates may come twice, since a tensor need not be coalesced.
static void addCoordinates(Levels &levels, unsigned count) {
  using Property = LevelPropNonDefault;
  levels.add(levels.dim(0), LevelFormat::Compressed, {Property::Nonunique});
  for (unsigned index = 1; index + 1 < count; ++index)
    levels.add(levels.dim(index), LevelFormat::Singleton,
               {Property::Nonunique, Property::SoA});
  if (count > 1)
    levels.add(levels.dim(count - 1), LevelFormat::Singleton, {Property::SoA});
}

/// `outer` is the dimension that is compressed.
static void addCompressed(Levels &levels, unsigned outer, unsigned inner) {
  levels.add(levels.dim(outer), LevelFormat::Dense);
  levels.add(levels.dim(inner), LevelFormat::Compressed);
}

/// `outerBlock` and `innerBlock` are the sizes of a block in these dimensions.
/// Inside of a block, torch-mlir counts the outer dimension first for columns
/// too, where the blocks of torch go by rows.
static void addBlocks(Levels &levels, unsigned outer, unsigned inner,
                      int64_t outerBlock, int64_t innerBlock) {
  AffineExpr outerDim = levels.dim(outer), innerDim = levels.dim(inner);
  levels.add(outerDim.floorDiv(outerBlock), LevelFormat::Dense);
  levels.add(innerDim.floorDiv(innerBlock), LevelFormat::Compressed);
  levels.add(outerDim % outerBlock, LevelFormat::Dense);
  levels.add(innerDim % innerBlock, LevelFormat::Dense);
}

SparseTensorEncodingAttr metautils::getSparseEncoding(MetaTensorType type,
                                                      unsigned indexBits) {
  Levels levels(type);
  unsigned rank = type.getRank();
  if (auto coo = dyn_cast_if_present<CooAttr>(type.getLayout())) {
    if (coo.getSparse() == 0)
      return {};
    addCoordinates(levels, coo.getSparse());
    levels.addDims(coo.getSparse(), rank, LevelFormat::Dense);
    return levels.get(indexBits);
  }
  if (!isa_and_present<CsrAttr, CscAttr, BsrAttr, BscAttr>(type.getLayout()))
    return {};
  unsigned row = rank - 2, column = rank - 1;
  levels.addDims(0, row, LevelFormat::Batch);
  if (isa<CsrAttr>(type.getLayout()))
    addCompressed(levels, row, column);
  else if (isa<CscAttr>(type.getLayout()))
    addCompressed(levels, column, row);
  else if (auto bsr = dyn_cast<BsrAttr>(type.getLayout()))
    addBlocks(levels, row, column, bsr.getRows(), bsr.getColumns());
  else if (auto bsc = dyn_cast<BscAttr>(type.getLayout()))
    addBlocks(levels, column, row, bsc.getColumns(), bsc.getRows());
  return levels.get(indexBits);
}
