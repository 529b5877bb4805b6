// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build dialect.

#ifndef METAUTILS_PROGRAM_BUILDDIALECT_H
#define METAUTILS_PROGRAM_BUILDDIALECT_H

#include "mlir/IR/Dialect.h"

#include "metautils/Program/BuildDialect.h.inc"

#endif // METAUTILS_PROGRAM_BUILDDIALECT_H
