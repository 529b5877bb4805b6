// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors out of nothing, or of their parts.

#include "PythonText.h"
#include "PythonViewText.h"
#include "PythonWriter.h"
#include "metautils/Layout/Extent.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

LogicalResult PythonWriter::writeEmptyStrided(build::EmptyStridedOp op) {
  if (writeDetached(op))
    return success();
  Text text = printStrided(op, op, findBind(op));
  if (failed(text))
    return failure();
  if (detached.contains(op))
    add(name(op) + ".data = " + *text);
  else
    set(op, *text);
  return success();
}

LogicalResult PythonWriter::writeZeroTensor(build::ZeroTensorOp op) {
  if (failed(checkStrided(op, op.getType())))
    return failure();
  set(op, "torch._efficientzerotensor(" +
              printTuple(numbers.getShape(op).sizes) + ", " +
              printOptions(op.getType()) + ")");
  return success();
}

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

/// Numbers that are none would be no indices: the first elements get values.
LogicalResult PythonWriter::writeSparseCoo(build::SparseCooOp op) {
  MetaTensorType type = op.getType();
  PythonShape shape = numbers.getShape(op);
  if (writeDetached(op))
    return success();
  std::string indices = name(op.getIndices());
  std::string values = name(op.getValues());
  if (options.values == PythonValues::Random && hasValues(type)) {
    auto layout = cast<CooAttr>(type.getLayout());
    auto sizes = ArrayRef(shape.sizes).take_front(layout.getSparse());
    PythonShape places = numbers.getShape(op.getIndices());
    auto hasAny = [](ArrayRef<PythonNumber> sizes) {
      return !sizes.empty() && !llvm::is_contained(getValues(sizes), 0);
    };
    if (hasAny(sizes) && hasAny(places.sizes))
      add(llvm::formatv(
          "{0}.copy_(torch.stack(torch.unravel_index(torch.arange({1}) % {2}, "
          "{3})))",
          indices, places.sizes.back().text, printProduct(sizes),
          printTuple(sizes)));
  }
  set(op, "torch.sparse_coo_tensor(" + indices + ", " + values + ", " +
              printTuple(shape.sizes) +
              (op.getCoalesced() ? ", is_coalesced=True)" : ")"));
  return success();
}

static StringRef getLayoutName(Attribute layout) {
  return llvm::TypeSwitch<Attribute, StringRef>(layout)
      .Case([](CsrAttr) { return "torch.sparse_csr"; })
      .Case([](CscAttr) { return "torch.sparse_csc"; })
      .Case([](BsrAttr) { return "torch.sparse_bsr"; })
      .Case([](BscAttr) { return "torch.sparse_bsc"; });
}

LogicalResult
PythonWriter::writeSparseCompressed(build::SparseCompressedOp op) {
  MetaTensorType type = op.getType();
  if (writeDetached(op))
    return success();
  std::string compressed = name(op.getCompressed());
  std::string plain = name(op.getPlain());
  std::string values = name(op.getValues());
  if (options.values == PythonValues::Random && hasValues(type))
    writeIndices(op, compressed, plain);
  set(op, llvm::formatv(
              "torch.sparse_compressed_tensor({0}, {1}, {2}, {3}, layout={4})",
              compressed, plain, values, printTuple(numbers.getShape(op).sizes),
              getLayoutName(type.getLayout())));
  return success();
}

/// Rows that are full, from the first one on.
void PythonWriter::writeIndices(build::SparseCompressedOp op,
                                const std::string &compressed,
                                const std::string &plain) {
  auto getLast = [&](Value value) {
    PythonShape shape = numbers.getShape(value);
    return shape.sizes.empty() ? 0 : *shape.sizes.back().value;
  };
  int64_t numRows = getLast(op.getCompressed()) - 1;
  int64_t numElements = getLast(op.getPlain());
  // No more in each row than it takes.
  int64_t perRow = numRows > 0 ? llvm::divideCeil(numElements, numRows) : 0;
  if (perRow == 0)
    return add(compressed + ".zero_()");
  add(llvm::formatv("{0}.copy_((torch.arange({1}) * {2}).clamp(max={3}))",
                    compressed, numRows + 1, perRow, numElements));
  add(llvm::formatv("{0}.copy_(torch.arange({1}) % {2})", plain, numElements,
                    perRow));
}

//===----------------------------------------------------------------------===//
// What the meta device has none of
//===----------------------------------------------------------------------===//

LogicalResult PythonWriter::checkDevice(Operation *op, MetaTensorType type) {
  if (hasValues(type))
    return success();
  return refuse(op) << "on a device that has such tensors, got the meta "
                       "device: give --python-values, for "
                    << type;
}

