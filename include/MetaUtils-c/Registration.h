// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C API: makes the dialect and the passes known to MLIR.

#ifndef METAUTILS_C_REGISTRATION_H
#define METAUTILS_C_REGISTRATION_H

#include "mlir-c/IR.h"

#include "metautils/Conversion/Passes.capi.h.inc"
#include "metautils/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Gives `mlirGetDialectHandle__meta__`.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Meta, meta);

/// Adds the dialect, and what it teaches others.
MLIR_CAPI_EXPORTED void
metautilsRegisterAllDialects(MlirDialectRegistry registry);

/// Makes the passes known to `mlirParsePassPipeline` by their names. Each alone
/// has an `mlirCreate..` and an `mlirRegister..` too, in the files included
/// above.
MLIR_CAPI_EXPORTED void metautilsRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // METAUTILS_C_REGISTRATION_H
