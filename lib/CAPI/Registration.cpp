// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: makes the dialect and the passes known to MLIR.

#include "MetaUtils-c/Registration.h"
#include "metautils/Conversion/Passes.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/RegisterAll.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Registration.h"

using namespace metautils;

#include "metautils/Conversion/Passes.capi.cpp.inc"
#include "metautils/Transforms/Passes.capi.cpp.inc"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Meta, meta, MetaDialect)

void metautilsRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
}

void metautilsRegisterAllPasses(void) { registerAllPasses(); }
