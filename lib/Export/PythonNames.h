// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of a Python script: of its variables, and of what it imports.

#ifndef METAUTILS_LIB_EXPORT_PYTHONNAMES_H
#define METAUTILS_LIB_EXPORT_PYTHONNAMES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <set>
#include <string>

namespace metautils {

/// Whether a text is a name in Python, of ASCII letters, and no keyword.
bool isPythonName(llvm::StringRef text);

class PythonNames {
public:
  PythonNames();

  /// A new name of a variable that looks like the text.
  ///   L['x'] -> l_x    model.head.weight -> model_head_weight    0 -> t0
  std::string add(llvm::StringRef text);

  /// Has a module of the standard library, or of PyTorch, imported.
  void importModule(llvm::StringRef module) { modules.insert(module.str()); }

  /// The name in the script of what a module has.
  std::string importFrom(llvm::StringRef module, llvm::StringRef name);

  /// The name of a class or function that is imported from its module, given
  /// "module.name" as Python says it. What is in a class is taken to be in one
  /// whose name has a capital. Fails where no import statement can give it.
  mlir::FailureOr<std::string> import(llvm::StringRef path);

  void printImports(llvm::raw_ostream &os) const;

private:
  std::string makeUnique(const std::string &name);

  /// With the number that the next name like it gets.
  llvm::StringMap<unsigned> taken;
  std::set<std::string> modules = {"torch"};
  /// By module and name: as what the script knows it.
  std::map<std::pair<std::string, std::string>, std::string> imported;
};

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONNAMES_H
