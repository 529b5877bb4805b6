// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views named after ATen's that read the same bytes as other elements.

#include "MetaElementOps.h"
#include "metautils/Layout/Views.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

llvm::Error metautils::mapView(BitcastOp::Adaptor &op, unsigned,
                               Arithmetic &arithmetic, Geometry &geometry) {
  auto base = cast<MetaTensorType>(op.getBase().getType());
  return views::viewDtype(geometry, arithmetic, base.getElementBytes(),
                          getElementBytes(*getDtype(op.getElementType())));
}

llvm::Error metautils::mapView(ViewAsRealOp::Adaptor &, unsigned,
                               Arithmetic &arithmetic, Geometry &geometry) {
  return views::viewAsReal(geometry, arithmetic);
}

llvm::Error metautils::mapView(ViewAsComplexOp::Adaptor &, unsigned,
                               Arithmetic &arithmetic, Geometry &geometry) {
  return views::viewAsComplex(geometry, arithmetic);
}

/// One of the two parts of complex elements, which have a dim of their own in
/// between.
static llvm::Error selectPart(Arithmetic &arithmetic, Geometry &geometry,
                              int64_t part) {
  if (llvm::Error error = views::viewAsReal(geometry, arithmetic))
    return error;
  return views::select(geometry, arithmetic, geometry.rank() - 1, part);
}

llvm::Error metautils::mapView(RealOp::Adaptor &, unsigned,
                               Arithmetic &arithmetic, Geometry &geometry) {
  return selectPart(arithmetic, geometry, 0);
}

llvm::Error metautils::mapView(ImagOp::Adaptor &, unsigned,
                               Arithmetic &arithmetic, Geometry &geometry) {
  return selectPart(arithmetic, geometry, 1);
}

llvm::Error metautils::mapView(ConjOp::Adaptor &, unsigned, Arithmetic &,
                               Geometry &) {
  return llvm::Error::success();
}

llvm::Error metautils::mapView(NegOp::Adaptor &, unsigned, Arithmetic &,
                               Geometry &) {
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

llvm::Error metautils::mapElement(BitcastOp::Adaptor &op, Element &element) {
  // bitcast_c1
  if (!getDtype(op.getElementType())) {
    std::string text;
    llvm::raw_string_ostream(text) << op.getElementType();
    return makeError("expected the element type of a dtype of PyTorch, got " +
                     text);
  }
  // bitcast_c2
  if (element.conj || element.neg)
    return makeError("expected a base without a conjugate or negative bit");
  element.type = op.getElementType();
  return llvm::Error::success();
}

static llvm::Error takeComplex(Element &element) {
  auto complex = dyn_cast<ComplexType>(element.type);
  if (!complex)
    return makeError("expected a complex base");
  element.type = complex.getElementType();
  return llvm::Error::success();
}

llvm::Error metautils::mapElement(ViewAsRealOp::Adaptor &, Element &element) {
  // view_as_real_c1
  if (element.conj)
    return makeError("expected a base without a conjugate bit");
  return takeComplex(element);
}

llvm::Error metautils::mapElement(ViewAsComplexOp::Adaptor &,
                                  Element &element) {
  // view_as_complex_c1
  if (!isa<Float16Type, Float32Type, Float64Type>(element.type))
    return makeError("expected a base of f16, f32 or f64");
  element.type = ComplexType::get(element.type);
  return llvm::Error::success();
}

llvm::Error metautils::mapElement(RealOp::Adaptor &, Element &element) {
  // real_c1
  element.conj = false;
  return takeComplex(element);
}

llvm::Error metautils::mapElement(ImagOp::Adaptor &, Element &element) {
  // imag_c1
  // The imaginary part of a conjugate is negative.
  element.neg ^= element.conj;
  element.conj = false;
  return takeComplex(element);
}

llvm::Error metautils::mapElement(ConjOp::Adaptor &, Element &element) {
  // conj_c1
  element.conj ^= true;
  Element part = element;
  return takeComplex(part);
}

llvm::Error metautils::mapElement(NegOp::Adaptor &, Element &element) {
  element.neg ^= true;
  return llvm::Error::success();
}
