// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description as a Python script that makes its tensors.

#include "metautils/Export/PythonScript.h"
#include "PythonWriter.h"
#include "metautils/Conversion/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace metautils;
namespace cl = llvm::cl;

/// The program that makes the tensors of a description, in its place.
static LogicalResult materialize(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.addPass(createMetaMaterializePass());
  return manager.run(module);
}

LogicalResult metautils::writePythonScript(ModuleOp module,
                                           const PythonScriptOptions &options,
                                           raw_ostream &os) {
  OwningOpRef<ModuleOp> program = module.clone();
  if (!module.getOps<SourceOp>().empty() && failed(materialize(*program)))
    return failure();
  auto function = program->lookupSymbol<func::FuncOp>("main");
  if (!function)
    return module.emitError("expected a description or a program, which has a "
                            "function 'main', got neither");
  PythonWriter writer(function, options);
  if (failed(writer.write()))
    return failure();
  writer.print(os);
  return success();
}

void metautils::registerPythonScriptTranslation() {
  static cl::opt<PythonValues> values(
      "python-values", cl::desc("What the tensors of a script have in them"),
      cl::init(PythonValues::Meta),
      cl::values(clEnumValN(PythonValues::Meta, "meta",
                            "nothing: they are on the meta device"),
                 clEnumValN(PythonValues::Random, "random",
                            "random numbers, the same in each run"),
                 clEnumValN(PythonValues::Kept, "kept",
                            "the bytes that the description has kept")));
  static cl::opt<std::string> device(
      "python-device",
      cl::desc("Where tensors with values are made, in the place of the device "
               "that was described"));
  TranslateFromMLIRRegistration registration(
      "export-python", "write a Python script that makes the tensors",
      [](ModuleOp module, raw_ostream &os) {
        return writePythonScript(module, {values, device}, os);
      },
      [](DialectRegistry &registry) {
        registry.insert<MetaDialect, build::BuildDialect, func::FuncDialect,
                        arith::ArithDialect>();
      });
}
