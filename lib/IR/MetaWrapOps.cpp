// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of geometries that are no view of a storage: how their parts fit
// together.

#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Whether two sizes can be one number.
static bool canBeEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

static bool canBeEqual(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return a.size() == b.size() &&
         llvm::all_of_zip(
             a, b, [](int64_t x, int64_t y) { return canBeEqual(x, y); });
}

/// Prints a shape as in `2x?x3`.
static std::string toString(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "no dimension";
  return llvm::join(llvm::map_range(shape,
                                    [](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? std::string("?")
                                                 : llvm::itostr(size);
                                    }),
                    "x");
}

static LogicalResult verifyPartShape(Operation *op, StringRef part,
                                     MetaTensorType type,
                                     ArrayRef<int64_t> expected) {
  if (canBeEqual(type.getShape(), expected))
    return success();
  return op->emitOpError("expected ")
         << part << " of shape " << toString(expected) << ", got " << type;
}

static LogicalResult verifyElements(Operation *op, StringRef part,
                                    MetaTensorType type,
                                    MetaTensorType result) {
  if (type.getElementType() == result.getElementType())
    return success();
  return op->emitOpError("expected ")
         << part << " of " << result.getElementType() << ", got " << type;
}

/// All operands but index values are tensors on the device of the result.
static LogicalResult verifyDevices(Operation *op) {
  auto result = cast<MetaTensorType>(op->getResult(0).getType());
  for (Type type : op->getOperandTypes())
    if (auto part = dyn_cast<MetaTensorType>(type))
      if (part.getDevice() != result.getDevice())
        return op->emitOpError("expected all parts on ")
               << result.getDevice() << ", got one on " << part.getDevice();
  return success();
}

static LogicalResult verifyDynamic(Operation *op, MetaTensorType result,
                                   size_t numOperands) {
  size_t expected = result.getNumDynamicDims();
  if (numOperands == expected)
    return success();
  return op->emitOpError("expected ") << expected << " operands for the '?' of "
                                      << result << ", got " << numOperands;
}

static bool isIndexOf(Type element, unsigned width) {
  auto integer = dyn_cast<IntegerType>(element);
  return integer && integer.isSigned() && integer.getWidth() == width;
}

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

LogicalResult SparseCooOp::verify() {
  MetaTensorType result = getType();
  // sparse_coo_c1
  auto layout = dyn_cast_if_present<CooAttr>(result.getLayout());
  if (!layout)
    return emitOpError("expected a result of layout '#meta.coo', got ")
           << result;
  MetaTensorType indices = getIndices().getType();
  MetaTensorType values = getValues().getType();
  // sparse_coo_c2
  if (!isIndexOf(indices.getElementType(), 64))
    return emitOpError("expected indices of 'si64', got ") << indices;
  int64_t numValues =
      values.getRank() > 0 ? values.getDimSize(0) : ShapedType::kDynamic;
  if (failed(verifyPartShape(*this, "indices", indices,
                             {layout.getSparse(), numValues})))
    return failure();
  // sparse_coo_c3
  if (failed(verifyElements(*this, "values", values, result)))
    return failure();
  SmallVector<int64_t> expected = {indices.getDimSize(1)};
  llvm::append_range(expected,
                     result.getShape().drop_front(layout.getSparse()));
  if (failed(verifyPartShape(*this, "values", values, expected)))
    return failure();
  // sparse_coo_c4, sparse_coo_c5
  if (failed(verifyDevices(*this)))
    return failure();
  return verifyDynamic(*this, result, getDynamic().size());
}

namespace {
/// The four compressed formats as one: which dimension is compressed, and the
/// blocks, 1 by 1 where there are none.
struct CompressedFormat {
  bool ofRows;
  bool isBlocked = false;
  int64_t rows = 1, columns = 1;
};
} // namespace

static std::optional<CompressedFormat> getCompressedFormat(Attribute layout) {
  if (isa_and_present<CsrAttr>(layout))
    return CompressedFormat{true};
  if (isa_and_present<CscAttr>(layout))
    return CompressedFormat{false};
  if (auto bsr = dyn_cast_if_present<BsrAttr>(layout))
    return CompressedFormat{true, true, bsr.getRows(), bsr.getColumns()};
  if (auto bsc = dyn_cast_if_present<BscAttr>(layout))
    return CompressedFormat{false, true, bsc.getRows(), bsc.getColumns()};
  return std::nullopt;
}

