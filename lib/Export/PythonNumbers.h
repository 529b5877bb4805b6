// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a program as expressions of Python: symbols are variables, with
// their hints as values.

#ifndef METAUTILS_LIB_EXPORT_PYTHONNUMBERS_H
#define METAUTILS_LIB_EXPORT_PYTHONNUMBERS_H

#include "PythonLines.h"
#include "PythonNames.h"
#include "metautils/IR/MetaTypes.h"
#include "metautils/Program/BuildOps.h"

#include "llvm/ADT/DenseMap.h"

namespace metautils {

struct PythonNumber {
  /// How tightly the outermost operator of a text binds.
  enum class Binding { Condition, Comparison, Sum, Product, Atom };

  std::string text;
  Binding binding = Binding::Atom;
  /// What it is by the hints; nothing of a nested int.
  std::optional<int64_t> value;

  static PythonNumber get(int64_t constant);
  static PythonNumber divide(const PythonNumber &number, int64_t constant);
  bool isConstant() const;
};

/// "(s77, 3)"
std::string printTuple(llvm::ArrayRef<PythonNumber> numbers);

/// Of a product, in an expression: "12", "(s77 * 3)".
std::string printProduct(llvm::ArrayRef<PythonNumber> numbers);

/// The values of numbers that have one.
llvm::SmallVector<int64_t> getValues(llvm::ArrayRef<PythonNumber> numbers);

/// Where the elements of a tensor lie.
struct PythonShape {
  llvm::SmallVector<PythonNumber, 4> sizes;
  llvm::SmallVector<PythonNumber, 4> strides; ///< if it is strided
};

class PythonNumbers {
public:
  /// Symbols are stated in `entry`, long expressions in `lines`.
  PythonNumbers(PythonNames &names, PythonLines &entry, PythonLines &lines)
      : names(names), entry(entry), lines(lines) {}

  /// Whether an op is one of numbers only.
  static bool isNumber(mlir::Operation &op);

  llvm::LogicalResult write(mlir::Operation &op);

  /// The variable of the ragged size that PyTorch numbers so.
  const std::string &getNestedInt(int64_t number);

  const PythonNumber *lookup(mlir::Value value) const;

  /// The operands of a step that are numbers.
  llvm::SmallVector<PythonNumber> getOperands(mlir::Operation *step) const;

  /// Of a tensor that a step makes, or a tensor of such steps: the `?` of its
  /// type are the first of their operands.
  PythonShape getShape(mlir::Value tensor) const;

private:
  llvm::LogicalResult writeSymbol(build::SymbolOp op);
  std::optional<PythonNumber> compute(mlir::Operation &op) const;

  PythonNames &names;
  PythonLines &entry;
  PythonLines &lines;
  llvm::DenseMap<mlir::Value, PythonNumber> numbers;
  std::map<int64_t, std::string> nestedInts; ///< variables
};

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONNUMBERS_H
