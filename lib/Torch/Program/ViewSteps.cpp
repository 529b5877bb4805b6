// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps that view a base, each with grad mode on or off.

#include "ProgramStep.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

using namespace metautils;

namespace {
/// FakeTensorMode makes the storage of a tensor larger that a view of it
/// reaches beyond.
class StorageSizeGuard {
public:
  explicit StorageSizeGuard(const at::Tensor &base) {
    c10::TensorImpl *impl = base.unsafeGetTensorImpl();
    if (!impl->is_python_dispatch() || !impl->has_storage())
      return;
    storage = base.storage();
    bytes = storage.sym_nbytes();
  }
  ~StorageSizeGuard() {
    if (storage)
      storage.unsafeGetStorageImpl()->set_nbytes(std::move(bytes));
  }
  StorageSizeGuard(const StorageSizeGuard &) = delete;

private:
  c10::Storage storage;
  c10::SymInt bytes;
};
} // namespace

template <typename View>
static void runView(const ProgramStep &step, ProgramRun &run, View view) {
  c10::AutoGradMode mode(!step.flag);
  const at::Tensor &base = run.getOperand(step);
  StorageSizeGuard guard(base);
  at::Tensor result = view(base);
  run.getHost().adoptView(result, step.device);
  run.setResult(step, std::move(result));
}

static void asStrided(const ProgramStep &step, ProgramRun &run) {
  runView(step, run, [&](const at::Tensor &base) {
    if (step.numbers.empty() && !step.isContiguous)
      return base.as_strided(step.sizes, step.strides, step.offset);
    if (step.numbers.empty()) {
      auto op = llvm::cast<build::AsStridedOp>(step.op);
      return base.as_strided(step.sizes, toList(op.getType().getStrides()),
                             step.offset);
    }
    ProgramRun::Geometry geometry = run.getGeometry(step);
    return base.as_strided_symint(geometry.sizes, geometry.strides,
                                  run.getOffset(step));
  });
}

static void alias(const ProgramStep &step, ProgramRun &run) {
  runView(step, run, [](const at::Tensor &base) { return at::alias(base); });
}

static void viewAsReal(const ProgramStep &step, ProgramRun &run) {
  runView(step, run,
          [](const at::Tensor &base) { return at::view_as_real(base); });
}

static void viewAsComplex(const ProgramStep &step, ProgramRun &run) {
  runView(step, run,
          [](const at::Tensor &base) { return at::view_as_complex(base); });
}

static void values(const ProgramStep &step, ProgramRun &run) {
  runView(step, run, [](const at::Tensor &base) { return base.values(); });
}

static void replay(const ProgramStep &step, ProgramRun &run) {
  auto op = llvm::cast<build::ReplayOp>(step.op);
  runView(step, run, [&](const at::Tensor &base) {
    auto view = [&] {
      return replayViews(op.getBody().front(), base, [&](mlir::Value number) {
        return run.getNumber(number);
      });
    };
    bool isClass = base.key_set().has(c10::DispatchKey::Python);
    return isClass && base.unsafeGetTensorImpl()->has_symbolic_sizes_strides()
               ? run.getHost().viewSymbolic(view)
               : view();
  });
}

bool metautils::compileViewStep(ProgramStep &step) {
  auto read = [&](auto op, ProgramStep::Run run) {
    step.flag = op.getNoGrad();
    return run;
  };
  step.run =
      llvm::TypeSwitch<mlir::Operation *, ProgramStep::Run>(step.op)
          .Case([&](build::AsStridedOp op) {
            step.offset = op.getOffset();
            return read(op, asStrided);
          })
          .Case([&](build::AliasOp op) { return read(op, alias); })
          .Case([&](build::ViewAsRealOp op) { return read(op, viewAsReal); })
          .Case([&](build::ViewAsComplexOp op) {
            return read(op, viewAsComplex);
          })
          .Case([&](build::ValuesOp op) { return read(op, values); })
          .Case([&](build::ReplayOp op) { return read(op, replay); })
          .Default(nullptr);
  return step.run;
}
