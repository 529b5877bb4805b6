// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a tensor or a storage has become another one in place.

#include "Snapshot.h"
#include "metautils/Torch/TensorFacts.h"

#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/autograd/python_variable.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

/// Whose numbers are what the tensor itself says.
static bool isPlain(const at::Tensor &tensor) {
  using c10::DispatchKey;
  static constexpr c10::DispatchKeySet wrappers = c10::DispatchKeySet(
      {DispatchKey::Python, DispatchKey::Functionalize,
       DispatchKey::FuncTorchBatched, DispatchKey::FuncTorchGradWrapper,
       DispatchKey::Batched, DispatchKey::NestedTensor});
  return tensor.layout() == at::kStrided && tensor.has_storage() &&
         !tensor.key_set().has_any(wrappers) && !isSymbolic(tensor);
}

Snapshot::Snapshot(py::handle object) {
  if (THPVariable_Check(object.ptr())) {
    read(THPVariable_Unpack(object.ptr()));
  } else if (torch::isStorage(object.ptr())) {
    c10::SymInt bytes = torch::createStorage(object.ptr()).sym_nbytes();
    if (auto number = bytes.maybe_as_int())
      numbers.push_back(*number);
  }
}

void Snapshot::read(const at::Tensor &tensor) {
  readGrad(tensor);
  readGeometry(tensor);
}

/// Without the grad of the grad: two may be each other's.
void Snapshot::readGrad(const at::Tensor &tensor) {
  const at::Tensor *of = findGrad(tensor);
  if (!of)
    return;
  grad = of->getIntrusivePtr();
  ofGrad.reset(new Snapshot());
  ofGrad->readGeometry(*of);
}

void Snapshot::readGeometry(const at::Tensor &tensor) {
  if (!isPlain(tensor))
    return;
  numbers = tensor.sizes().vec();
  numbers.insert(numbers.end(), tensor.strides().begin(),
                 tensor.strides().end());
  numbers.push_back(tensor.storage_offset());
  numbers.push_back(static_cast<int64_t>(tensor.scalar_type()));
  numbers.push_back(tensor.requires_grad());
  numbers.push_back(tensor.storage().nbytes());
  storage = tensor.storage().getWeakStorageImpl();
  if (const at::Tensor *of = findBase(tensor)) {
    base.reset(new Snapshot());
    base->read(*of);
  }
}

template <typename Weak>
static auto *getAddress(const std::optional<Weak> &weak) {
  return weak ? weak->_unsafe_get_target() : nullptr;
}

static bool areEqual(const std::shared_ptr<Snapshot> &a,
                     const std::shared_ptr<Snapshot> &b) {
  return a && b ? *a == *b : !a && !b;
}

bool Snapshot::operator==(const Snapshot &other) const {
  return numbers == other.numbers &&
         getAddress(storage) == getAddress(other.storage) &&
         getAddress(grad) == getAddress(other.grad) &&
         areEqual(base, other.base) && areEqual(ofGrad, other.ofGrad);
}
