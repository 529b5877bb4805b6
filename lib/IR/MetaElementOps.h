// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the views of MetaElementOps.td do to a geometry and to its elements.

#ifndef METAUTILS_LIB_IR_METAELEMENTOPS_H
#define METAUTILS_LIB_IR_METAELEMENTOPS_H

#include "metautils/IR/MetaOps.h"

namespace metautils {

inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// What an element is, apart from where it lies.
struct Element {
  mlir::Type type;
  bool conj, neg;
};

llvm::Error mapElement(BitcastOp::Adaptor &op, Element &element);
llvm::Error mapView(BitcastOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(ViewAsRealOp::Adaptor &op, Element &element);
llvm::Error mapView(ViewAsRealOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(ViewAsComplexOp::Adaptor &op, Element &element);
llvm::Error mapView(ViewAsComplexOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(RealOp::Adaptor &op, Element &element);
llvm::Error mapView(RealOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(ImagOp::Adaptor &op, Element &element);
llvm::Error mapView(ImagOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(ConjOp::Adaptor &op, Element &element);
llvm::Error mapView(ConjOp::Adaptor &op, unsigned result,
                    Arithmetic &arithmetic, Geometry &geometry);
llvm::Error mapElement(NegOp::Adaptor &op, Element &element);
llvm::Error mapView(NegOp::Adaptor &op, unsigned result, Arithmetic &arithmetic,
                    Geometry &geometry);

} // namespace metautils

#endif // METAUTILS_LIB_IR_METAELEMENTOPS_H
