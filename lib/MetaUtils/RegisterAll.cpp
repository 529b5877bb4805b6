// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers all that MetaUtils adds to MLIR without torch.

#include "metautils/RegisterAll.h"
#include "metautils/Conversion/Passes.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Program/BuildDialect.h"
#include "metautils/Transforms/Passes.h"

void metautils::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<MetaDialect, build::BuildDialect>();
}

void metautils::registerAllPasses() {
  registerMetaTransformsPasses();
  registerMetaConversionPasses();
}
