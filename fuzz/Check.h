// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must hold for any valid module, whoever wrote it.

#ifndef METAUTILS_FUZZ_CHECK_H
#define METAUTILS_FUZZ_CHECK_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace metautils::fuzz {

/// The dialects that inputs may use. Few, since what others do with bad input
/// is not ours.
const mlir::DialectRegistry &getRegistry();

/// Aborts unless the passes leave the module valid. A pass may refuse it.
void checkPasses(mlir::ModuleOp module);

/// Aborts unless text and bytecode say the same as the module.
void checkRoundTrips(mlir::ModuleOp module);

} // namespace metautils::fuzz

/// Runs one input; libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif // METAUTILS_FUZZ_CHECK_H
