// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps that change a tensor in place.

#include "ProgramStep.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/EmptyTensor.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/autograd/variable.h>

using namespace metautils;
namespace autograd = torch::autograd;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static c10::Storage makeStorage(const c10::SymInt &bytes) {
  c10::Storage storage = at::detail::empty_meta({0}, at::kByte).storage();
  storage.unsafeGetStorageImpl()->set_nbytes(bytes);
  return storage;
}

/// Sizes and strides are right already: a root is made with them. `set_` would
/// make the storage larger where the tensor reaches past it. The storage of a
/// root is taken where it is as described, and of no other tensor.
static void bindStorage(const ProgramStep &step, ProgramRun &run) {
  const at::Tensor &tensor = run.getOperand(step);
  c10::Storage storage = run.getMemo().findStorage(step.number);
  bool isSymbolic = mlir::ShapedType::isDynamic(step.bytes);
  if (!storage) {
    c10::SymInt bytes = isSymbolic ? run.getNumber(step.numbers.front())
                                   : c10::SymInt(step.bytes);
    // A storage of its own gets the bytes; that of a base stays as it is.
    if (tensor.storage().use_count() != 1)
      storage = makeStorage(bytes);
    else
      (storage = tensor.storage()).unsafeGetStorageImpl()->set_nbytes(bytes);
    run.getMemo().setStorage(step.number, storage);
  }
  c10::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  if (!tensor.storage().is_alias_of(storage))
    impl->set_storage_keep_dtype(storage);
  if (!mlir::ShapedType::isDynamic(step.offset) &&
      impl->sym_storage_offset().maybe_as_int() == step.offset)
    return;
  if (impl->has_symbolic_sizes_strides() ||
      mlir::ShapedType::isDynamic(step.offset))
    impl->set_sizes_and_strides(tensor.sym_sizes().vec(),
                                tensor.sym_strides().vec(),
                                run.getOffset(step));
  else
    impl->set_storage_offset(step.offset);
}

static void setConj(const ProgramStep &step, ProgramRun &run) {
  run.getOperand(step)._set_conj(step.flag);
}

static void setNeg(const ProgramStep &step, ProgramRun &run) {
  run.getOperand(step)._set_neg(step.flag);
}

//===----------------------------------------------------------------------===//
// Autograd
//===----------------------------------------------------------------------===//

static void requiresGrad(const ProgramStep &step, ProgramRun &run) {
  run.getOperand(step).set_requires_grad(true);
}

static void delayedError(const ProgramStep &step, ProgramRun &run) {
  auto error = c10::make_intrusive<autograd::Error>(
      "Internal error: Tried to backward() through example input");
  for (int64_t output = 0; output < step.number; ++output)
    error->add_input_metadata(autograd::Node::undefined_input());
  autograd::create_gradient_edge(run[step.operands[0]], std::move(error));
}

static void retainsGrad(const ProgramStep &step, ProgramRun &run) {
  run.getOperand(step).retain_grad();
}

static void creation(const ProgramStep &step, ProgramRun &run) {
  auto *meta = autograd::impl::get_view_autograd_meta(run.getOperand(step));
  TORCH_CHECK(meta, "expected autograd to take the tensor for a view, got one "
                    "that is none");
  meta->set_creation_meta(static_cast<autograd::CreationMeta>(step.number));
}

/// How the view can be made again, which views of it are asked that Python
/// dispatches. Without an answer they take one of strides, which sparse
/// tensors have none of.
static autograd::ViewInfo getViewInfo(const at::Tensor &tensor,
                                      const at::Tensor &base) {
  if (tensor.layout() == at::kStrided ||
      !tensor.unsafeGetTensorImpl()->is_python_dispatch())
    return {base, /*view_fn=*/nullptr, /*rev=*/nullptr};
  static constexpr char error[] =
      "expected a view that can be made of its base again, got a sparse tensor "
      "with parts of its own";
  return {base, std::make_unique<autograd::ErroringViewFunc>(error),
          [](const at::Tensor &view) {
            TORCH_CHECK(false, error);
            return view;
          }};
}

