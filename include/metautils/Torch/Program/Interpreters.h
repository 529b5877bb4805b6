// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transforms of functorch that a program wraps tensors in.

#ifndef METAUTILS_TORCH_PROGRAM_INTERPRETERS_H
#define METAUTILS_TORCH_PROGRAM_INTERPRETERS_H

#include "metautils/IR/MetaOps.h"

#include <ATen/functorch/DynamicLayer.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace metautils {

/// Transforms that are open without running in them. Those that wrap for a
/// level below need it to be there; what they have wrapped is dead when this is
/// gone.
class Interpreters {
public:
  using GetNumber = llvm::function_ref<c10::SymInt(mlir::Value)>;

  /// Opens some, outside of all others. Throws where functorch refuses one.
  /// `getNumber` gives batch sizes that are known only at run time.
  Interpreters(llvm::ArrayRef<InterpreterOp> ops, GetNumber getNumber);

  /// Leaves those that the thread runs in, until this is gone.
  Interpreters();

  ~Interpreters();
  Interpreters(const Interpreters &) = delete;

  /// Runs in the transforms, or in those up to a level, as long as it lives.
  class Scope {
  public:
    explicit Scope(const Interpreters &interpreters);
    Scope(const Interpreters &interpreters, size_t level);
    ~Scope();
    Scope(const Scope &) = delete;

  private:
    c10::impl::ForceDispatchKeyGuard keys;
    std::vector<at::functorch::DynamicLayer> outer;
  };

private:
  std::vector<at::functorch::DynamicLayer> layers;
  bool isOwner;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_INTERPRETERS_H
