// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a description that are known only at run time.

#include "metautils/Build/DescriptionNumbers.h"

using namespace mlir;
using namespace metautils;

SymInt DescriptionNumbers::getSymbol(const SymbolFacts &facts) {
  auto [entry, isNew] = symbols.try_emplace(facts.name);
  if (isNew)
    entry->second = toSymInt(SymbolOp::create(builder, location, facts.name,
                                              facts.kind, facts.min, facts.max,
                                              facts.hint, facts.sources));
  return entry->second;
}

SymInt DescriptionNumbers::modulo(SymInt a, SymInt b) {
  return arithmetic.sub(a, arithmetic.mul(arithmetic.floorDiv(a, b), b));
}

SymInt DescriptionNumbers::power(SymInt base, unsigned exponent) {
  SymInt result = 1;
  for (unsigned count = 0; count < exponent; ++count)
    result = arithmetic.mul(result, base);
  return result;
}
