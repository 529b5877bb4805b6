// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View ops of the meta dialect run with ATen: the inverse of ViewOps.cpp, which
// reads ATen's calls.

#include "ProgramStep.h"

#include "llvm/ADT/TypeSwitch.h"

#include <ATen/Functions.h>

using namespace mlir;
using namespace metautils;

namespace {
/// The numbers of one op, asked for in the order of its syntax: that of the
/// operands of those that are dynamic.
class Numbers {
public:
  using Get = llvm::function_ref<c10::SymInt(Value)>;

  Numbers(Operation &op, Get get) : next(op.getOperands().begin()), get(get) {
    ++next; // The base.
  }

  c10::SymInt fill(int64_t number) {
    return ShapedType::isDynamic(number) ? get(*next++) : c10::SymInt(number);
  }
  std::vector<c10::SymInt> fill(ArrayRef<int64_t> list) {
    std::vector<c10::SymInt> filled;
    for (int64_t number : list)
      filled.push_back(fill(number));
    return filled;
  }

private:
  OperandRange::iterator next;
  Get get;
};
} // namespace

static at::Tensor runView(AliasOp, const at::Tensor &base, Numbers) {
  return at::alias(base);
}
static at::Tensor runView(CastOp, const at::Tensor &base, Numbers) {
  return base;
}
static at::Tensor runView(PermuteOp op, const at::Tensor &base, Numbers) {
  return base.permute(toList(op.getPermutation()));
}
static at::Tensor runView(TransposeOp op, const at::Tensor &base, Numbers) {
  return base.transpose(op.getDim0(), op.getDim1());
}
/// No dimension stands for all.
static at::Tensor runView(SqueezeOp op, const at::Tensor &base, Numbers) {
  return op.getDims().empty() ? base.squeeze()
                              : base.squeeze(toList(op.getDims()));
}
static at::Tensor runView(UnsqueezeOp op, const at::Tensor &base, Numbers) {
  return base.unsqueeze(op.getDim());
}
static at::Tensor runView(DiagonalOp op, const at::Tensor &base, Numbers) {
  return base.diagonal(op.getOffset(), op.getDim0(), op.getDim1());
}
static at::Tensor runView(SliceOp op, const at::Tensor &base, Numbers numbers) {
  c10::SymInt start = numbers.fill(op.getStart());
  c10::SymInt end = numbers.fill(op.getEnd());
  return base.slice_symint(op.getDim(), start, end, numbers.fill(op.getStep()));
}
static at::Tensor runView(NarrowOp op, const at::Tensor &base,
                          Numbers numbers) {
  c10::SymInt start = numbers.fill(op.getStart());
  return base.narrow_symint(op.getDim(), start, numbers.fill(op.getLength()));
}
static at::Tensor runView(SelectOp op, const at::Tensor &base,
                          Numbers numbers) {
  return base.select_symint(op.getDim(), numbers.fill(op.getIndex()));
}
static at::Tensor runView(ExpandOp op, const at::Tensor &base,
                          Numbers numbers) {
  return base.expand_symint(numbers.fill(op.getSizes()));
}
static at::Tensor runView(ReshapeOp op, const at::Tensor &base,
                          Numbers numbers) {
  return base.view_symint(numbers.fill(op.getSizes()));
}
static at::Tensor runView(UnflattenOp op, const at::Tensor &base,
                          Numbers numbers) {
  return base.unflatten_symint(op.getDim(), numbers.fill(op.getSizes()));
}
static at::Tensor runView(UnfoldOp op, const at::Tensor &base, Numbers) {
  return base.unfold(op.getDim(), op.getSize(), op.getStep());
}
static at::Tensor runView(AsStridedOp op, const at::Tensor &base,
                          Numbers numbers) {
  std::vector<c10::SymInt> sizes = numbers.fill(op.getSizes());
  std::vector<c10::SymInt> strides = numbers.fill(op.getStrides());
  std::optional<c10::SymInt> offset;
  if (op.getOffset())
    offset = numbers.fill(*op.getOffset());
  return base.as_strided_symint(sizes, strides, offset);
}
static at::Tensor runView(ViewOp op, const at::Tensor &base, Numbers numbers) {
  std::vector<c10::SymInt> sizes = numbers.fill(op.getType().getShape());
  std::vector<c10::SymInt> strides;
  if (op.getType().isContiguous())
    strides = fillContiguousStrides(sizes);
  else
    strides = numbers.fill(op.getType().getStrides());
  return base.as_strided_symint(sizes, strides, numbers.fill(op.getOffset()));
}
static at::Tensor runView(BitcastOp op, const at::Tensor &base, Numbers) {
  return base.view(static_cast<at::ScalarType>(*getDtype(op.getElementType())));
}
static at::Tensor runView(ViewAsRealOp, const at::Tensor &base, Numbers) {
  return at::view_as_real(base);
}
static at::Tensor runView(ViewAsComplexOp, const at::Tensor &base, Numbers) {
  return at::view_as_complex(base);
}
static at::Tensor runView(RealOp, const at::Tensor &base, Numbers) {
  return at::real(base);
}
static at::Tensor runView(ImagOp, const at::Tensor &base, Numbers) {
  return at::imag(base);
}
static at::Tensor runView(ConjOp, const at::Tensor &base, Numbers) {
  return base._conj();
}
static at::Tensor runView(NegOp, const at::Tensor &base, Numbers) {
  return base._neg_view();
}

static std::vector<at::Tensor> runViews(Operation &op, const at::Tensor &base,
                                        Numbers numbers) {
  return llvm::TypeSwitch<Operation *, std::vector<at::Tensor>>(&op)
      .Case([&](SplitOp split) {
        return base.split_with_sizes_symint(numbers.fill(split.getSizes()),
                                            split.getDim());
      })
      .Case([&](UnbindOp unbind) { return base.unbind(unbind.getDim()); })
      .Case<AliasOp, CastOp, PermuteOp, TransposeOp, SqueezeOp, UnsqueezeOp,
            DiagonalOp, SliceOp, NarrowOp, SelectOp, ExpandOp, ReshapeOp,
            UnflattenOp, UnfoldOp, AsStridedOp, ViewOp, BitcastOp, ViewAsRealOp,
            ViewAsComplexOp, RealOp, ImagOp, ConjOp, NegOp>(
          [&](auto view) { return std::vector{runView(view, base, numbers)}; });
}

at::Tensor metautils::replayViews(Block &views, const at::Tensor &base,
                                  Numbers::Get getNumber) {
  llvm::DenseMap<Value, at::Tensor> made;
  for (Operation &op : views.without_terminator()) {
    auto over = made.find(op.getOperand(0));
    std::vector<at::Tensor> results = runViews(
        op, over == made.end() ? base : over->second, Numbers(op, getNumber));
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
