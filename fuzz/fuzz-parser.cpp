// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as text. Bytecode is turned away: MLIR's reader trusts
// some of it, and what this project reads of it is fuzz-ops.

#include "Check.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace metautils;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size); // with a NUL
  if (isBytecode(llvm::MemoryBufferRef(text, "")))
    return -1;
  MLIRContext context(fuzz::getRegistry(), MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler swallow(&context, [](Diagnostic &) {});
  if (auto module = parseSourceString<ModuleOp>(text, &context))
    fuzz::checkPasses(*module);
  return 0;
}
