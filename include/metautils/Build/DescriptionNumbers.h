// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a description that are known only at run time: symbols, and
// what is computed of them.

#ifndef METAUTILS_BUILD_DESCRIPTIONNUMBERS_H
#define METAUTILS_BUILD_DESCRIPTIONNUMBERS_H

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/StringMap.h"

namespace metautils {

/// What is known of a symbol beforehand, as `meta.symbol` has it.
struct SymbolFacts {
  llvm::StringRef name;
  SymbolKind kind = SymbolKind::Backed;
  std::optional<int64_t> min, max, hint;
  llvm::ArrayRef<std::string> sources = {};
};

/// Emits at the end of a block, each symbol and each expression once.
class DescriptionNumbers {
public:
  DescriptionNumbers(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location),
        arithmetic(builder, location, &emitted) {}

  /// The symbol of this name; its other facts count when it is new.
  SymInt getSymbol(const SymbolFacts &facts);

  /// Symbols go in, and what comes out are numbers of the description. Once it
  /// has overflowed, so have all numbers.
  IndexArithmetic &getArithmetic() { return arithmetic; }

  /// As Python's `%`, of the sign of `b`.
  SymInt modulo(SymInt a, SymInt b);
  SymInt power(SymInt base, unsigned exponent);

private:
  mlir::OpBuilder &builder;
  mlir::Location location;
  EmittedNumbers emitted;
  IndexArithmetic arithmetic;
  llvm::StringMap<SymInt> symbols;
};

} // namespace metautils

#endif // METAUTILS_BUILD_DESCRIPTIONNUMBERS_H
