// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References that keep no tensor, storage, or other object of Python alive.

#include "WeakObject.h"
#include "Objects.h"

#include <torch/csrc/DynamicTypes.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static at::Tensor toTensor(c10::TensorImpl *impl) {
  using Strong = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
  return at::Tensor(Strong::unsafe_reclaim_from_nonowning(impl));
}

static c10::Storage toStorage(c10::StorageImpl *impl) {
  using Strong = c10::intrusive_ptr<c10::StorageImpl>;
  return c10::Storage(Strong::unsafe_reclaim_from_nonowning(impl));
}

static py::object wrap(const c10::Storage &storage) {
  return check(torch::createPyObject(storage));
}

//===----------------------------------------------------------------------===//
// ObjectKey
//===----------------------------------------------------------------------===//

ObjectKey::ObjectKey(py::handle object) {
  if (THPVariable_Check(object.ptr()))
    key = THPVariable_Unpack(object.ptr()).unsafeGetTensorImpl();
  else if (torch::isStorage(object.ptr()))
    key = torch::createStorage(object.ptr()).unsafeGetStorageImpl();
  else
    key = object.ptr();
}

py::object ObjectKey::getObject() const {
  if (auto *tensor = dyn_cast<c10::TensorImpl *>(key))
    return python::wrap(toTensor(tensor));
  if (auto *storage = dyn_cast<c10::StorageImpl *>(key))
    return ::wrap(toStorage(storage));
  return py::reinterpret_borrow<py::object>(cast<PyObject *>(key));
}

//===----------------------------------------------------------------------===//
// WeakObject
//===----------------------------------------------------------------------===//

WeakObject::WeakObject(ObjectKey object) {
  if (auto *tensor = dyn_cast<c10::TensorImpl *>(object.key))
    reference = Tensor(toTensor(tensor).getIntrusivePtr());
  else if (auto *storage = dyn_cast<c10::StorageImpl *>(object.key))
    reference = toStorage(storage).getWeakStorageImpl();
  else
    reference = check(PyWeakref_NewRef(cast<PyObject *>(object.key), nullptr));
}

bool WeakObject::expired() const {
  if (auto *tensor = std::get_if<Tensor>(&reference))
    return tensor->expired();
  if (auto *storage = std::get_if<Storage>(&reference))
    return storage->expired();
  return !lock();
}

py::object WeakObject::lock() const {
  if (auto *tensor = std::get_if<Tensor>(&reference)) {
    at::Tensor strong(tensor->lock());
    return strong.defined() ? python::wrap(strong) : py::object();
  }
  if (auto *storage = std::get_if<Storage>(&reference)) {
    c10::Storage strong(storage->lock());
    return strong ? ::wrap(strong) : py::object();
  }
  PyObject *object = nullptr;
  check(PyWeakref_GetRef(std::get<py::object>(reference).ptr(), &object));
  return py::reinterpret_steal<py::object>(object);
}

c10::Storage WeakObject::lockStorage() const {
  if (auto *storage = std::get_if<Storage>(&reference))
    return c10::Storage(storage->lock());
  py::object object = lock();
  return object ? torch::createStorage(object.ptr()) : c10::Storage();
}
