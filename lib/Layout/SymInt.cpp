// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a number of a geometry, and a geometry, print.

#include "metautils/Layout/SymInt.h"

#include "llvm/ADT/STLExtras.h"

using namespace metautils;

llvm::raw_ostream &metautils::operator<<(llvm::raw_ostream &os, SymInt number) {
  if (number.isConstant())
    return os << number.constant();
  return os << (number.isSymbol() ? "sym" : "?");
}

llvm::raw_ostream &metautils::operator<<(llvm::raw_ostream &os,
                                         const Geometry &g) {
  llvm::interleave(g.sizes, os, "x");
  os << (g.rank() ? " [" : "[");
  llvm::interleaveComma(g.strides, os);
  os << ']';
  return g.offset.isConstant(0) ? os : os << " + " << g.offset;
}
