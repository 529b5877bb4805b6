// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic sizes without Python: what ShapeEnv is to PyTorch, for the numbers
// of a program.

#ifndef METAUTILS_TORCH_NATIVESYMBOLS_H
#define METAUTILS_TORCH_NATIVESYMBOLS_H

#include "metautils/Build/DescriptionNumbers.h"

#include <c10/core/SymInt.h>

namespace metautils {

class NativeSymbolTable;

/// Symbols by name. What is asked of a number that symbols alone do not decide
/// is answered by their hints, and noted as a guard; without a hint it is a
/// `c10::Error`. Numbers keep what they need of this alive. One thread at a
/// time.
class NativeSymbols {
public:
  NativeSymbols();
  ~NativeSymbols();

  /// The symbol of this name; its other facts count when it is new. A nested
  /// int equals PyTorch's own of its number, and is multiplied by sizes, too.
  c10::SymInt getSymbol(const SymbolFacts &facts);

  /// What was answered by hints, once each, as in "s0*s1 == 12".
  llvm::ArrayRef<std::string> getGuards() const;

private:
  std::shared_ptr<NativeSymbolTable> table;
};

/// A number of any `NativeSymbols` as one of a description; nothing where it is
/// another one.
std::optional<SymInt> describeNativeNumber(const c10::SymInt &number,
                                           DescriptionNumbers &numbers);

} // namespace metautils

#endif // METAUTILS_TORCH_NATIVESYMBOLS_H
