// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of the tools.

#include "metautils/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

void metautils::hideLLVMOptions() {
  constexpr llvm::StringLiteral kept[] = {"help", "help-list", "version"};
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (!llvm::is_contained(kept, name) &&
        option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
}
