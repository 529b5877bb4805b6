// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the build dialect.

#ifndef METAUTILS_PROGRAM_BUILDOPS_H
#define METAUTILS_PROGRAM_BUILDOPS_H

#include "metautils/IR/MetaOps.h"
#include "metautils/IR/ReplayRegion.h"
#include "metautils/Program/BuildDialect.h"

#define GET_OP_CLASSES
#include "metautils/Program/BuildOps.h.inc"

#endif // METAUTILS_PROGRAM_BUILDOPS_H
