// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of descriptions: of several equal ones, the first is compiled.

#include "metautils/Torch/Program/ProgramCache.h"
#include "metautils/IR/DescriptionEquality.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace metautils;

void ProgramCache::add(Entry entry) {
  tensors += entry.tensors;
  entries.push_front(std::move(entry));
  while (tensors > capacity && entries.size() > 1) {
    tensors -= entries.back().tensors;
    entries.pop_back();
  }
}

std::shared_ptr<const DescriptionProgram>
ProgramCache::get(std::shared_ptr<OwningOpRef<ModuleOp>> description) {
  llvm::hash_code hash = hashDescription(description->get());
  auto known = llvm::find_if(entries, [&](const Entry &entry) {
    const auto &other = entry.program->description;
    return entry.hash == hash &&
           (other == description || areEqual(other->get(), description->get()));
  });
  if (known != entries.end()) {
    entries.splice(entries.begin(), entries, known);
    return known->program;
  }
  ++misses;
  std::shared_ptr<const DescriptionProgram> program =
      compiler.compile(description);
  if (program) {
    size_t count = llvm::range_size(description->get().getOps<TensorOp>());
    add({hash, program, count});
  }
  return program;
}
