// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers to queries of tensors whose geometry becomes known.

#ifndef METAUTILS_LIB_TRANSFORMS_QUERYANSWERS_H
#define METAUTILS_LIB_TRANSFORMS_QUERYANSWERS_H

#include "metautils/Layout/SymInt.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace metautils {

class QueryAnswers {
public:
  /// Puts a number of the geometry in the place of each query of `tensor` and
  /// of the live tensors that are of it.
  void answer(mlir::Value tensor, const Geometry &geometry,
              mlir::OpBuilder &builder);

  /// Whether `user` is a query that needs its tensor no more.
  bool isAnswered(mlir::Operation *user) const;

  /// Erases what has an answer, and hands each tensor that was asked to
  /// `released`. It is there until now: a geometry mapped before may have a
  /// query among its numbers, and put it to use again.
  void eraseAnswered(llvm::function_ref<void(mlir::Value)> released);

private:
  mlir::Value getLatest(mlir::Value answer) const;

  llvm::MapVector<mlir::Value, mlir::Value> answers;
};

} // namespace metautils

#endif // METAUTILS_LIB_TRANSFORMS_QUERYANSWERS_H
