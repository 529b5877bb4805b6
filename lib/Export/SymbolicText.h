// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as PyTorch prints them: constants, and expressions of symbols.

#ifndef METAUTILS_LIB_EXPORT_SYMBOLICTEXT_H
#define METAUTILS_LIB_EXPORT_SYMBOLICTEXT_H

#include "metautils/IR/MetaOps.h"

namespace metautils {

/// A number, or the expression that it is, which SymPy reads: `4*s0`,
/// `(s0//2) + 1`.
class SymbolicText {
public:
  SymbolicText(int64_t constant) : constant(constant) {}

  /// The text of a number that is a constant, or else of `value`. Fails where
  /// that is not made of symbols and constants by arithmetic, or too long.
  static mlir::FailureOr<SymbolicText> get(int64_t constant, mlir::Value value);

  static SymbolicText multiply(const SymbolicText &a, const SymbolicText &b);

  std::optional<int64_t> getConstant() const { return constant; }
  std::string str() const;

private:
  SymbolicText(std::string text) : text(std::move(text)) {}

  std::optional<int64_t> constant;
  std::string text;
};

/// The numbers of a geometry. A tensor without strides has none here.
struct GeometryText {
  llvm::SmallVector<SymbolicText> sizes, strides;
  SymbolicText offset = 0;

  /// Of what `meta.tensor` of this type is made over: a storage, a `meta.view`,
  /// a wrapper or a geometry made of parts. Fails for other views, and for a
  /// number that has no text.
  static mlir::FailureOr<GeometryText> get(mlir::Value geometry,
                                           MetaTensorType type);
};

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_SYMBOLICTEXT_H
