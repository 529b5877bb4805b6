// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must hold for any valid module, whoever wrote it.

#include "Check.h"
#include "metautils/RegisterAll.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace metautils;

const DialectRegistry &fuzz::getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerAllDialects(all);
    all.insert<arith::ArithDialect, func::FuncDialect>();
    return all;
  }();
  return registry;
}

[[noreturn]] static void fail(const Twine &what, const Twine &text) {
  llvm::errs() << what << ":\n" << text << "\n";
  std::abort();
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().printGenericOpForm());
  return text;
}

void fuzz::checkPasses(ModuleOp module) {
  [[maybe_unused]] static const bool registered = (registerAllPasses(), true);
  for (const char *pipeline : {"meta-verify-bounds", "meta-fold-views"}) {
    PassManager manager(module.getContext());
    manager.enableVerifier(false);
    if (failed(parsePassPipeline(pipeline, manager)))
      fail("no such pass", pipeline);
    std::string before = print(module);
    if (succeeded(manager.run(module)) && failed(verify(module)))
      fail(Twine("invalid after ") + pipeline, before);
  }
}

static void checkReadsAs(ModuleOp module, StringRef written, StringRef form) {
  std::string expected = print(module);
  auto again = parseSourceString<ModuleOp>(written, module.getContext());
  if (!again)
    fail(form + " is refused", expected);
  if (print(*again) != expected)
    fail(form + " reads as\n" + print(*again) + "\nfor", expected);
}

void fuzz::checkRoundTrips(ModuleOp module) {
  std::string text, bytecode;
  llvm::raw_string_ostream textStream(text), bytecodeStream(bytecode);
  module->print(textStream);
  checkReadsAs(module, text, "text");
  checkReadsAs(module, print(module), "generic text");
  if (failed(writeBytecodeToFile(module, bytecodeStream)))
    fail("bytecode cannot be written", print(module));
  checkReadsAs(module, bytecode, "bytecode");
}
