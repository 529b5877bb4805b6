// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes as what a dialect reads from a bytecode file.

#ifndef METAUTILS_FUZZ_FUZZREADER_H
#define METAUTILS_FUZZ_FUZZREADER_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Diagnostics.h"

namespace metautils::fuzz {

/// Answers what MLIR's reader would, out of the input. Once that has ended each
/// answer is a failure. MLIR's own part of a file, its sections and tables, is
/// not met here: only what this project reads.
class FuzzReader : public mlir::DialectBytecodeReader {
public:
  FuzzReader(mlir::MLIRContext *context, llvm::ArrayRef<uint8_t> input);

  bool atEnd() const { return input.empty(); }
  /// A number below `bound`; 0 at the end.
  unsigned choose(unsigned bound);

  mlir::InFlightDiagnostic emitError(const llvm::Twine &message) const final {
    return mlir::emitError(mlir::UnknownLoc::get(context), message);
  }
  mlir::FailureOr<const mlir::DialectVersion *>
  getDialectVersion(llvm::StringRef) const final {
    return version.get();
  }
  mlir::MLIRContext *getContext() const final { return context; }
  uint64_t getBytecodeVersion() const final { return 6; }

  mlir::LogicalResult readAttribute(mlir::Attribute &result) final;
  mlir::LogicalResult readOptionalAttribute(mlir::Attribute &result) final;
  mlir::LogicalResult readType(mlir::Type &result) final;
  mlir::LogicalResult readVarInt(uint64_t &result) final;
  mlir::LogicalResult readSignedVarInt(int64_t &result) final;
  mlir::FailureOr<llvm::APInt> readAPIntWithKnownWidth(unsigned width) final;
  mlir::FailureOr<llvm::APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &) final {
    return mlir::failure();
  }
  mlir::LogicalResult readString(llvm::StringRef &result) final;
  mlir::LogicalResult readBlob(llvm::ArrayRef<char> &result) final;
  mlir::LogicalResult readBool(bool &result) final;

private:
  mlir::FailureOr<mlir::AsmDialectResourceHandle> readResourceHandle() final {
    return mlir::failure();
  }

  mlir::MLIRContext *context;
  llvm::ArrayRef<uint8_t> input;
  std::unique_ptr<mlir::DialectVersion> version;
};

} // namespace metautils::fuzz

#endif // METAUTILS_FUZZ_FUZZREADER_H
