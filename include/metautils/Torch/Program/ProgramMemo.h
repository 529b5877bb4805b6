// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs have made and is still alive, by the numbers of descriptions.

#ifndef METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H
#define METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H

#include "metautils/Torch/ExpiringTable.h"

#include <ATen/core/Tensor.h>
#include <c10/core/StorageImpl.h>

#include <vector>

namespace metautils {

/// The tensors and storages that were made, and how often one was found here.
class ProgramMemo {
public:
  at::Tensor findTensor(int64_t number) {
    const WeakTensor *known = tensors.find(number);
    at::Tensor tensor = known ? at::Tensor(known->lock()) : at::Tensor();
    ++(tensor.defined() ? hits : misses);
    return tensor;
  }
  void setTensor(int64_t number, const at::Tensor &tensor) {
    tensors.set(number, WeakTensor(tensor.getIntrusivePtr()));
  }

  /// Null where there is none.
  c10::Storage findStorage(int64_t number) const {
    const WeakStorage *known = storages.find(number);
    return known ? c10::Storage(known->lock()) : c10::Storage();
  }
  void setStorage(int64_t number, const c10::Storage &storage) {
    storages.set(number, storage.getWeakStorageImpl());
  }

  size_t getHits() const { return hits; }
  size_t getMisses() const { return misses; }
  size_t countLiveTensors() const { return tensors.size(); }
  size_t countLiveStorages() const { return storages.size(); }
  std::vector<at::Tensor> getLiveTensors() const {
    std::vector<at::Tensor> live;
    tensors.forEach([&](int64_t, const WeakTensor &tensor) {
      live.emplace_back(tensor.lock());
    });
    return live;
  }

  /// With those that are dead and not gone yet.
  size_t countEntries() const {
    return tensors.countEntries() + storages.countEntries();
  }

private:
  using WeakTensor =
      c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
  using WeakStorage = c10::weak_intrusive_ptr<c10::StorageImpl>;

  ExpiringTable<int64_t, WeakTensor> tensors;
  ExpiringTable<int64_t, WeakStorage> storages;
  size_t hits = 0, misses = 0;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H
