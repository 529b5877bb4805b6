// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the meta dialect and its passes.

#include "metautils/Conversion/Passes.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  metautils::registerMetaTransformsPasses();
  metautils::registerMetaConversionPasses();
  registry.insert<metautils::MetaDialect>();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "MetaUtils: what each tensor of a program is\n", registry));
}
