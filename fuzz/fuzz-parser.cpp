// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as a file, text or bytecode.

#include "Check.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace metautils;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext context(fuzz::getRegistry(), MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler swallow(&context, [](Diagnostic &) {});
  std::string file(reinterpret_cast<const char *>(data), size); // with a NUL
  if (auto module = parseSourceString<ModuleOp>(file, &context))
    fuzz::checkPasses(*module);
  return 0;
}
