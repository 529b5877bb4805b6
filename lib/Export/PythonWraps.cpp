// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors made of others.

#include "PythonText.h"
#include "PythonWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

LogicalResult PythonWriter::writeSubclass(build::SubclassOp op) {
  MetaTensorType type = op.getType();
  if (failed(checkStrided(op, type)))
    return failure();
  if (op.getByAttribute())
    return refuse(op) << "of a class that says what it wraps "
                         "(__tensor_flatten__), got '"
                      << op.getClassName() << "'";
  Text cls = data.import(op.getClassName(), [&] { return refuse(op); });
  if (failed(cls))
    return failure();
  auto inner = llvm::map_to_vector(op.getInner(),
                                   [&](Value value) { return name(value); });
  auto print = [&](Attribute attribute) {
    return data.print(attribute, inner,
                      [&] { return refuse(op) << "unflattened from "; });
  };
  Text parts = print(op.getParts());
  Text ctx = op.getCtx() ? print(*op.getCtx()) : Text(std::string("None"));
  if (failed(parts) || failed(ctx))
    return failure();
  set(op,
      llvm::formatv("{0}.__tensor_unflatten__({1}, {2}, torch.Size({3}), {4})",
                    *cls, *parts, *ctx, printTuple(type.getShape()),
                    printTuple(type.getStrides())));
  return success();
}
