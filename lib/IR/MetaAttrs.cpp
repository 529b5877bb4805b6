// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts that strides cannot say: what shapes they fit.

#include "DataSyntax.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

#include "metautils/IR/MetaAttrInterfaces.cpp.inc"
#include "metautils/IR/MetaEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "metautils/IR/MetaAttrs.cpp.inc"

void MetaDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "metautils/IR/MetaAttrs.cpp.inc"
      >();
}

using EmitErrorFn = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult CooAttr::verifyShape(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape) const {
  // coo_attr_c1
  int64_t rank = shape.size();
  if (getSparse() >= 0 && getDense() >= 0 && getSparse() <= rank &&
      getDense() == rank - getSparse())
    return success();
  return emitError() << "expected the sparse and dense dimensions of " << *this
                     << " to add up to rank " << rank;
}

static LogicalResult verifyCompressed(EmitErrorFn emitError, Attribute layout,
                                      ArrayRef<int64_t> shape) {
  if (shape.size() >= 2)
    return success();
  return emitError() << "expected at least 2 dimensions for " << layout
                     << ", got " << shape.size();
}

LogicalResult CsrAttr::verifyShape(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape) const {
  // csr_attr_c1
  return verifyCompressed(emitError, *this, shape);
}

LogicalResult CscAttr::verifyShape(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape) const {
  // csc_attr_c1
  return verifyCompressed(emitError, *this, shape);
}

LogicalResult BsrAttr::verifyShape(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape) const {
  // bsr_attr_c1
  return verifyCompressed(emitError, *this, shape);
}

LogicalResult BscAttr::verifyShape(EmitErrorFn emitError,
                                   ArrayRef<int64_t> shape) const {
  // bsc_attr_c1
  return verifyCompressed(emitError, *this, shape);
}

static LogicalResult verifyBlock(EmitErrorFn emitError, int64_t rows,
                                 int64_t columns) {
  if (rows > 0 && columns > 0)
    return success();
  return emitError() << "expected a block of at least 1 by 1, got " << rows
                     << " by " << columns;
}

LogicalResult BsrAttr::verify(EmitErrorFn emitError, int64_t rows,
                              int64_t columns) {
  // bsr_attr_c2
  return verifyBlock(emitError, rows, columns);
}

LogicalResult BscAttr::verify(EmitErrorFn emitError, int64_t rows,
                              int64_t columns) {
  // bsc_attr_c2
  return verifyBlock(emitError, rows, columns);
}

LogicalResult NestedAttr::verifyShape(EmitErrorFn emitError,
                                      ArrayRef<int64_t> shape) const {
  // nested_attr_c1
  if (!shape.empty() && !ShapedType::isDynamic(shape.front()))
    return success();
  return emitError() << "expected the number of components as the first size "
                        "for "
                     << *this;
}

LogicalResult JaggedAttr::verifyShape(EmitErrorFn emitError,
                                      ArrayRef<int64_t> shape) const {
  // jagged_attr_c1
  if (llvm::is_contained(shape, ShapedType::kDynamic))
    return success();
  return emitError() << "expected a dynamic dimension for " << *this
                     << ", the ragged one";
}

LogicalResult OpaqueLayoutAttr::verifyShape(EmitErrorFn,
                                            ArrayRef<int64_t>) const {
  return success();
}
