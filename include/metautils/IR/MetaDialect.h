// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meta dialect.

#ifndef METAUTILS_IR_METADIALECT_H
#define METAUTILS_IR_METADIALECT_H

#include "metautils/IR/Dtype.h"

#include "mlir/IR/Dialect.h"

#include "metautils/IR/MetaDialect.h.inc"

#endif // METAUTILS_IR_METADIALECT_H
