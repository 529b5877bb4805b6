// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps that make a tensor out of nothing, or of the parts of a sparse one.

#include "ProgramStep.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/EmptyTensor.h>
#include <ATen/Functions.h>
#include <ATen/core/LegacyTypeDispatch.h>

using namespace metautils;

/// A tensor of symbolic sizes that is given a storage next: to find out how
/// large its own would be takes the longest time.
static at::Tensor makeUnbound(const ProgramStep &step,
                              const ProgramRun::Geometry &geometry) {
  if (!step.hasPositiveNumbers)
    at::detail::check_size_nonnegative(c10::SymIntArrayRef(geometry.sizes));
  at::Tensor root = at::detail::empty_meta({0}, step.dtype);
  root.unsafeGetTensorImpl()->set_sizes_and_strides(geometry.sizes,
                                                    geometry.strides);
  return root;
}

static at::Tensor makeEmpty(const ProgramStep &step, ProgramRun &run) {
  if (step.numbers.empty())
    return step.isContiguous ? at::detail::empty_meta(step.sizes, step.dtype)
                             : at::detail::empty_strided_meta(
                                   step.sizes, step.strides, step.dtype);
  ProgramRun::Geometry geometry = run.getGeometry(step);
  bool isBound = step.flag;
  return isBound ? makeUnbound(step, geometry)
                 : at::detail::empty_strided_symint_meta(
                       geometry.sizes, geometry.strides, step.dtype);
}

static void emptyStrided(const ProgramStep &step, ProgramRun &run) {
  run.setResult(step,
                run.getHost().adoptRoot(makeEmpty(step, run), step.device));
}

/// What a sparse tensor is made of, which is the root.
static void emptyPart(const ProgramStep &step, ProgramRun &run) {
  run.setResult(step, makeEmpty(step, run));
}

static bool isPart(build::EmptyStridedOp op) {
  return llvm::any_of(
      op->getUsers(),
      llvm::IsaPred<build::SparseCooOp, build::SparseCompressedOp>);
}

static void zeroTensor(const ProgramStep &step, ProgramRun &run) {
  at::Tensor root = at::_efficientzerotensor_symint(
      run.getGeometry(step).sizes,
      at::TensorOptions().dtype(step.dtype).device(at::kMeta));
  run.setResult(step, run.getHost().adoptRoot(std::move(root), step.device));
}

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

static at::TensorOptions getOptions(const ProgramStep &step,
                                    at::Layout layout) {
  return at::TensorOptions().dtype(step.dtype).device(at::kMeta).layout(layout);
}

static void sparseCoo(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::SparseCooOp>(step.op);
  auto layout = llvm::cast<CooAttr>(op.getType().getLayout());
  at::AutoDispatchBelowADInplaceOrView noHistory;
  at::Tensor root = at::_sparse_coo_tensor_with_dims_and_tensors_symint(
      layout.getSparse(), layout.getDense(), run.getGeometry(step).sizes,
      run.getOperand(step, 0), run.getOperand(step, 1),
      getOptions(step, at::kSparse), op.getCoalesced());
  run.setResult(step, run.getHost().adoptRoot(std::move(root), step.device));
}

static at::Layout getCompressedLayout(mlir::Attribute layout) {
  if (llvm::isa<CsrAttr>(layout))
    return at::kSparseCsr;
  if (llvm::isa<CscAttr>(layout))
    return at::kSparseCsc;
  return llvm::isa<BsrAttr>(layout) ? at::kSparseBsr : at::kSparseBsc;
}

static void sparseCompressed(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::SparseCompressedOp>(step.op);
  at::AutoDispatchBelowADInplaceOrView noHistory;
  at::Tensor root = at::_sparse_compressed_tensor_unsafe_symint(
      run.getOperand(step, 0), run.getOperand(step, 1), run.getOperand(step, 2),
      run.getGeometry(step).sizes,
      getOptions(step, getCompressedLayout(op.getType().getLayout())));
  run.setResult(step, run.getHost().adoptRoot(std::move(root), step.device));
}

//===----------------------------------------------------------------------===//
// What libtorch cannot hold
//===----------------------------------------------------------------------===//

static void opaque(const ProgramStep &, ProgramRun &) {
  TORCH_CHECK(false, "expected a layout that the meta device has, got one that "
                     "only its library knows");
}

static void quantized(const ProgramStep &, ProgramRun &) {
  TORCH_CHECK(false,
              "expected elements that the meta device can view and copy, "
              "got quantized ones");
}

static void nested(const ProgramStep &, ProgramRun &) {
  TORCH_CHECK(false,
              "expected a layout that the meta device has, got a strided "
              "nested one");
}

bool metautils::compileRootStep(ProgramStep &step) {
  step.run =
      llvm::TypeSwitch<mlir::Operation *, ProgramStep::Run>(step.op)
          .Case([&](build::EmptyStridedOp op) {
            step.flag = llvm::any_of(op->getUsers(),
                                     llvm::IsaPred<build::BindStorageOp>);
            return isPart(op) ? emptyPart : emptyStrided;
          })
          .Case([](build::ZeroTensorOp) { return zeroTensor; })
          .Case([](build::SparseCooOp) { return sparseCoo; })
          .Case([](build::SparseCompressedOp) { return sparseCompressed; })
          .Case([](build::OpaqueOp) { return opaque; })
          .Case([](build::QuantizedOp) { return quantized; })
          .Case([](build::NestedOp) { return nested; })
          .Default(nullptr);
  return step.run;
}
