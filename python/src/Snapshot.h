// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a tensor or a storage has become another one in place.

#ifndef METAUTILS_PYTHON_SNAPSHOT_H
#define METAUTILS_PYTHON_SNAPSHOT_H

#include <ATen/core/Tensor.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <vector>

namespace metautils::python {

/// What a converter would make something else of: the dtype, sizes, strides,
/// offset and storage of a strided tensor, whether it requires grad, and the
/// same of its base; which grad a tensor has, and what that is; how many bytes
/// a storage has. Of all other objects, and of symbolic numbers, nothing. Bytes
/// that are written are no change.
class Snapshot {
public:
  explicit Snapshot(pybind11::handle object);

  bool operator==(const Snapshot &other) const;

private:
  Snapshot() = default;
  void read(const at::Tensor &tensor);
  void readGrad(const at::Tensor &tensor);
  void readGeometry(const at::Tensor &tensor);

  std::vector<int64_t> numbers;
  /// Held weakly, so that no other one comes to its address.
  std::optional<c10::weak_intrusive_ptr<c10::StorageImpl>> storage;
  std::optional<c10::weak_intrusive_ptr<c10::TensorImpl>> grad;
  /// Never changed once they are here.
  std::shared_ptr<Snapshot> base, ofGrad;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_SNAPSHOT_H
