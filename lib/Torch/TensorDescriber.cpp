// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes live tensors of PyTorch: from at::Tensors with names to IR.

#include "metautils/Torch/TensorDescriber.h"
#include "TensorKind.h"
#include "metautils/Torch/TensorFacts.h"

#include "mlir/IR/Diagnostics.h"

#include <c10/core/StorageImpl.h>
#include <c10/core/TensorImpl.h>
#include <c10/util/Exception.h>
#include <torch/csrc/autograd/variable.h>

using namespace mlir;
using namespace metautils;
namespace autograd = torch::autograd;

//===----------------------------------------------------------------------===//
// What the two sides number alike
//===----------------------------------------------------------------------===//

#define METAUTILS_DTYPE(enumerator, name, bytes, type)                         \
  static_assert(static_cast<int>(Dtype::enumerator) ==                         \
                static_cast<int>(c10::ScalarType::enumerator));
#include "metautils/IR/Dtypes.def"
static_assert(numDtypes == static_cast<unsigned>(c10::ScalarType::Undefined),
              "PyTorch has dtypes that Dtypes.def does not list");

#define METAUTILS_CREATION(ours, theirs)                                       \
  static_assert(static_cast<unsigned>(CreationMeta::ours) ==                   \
                static_cast<unsigned>(autograd::CreationMeta::theirs));
METAUTILS_CREATION(Default, DEFAULT)
METAUTILS_CREATION(InCustomFunction, IN_CUSTOM_FUNCTION)
METAUTILS_CREATION(MultiOutputNode, MULTI_OUTPUT_NODE)
METAUTILS_CREATION(NoGradMode, NO_GRAD_MODE)
METAUTILS_CREATION(InferenceMode, INFERENCE_MODE)
#undef METAUTILS_CREATION

//===----------------------------------------------------------------------===//
// TensorDescriber
//===----------------------------------------------------------------------===//

TensorDescriber::TensorDescriber(ModuleOp module, PythonFacts *python)
    : builder(module), location(module.getLoc()), python(python),
      device(at::kCPU, "cpu") {}

void TensorDescriber::reserve(size_t count) {
  tensors.reserve(count);
  storages.reserve(count);
}

InFlightDiagnostic TensorDescriber::emitError() {
  return mlir::emitError(location);
}

InFlightDiagnostic TensorDescriber::refuse(StringRef kind) {
  return emitError()
         << "expected a strided, sparse, nested or quantized tensor, got '"
         << path << "', " << kind << ": it is not described yet";
}

FailureOr<int64_t>
TensorDescriber::getStorageBytes(const c10::StorageImpl &storage) {
  std::optional<int64_t> bytes = storage.sym_nbytes().maybe_as_int();
  if (!bytes)
    return refuse("a tensor over a storage of symbolic size");
  // Arithmetic on the sizes of meta tensors may have wrapped.
  if (*bytes < 0)
    return emitError() << "expected '" << path
                       << "' to have a storage of fewer than 2^63 bytes, got "
                          "an overflow";
  return *bytes;
}

StringRef TensorDescriber::getDevice(const at::Tensor &tensor) {
  if (device.first != tensor.device())
    device = {tensor.device(), tensor.device().str()};
  return device.second;
}

FailureOr<TensorDescriber::Storage>
TensorDescriber::getStorage(const at::Tensor &tensor) {
  c10::StorageImpl *impl = tensor.storage().unsafeGetStorageImpl();
  auto [entry, isNew] = storages.try_emplace(impl);
  if (!isNew)
    return entry->second;
  FailureOr<int64_t> bytes = getStorageBytes(*impl);
  if (failed(bytes))
    return failure();
  entry->second = {builder.addStorage(*bytes, getDevice(tensor)), *bytes};
  return entry->second;
}

/// Whether a tensor is over the same storage as its base, and that is a
/// geometry to be a view of. Sparse tensors have no storage.
static bool sharesStorage(const at::Tensor &tensor, const at::Tensor &base) {
  return tensor.has_storage() && base.has_storage() && !base.is_nested() &&
         tensor.storage().is_alias_of(base.storage());
}

LogicalResult TensorDescriber::readAutograd(const at::Tensor &tensor,
                                            TensorFacts &facts) {
  facts.requiresGrad = tensor.requires_grad();
  facts.nonLeaf = facts.requiresGrad && !isLeaf(tensor);
  facts.inference = tensor.is_inference();
  if (const at::Tensor *base = findBase(tensor)) {
    facts.base = tensors.lookup(base->unsafeGetTensorImpl());
    facts.sharesStorageWithBase = sharesStorage(tensor, *base);
    facts.creation = static_cast<CreationMeta>(
        autograd::impl::get_view_autograd_meta(tensor)->get_creation_meta());
  }
  if (const at::Tensor *grad = findGrad(tensor)) {
    if (grad->is_same(tensor))
      return emitError() << "expected another tensor as the grad of '" << path
                         << "', got the tensor itself";
    facts.grad = tensors.lookup(grad->unsafeGetTensorImpl());
  }
  return success();
}

/// What every tensor has.
TensorFacts TensorDescriber::readFacts(const at::Tensor &tensor) const {
  TensorFacts facts;
  facts.name = path;
  facts.dtype = static_cast<Dtype>(tensor.scalar_type());
  facts.conj = tensor.is_conj();
  facts.neg = tensor.is_neg();
  facts.parameter =
      python && python->getClass(tensor) == PythonFacts::Class::Parameter;
  return facts;
}

