// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from the meta dialect to others.

#ifndef METAUTILS_CONVERSION_PASSES_H
#define METAUTILS_CONVERSION_PASSES_H

#include "metautils/Conversion/TensorTypeConverter.h"
#include "metautils/Program/BuildDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace metautils {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "metautils/Conversion/Passes.h.inc"

} // namespace metautils

#endif // METAUTILS_CONVERSION_PASSES_H
