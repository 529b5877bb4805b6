// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes live tensors of PyTorch: from at::Tensors with names to IR.

#include "metautils/Torch/TensorDescriber.h"
#include "RecordedViews.h"
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
         << "expected a tensor of a kind that can be described, got '" << path
         << "', " << kind;
}

FailureOr<SymInt>
TensorDescriber::getStorageBytes(const c10::StorageImpl &storage) {
  FailureOr<SymInt> bytes = readNumber(storage.sym_nbytes());
  // Arithmetic on the sizes of meta tensors may have wrapped.
  if (succeeded(bytes) && bytes->isConstant() && bytes->constant() < 0)
    return emitError() << "expected '" << path
                       << "' to have a storage of fewer than 2^63 bytes, got "
                          "an overflow";
  return bytes;
}

StringRef TensorDescriber::getDevice(const at::Tensor &tensor) {
  at::Device current = ownDevice ? *ownDevice : tensor.device();
  if (device.first != current)
    device = {current, current.str()};
  return device.second;
}

FailureOr<TensorDescriber::Storage>
TensorDescriber::getStorage(const at::Tensor &tensor) {
  c10::StorageImpl *impl = tensor.storage().unsafeGetStorageImpl();
  if (auto entry = storages.find(impl); entry != storages.end())
    return entry->second;
  FailureOr<SymInt> bytes = getStorageBytes(*impl);
  if (failed(bytes))
    return failure();
  constexpr int64_t unknown = std::numeric_limits<int64_t>::max();
  Storage storage = {builder.addStorage(*bytes, getDevice(tensor)),
                     bytes->isConstant() ? bytes->constant() : unknown};
  storages[impl] = storage;
  if (copyData && bytes->isConstant() && failed(addData(*impl, storage.value)))
    return failure();
  return storage;
}

LogicalResult TensorDescriber::addData(const c10::StorageImpl &storage,
                                       Value value) {
  if (storage.nbytes() == 0 || !storage.data())
    return success();
  if (!storage.device().is_cpu())
    return emitError() << "expected '" << path
                       << "' on the CPU to keep its data, got "
                       << storage.device().str() << ": move it there before";
  builder.addData(value, {static_cast<const char *>(storage.data()),
                          static_cast<size_t>(storage.nbytes())});
  return success();
}

/// Whether a tensor is over the same storage as its base. Sparse tensors have
/// none.
static bool sharesStorage(const at::Tensor &tensor, const at::Tensor &base) {
  return tensor.has_storage() && base.has_storage() &&
         tensor.storage().is_alias_of(base.storage());
}