LogicalResult TensorDescriber::readStrided(const at::Tensor &tensor,
                                           TensorFacts &facts) {
  FailureOr<Storage> storage = getStorage(tensor);
  if (failed(storage))
    return failure();
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  at::IntArrayRef sizes = impl->sizes(), strides = impl->strides();
  facts.sizes = {sizes.data(), sizes.size()};
  facts.strides = {strides.data(), strides.size()};
  facts.offset = impl->storage_offset();
  facts.storage = storage->value;
  facts.storageBytes = storage->bytes;
  return success();
}

FailureOr<Value> TensorDescriber::emitLive(const at::Tensor &tensor,
                                           TensorFacts &facts) {
  TensorKind kind = getTensorKind(tensor, python);
  if (kind == TensorKind::Strided) {
    if (failed(readStrided(tensor, facts)))
      return failure();
    return builder.addTensor(facts);
  }
  FailureOr<Value> geometry = emitGeometry(kind, tensor, facts);
  if (failed(geometry))
    return failure();
  return builder.addTensor(*geometry, facts);
}

FailureOr<Value> TensorDescriber::emit(const at::Tensor &tensor) {
  TensorFacts facts = readFacts(tensor);
  if (failed(readAutograd(tensor, facts)))
    return failure();
  FailureOr<Value> value = emitLive(tensor, facts);
  if (failed(value))
    return failure();
  tensors[tensor.unsafeGetTensorImpl()] = *value;
  if (const at::Tensor *grad = findGrad(tensor); grad && !facts.grad)
    lateGrads.push_back({*value, grad->unsafeGetTensorImpl()});
  return value;
}

LogicalResult TensorDescriber::check(const at::Tensor &tensor) {
  if (getTensorKind(tensor, python) == TensorKind::Other)
    return refuse(getKindName(tensor, python));
  return success();
}

bool TensorDescriber::isMet(const at::Tensor &tensor) const {
  return tensors.contains(tensor.unsafeGetTensorImpl());
}

bool TensorDescriber::isDone(const at::Tensor &tensor) const {
  return bool(tensors.lookup(tensor.unsafeGetTensorImpl()));
}

/// Begins with a tensor that has not been met before.
void TensorDescriber::enter(const at::Tensor &tensor) {
  tensors.try_emplace(tensor.unsafeGetTensorImpl());
  stack.push_back({&tensor, path.size()});
}

LogicalResult TensorDescriber::enterRelated(const at::Tensor &tensor,
                                            StringRef relation) {
  path += relation;
  if (failed(check(tensor)))
    return failure();
  enter(tensor);
  return success();
}

/// A base comes before its view, and a grad before its tensor, so that no use
/// precedes its definition. Grads may be cyclic, bases are not: where the base
/// of a tensor is itself waiting for a grad, it comes first and gets its grad
/// later.
LogicalResult TensorDescriber::describeInOrder(const at::Tensor &root) {
  stack.clear();
  enter(root);
  while (!stack.empty()) {
    auto [tensor, pathLength] = stack.back();
    path.truncate(pathLength);
    if (isDone(*tensor)) {
      stack.pop_back();
      continue;
    }
    const at::Tensor *base = findBase(*tensor), *grad = findGrad(*tensor);
    LogicalResult result = success();
    if (base && !isMet(*base)) {
      result = enterRelated(*base, "._base");
    } else if (grad && !isMet(*grad)) {
      result = enterRelated(*grad, ".grad");
    } else if (base && !isDone(*base)) {
      path += "._base";
      result = emit(*base);
    } else {
      result = emit(*tensor);
      stack.pop_back();
    }
    if (failed(result))
      return failure();
  }
  setLateGrads();
  return success();
}

FailureOr<Value> TensorDescriber::describe(const at::Tensor &tensor) {
  if (failed(check(tensor)))
    return failure();
  // Most tensors wait for no other.
  const at::Tensor *base = findBase(tensor), *grad = findGrad(tensor);
  if ((!base || isDone(*base)) && (!grad || isDone(*grad)))
    return emit(tensor);
  if (failed(describeInOrder(tensor)))
    return failure();
  return tensors.lookup(tensor.unsafeGetTensorImpl());
}

void TensorDescriber::setLateGrads() {
  for (LateGrad late : lateGrads)
    builder.setGrad(late.tensor, tensors.lookup(late.grad));
  lateGrads.clear();
}

LogicalResult TensorDescriber::add(const at::Tensor &tensor, StringRef source) {
  path = source;
  try {
    FailureOr<Value> value = tensors.lookup(tensor.unsafeGetTensorImpl());
    if (!*value)
      value = describe(tensor);
    if (failed(value))
      return failure();
    builder.addSource(*value, source);
    return success();
  } catch (const c10::Error &error) {
    return emitError() << "PyTorch could not say what '" << path
                       << "' is: " << error.what_without_backtrace();
  }
}

OwningOpRef<ModuleOp> metautils::describe(MLIRContext &context,
                                          ArrayRef<NamedTensor> tensors,
                                          PythonFacts *python) {
  context.loadDialect<MetaDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  TensorDescriber describer(*module, python);
  describer.reserve(tensors.size());
  for (const NamedTensor &named : tensors)
    if (failed(describer.add(named.tensor, named.source)))
      return {};
  return module;
}