LogicalResult PythonWriter::writeOpaque(build::OpaqueOp op) {
  MetaTensorType type = op.getType();
  if (failed(checkDevice(op, type)))
    return failure();
  if (options.values == PythonValues::Kept)
    return refuse(op) << "described with its bytes, which only the library of "
                         "its layout can find";
  auto layout = cast<OpaqueLayoutAttr>(type.getLayout());
  if (layout.getLibrary() != "mkldnn")
    return refuse(op) << "of the layout 'mkldnn', got " << layout;
  set(op, *printFilled(type, numbers.getShape(op).sizes, {}) + ".to_mkldnn()");
  return success();
}

/// An empty quantized tensor: what no other function of PyTorch makes without
/// elements to quantize.
std::string PythonWriter::printQuantized(build::QuantizedOp op) {
  auto list = [](ArrayRef<double> numbers) {
    return llvm::join(llvm::map_range(numbers, &printFloat), ", ");
  };
  MetaTensorType type = op.getType();
  std::string sizes = printTuple(type.getShape());
  if (!op.getAxis())
    return llvm::formatv("torch._empty_affine_quantized({0}, scale={1}, "
                         "zero_point={2:f0}, {3})",
                         sizes, list(op.getScales()),
                         op.getZeroPoints().front(), printOptions(type));
  bool isFloat = op.getScheme() == QScheme::PerChannelAffineFloatQParams;
  return llvm::formatv(
      "torch._empty_per_channel_affine_quantized({0}, "
      "scales=torch.tensor([{1}], dtype=torch.{2}), "
      "zero_points=torch.tensor([{3}]).to(torch.{4}), axis={5}, {6})",
      sizes, list(op.getScales()), isFloat ? "float32" : "float64",
      list(op.getZeroPoints()), isFloat ? "float32" : "int64", *op.getAxis(),
      printOptions(type));
}

LogicalResult PythonWriter::writeQuantized(build::QuantizedOp op) {
  MetaTensorType type = op.getType();
  build::BindStorageOp bind = findBind(op);
  if (failed(checkStrided(op, type)) || failed(checkDevice(op, type)) ||
      failed(checkData(op, type, bind)))
    return failure();
  auto isFinite = [](double number) { return std::isfinite(number); };
  if (!llvm::all_of(op.getScales(), isFinite) ||
      !llvm::all_of(op.getZeroPoints(), isFinite) ||
      (!op.getAxis() &&
       (op.getScales().size() != 1 || op.getZeroPoints().size() != 1)))
    return refuse(op) << "of finite scales and zero points, one if there is no "
                         "axis";
  if (writeDetached(op))
    return success();
  if (Value base = findBase(op))
    setView(op, base, /*noGrad=*/true, {},
            printAsStrided(name(base), numbers.getShape(op),
                           bind ? getOffset(bind) : PythonNumber::get(0)));
  else if (bind)
    set(op, printSet(printQuantized(op), op, bind));
  else
    set(op, printQuantized(op));
  return success();
}

LogicalResult PythonWriter::writeNested(build::NestedOp op) {
  MetaTensorType type = op.getType();
  if (failed(checkDevice(op, type)))
    return failure();
  if (writeDetached(op))
    return success();
  size_t numRows = type.getShape().front(), rank = type.getShape().size() - 1;
  if (op.getSizes().size() != numRows * rank ||
      op.getStrides().size() != numRows * rank ||
      op.getOffsets().size() != numRows)
    return refuse(op) << "of " << numRows << " components of rank " << rank
                      << ", got other numbers of sizes, strides and offsets";
  // A row for each component.
  auto printRows = [&](ArrayRef<int64_t> numbers) {
    SmallVector<std::string> rows;
    for (size_t row = 0; row < numRows; ++row)
      rows.push_back("[" + printList(numbers.slice(row * rank, rank)) + "]");
    return llvm::join(rows, ", ");
  };
  auto print = [&](const std::string &buffer) {
    return llvm::formatv("torch._nested_view_from_buffer({0}, "
                         "torch.tensor([{1}]), torch.tensor([{2}]), "
                         "torch.tensor([{3}]))",
                         buffer, printRows(op.getSizes()),
                         printRows(op.getStrides()), printList(op.getOffsets()))
        .str();
  };
  // Of the values of its base it is a view of that; what is detached is none.
  if (Value base = findBase(op))
    setView(op, base, !hasHistory(op), {}, print(name(base) + ".values()"));
  else
    set(op, print(name(op.getBuffer())) + ".detach()");
  return success();
}

LogicalResult PythonWriter::writeRoot(Operation &op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](build::EmptyStridedOp root) { return writeEmptyStrided(root); })
      .Case([&](build::ZeroTensorOp root) { return writeZeroTensor(root); })
      .Case([&](build::SparseCooOp root) { return writeSparseCoo(root); })
      .Case([&](build::SparseCompressedOp root) {
        return writeSparseCompressed(root);
      })
      .Case([&](build::OpaqueOp root) { return writeOpaque(root); })
      .Case([&](build::QuantizedOp root) { return writeQuantized(root); })
      .Case([&](build::NestedOp root) { return writeNested(root); });
}
