// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes tensors whose bytes are not one strided view: by their parts, which
// are geometries over the storages of these.

#include "TensorKind.h"
#include "metautils/Torch/TensorDescriber.h"
#include "metautils/Torch/TensorFacts.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SaveAndRestore.h"

#include <ATen/NestedTensorImpl.h>
#include <ATen/SparseCsrTensorImpl.h>
#include <ATen/SparseCsrTensorUtils.h>
#include <ATen/SparseTensorImpl.h>
#include <ATen/native/SparseTensorUtils.h>
#include <ATen/quantized/QTensorImpl.h>
#include <ATen/quantized/Quantizer.h>

using namespace mlir;
using namespace metautils;

// The numbers of c10's enum.
#define METAUTILS_QSCHEME(ours, theirs)                                        \
  static_assert(static_cast<int>(QScheme::ours) == static_cast<int>(at::theirs))
METAUTILS_QSCHEME(PerTensorAffine, kPerTensorAffine);
METAUTILS_QSCHEME(PerChannelAffine, kPerChannelAffine);
METAUTILS_QSCHEME(PerTensorSymmetric, kPerTensorSymmetric);
METAUTILS_QSCHEME(PerChannelSymmetric, kPerChannelSymmetric);
METAUTILS_QSCHEME(PerChannelAffineFloatQParams, kPerChannelAffineFloatQParams);
#undef METAUTILS_QSCHEME

static ArrayRef<int64_t> toArrayRef(at::IntArrayRef list) {
  return {list.data(), list.size()};
}

/// A part is called as by the method that gives it.
FailureOr<Value> TensorDescriber::emitPart(const at::Tensor &part,
                                           StringRef relation) {
  size_t pathLength = path.size();
  path += relation;
  if (identify(part).kind != TensorKind::Strided)
    return refuse(getKindName(part, python));
  TensorFacts facts = readFacts(part);
  if (failed(readStrided(part, facts)))
    return failure();
  FailureOr<Value> geometry = builder.addGeometry(facts);
  path.truncate(pathLength);
  return geometry;
}

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

FailureOr<Value> TensorDescriber::emitSparseCoo(const at::Tensor &tensor,
                                                TensorFacts &facts) {
  auto *impl = at::sparse::get_sparse_impl(tensor);
  FailureOr<Value> indices = emitPart(impl->indices(), "._indices()");
  if (failed(indices))
    return failure();
  FailureOr<Value> values = emitPart(impl->values(), "._values()");
  if (failed(values))
    return failure();
  SmallVector<Value, 2> dynamic;
  if (!impl->has_symbolic_sizes_strides()) {
    facts.sizes = toArrayRef(impl->sizes());
  } else {
    if (failed(readDims(impl->sym_sizes(), geometry.sizes)))
      return failure();
    sizes =
        llvm::map_to_vector<4>(geometry.sizes, std::mem_fn(&SymInt::toStatic));
    facts.sizes = sizes;
    for (SymInt size : geometry.sizes)
      if (!size.isConstant())
        dynamic.push_back(builder.getNumbers().getArithmetic().getValue(size));
  }
  auto layout = CooAttr::get(location.getContext(), impl->sparse_dim(),
                             impl->dense_dim());
  FailureOr<MetaTensorType> type =
      builder.getType(facts, layout, getDevice(tensor));
  if (failed(type))
    return failure();
  return builder.addSparseCoo(facts, *type, *indices, *values,
                              impl->coalesced(), dynamic);
}

/// The names of the compressed and of the plain indices.
static std::pair<StringRef, StringRef> getIndexNames(at::Layout layout) {
  if (layout == at::kSparseCsr || layout == at::kSparseBsr)
    return {".crow_indices()", ".col_indices()"};
  return {".ccol_indices()", ".row_indices()"};
}

/// A block has the dimensions of the values behind those of the plain indices.
static Attribute getCompressedLayout(MLIRContext *context,
                                     const at::SparseCsrTensorImpl &impl) {
  at::Layout layout = impl.layout();
  if (layout == at::kSparseCsr)
    return CsrAttr::get(context);
  if (layout == at::kSparseCsc)
    return CscAttr::get(context);
  int64_t blockDim = impl.plain_indices().dim();
  int64_t rows = 1, columns = 1;
  if (impl.values().dim() >= blockDim + 2) {
    rows = impl.values().size(blockDim);
    columns = impl.values().size(blockDim + 1);
  }
  if (layout == at::kSparseBsr)
    return BsrAttr::get(context, rows, columns);
  return BscAttr::get(context, rows, columns);
}

