// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ATen's view ops as those of the meta dialect. The arguments of each are read
// in the order of its schema.

#include "ViewOps.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace metautils;

namespace {
/// Makes the op of one call. A number that is not known makes it fail as a
/// whole.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location location, Value base,
          const ViewCall &call)
      : builder(builder), location(location), base(base), call(call) {}

  /// A number; `absent` where the argument is None.
  int64_t number(size_t index, int64_t absent = 0) {
    const c10::IValue &value = call.arguments[index];
    if (value.isNone())
      return absent;
    if (value.isInt())
      return value.toInt();
    return known(value.toSymInt());
  }

  std::optional<int64_t> optional(size_t index) {
    if (call.arguments[index].isNone())
      return std::nullopt;
    return number(index);
  }

  SmallVector<int64_t> list(size_t index) {
    const c10::IValue &value = call.arguments[index];
    SmallVector<int64_t> numbers;
    if (value.isInt()) {
      numbers.push_back(value.toInt());
    } else if (value.isIntList()) {
      for (int64_t item : value.toIntList())
        numbers.push_back(item);
    } else {
      for (const c10::SymInt &item : value.toSymIntVector())
        numbers.push_back(known(item));
    }
    return numbers;
  }

  /// Counted from 0; `added` is 1 where the result has one more.
  int64_t dim(size_t index, int64_t added = 0) {
    return fromFront(number(index), added);
  }

  SmallVector<int64_t> dims(size_t index) {
    SmallVector<int64_t> numbers = list(index);
    for (int64_t &number : numbers)
      number = fromFront(number, 0);
    return numbers;
  }

  Type elementType(size_t index) {
    return builder.getContext()
        ->getLoadedDialect<MetaDialect>()
        ->getDtypes()
        .getType(static_cast<Dtype>(call.arguments[index].toScalarType()));
  }

  int64_t size(int64_t dim) { return getType().getDimSize(dim); }
  int64_t rank() { return getType().getRank(); }

  template <typename OpT, typename... Args>
  Value create(Args &&...args) {
    if (!allKnown)
      return {};
    auto op = OpT::create(builder, location, base, std::forward<Args>(args)...);
    return op->getResult(call.output);
  }

private:
  MetaTensorType getType() { return cast<MetaTensorType>(base.getType()); }

  int64_t known(const c10::SymInt &value) {
    std::optional<int64_t> number = value.maybe_as_int();
    allKnown &= number.has_value();
    return number.value_or(0);
  }

  int64_t fromFront(int64_t dim, int64_t added) {
    return dim < 0 ? dim + rank() + added : dim;
  }

  OpBuilder &builder;
  Location location;
  Value base;
  const ViewCall &call;
  bool allKnown = true;
};
} // namespace

static constexpr int64_t unboundedEnd = std::numeric_limits<int64_t>::max();

/// The parts of `split(size, dim)`.
static SmallVector<int64_t> getSplitSizes(int64_t total, int64_t size) {
  SmallVector<int64_t> sizes;
  for (int64_t rest = total; rest > 0 && size > 0; rest -= sizes.back())
    sizes.push_back(std::min(rest, size));
  if (sizes.empty())
    sizes.push_back(0);
  return sizes;
}

using EmitFn = Value (*)(Emitter &);

