// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the meta dialect and its passes.

#include "metautils/CommandLine.h"
#include "metautils/RegisterAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  metautils::hideLLVMOptions();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  metautils::registerAllDialects(registry);
  metautils::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv,
      "MetaUtils: what each tensor of a program is\n\n"
      "Its passes have meta in their names; the others are MLIR's.\n",
      registry));
}
