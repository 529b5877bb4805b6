// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View ops of the meta dialect run with ATen: the inverse of ViewOps.cpp, which
// reads ATen's calls.

#include "ProgramStep.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/Functions.h>

using namespace mlir;
using namespace metautils;

static at::IntArrayRef toList(ArrayRef<int64_t> list) {
  return {list.data(), list.size()};
}

// Sizes are constants: a region of a program has no `index` to give one.

static at::Tensor runView(AliasOp, const at::Tensor &base) {
  return at::alias(base);
}
static at::Tensor runView(CastOp, const at::Tensor &base) { return base; }
static at::Tensor runView(PermuteOp op, const at::Tensor &base) {
  return base.permute(toList(op.getPermutation()));
}
static at::Tensor runView(TransposeOp op, const at::Tensor &base) {
  return base.transpose(op.getDim0(), op.getDim1());
}
/// No dimension stands for all.
static at::Tensor runView(SqueezeOp op, const at::Tensor &base) {
  return op.getDims().empty() ? base.squeeze()
                              : base.squeeze(toList(op.getDims()));
}
static at::Tensor runView(UnsqueezeOp op, const at::Tensor &base) {
  return base.unsqueeze(op.getDim());
}
static at::Tensor runView(DiagonalOp op, const at::Tensor &base) {
  return base.diagonal(op.getOffset(), op.getDim0(), op.getDim1());
}
static at::Tensor runView(SliceOp op, const at::Tensor &base) {
  return base.slice(op.getDim(), op.getStart(), op.getEnd(), op.getStep());
}
static at::Tensor runView(NarrowOp op, const at::Tensor &base) {
  return base.narrow(op.getDim(), op.getStart(), op.getLength());
}
static at::Tensor runView(SelectOp op, const at::Tensor &base) {
  return base.select(op.getDim(), op.getIndex());
}
static at::Tensor runView(ExpandOp op, const at::Tensor &base) {
  return base.expand(toList(op.getSizes()));
}
static at::Tensor runView(ReshapeOp op, const at::Tensor &base) {
  return base.view(toList(op.getSizes()));
}
static at::Tensor runView(UnflattenOp op, const at::Tensor &base) {
  return base.unflatten(op.getDim(), toList(op.getSizes()));
}
static at::Tensor runView(UnfoldOp op, const at::Tensor &base) {
  return base.unfold(op.getDim(), op.getSize(), op.getStep());
}
static at::Tensor runView(AsStridedOp op, const at::Tensor &base) {
  return base.as_strided(toList(op.getSizes()), toList(op.getStrides()),
                         op.getOffset());
}
static at::Tensor runView(ViewOp op, const at::Tensor &base) {
  return base.as_strided(toList(op.getType().getShape()),
                         toList(op.getType().getStrides()), op.getOffset());
}
static at::Tensor runView(BitcastOp op, const at::Tensor &base) {
  return base.view(static_cast<at::ScalarType>(*getDtype(op.getElementType())));
}
static at::Tensor runView(ViewAsRealOp, const at::Tensor &base) {
  return at::view_as_real(base);
}
static at::Tensor runView(ViewAsComplexOp, const at::Tensor &base) {
  return at::view_as_complex(base);
}
static at::Tensor runView(RealOp, const at::Tensor &base) {
  return at::real(base);
}
static at::Tensor runView(ImagOp, const at::Tensor &base) {
  return at::imag(base);
}
static at::Tensor runView(ConjOp, const at::Tensor &base) {
  return base._conj();
}
static at::Tensor runView(NegOp, const at::Tensor &base) {
  return base._neg_view();
}

static std::vector<at::Tensor> runViews(Operation &op, const at::Tensor &base) {
  return llvm::TypeSwitch<Operation *, std::vector<at::Tensor>>(&op)
      .Case([&](SplitOp split) {
        return base.split_with_sizes(toList(split.getSizes()), split.getDim());
      })
      .Case([&](UnbindOp unbind) { return base.unbind(unbind.getDim()); })
      .Case<AliasOp, CastOp, PermuteOp, TransposeOp, SqueezeOp, UnsqueezeOp,
            DiagonalOp, SliceOp, NarrowOp, SelectOp, ExpandOp, ReshapeOp,
            UnflattenOp, UnfoldOp, AsStridedOp, ViewOp, BitcastOp, ViewAsRealOp,
            ViewAsComplexOp, RealOp, ImagOp, ConjOp, NegOp>(
          [&](auto view) { return std::vector{runView(view, base)}; });
}

at::Tensor metautils::replayViews(Block &views, const at::Tensor &base) {
  llvm::DenseMap<Value, at::Tensor> made;
  for (Operation &op : views.without_terminator()) {
    auto over = made.find(op.getOperand(0));
    std::vector<at::Tensor> results =
        runViews(op, over == made.end() ? base : over->second);
    TORCH_CHECK(results.size() == op.getNumResults(), "expected ",
                op.getNumResults(), " views, got ", results.size());
    for (auto [result, tensor] : llvm::zip_equal(op.getResults(), results))
      made[result] = tensor;
  }
  // Where all views have folded into the base, one is left.
  auto yield = cast<build::YieldOp>(views.getTerminator());
  auto result = made.find(yield.getTensor());
  return result == made.end() ? at::alias(base) : result->second;
}
