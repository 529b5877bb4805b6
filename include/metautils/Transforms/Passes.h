// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from the meta dialect to itself.

#ifndef METAUTILS_TRANSFORMS_PASSES_H
#define METAUTILS_TRANSFORMS_PASSES_H

#include "metautils/IR/MetaDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/Pass.h"

namespace metautils {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "metautils/Transforms/Passes.h.inc"

} // namespace metautils

#endif // METAUTILS_TRANSFORMS_PASSES_H