LogicalResult TensorDescriber::readAutograd(const at::Tensor &tensor,
                                            TensorFacts &facts) {
  facts.requiresGrad = tensor.requires_grad();
  facts.nonLeaf = facts.requiresGrad && !isLeaf(tensor);
  if (facts.nonLeaf) {
    facts.retainsGrad = tensor.retains_grad();
    facts.output = tensor.output_nr();
  }
  facts.inference = tensor.is_inference();
  if (const at::Tensor *base = findBase(tensor)) {
    facts.base = lookup(*base);
    facts.sharesStorageWithBase =
        sharesStorage(tensor, *base) &&
        cast<MetaTensorType>(facts.base.getType()).isStrided();
    facts.creation = static_cast<CreationMeta>(
        autograd::impl::get_view_autograd_meta(tensor)->get_creation_meta());
  }
  if (const at::Tensor *grad = findGrad(tensor)) {
    if (grad->is_same(tensor))
      return emitError() << "expected another tensor as the grad of '" << path
                         << "', got the tensor itself";
    facts.grad = lookup(*grad);
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
  facts.zero = tensor._is_zerotensor();
  return facts;
}

LogicalResult TensorDescriber::readStrided(const at::Tensor &tensor,
                                           TensorFacts &facts) {
  FailureOr<Storage> storage = getStorage(tensor);
  if (failed(storage))
    return failure();
  facts.storage = storage->value;
  facts.storageBytes = storage->bytes;
  at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
  // A class may say other sizes than the tensor has.
  if (impl->has_symbolic_sizes_strides() ||
      impl->key_set().has(c10::DispatchKey::Python))
    return readDynamic(tensor, facts);
  at::IntArrayRef sizes = impl->sizes(), strides = impl->strides();
  facts.sizes = {sizes.data(), sizes.size()};
  facts.strides = {strides.data(), strides.size()};
  facts.offset = impl->storage_offset();
  return success();
}

TensorDescriber::Identity
TensorDescriber::identify(const at::Tensor &tensor) const {
  auto ofObject =
      python ? python->getClass(tensor) : PythonFacts::Class::Tensor;
  return {ofObject, getTensorKind(tensor, ofObject)};
}

FailureOr<Value> TensorDescriber::emitLive(TensorKind kind,
                                           const at::Tensor &tensor,
                                           TensorFacts &facts) {
  if (kind == TensorKind::Strided) {
    if (failed(readStrided(tensor, facts)))
      return failure();
    if (Value view = emitRecordedView(builder, tensor, facts, python))
      return builder.addTensor(view, facts);
    return builder.addTensor(facts);
  }
  FailureOr<Value> geometry = emitGeometry(kind, tensor, facts);
  if (failed(geometry))
    return failure();
  return builder.addTensor(*geometry, facts);
}

FailureOr<Value> TensorDescriber::emit(const at::Tensor &tensor,
                                       Identity identity) {
  TensorFacts facts = readFacts(tensor);
  if (failed(readAutograd(tensor, facts)))
    return failure();
  ObjectFacts object = readObject(identity.ofObject, tensor, facts);
  facts.className = object.className;
  ownDevice = object.device;
  FailureOr<Value> value = emitLive(identity.kind, tensor, facts);
  if (failed(value))
    return failure();
  for (const auto &[name, mark] : object.marks)
    builder.addMark(*value, name, mark);
  tensors[tensor.unsafeGetTensorImpl()] = *value;
  if (const at::Tensor *grad = findGrad(tensor); grad && !facts.grad)
    lateGrads.push_back({*value, *grad});
  if (at::Tensor tangent = getTangent(tensor); tangent.defined())
    lateTangents.push_back({*value, tangent});
  addVersion(tensor, *value);
  return value;
}

/// A tensor without a base has a counter of its own, one with a base that of
/// the base, unless the description says otherwise.
void TensorDescriber::addVersion(const at::Tensor &tensor, Value value) {
  const c10::VariableVersion &version =
      tensor.unsafeGetTensorImpl()->version_counter();
  const at::Tensor *base = findBase(tensor);
  if (!version.enabled() || (version.unique() && !base))
    return;
  const void *counter = findVersionCounter(tensor);
  if (base && findVersionCounter(*base) == counter)
    return;
  auto [first, isNew] = versions.try_emplace(counter, value);
  if (base || !isNew)
    builder.addSharedVersion(value, first->second);
}

Value TensorDescriber::lookup(const at::Tensor &tensor) const {
  return tensors.lookup(tensor.unsafeGetTensorImpl());
}

bool TensorDescriber::isMet(const at::Tensor &tensor) const {
  return tensors.contains(tensor.unsafeGetTensorImpl());
}

bool TensorDescriber::isDone(const at::Tensor &tensor) const {
  return bool(lookup(tensor));
}

/// Begins with a tensor. One that has begun and is needed waits for its grad,
/// which needs it: it then waits no longer. Else it is made of itself.
LogicalResult TensorDescriber::enter(const at::Tensor &tensor) {
  bool isNew = tensors.try_emplace(tensor.unsafeGetTensorImpl()).second;
  Identity identity = identify(tensor);
  if (isNew) {
    TensorKind kind = identity.kind;
    if (kind == TensorKind::Other)
      return refuse(getKindName(tensor, python));
    if (kind == TensorKind::Subclass) {
      if (failed(meetSubclass(tensor)))
        return failure();
    } else if (isWrapper(kind)) {
      meetWrapper(kind, tensor);
    }
  } else if (llvm::any_of(stack, [&](const Frame &frame) {
               return frame.tensor.is_same(tensor) && !frame.isAtGrad;
             })) {
    return emitError() << "expected no tensor made of itself, got '" << path
                       << "'";
  }
  stack.push_back({tensor, identity, path.size(), /*needsGrad=*/isNew});
  return success();
}

/// A tensor that comes before another one, so that no use precedes its
/// definition. Grads may be cyclic, the others are not.
std::optional<TensorDescriber::Relative>
TensorDescriber::findNeeded(const Frame &frame) const {
  auto parts = inner.find(frame.tensor.unsafeGetTensorImpl());
  if (parts != inner.end())
    for (const Relative &part : parts->second)
      if (!isDone(part.tensor))
        return part;
  if (const at::Tensor *base = findBase(frame.tensor); base && !isDone(*base))
    return Relative{*base, "._base"};
  if (const at::Tensor *grad = findGrad(frame.tensor);
      grad && frame.needsGrad && !isMet(*grad))
    return Relative{*grad, ".grad", /*isGrad=*/true};
  return std::nullopt;
}

LogicalResult TensorDescriber::describeInOrder(const at::Tensor &root) {
  stack.clear();
  if (failed(enter(root)))
    return failure();
  while (!stack.empty()) {
    path.truncate(stack.back().pathLength);
    if (isDone(stack.back().tensor)) {
      stack.pop_back();
      continue;
    }
    if (std::optional<Relative> needed = findNeeded(stack.back())) {
      stack.back().isAtGrad = needed->isGrad;
      path += needed->relation;
      if (failed(enter(needed->tensor)))
        return failure();
      continue;
    }
    // `enter` and `emit` do not come back to a tensor that is gone.
    Frame frame = stack.pop_back_val();
    if (failed(emit(frame.tensor, frame.identity)))
      return failure();
  }
  for (const Late &late : lateGrads)
    builder.setGrad(late.tensor, lookup(late.other));
  lateGrads.clear();
  return success();
}

/// Tangents have tangents of their own where transforms are nested.
LogicalResult TensorDescriber::describeTangents() {
  size_t pathLength = path.size();
  while (!lateTangents.empty()) {
    Late late = lateTangents.pop_back_val();
    path.truncate(pathLength);
    path += ".tangent";
    if (!isDone(late.other) && failed(describeInOrder(late.other)))
      return failure();
    builder.addTangent(late.tensor, lookup(late.other));
  }
  path.truncate(pathLength);
  return success();
}

FailureOr<Value> TensorDescriber::describe(const at::Tensor &tensor) {
  if (!tensor.defined())
    return refuse(getKindName(tensor, python));
  // Most tensors wait for no other.
  const at::Tensor *base = findBase(tensor), *grad = findGrad(tensor);
  Identity identity = identify(tensor);
  bool isReady = identity.kind != TensorKind::Other &&
                 !isWrapper(identity.kind) && (!base || isDone(*base)) &&
                 (!grad || isDone(*grad));
  if (isReady ? failed(emit(tensor, identity))
              : failed(describeInOrder(tensor)))
    return failure();
  if (!lateTangents.empty() && failed(describeTangents()))
    return failure();
  return lookup(tensor);
}

LogicalResult TensorDescriber::add(const at::Tensor &tensor, StringRef source) {
  path = source;
  try {
    FailureOr<Value> value = lookup(tensor);
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

llvm::DenseMap<Operation *, at::Tensor> TensorDescriber::getTensors() const {
  llvm::DenseMap<Operation *, at::Tensor> result;
  for (auto [impl, value] : tensors)
    if (value)
      result[value.getDefiningOp()] = at::Tensor(
          c10::intrusive_ptr<c10::TensorImpl,
                             c10::UndefinedTensorImpl>::reclaim_copy(impl));
  return result;
}

llvm::DenseMap<Operation *, c10::Storage> TensorDescriber::getStorages() const {
  llvm::DenseMap<Operation *, c10::Storage> result;
  for (auto [impl, storage] : storages)
    result[storage.value.getDefiningOp()] =
        c10::Storage(c10::intrusive_ptr<c10::StorageImpl>::reclaim_copy(impl));
  return result;
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
