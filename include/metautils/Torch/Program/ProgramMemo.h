// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs have made and is still alive, by the numbers of descriptions.

#ifndef METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H
#define METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H

#include <ATen/core/Tensor.h>
#include <c10/core/StorageImpl.h>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <unordered_map>
#include <vector>

namespace metautils {

/// Objects of libtorch by number, kept alive by others alone. What a dead one
/// leaves behind goes when there is more of it than of the living.
template <typename T, typename Null>
class WeakObjects {
public:
  using Strong = c10::intrusive_ptr<T, Null>;
  using Weak = c10::weak_intrusive_ptr<T, Null>;

  /// Null where there is none, or it has died.
  Strong lookup(int64_t number) const {
    auto entry = entries.find(number);
    return entry == entries.end() ? Strong() : entry->second.lock();
  }

  void set(int64_t number, Weak object) {
    if (entries.size() >= sweepAt)
      sweep();
    entries.insert_or_assign(number, std::move(object));
  }

  size_t countLive() const {
    return llvm::count_if(
        entries, [](const auto &entry) { return !entry.second.expired(); });
  }

  size_t countEntries() const { return entries.size(); }

  std::vector<Strong> getLive() const {
    std::vector<Strong> live;
    for (const auto &[number, object] : entries)
      if (Strong strong = object.lock())
        live.push_back(std::move(strong));
    return live;
  }

private:
  void sweep() {
    llvm::SmallVector<int64_t> dead;
    for (const auto &[number, object] : entries)
      if (object.expired())
        dead.push_back(number);
    for (int64_t number : dead)
      entries.erase(number);
    sweepAt = std::max<size_t>(64, 2 * entries.size());
  }

  /// A number may be any; DenseMap would keep two for itself.
  std::unordered_map<int64_t, Weak> entries;
  size_t sweepAt = 64;
};

/// The tensors and storages that were made, and how often one was found here.
class ProgramMemo {
public:
  at::Tensor findTensor(int64_t number) {
    auto impl = tensors.lookup(number);
    ++(impl ? hits : misses);
    return at::Tensor(std::move(impl));
  }
  void setTensor(int64_t number, const at::Tensor &tensor) {
    tensors.set(number, WeakTensor(tensor.getIntrusivePtr()));
  }

  /// Null where there is none.
  c10::Storage findStorage(int64_t number) const {
    return c10::Storage(storages.lookup(number));
  }
  void setStorage(int64_t number, const c10::Storage &storage) {
    storages.set(number, storage.getWeakStorageImpl());
  }

  size_t getHits() const { return hits; }
  size_t getMisses() const { return misses; }
  size_t countLiveTensors() const { return tensors.countLive(); }
  size_t countLiveStorages() const { return storages.countLive(); }
  std::vector<at::Tensor> getLiveTensors() const {
    std::vector<at::Tensor> live;
    for (auto &impl : tensors.getLive())
      live.emplace_back(std::move(impl));
    return live;
  }

  /// With those that are dead and not gone yet.
  size_t countEntries() const {
    return tensors.countEntries() + storages.countEntries();
  }

private:
  using WeakTensor =
      c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

  WeakObjects<c10::TensorImpl, c10::UndefinedTensorImpl> tensors;
  WeakObjects<c10::StorageImpl,
              c10::detail::intrusive_target_default_null_type<c10::StorageImpl>>
      storages;
  size_t hits = 0, misses = 0;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_PROGRAMMEMO_H
