// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build dialect: what it registers.

#include "metautils/Program/BuildDialect.h"
#include "metautils/Program/BuildOps.h"

#include "metautils/Program/BuildDialect.cpp.inc"

void metautils::build::BuildDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "metautils/Program/BuildOps.cpp.inc"
      >();
}
