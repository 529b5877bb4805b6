// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views as the ops that made them.
//
// Note [What a view function is]
// PyTorch keeps the function that makes a view as a closure: it has neither a
// name nor its arguments. So it is run once, on a tensor without data, while a
// kernel at a dispatch key of its own notes the ops that it calls. The key is
// one that PyTorch has for such modes (`TESTING_ONLY_GenericMode`), which need
// no Python. A chain counts only if each op views the result of the one before
// it, and if the tensor that comes out is the view in all its numbers.

#include "RecordedViews.h"
#include "ViewOps.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Torch/TensorDescriber.h"

#include <ATen/EmptyTensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/library.h>

using namespace mlir;
using namespace metautils;
using c10::DispatchKey;
using c10::DispatchKeySet;

static constexpr DispatchKey observedKey =
    DispatchKey::TESTING_ONLY_GenericMode;

//===----------------------------------------------------------------------===//
// Recorder
//===----------------------------------------------------------------------===//

namespace {
/// Notes the views that are made of a tensor, one of the other, on this thread.
class Recorder {
public:
  explicit Recorder(const at::Tensor &base) : current({base}) {
    outer = std::exchange(active, this);
  }
  Recorder(const Recorder &) = delete;
  ~Recorder() { active = outer; }

  static Recorder *getActive() { return active; }

  /// The arguments of a call are on the stack.
  void noteCall(const c10::OperatorHandle &op, const torch::jit::Stack &stack) {
    const c10::FunctionSchema &schema = op.schema();
    auto arguments = torch::jit::last(stack, schema.arguments().size());
    if (arguments.empty() || !arguments.front().isTensor() ||
        !choose(arguments.front().toTensor())) {
      isChain = false;
      return;
    }
    ViewCall call;
    call.name = c10::toString(schema.operator_name());
    call.arguments.assign(arguments.begin() + 1, arguments.end());
    calls.push_back(std::move(call));
  }

  void noteResult(const torch::jit::Stack &stack) {
    const c10::IValue &result = stack.back();
    if (result.isTensor())
      current = {result.toTensor()};
    else if (result.isTensorList())
      current = result.toTensorVector();
    else
      isChain = false;
  }

  /// The calls that led to a tensor.
  std::optional<std::vector<ViewCall>> finish(const at::Tensor &view) {
    if (!isChain || !choose(view))
      return std::nullopt;
    return std::move(calls);
  }

private:
  /// Whether a tensor is a result of the last call; which one is noted.
  bool choose(const at::Tensor &tensor) {
    auto it = llvm::find_if(current, [&](const at::Tensor &result) {
      return result.is_same(tensor);
    });
    if (it == current.end())
      return false;
    if (!calls.empty())
      calls.back().output = it - current.begin();
    return true;
  }

  static thread_local Recorder *active;

  Recorder *outer;
  std::vector<ViewCall> calls;
  std::vector<at::Tensor> current;
  bool isChain = true;
};
} // namespace

thread_local Recorder *Recorder::active = nullptr;

/// Only what is called from outside is noted, not what that calls itself.
static void observe(const c10::OperatorHandle &op, DispatchKeySet keys,
                    torch::jit::Stack *stack) {
  c10::impl::ExcludeDispatchKeyGuard unobserved(observedKey);
  Recorder *recorder = Recorder::getActive();
  if (recorder)
    recorder->noteCall(op, *stack);
  op.redispatchBoxed(keys.remove(observedKey), stack);
  if (recorder)
    recorder->noteResult(*stack);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&observe>());
}

//===----------------------------------------------------------------------===//
// Replays
//===----------------------------------------------------------------------===//

namespace {
/// Keeps ops on tensors without data from every mode, transform and wrapper.
class AloneGuard {
  static constexpr DispatchKeySet others =
      DispatchKeySet({DispatchKey::Python, DispatchKey::PythonTLSSnapshot,
                      DispatchKey::PythonDispatcher, DispatchKey::PreDispatch,
                      DispatchKey::FuncTorchDynamicLayerFrontMode,
                      DispatchKey::FuncTorchDynamicLayerBackMode,
                      DispatchKey::Functionalize}) |
      c10::autograd_dispatch_keyset |
      DispatchKeySet(DispatchKey::ADInplaceOrView);

  c10::impl::ExcludeDispatchKeyGuard guard{others};
};
} // namespace