static const llvm::StringMap<EmitFn> &getViewOps() {
  static const auto *ops = new llvm::StringMap<EmitFn>{
      {"aten::alias", [](Emitter &e) { return e.create<AliasOp>(); }},
      {"aten::detach", [](Emitter &e) { return e.create<AliasOp>(); }},
      {"aten::as_strided",
       [](Emitter &e) {
         return e.create<AsStridedOp>(e.list(0), e.list(1), e.optional(2),
                                      ValueRange());
       }},
      {"aten::diagonal",
       [](Emitter &e) {
         return e.create<DiagonalOp>(e.dim(1), e.dim(2), e.number(0));
       }},
      {"aten::expand",
       [](Emitter &e) { return e.create<ExpandOp>(e.list(0), ValueRange()); }},
      {"aten::permute",
       [](Emitter &e) { return e.create<PermuteOp>(e.dims(0)); }},
      {"aten::select.int",
       [](Emitter &e) {
         return e.create<SelectOp>(e.dim(0), e.number(1), ValueRange());
       }},
      {"aten::slice.Tensor",
       [](Emitter &e) {
         return e.create<SliceOp>(e.dim(0), e.number(1),
                                  e.number(2, unboundedEnd), e.number(3),
                                  ValueRange());
       }},
      {"aten::split.Tensor",
       [](Emitter &e) {
         int64_t dim = e.dim(1);
         return e.create<SplitOp>(dim, getSplitSizes(e.size(dim), e.number(0)),
                                  ValueRange());
       }},
      {"aten::split_with_sizes",
       [](Emitter &e) {
         return e.create<SplitOp>(e.dim(1), e.list(0), ValueRange());
       }},
      {"aten::squeeze",
       [](Emitter &e) { return e.create<SqueezeOp>(ArrayRef<int64_t>()); }},
      // One dimension, which a scalar does not have.
      {"aten::squeeze.dim",
       [](Emitter &e) {
         return e.rank() == 0 ? e.create<AliasOp>()
                              : e.create<SqueezeOp>(e.dims(0));
       }},
      {"aten::squeeze.dims",
       [](Emitter &e) {
         SmallVector<int64_t> dims = e.dims(0);
         return dims.empty() || e.rank() == 0 ? e.create<AliasOp>()
                                              : e.create<SqueezeOp>(dims);
       }},
      {"aten::t",
       [](Emitter &e) {
         return e.rank() < 2 ? e.create<AliasOp>()
                             : e.create<TransposeOp>(0, 1);
       }},
      {"aten::transpose.int",
       [](Emitter &e) {
         return e.rank() == 0 ? e.create<AliasOp>()
                              : e.create<TransposeOp>(e.dim(0), e.dim(1));
       }},
      {"aten::unbind.int",
       [](Emitter &e) { return e.create<UnbindOp>(e.dim(0)); }},
      {"aten::unfold",
       [](Emitter &e) {
         return e.create<UnfoldOp>(e.dim(0), e.number(1), e.number(2));
       }},
      {"aten::unsqueeze",
       [](Emitter &e) { return e.create<UnsqueezeOp>(e.dim(0, /*added=*/1)); }},
      {"aten::_unsafe_view",
       [](Emitter &e) { return e.create<ReshapeOp>(e.list(0), ValueRange()); }},
      {"aten::view",
       [](Emitter &e) { return e.create<ReshapeOp>(e.list(0), ValueRange()); }},
      {"aten::view.dtype",
       [](Emitter &e) { return e.create<BitcastOp>(e.elementType(0)); }},
      {"aten::view_as_complex",
       [](Emitter &e) { return e.create<ViewAsComplexOp>(); }},
      {"aten::view_as_real",
       [](Emitter &e) { return e.create<ViewAsRealOp>(); }},
      {"aten::_conj", [](Emitter &e) { return e.create<ConjOp>(); }},
      {"aten::_neg_view", [](Emitter &e) { return e.create<NegOp>(); }},
  };
  return *ops;
}

/// Functionalization may replay a view as its copying twin: `view` as
/// `view_copy`.
static std::string getViewName(StringRef name) {
  auto [op, overload] = name.split('.');
  op.consume_back("_copy");
  return overload.empty() ? op.str() : (op + "." + overload).str();
}

Value metautils::emitViewCall(OpBuilder &builder, Location location, Value base,
                              const ViewCall &call) {
  EmitFn emit = getViewOps().lookup(getViewName(call.name));
  if (!emit)
    return {};
  Emitter emitter(builder, location, base, call);
  return emit(emitter);
}
