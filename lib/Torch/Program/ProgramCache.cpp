// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of descriptions: of several equal ones, the first is compiled.

#include "metautils/Torch/Program/ProgramCache.h"
#include "metautils/Conversion/Materialize.h"
#include "metautils/IR/DescriptionEquality.h"
#include "metautils/Program/BuildDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace metautils;

static std::shared_ptr<const DescriptionProgram> compile(ModuleOp description) {
  MLIRContext *context = description.getContext();
  context->loadDialect<build::BuildDialect, arith::ArithDialect,
                       func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(description.getLoc());
  auto function = materialize(description,
                              OpBuilder::atBlockEnd(module->getBody()), "main");
  if (failed(function))
    return {};
  FailureOr<Program> program = Program::compile(*function);
  if (failed(program))
    return {};
  return std::make_shared<DescriptionProgram>(std::move(module), *function,
                                              std::move(*program));
}

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
    return entry.hash == hash &&
           (entry.description == description ||
            areEqual(entry.description->get(), description->get()));
  });
  if (known != entries.end()) {
    entries.splice(entries.begin(), entries, known);
    return known->program;
  }
  ++misses;
  std::shared_ptr<const DescriptionProgram> program =
      compile(description->get());
  if (program) {
    size_t count = llvm::range_size(description->get().getOps<TensorOp>());
    add({hash, std::move(description), program, count});
  }
  return program;
}
