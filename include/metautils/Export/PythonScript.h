// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description as a Python script that makes its tensors.

#ifndef METAUTILS_EXPORT_PYTHONSCRIPT_H
#define METAUTILS_EXPORT_PYTHONSCRIPT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace metautils {

/// What the tensors of a script have in them.
enum class PythonValues {
  Meta,   ///< nothing: they are on the meta device
  Random, ///< random numbers, the same in each run
  Kept,   ///< the bytes that the description has (`meta.data`)
};

struct PythonScriptOptions {
  PythonValues values = PythonValues::Meta;
  /// Where tensors with values are made, in the place of the described device.
  std::string device;
};

/// Writes a script whose `load_args()` makes the named tensors of a description
/// and returns them in a dict by their names. Of a program (a function `main`
/// of the build dialect) those are its results. The script imports PyTorch, the
/// standard library, and the modules of classes that the description names; it
/// has nothing else of the description that runs. Emits an error that names the
/// tensor and fails for what no script can make; nothing is written then.
llvm::LogicalResult writePythonScript(mlir::ModuleOp module,
                                      const PythonScriptOptions &options,
                                      llvm::raw_ostream &os);

/// Registers `--export-python`.
void registerPythonScriptTranslation();

} // namespace metautils

#endif // METAUTILS_EXPORT_PYTHONSCRIPT_H
