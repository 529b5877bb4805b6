// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of the meta dialect in bytecode, and readers of properties that
// trust neither file nor text.

#ifndef METAUTILS_IR_METABYTECODE_H
#define METAUTILS_IR_METABYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace metautils {

/// Of the dialect as bytecode states it. One number, raised whenever an op, a
/// type, an attribute or a property is added or changed; CHANGELOG.md says what
/// each brought. Older files are read, newer ones are refused.
struct MetaVersion : mlir::DialectVersion {
  /// What this library writes unless told otherwise.
  static constexpr uint64_t current = 5;

  explicit MetaVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// The version of the file being read, or to be written; `current` where
/// nothing states it. What that version lacks is left out when writing.
uint64_t getMetaVersion(mlir::DialectBytecodeReader &reader);
uint64_t getMetaVersion(mlir::DialectBytecodeWriter &writer);

/// Reads a list of signed integers. A wrong length ends with the file, not with
/// the memory.
mlir::LogicalResult readIndexList(mlir::DialectBytecodeReader &reader,
                                  llvm::SmallVectorImpl<int64_t> &list);

/// The same of doubles, by their bits.
mlir::LogicalResult readFloatList(mlir::DialectBytecodeReader &reader,
                                  llvm::SmallVectorImpl<double> &list);
void writeFloatList(mlir::DialectBytecodeWriter &writer,
                    llvm::ArrayRef<double> list);

/// Reads the number of one of `count` cases.
mlir::LogicalResult readEnum(mlir::DialectBytecodeReader &reader,
                             uint64_t count, uint64_t &number);

/// Takes a signless integer of this width out of an attribute.
mlir::LogicalResult
readInteger(mlir::Attribute attribute, unsigned width, int64_t &number,
            llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Takes a list of doubles out of an attribute.
mlir::LogicalResult
readFloatList(mlir::Attribute attribute, llvm::SmallVectorImpl<double> &list,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace metautils

#endif // METAUTILS_IR_METABYTECODE_H
