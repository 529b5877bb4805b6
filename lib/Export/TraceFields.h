// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of trace records that one tensor says: `MetaTensorDesc` of
// `torch._subclasses.meta_utils` and its `as_json`.

#ifndef METAUTILS_LIB_EXPORT_TRACEFIELDS_H
#define METAUTILS_LIB_EXPORT_TRACEFIELDS_H

#include "SymbolicText.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/Support/JSON.h"

namespace metautils::trace {

/// What makes a tensor more than its numbers: a geometry, seen through what is
/// said of its elements.
mlir::Value getGeometry(TensorOp tensor);

/// The geometry with the numbers that a tensor shows.
mlir::Value getOuterGeometry(TensorOp tensor);

/// The live tensors that a tensor wraps.
llvm::SmallVector<mlir::Value, 2> getInner(TensorOp tensor);

/// A part of a tensor that PyTorch makes a new tensor of at each look.
struct FreshPart {
  llvm::StringRef field;
  mlir::Value geometry;
  /// Whether it is a view of the tensor: the values of a sparse one.
  bool isView;
};

/// Those of a compressed sparse tensor, in the order of their ids.
llvm::SmallVector<FreshPart, 3> getFreshParts(TensorOp tensor);

/// Null for a tensor whose class wraps nothing.
SubclassOp getSubclass(TensorOp tensor);

bool isFunctorchWrapped(TensorOp tensor);

void write(llvm::json::OStream &json, const SymbolicText &number);
void writeList(llvm::json::OStream &json, llvm::StringRef name,
               llvm::ArrayRef<SymbolicText> numbers);

/// Where it holds: PyTorch leaves out what is not.
void writeFlag(llvm::json::OStream &json, llvm::StringRef name, bool holds);

/// What stands first in each record of a tensor.
void writeHead(llvm::json::OStream &json, int64_t id, MetaTensorType type,
               llvm::ArrayRef<SymbolicText> sizes);
/// What Python has noted.
void writeMarks(llvm::json::OStream &json, mlir::Value tensor);
void writeLayout(llvm::json::OStream &json, TensorOp tensor);
void writeFlags(llvm::json::OStream &json, TensorOp tensor);
void writeSparseDims(llvm::json::OStream &json, TensorOp tensor);
/// The class of one that wraps others, and the context that it gives.
void writeContext(llvm::json::OStream &json, TensorOp tensor);
/// That of the transform of functorch.
void writeLevel(llvm::json::OStream &json, TensorOp tensor);
void writeViewFunc(llvm::json::OStream &json, llvm::StringRef className);

/// The last name of the class of a tensor's Python object.
llvm::StringRef getClassName(TensorOp tensor);

} // namespace metautils::trace

#endif // METAUTILS_LIB_EXPORT_TRACEFIELDS_H
