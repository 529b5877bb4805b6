// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What MLIR's tools look for in a library given to --load-dialect-plugin or
// --load-pass-plugin.

#include "metautils/RegisterAll.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static void registerDialects(mlir::DialectRegistry *registry) {
  metautils::registerAllDialects(*registry);
}

mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "MetaUtils", METAUTILS_VERSION,
          registerDialects};
}

mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "MetaUtils", METAUTILS_VERSION,
          metautils::registerAllPasses};
}
