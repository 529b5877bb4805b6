// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data as expressions of Python that give it.

#ifndef METAUTILS_LIB_EXPORT_PYTHONDATA_H
#define METAUTILS_LIB_EXPORT_PYTHONDATA_H

#include "PythonNames.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Diagnostics.h"

namespace metautils {

/// Classes are imported, and no code of theirs is run to make an instance, but
/// for some of PyTorch's.
class PythonData {
public:
  using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

  explicit PythonData(PythonNames &names) : names(names) {}

  /// `operands` are the variables that `#meta.operand` numbers. The error is
  /// emitted as what was found: "got #meta.opaque<..>".
  mlir::FailureOr<std::string> print(mlir::Attribute data,
                                     llvm::ArrayRef<std::string> operands,
                                     EmitError emitError);

  /// The same without operands, for a class or function.
  mlir::FailureOr<std::string> import(llvm::StringRef path,
                                      EmitError emitError);

  /// The functions that what was printed calls.
  void printHelpers(llvm::raw_ostream &os) const;

private:
  mlir::FailureOr<std::string> printScalar(mlir::Attribute data);
  mlir::FailureOr<std::string> printRecord(mlir::Attribute data);
  mlir::FailureOr<std::string> printDict(mlir::Attribute data);
  mlir::FailureOr<std::string> print(mlir::Attribute data);
  mlir::FailureOr<std::string> join(llvm::ArrayRef<mlir::Attribute> elements);

  PythonNames &names;
  llvm::ArrayRef<std::string> operands;
  bool hasRecords = false;
};

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONDATA_H
