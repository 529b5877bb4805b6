// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The statements of a Python function, and what each of them runs within.

#ifndef METAUTILS_LIB_EXPORT_PYTHONLINES_H
#define METAUTILS_LIB_EXPORT_PYTHONLINES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace metautils {

/// What a statement is inside of, the outermost first: "torch.no_grad()".
using PythonContexts = llvm::SmallVector<std::string, 1>;

class PythonLines {
public:
  void add(PythonContexts contexts, std::string text);

  /// What follows is about another tensor.
  void endBlock();

  /// Neighbours that run within the same are under one `with`. A block of
  /// several lines has an empty one before and behind it.
  void print(llvm::raw_ostream &os, size_t depth) const;

private:
  struct Line {
    PythonContexts contexts;
    std::string text; ///< may have several lines itself
  };
  llvm::SmallVector<llvm::SmallVector<Line, 2>> blocks = {{}};
};

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONLINES_H