/// A tensor without data that is laid out as another one.
static at::Tensor makeTwin(const at::Tensor &tensor) {
  at::Tensor twin = at::detail::empty_strided_meta(
      tensor.sizes(), tensor.strides(), tensor.scalar_type());
  twin.unsafeGetTensorImpl()->set_storage_offset(tensor.storage_offset());
  if (tensor.is_conj())
    twin._set_conj(true);
  twin._set_neg(tensor.is_neg());
  return twin;
}

static bool isLaidOutAs(const at::Tensor &a, const at::Tensor &b) {
  return a.sizes() == b.sizes() && a.strides() == b.strides() &&
         a.storage_offset() == b.storage_offset() &&
         a.scalar_type() == b.scalar_type() && a.is_conj() == b.is_conj() &&
         a.is_neg() == b.is_neg();
}

static bool canReplay(const at::Tensor &tensor) {
  return tensor.layout() == at::kStrided &&
         !tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides();
}

/// The views that a function makes of a tensor like `base`, which give one like
/// `view`.
static std::optional<std::vector<ViewCall>>
record(llvm::function_ref<at::Tensor(const at::Tensor &)> replay,
       const at::Tensor &base, const at::Tensor &view, PythonFacts *python) {
  if (!canReplay(base) || !canReplay(view))
    return std::nullopt;
  try {
    AloneGuard alone;
    at::Tensor twin = makeTwin(base);
    Recorder recorder(twin);
    c10::impl::IncludeDispatchKeyGuard observed(observedKey);
    at::Tensor result = replay(twin);
    if (!isLaidOutAs(result, view))
      return std::nullopt;
    return recorder.finish(result);
  } catch (const c10::Error &) {
    // What cannot be run without data is no chain of views.
    return std::nullopt;
  } catch (const std::exception &) {
    // A function may lead back to the class or mode that the view is of.
    if (!python || !python->forgetError())
      throw;
    return std::nullopt;
  }
}

/// Null, and nothing left, where one of the calls is no op of the dialect or
/// the last one does not give what `isExpected` wants.
static Value emitCalls(OpBuilder &builder, Value base,
                       const std::vector<ViewCall> &calls,
                       llvm::function_ref<bool(MetaTensorType)> isExpected) {
  SmallVector<Operation *> emitted;
  Value view = base;
  for (const ViewCall &call : calls) {
    view = emitViewCall(builder, base.getLoc(), view, call);
    if (!view)
      break;
    emitted.push_back(view.getDefiningOp());
  }
  if (view && isExpected(cast<MetaTensorType>(view.getType())))
    return view;
  for (Operation *op : llvm::reverse(emitted))
    op->erase();
  return {};
}

Value metautils::emitRecordedView(DescriptionBuilder &builder,
                                  const at::Tensor &tensor,
                                  const TensorFacts &facts,
                                  PythonFacts *python) {
  if (!facts.sharesStorageWithBase || facts.dynamic)
    return {};
  const auto &view = torch::autograd::impl::get_view_autograd_meta(tensor)
                         ->get_backward_view();
  if (!view.has_view_fn())
    return {};
  // `meta.tensor` over a view that does not fit says so itself.
  std::optional<int64_t> end = reachedBytes(
      facts.sizes, facts.strides, facts.offset, getElementBytes(facts.dtype));
  if (!end || *end > facts.storageBytes)
    return {};
  auto calls = record(view.view_fn(), view.base_, tensor, python);
  if (!calls || calls->empty())
    return {};
  return emitCalls(
      builder.getOpBuilder(), facts.base, *calls, [&](MetaTensorType type) {
        return type.getShape() == facts.sizes &&
               ArrayRef<int64_t>(type.getStrides()) == facts.strides;
      });
}

Value metautils::emitViewMetas(DescriptionBuilder &builder,
                               const at::Tensor &root, Value base,
                               const at::FunctionalTensorWrapper &wrapper,
                               PythonFacts *python) {
  auto replay = [&](const at::Tensor &twin) {
    return at::functionalization::impl::apply_view_meta_sequence(
        twin, wrapper.view_metas());
  };
  auto calls = record(replay, root, wrapper.value(), python);
  if (!calls)
    return {};
  // Its own strides are those of a copy where views are not applied again.
  return emitCalls(
      builder.getOpBuilder(), base, *calls, [&](MetaTensorType type) {
        at::IntArrayRef sizes = wrapper.value().sizes();
        return type.getShape() == ArrayRef<int64_t>(sizes.data(), sizes.size());
      });
}