/// How many batch dimensions there are: all but the last of the compressed
/// indices.
static int64_t getNumBatchDims(SparseCompressedOp op) {
  return op.getCompressed().getType().getRank() - 1;
}

static LogicalResult verifyIndices(SparseCompressedOp op,
                                   CompressedFormat format) {
  MetaTensorType compressed = op.getCompressed().getType();
  MetaTensorType plain = op.getPlain().getType();
  // sparse_compressed_c2
  Type element = compressed.getElementType();
  if (element != plain.getElementType() ||
      !(isIndexOf(element, 32) || isIndexOf(element, 64)))
    return op.emitOpError("expected indices of 'si32' or of 'si64' both, got ")
           << compressed << " and " << plain;
  // sparse_compressed_c3
  ArrayRef<int64_t> shape = op.getType().getShape();
  int64_t numBatch = getNumBatchDims(op);
  if (numBatch < 0 || numBatch + 2 > static_cast<int64_t>(shape.size()))
    return op.emitOpError("expected compressed indices of 1 to ")
           << shape.size() - 1 << " dimensions, got " << compressed;
  int64_t size = shape[numBatch + (format.ofRows ? 0 : 1)];
  int64_t block = format.ofRows ? format.rows : format.columns;
  SmallVector<int64_t> expected(shape.take_front(numBatch));
  expected.push_back(ShapedType::isDynamic(size) ? size : size / block + 1);
  if (failed(verifyPartShape(op, "compressed indices", compressed, expected)))
    return failure();
  expected.back() = ShapedType::kDynamic;
  return verifyPartShape(op, "plain indices", plain, expected);
}

static LogicalResult verifyValues(SparseCompressedOp op,
                                  CompressedFormat format) {
  MetaTensorType result = op.getType(), values = op.getValues().getType();
  // sparse_compressed_c4
  if (failed(verifyElements(op, "values", values, result)))
    return failure();
  int64_t numBatch = getNumBatchDims(op);
  SmallVector<int64_t> expected(result.getShape().take_front(numBatch));
  expected.push_back(op.getPlain().getType().getShape().back());
  if (format.isBlocked)
    expected.append({format.rows, format.columns});
  llvm::append_range(expected, result.getShape().drop_front(numBatch + 2));
  return verifyPartShape(op, "values", values, expected);
}

LogicalResult SparseCompressedOp::verify() {
  // sparse_compressed_c1
  auto format = getCompressedFormat(getType().getLayout());
  if (!format)
    return emitOpError("expected a result of layout '#meta.csr', '#meta.csc', "
                       "'#meta.bsr' or '#meta.bsc', got ")
           << getType();
  if (failed(verifyIndices(*this, *format)) ||
      failed(verifyValues(*this, *format)))
    return failure();
  // sparse_compressed_c5, sparse_compressed_c6
  if (failed(verifyDevices(*this)))
    return failure();
  return verifyDynamic(*this, getType(), getDynamic().size());
}

//===----------------------------------------------------------------------===//
// Nested and opaque
//===----------------------------------------------------------------------===//

SmallVector<int64_t> NestedOp::joinSizes(ArrayRef<int64_t> sizes, int64_t count,
                                         int64_t rank) {
  SmallVector<int64_t> joined(rank, ShapedType::kDynamic);
  if (count > 0)
    joined.assign(sizes.begin(), sizes.begin() + rank);
  for (int64_t component = 1; component < count; ++component)
    for (int64_t dim = 0; dim < rank; ++dim)
      if (joined[dim] != sizes[component * rank + dim])
        joined[dim] = ShapedType::kDynamic;
  return joined;
}

