// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References that keep no tensor, storage, or other object of Python alive.

#ifndef METAUTILS_PYTHON_WEAKOBJECT_H
#define METAUTILS_PYTHON_WEAKOBJECT_H

#include <ATen/core/Tensor.h>
#include <c10/core/Storage.h>
#include <pybind11/pybind11.h>

#include "llvm/ADT/PointerUnion.h"

#include <variant>

namespace metautils::python {

/// Which object one is: of a tensor or a storage that of libtorch, of which
/// Python has one object at most as long as it lives. Keeps nothing alive.
class ObjectKey {
public:
  ObjectKey(pybind11::handle object);
  ObjectKey(const at::Tensor &tensor) : key(tensor.unsafeGetTensorImpl()) {}
  ObjectKey(const c10::Storage &storage)
      : key(storage.unsafeGetStorageImpl()) {}

  /// That of Python, which it may get only now. It must live.
  pybind11::object getObject() const;

  const void *getOpaqueValue() const { return key.getOpaqueValue(); }

private:
  friend class WeakObject;
  llvm::PointerUnion<c10::TensorImpl *, c10::StorageImpl *, PyObject *> key;
};

/// Note [Weak references to tensors]
/// Python's weak references are objects that its garbage collector counts and
/// visits. With some for each tensor, a table of many spends most of its time
/// there. A tensor and a storage live as long as the object of libtorch does,
/// which has weak references of its own; they hold its address, so that no
/// other object comes to lie there before the reference is gone.
class WeakObject {
public:
  /// Raises TypeError for what Python cannot refer to weakly.
  explicit WeakObject(ObjectKey object);

  bool expired() const;

  /// The object of Python, or null where it has expired.
  pybind11::object lock() const;

  /// The storage, or null where it has expired. Raises TypeError for what is
  /// none.
  c10::Storage lockStorage() const;

private:
  using Tensor =
      c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
  using Storage = c10::weak_intrusive_ptr<c10::StorageImpl>;

  std::variant<pybind11::object, Tensor, Storage> reference;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_WEAKOBJECT_H