FailureOr<Value> TensorDescriber::emitSparseCompressed(const at::Tensor &tensor,
                                                       TensorFacts &facts) {
  auto *impl = at::sparse_csr::get_sparse_csr_impl(tensor);
  auto [compressedName, plainName] = getIndexNames(impl->layout());
  FailureOr<Value> compressed =
      emitPart(impl->compressed_indices(), compressedName);
  if (failed(compressed))
    return failure();
  FailureOr<Value> plain = emitPart(impl->plain_indices(), plainName);
  if (failed(plain))
    return failure();
  FailureOr<Value> values = emitPart(impl->values(), ".values()");
  if (failed(values))
    return failure();
  facts.sizes = toArrayRef(impl->sizes());
  FailureOr<MetaTensorType> type =
      builder.getType(facts, getCompressedLayout(location.getContext(), *impl),
                      getDevice(tensor));
  if (failed(type))
    return failure();
  return builder.addSparseCompressed(facts, *type, *compressed, *plain,
                                     *values);
}

//===----------------------------------------------------------------------===//
// Nested and opaque
//===----------------------------------------------------------------------===//

/// The numbers of an int64 tensor that libtorch keeps contiguous on the CPU.
static ArrayRef<int64_t> readIntegers(const at::Tensor &tensor) {
  return {tensor.const_data_ptr<int64_t>(),
          static_cast<size_t>(tensor.numel())};
}

FailureOr<Value> TensorDescriber::emitNested(const at::Tensor &tensor,
                                             TensorFacts &facts) {
  auto *impl = at::native::get_nested_tensor_impl(tensor);
  FailureOr<Value> buffer =
      emitPart(impl->get_unsafe_storage_as_tensor(), "._nested_buffer");
  if (failed(buffer))
    return failure();
  ArrayRef<int64_t> sizes, strides;
  ArrayRef<int64_t> offsets = readIntegers(impl->get_storage_offsets());
  if (!offsets.empty()) { // else they are no lists of integers
    sizes = readIntegers(impl->get_nested_sizes());
    strides = readIntegers(impl->get_nested_strides());
  }

  // `opt_size` takes sizes for equal that are not, where there is no element.
  int64_t count = offsets.size();
  SmallVector<int64_t> shape = {count};
  llvm::append_range(shape,
                     NestedOp::joinSizes(sizes, count, tensor.dim() - 1));
  TensorFacts ofShape = facts;
  ofShape.sizes = shape;
  FailureOr<MetaTensorType> type = builder.getType(
      ofShape, NestedAttr::get(location.getContext()), getDevice(tensor));
  if (failed(type))
    return failure();
  return builder.addNested(facts, *type, *buffer, sizes, strides, offsets);
}

FailureOr<Value> TensorDescriber::emitMkldnn(const at::Tensor &tensor,
                                             TensorFacts &facts) {
  facts.sizes = toArrayRef(tensor.sizes());
  auto layout = OpaqueLayoutAttr::get(location.getContext(), "mkldnn");
  FailureOr<MetaTensorType> type =
      builder.getType(facts, layout, getDevice(tensor));
  if (failed(type))
    return failure();
  return builder.addOpaque(*type);
}

//===----------------------------------------------------------------------===//
// Quantized
//===----------------------------------------------------------------------===//

FailureOr<Value> TensorDescriber::emitQuantized(const at::Tensor &tensor,
                                                TensorFacts &facts) {
  if (failed(readStrided(tensor, facts)))
    return failure();
  FailureOr<Value> geometry = builder.addGeometry(facts);
  if (failed(geometry))
    return failure();
  at::Quantizer *quantizer = at::get_qtensorimpl(tensor)->quantizer().get();
  // An unknown quantizer asserts that nobody asks for its scheme.
  auto getScheme = [&] { return static_cast<QScheme>(quantizer->qscheme()); };
  if (auto *perTensor = dynamic_cast<at::PerTensorAffineQuantizer *>(quantizer))
    return builder.addQuantized(
        facts, *geometry, getScheme(), perTensor->scale(),
        static_cast<double>(perTensor->zero_point()), std::nullopt);
  if (auto *perChannel =
          dynamic_cast<at::PerChannelAffineQuantizer *>(quantizer)) {
    auto scales = readNumbers(perChannel->scales());
    auto zeroPoints = readNumbers(perChannel->zero_points());
    if (scales && zeroPoints)
      return builder.addQuantized(facts, *geometry, getScheme(), *scales,
                                  *zeroPoints, perChannel->axis());
  }
  return refuse("a tensor of an unknown quantizer");
}

FailureOr<Value> TensorDescriber::emitGeometry(TensorKind kind,
                                               const at::Tensor &tensor,
                                               TensorFacts &facts) {
  switch (kind) {
  case TensorKind::SparseCoo:
    return emitSparseCoo(tensor, facts);
  case TensorKind::SparseCompressed:
    return emitSparseCompressed(tensor, facts);
  case TensorKind::Nested:
    return emitNested(tensor, facts);
  case TensorKind::Mkldnn:
    return emitMkldnn(tensor, facts);
  case TensorKind::Quantized:
    return emitQuantized(tensor, facts);
  case TensorKind::Batched:
  case TensorKind::GradTracking:
  case TensorKind::LegacyBatched:
  case TensorKind::Functional:
    return emitWrapper(kind, tensor, facts);
  case TensorKind::Subclass:
    return emitSubclass(tensor, facts);
  case TensorKind::Strided:
  case TensorKind::Other:
    break;
  }
  return refuse(getKindName(tensor, python));
}