static LogicalResult verifyComponents(NestedOp op, int64_t count,
                                      int64_t rank) {
  MetaTensorType result = op.getType();
  for (int64_t component = 0; component < count; ++component) {
    auto part = [&](ArrayRef<int64_t> numbers) {
      return numbers.slice(component * rank, rank);
    };
    ArrayRef<int64_t> sizes = part(op.getSizes());
    ArrayRef<int64_t> strides = part(op.getStrides());
    int64_t offset = op.getOffsets()[component];
    if (llvm::Error error = checkGeometry(sizes, strides, offset))
      return op.emitOpError("component ")
             << component << ": " << llvm::toString(std::move(error));
    if (!reachedBytes(sizes, strides, offset, result.getElementBytes()))
      return op.emitOpError("expected component ")
             << component << " to end below 2^63 bytes, got an overflow";
  }
  return success();
}

LogicalResult NestedOp::verify() {
  MetaTensorType result = getType(), buffer = getBuffer().getType();
  // nested_c1
  if (!isa_and_present<NestedAttr>(result.getLayout()))
    return emitOpError("expected a result of layout '#meta.nested', got ")
           << result;
  // nested_c2
  uint64_t count = result.getDimSize(0), rank = result.getRank() - 1;
  if (getOffsets().size() != count)
    return emitOpError("expected ")
           << count << " offsets, got " << getOffsets().size();
  if (count != 0 && rank > getSizes().size() / count)
    return emitOpError("expected ") << rank << " sizes for each component, got "
                                    << getSizes().size() << " for all";
  if (getSizes().size() != count * rank ||
      getStrides().size() != getSizes().size())
    return emitOpError("expected ")
           << count * rank << " sizes and strides, got " << getSizes().size()
           << " and " << getStrides().size();
  // nested_c3
  if (failed(verifyComponents(*this, count, rank)))
    return failure();
  // nested_c4
  ArrayRef<int64_t> shape = result.getShape().drop_front();
  SmallVector<int64_t> joined = joinSizes(getSizes(), count, rank);
  if (shape != ArrayRef<int64_t>(joined))
    return emitOpError("expected a result of ")
           << toString(joined) << " behind the first dimension, got " << result;
  // nested_c5
  if (failed(
          verifyPartShape(*this, "a buffer", buffer, {ShapedType::kDynamic})) ||
      failed(verifyElements(*this, "a buffer", buffer, result)))
    return failure();
  return verifyDevices(*this);
}

LogicalResult OpaqueOp::verify() {
  // opaque_c1
  if (getType().isStrided())
    return emitOpError("expected a result that is not strided, got ")
           << getType();
  if (isa<OpaqueLayoutAttr>(getType().getLayout()) &&
      !getType().hasStaticShape())
    return emitOpError("expected known sizes of an opaque layout, got ")
           << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Quantized
//===----------------------------------------------------------------------===//

static bool isPerTensor(QScheme scheme) {
  return scheme == QScheme::PerTensorAffine ||
         scheme == QScheme::PerTensorSymmetric;
}

LogicalResult QuantizedOp::verify() {
  // quantized_c1
  MetaTensorType type = getType();
  if (!isa<QInt8Type, QUInt8Type, QInt32Type, QUInt4x2Type, QUInt2x4Type>(
          type.getElementType()))
    return emitOpError("expected elements of a quantized dtype, got ") << type;
  std::optional<int64_t> axis = getAxis();
  int64_t expected = 1;
  if (isPerTensor(getScheme())) {
    // quantized_c2
    if (axis)
      return emitOpError("expected no axis under a scheme of the whole tensor");
  } else {
    // quantized_c3
    if (!axis || *axis < 0 || *axis >= type.getRank())
      return emitOpError("expected an axis in [0, ")
             << type.getRank() << ") under a scheme of channels";
    expected = type.getDimSize(*axis);
  }
  int64_t numScales = getScales().size(),
          numZeroPoints = getZeroPoints().size();
  if (canBeEqual(numScales, expected) && numScales == numZeroPoints)
    return success();
  InFlightDiagnostic diagnostic = emitOpError("expected as many scales as zero "
                                              "points");
  if (!ShapedType::isDynamic(expected))
    diagnostic << ", " << expected;
  return diagnostic << ", got " << numScales << " and " << numZeroPoints;
}
