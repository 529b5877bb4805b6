// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs of the build dialect with libtorch, on the meta device.

#include "metautils/Conversion/Passes.h"
#include "metautils/IR/DescriptionDiff.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/RegisterAll.h"
#include "metautils/Torch/Program/RunProgram.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace metautils;
namespace cl = llvm::cl;

static cl::OptionCategory category("meta-run options");
static cl::opt<std::string> input(cl::Positional, cl::init("-"),
                                  cl::cat(category),
                                  cl::desc("<a program or a description>"));
static cl::opt<std::string>
    functionName("function", cl::init("main"), cl::cat(category),
                 cl::desc("The function that is the program"));
static cl::opt<bool>
    verifyResults("verify", cl::cat(category),
                  cl::desc("Compare what was made with the description that is "
                           "the input, instead of printing it"));

static cl::opt<bool> printsStatistics(
    "statistics", cl::cat(category),
    cl::desc("Say on the standard error how many tensors were made, how often "
             "one was there already, and what lives"));

static LogicalResult runPass(ModuleOp module, std::unique_ptr<Pass> pass) {
  PassManager manager(module.getContext());
  manager.addPass(std::move(pass));
  return manager.run(module);
}

static bool isDescription(ModuleOp module) {
  return !module.getOps<SourceOp>().empty();
}

/// Prints the first difference, if there is one.
static LogicalResult compare(ModuleOp expected, ModuleOp found) {
  if (failed(runPass(expected, createFoldViewsPass())) ||
      failed(runPass(found, createFoldViewsPass())))
    return failure();
  auto difference = findDifference(expected, found);
  if (!difference)
    return success();
  return emitError(expected.getLoc())
         << "expected '" << difference->field << "' of '" << difference->tensor
         << "' to be " << difference->expected << ", got " << difference->found;
}

static LogicalResult run(ModuleOp module) {
  OwningOpRef<ModuleOp> program = module.clone();
  if (isDescription(module)) {
    if (failed(runPass(*program, createMetaMaterializePass({functionName}))))
      return failure();
  } else if (verifyResults) {
    return module.emitError("expected a description to compare with, got a "
                            "program: give the description to --verify");
  }
  auto function = program->lookupSymbol<func::FuncOp>(functionName);
  if (!function)
    return module.emitError("expected a function '")
           << functionName << "' to run, got none";
  RunStatistics statistics;
  OwningOpRef<ModuleOp> made = runAndDescribe(function, &statistics);
  if (!made)
    return failure();
  if (printsStatistics)
    llvm::errs() << "tensors: " << statistics.made << " made, "
                 << statistics.found << " found, " << statistics.liveTensors
                 << " live; storages: " << statistics.liveStorages << " live\n";
  if (verifyResults)
    return compare(module, *made);
  made->print(llvm::outs());
  llvm::outs() << '\n';
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "MetaUtils: make the tensors of a program or a description\n\n"
      "Prints a description of what was made.\n");
  DialectRegistry registry;
  registry.insert<func::FuncDialect, arith::ArithDialect>();
  metautils::registerAllDialects(registry);
  // What libtorch keeps for each thread does not follow passes to others.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);

  std::string message;
  auto file = openInputFile(input, &message);
  if (!file) {
    llvm::WithColor::error() << message << '\n';
    return 1;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  return module && succeeded(run(*module)) ? 0 : 1;
}