static void viewOf(const ProgramStep &step, ProgramRun &run) {
  const at::Tensor &tensor = run.getOperand(step);
  const at::Tensor &base = run.getOperand(step, 1);
  // A class may have said that it requires grad.
  tensor.unsafeGetTensorImpl()->set_autograd_meta(nullptr);
  autograd::make_variable_differentiable_view(
      tensor, getViewInfo(tensor, base), /*forward_info=*/std::nullopt,
      /*shared_view_info=*/true, autograd::CreationMeta::DEFAULT);
  tensor.unsafeGetTensorImpl()->set_version_counter(
      autograd::impl::version_counter(base));
}

static void grad(const ProgramStep &step, ProgramRun &run) {
  const at::Tensor &tensor = run.getOperand(step);
  const at::Tensor &grad = run.getOperand(step, 1);
  // As PyTorch's setter asks, which notes that symbols are equal.
  if (tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides())
    for (auto [size, gradSize] :
         llvm::zip(tensor.sym_sizes(), grad.sym_sizes()))
      (void)TORCH_GUARD_OR_TRUE(gradSize.sym_eq(size));
  tensor.mutable_grad() = grad;
}

/// PyTorch copies a tangent of other strides, and refuses one of a view that
/// has that of its base; functionalization has made such.
static void tangent(const ProgramStep &step, ProgramRun &run) {
  const at::Tensor &tensor = run.getOperand(step);
  const at::Tensor &tangent = run.getOperand(step, 1);
  auto *view = autograd::impl::get_view_autograd_meta(tensor);
  bool hasOfBase = view && view->has_fw_view();
  if (!step.flag && !hasOfBase) {
    tensor._set_fw_grad(tangent, /*level=*/0, /*is_inplace_op=*/false);
    return;
  }
  auto *meta = autograd::impl::materialize_autograd_meta(tensor);
  meta->fw_grad_ = std::make_shared<autograd::ForwardGrad>();
  meta->fw_grad_->set_value(tangent, /*level=*/0);
}

static void sharesVersion(const ProgramStep &step, ProgramRun &run) {
  c10::TensorImpl *impl = run.getOperand(step).unsafeGetTensorImpl();
  c10::TensorImpl *other = run.getOperand(step, 1).unsafeGetTensorImpl();
  if (impl == other)
    impl->set_version_counter(c10::VariableVersion(/*version=*/0));
  else
    impl->set_version_counter(other->version_counter());
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

static void object(const ProgramStep &step, ProgramRun &run) {
  run.getHost().setObject(run.getOperand(step),
                          llvm::cast<build::ObjectOp>(step.op));
}

static void mark(const ProgramStep &step, ProgramRun &run) {
  run.getHost().setMark(run.getOperand(step),
                        llvm::cast<build::MarkOp>(step.op));
}

static bool differInStrides(MetaTensorType type, MetaTensorType other) {
  return type != other && type.getShape() == other.getShape() &&
         type.getElementType() == other.getElementType();
}

bool metautils::compileStateStep(ProgramStep &step) {
  step.run = llvm::TypeSwitch<mlir::Operation *, ProgramStep::Run>(step.op)
                 .Case([&](build::BindStorageOp op) {
                   step.number = op.getStorage();
                   step.bytes = op.getBytes();
                   step.offset = op.getOffset();
                   return bindStorage;
                 })
                 .Case([&](build::SetConjOp op) {
                   step.flag = !op.getOff();
                   return setConj;
                 })
                 .Case([&](build::SetNegOp op) {
                   step.flag = !op.getOff();
                   return setNeg;
                 })
                 .Case([](build::RequiresGradOp) { return requiresGrad; })
                 .Case([&](build::DelayedErrorOp op) {
                   step.number = op.getOutput();
                   return delayedError;
                 })
                 .Case([](build::RetainsGradOp) { return retainsGrad; })
                 .Case([&](build::CreationOp op) {
                   step.number = static_cast<int64_t>(op.getCreation());
                   return creation;
                 })
                 .Case([](build::ViewOfOp) { return viewOf; })
                 .Case([](build::GradOp) { return grad; })
                 .Case([&](build::TangentOp op) {
                   step.flag = differInStrides(op.getTensor().getType(),
                                               op.getOther().getType());
                   return tangent;
                 })
                 .Case([](build::SharesVersionOp) { return sharesVersion; })
                 .Case([](build::ObjectOp) { return object; })
                 .Case([](build::MarkOp) { return mark; })
                 .Default(nullptr);
  return step.run;
}
