// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views as calls of Python.

#include "PythonViewText.h"
#include "PythonText.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/ViewRecovery.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// View ops
//===----------------------------------------------------------------------===//

/// PyTorch makes nothing new of an index that says nothing.
static std::string printSlice(StringRef base, int64_t dim, int64_t start,
                              int64_t end, int64_t step) {
  constexpr int64_t last = std::numeric_limits<int64_t>::max();
  if (start == 0 && end == last && step == 1)
    return llvm::formatv("torch.ops.aten.slice({0}, {1})", base, dim);
  std::string index;
  for (int64_t before = 0; before < dim; ++before)
    index += ":, ";
  if (start != 0)
    index += std::to_string(start);
  index += ":";
  if (end != last)
    index += std::to_string(end);
  if (step != 1)
    index += ":" + std::to_string(step);
  return (base + "[" + index + "]").str();
}

std::string metautils::printView(Operation *op, StringRef base) {
  auto call = [&](StringRef function, ArrayRef<int64_t> numbers) {
    return (base + "." + function + "(" + printList(numbers) + ")").str();
  };
  auto callOn = [&](StringRef function) {
    return (function + "(" + base + ")").str();
  };
  auto callWith = [&](StringRef function, ArrayRef<int64_t> list) {
    return (base + "." + function + "(" + printTuple(list) + ")").str();
  };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](AliasOp) { return callOn("torch.ops.aten.alias"); })
      .Case([&](CastOp) { return base.str(); })
      .Case([&](PermuteOp view) {
        return callWith("permute", view.getPermutation());
      })
      .Case([&](TransposeOp view) {
        return call("transpose", {view.getDim0(), view.getDim1()});
      })
      .Case([&](SqueezeOp view) {
        return view.getDims().empty() ? call("squeeze", {})
                                      : callWith("squeeze", view.getDims());
      })
      .Case([&](UnsqueezeOp view) { return call("unsqueeze", view.getDim()); })
      .Case([&](DiagonalOp view) {
        return call("diagonal",
                    {view.getOffset(), view.getDim0(), view.getDim1()});
      })
      .Case([&](SliceOp view) {
        return printSlice(base, view.getDim(), view.getStart(), view.getEnd(),
                          view.getStep());
      })
      .Case([&](NarrowOp view) {
        return call("narrow",
                    {view.getDim(), view.getStart(), view.getLength()});
      })
      .Case([&](SelectOp view) {
        return call("select", {view.getDim(), view.getIndex()});
      })
      .Case([&](ExpandOp view) { return callWith("expand", view.getSizes()); })
      .Case([&](ReshapeOp view) { return callWith("view", view.getSizes()); })
      .Case([&](UnflattenOp view) {
        return llvm::formatv("{0}.unflatten({1}, {2})", base, view.getDim(),
                             printTuple(view.getSizes()))
            .str();
      })
      .Case([&](UnfoldOp view) {
        return call("unfold", {view.getDim(), view.getSize(), view.getStep()});
      })
      .Case([&](AsStridedOp view) {
        std::string offset =
            view.getOffset() ? ", " + std::to_string(*view.getOffset()) : "";
        return llvm::formatv("{0}.as_strided({1}, {2}{3})", base,
                             printTuple(view.getSizes()),
                             printTuple(view.getStrides()), offset)
            .str();
      })
      .Case([&](ViewOp view) {
        return printAsStrided(base, view.getType(), view.getOffset());
      })
      .Case([&](BitcastOp view) {
        return (base + ".view(" + printDtype(view.getElementType()) + ")")
            .str();
      })
      .Case([&](ViewAsRealOp) { return callOn("torch.view_as_real"); })
      .Case([&](ViewAsComplexOp) { return callOn("torch.view_as_complex"); })
      .Case([&](RealOp) { return callOn("torch.real"); })
      .Case([&](ImagOp) { return callOn("torch.imag"); })
      .Case([&](ConjOp) { return callOn("torch._conj"); })
      .Case([&](NegOp) { return callOn("torch._neg_view"); })
      .Case([&](SplitOp view) {
        return llvm::formatv("{0}.split({1}, {2})", base,
                             printTuple(view.getSizes()), view.getDim())
            .str();
      })
      .Case([&](UnbindOp view) { return call("unbind", view.getDim()); });
}

//===----------------------------------------------------------------------===//
// Strided views
//===----------------------------------------------------------------------===//

std::string metautils::printAsStrided(StringRef base, const PythonShape &shape,
                                      const PythonNumber &offset) {
  return llvm::formatv("{0}.as_strided({1}, {2}, {3})", base,
                       printTuple(shape.sizes), printTuple(shape.strides),
                       offset.text);
}

std::string metautils::printAsStrided(StringRef base, MetaTensorType type,
                                      int64_t offset) {
  auto get = [](ArrayRef<int64_t> numbers) {
    return llvm::map_range(numbers, &PythonNumber::get);
  };
  PythonShape shape;
  llvm::append_range(shape.sizes, get(type.getShape()));
  llvm::append_range(shape.strides, get(type.getStrides()));
  return printAsStrided(base, shape, PythonNumber::get(offset));
}

static std::string printStep(const ViewStep &step, StringRef base) {
  auto call = [&](StringRef function, std::string arguments) {
    return (base + "." + function + "(" + arguments + ")").str();
  };
  switch (step.kind) {
  case ViewStep::Kind::Slice:
    return printSlice(base, step.dim, step.start, step.end, step.step);
  case ViewStep::Kind::Select:
    return call("select", printList({step.dim, step.start}));
  case ViewStep::Kind::Transpose:
    return call("transpose", printList({step.dim, step.otherDim}));
  case ViewStep::Kind::Permute:
    return call("permute", printTuple(step.list));
  case ViewStep::Kind::Unsqueeze:
    return call("unsqueeze", std::to_string(step.dim));
  case ViewStep::Kind::Expand:
    return call("expand", printTuple(step.list));
  case ViewStep::Kind::Reshape:
    return call("view", printTuple(step.list));
  case ViewStep::Kind::Unfold:
    return call("unfold", printList({step.dim, step.end, step.step}));
  case ViewStep::Kind::Diagonal:
    return call("diagonal", printList({step.start, step.dim, step.otherDim}));
  }
  llvm_unreachable("all are printed above");
}

static Geometry getGeometry(MetaTensorType type, int64_t offset) {
  Geometry geometry;
  llvm::append_range(geometry.sizes, type.getShape());
  llvm::append_range(geometry.strides, type.getStrides());
  geometry.offset = offset;
  return geometry;
}

std::string metautils::printStridedView(StringRef base, MetaTensorType baseType,
                                        int64_t baseOffset, MetaTensorType type,
                                        int64_t offset) {
  constexpr size_t few = 3;
  std::optional<ViewSteps> steps = recoverViews(
      getGeometry(baseType, baseOffset), getGeometry(type, offset));
  if (!steps || steps->empty() || steps->size() > few)
    return printAsStrided(base, type, offset);
  std::string text = base.str();
  for (const ViewStep &step : *steps)
    text = printStep(step, text);
  return text;
}
