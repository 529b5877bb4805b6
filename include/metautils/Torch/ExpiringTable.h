// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of entries whose object may have died.

#ifndef METAUTILS_TORCH_EXPIRINGTABLE_H
#define METAUTILS_TORCH_EXPIRINGTABLE_H

#include "llvm/ADT/STLExtras.h"

#include <unordered_map>
#include <vector>

namespace metautils {

/// A map from `Key` to `Entry`, of which those that have `expired()`, as weak
/// references of libtorch do, are not there. They are given up when there may
/// be more of them than of the others. What an entry releases may run any code,
/// which may come back here.
template <typename Key, typename Entry>
class ExpiringTable {
public:
  /// Null where there is none.
  const Entry *find(Key key) const {
    auto slot = slots.find(key);
    return slot == slots.end() || slot->second.entry.expired()
               ? nullptr
               : &slot->second.entry;
  }

  /// Sets or replaces one.
  const Entry &set(Key key, Entry entry) {
    if (slots.size() >= sweepAt)
      sweep();
    uint64_t position = count++;
    auto last = slots.extract(key);
    if (!last.empty() && !last.mapped().entry.expired())
      position = last.mapped().position;
    return slots.try_emplace(key, Slot{std::move(entry), position})
        .first->second.entry;
  }

  /// Whether there was one.
  bool erase(Key key) {
    auto last = slots.extract(key);
    return !last.empty() && !last.mapped().entry.expired();
  }

  void clear() { Slots().swap(slots); }

  size_t size() const {
    return llvm::count_if(
        slots, [](const auto &slot) { return !slot.second.entry.expired(); });
  }

  /// With those that have expired and were not given up yet.
  size_t countEntries() const { return slots.size(); }

  /// Calls `visit(key, entry)` for all in the order in which their keys came.
  template <typename Visit>
  void forEach(Visit visit) const {
    std::vector<std::pair<uint64_t, const typename Slots::value_type *>> order;
    for (const auto &slot : slots)
      order.emplace_back(slot.second.position, &slot);
    llvm::sort(order);
    for (const auto &[position, slot] : order)
      if (!slot->second.entry.expired())
        visit(slot->first, slot->second.entry);
  }

private:
  struct Slot {
    Entry entry;
    uint64_t position; ///< among all that ever came
  };
  using Slots = std::unordered_map<Key, Slot>;

  void sweep() {
    std::vector<Key> expired;
    for (const auto &[key, slot] : slots)
      if (slot.entry.expired())
        expired.push_back(key);
    std::vector<typename Slots::node_type> last;
    for (const Key &key : expired)
      last.push_back(slots.extract(key));
    sweepAt = std::max<size_t>(64, 2 * slots.size());
  }

  Slots slots;
  uint64_t count = 0;
  size_t sweepAt = 64;
};

} // namespace metautils

#endif // METAUTILS_TORCH_EXPIRINGTABLE_H
