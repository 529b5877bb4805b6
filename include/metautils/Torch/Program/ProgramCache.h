// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of descriptions: of several equal ones, the first is compiled.

#ifndef METAUTILS_TORCH_PROGRAM_PROGRAMCACHE_H
#define METAUTILS_TORCH_PROGRAM_PROGRAMCACHE_H

#include "metautils/Torch/Program/DescriptionProgram.h"

#include <list>

namespace metautils {

/// For the descriptions of one context. Those used last are kept. Two
/// descriptions are equal if all of their ops are: names, properties, types,
/// which results are the operands, and locations.
class ProgramCache {
public:
  /// Keeps programs of so many live tensors together, at least of the last
  /// description.
  explicit ProgramCache(size_t capacity = 32768) : capacity(capacity) {}

  /// Null, with an error, for what no program makes. A description that is kept
  /// must not be changed.
  std::shared_ptr<const DescriptionProgram>
  get(std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> description);

  size_t countPrograms() const { return entries.size(); }
  size_t getMisses() const { return misses; }

private:
  struct Entry {
    llvm::hash_code hash;
    std::shared_ptr<const DescriptionProgram> program;
    size_t tensors;
  };

  void add(Entry entry);

  DescriptionCompiler compiler;
  size_t capacity;
  size_t misses = 0;
  /// Live tensors in all of them.
  size_t tensors = 0;
  /// The one used last comes first.
  std::list<Entry> entries;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_PROGRAMCACHE_H
