// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors made of others.

#include "PythonText.h"
#include "PythonWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

void PythonWriter::printViewAs(raw_ostream &os) const {
  if (!hasWrappedViews)
    return;
  os << R"(

class ViewAs(TorchDispatchMode):
    """An alias within gives this tensor, which autograd takes for the view."""

    def __init__(self, tensor):
        super().__init__()
        self.tensors = [tensor]

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        if op is not torch.ops.aten.alias.default:  # of a size
            return op(*args, **kwargs or {})
        return self.tensors.pop()  # Autograd would copy what is still held.
)";
}

/// The context that a tensor has before it requires grad: what a view op makes
/// must have nothing to do with autograd yet.
static Attribute clearRequiresGrad(Attribute ctx) {
  auto dict = dyn_cast<metautils::DictAttr>(ctx);
  if (!dict)
    return ctx;
  auto name = StringAttr::get(ctx.getContext(), "requires_grad");
  auto values = llvm::to_vector(dict.getValues());
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), values))
    if (key == name)
      value = BoolAttr::get(ctx.getContext(), false);
  return metautils::DictAttr::get(ctx.getContext(), dict.getKeys(), values);
}

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
  Value base = findBase(op);
  bool isView = base && findCreation(op) != CreationMeta::MultiOutputNode;
  Text ctx = std::string("None");
  if (op.getCtx())
    ctx = print(isView ? clearRequiresGrad(*op.getCtx()) : *op.getCtx());
  if (failed(parts) || failed(ctx))
    return failure();
  PythonShape shape = numbers.getShape(op);
  std::string made = llvm::formatv(
      "{0}.__tensor_unflatten__({1}, {2}, torch.Size({3}), {4})", *cls, *parts,
      *ctx, printTuple(shape.sizes), printTuple(shape.strides));
  if (!isView) {
    set(op, made);
    return success();
  }
  hasWrappedViews = true;
  names.importFrom("torch.utils._python_dispatch", "TorchDispatchMode");
  std::string viewed = name(base);
  if (hasHistory(op) && !recorded.contains(base) &&
      findCreation(op) == CreationMeta::NoGradMode) {
    // It was made of a view that became a leaf.
    std::string leaf = names.add(tensorName + "_leaf");
    add(leaf + " = torch.ops.aten.alias(" + viewed + ")", {"torch.no_grad()"});
    add(leaf + ".requires_grad_()");
    viewed = leaf;
    recorded.insert(op);
  }
  setView(op, base, !hasHistory(op), {"ViewAs(" + made + ")"},
          "torch.ops.aten.alias(" + viewed + ")");
  return success();
}
