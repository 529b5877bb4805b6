// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Policies as a person writes them, and as PyTorch's marks say them.

#include "metautils/Transforms/Symbolize.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace metautils;

std::optional<SizePolicy> metautils::symbolizeSizePolicy(StringRef word) {
  return llvm::StringSwitch<std::optional<SizePolicy>>(word)
      .Case("dynamic", SizePolicy::Dynamic)
      .Case("duck", SizePolicy::Duck)
      .Case("static", SizePolicy::Static)
      .Case("unbacked", SizePolicy::Unbacked)
      .Case("infer", SizePolicy::Infer)
      .Default(std::nullopt);
}

LogicalResult
SymbolPolicies::parse(StringRef text,
                      llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto [word, source] = text.split(':');
  std::optional<SizePolicy> policy = symbolizeSizePolicy(word);
  if (!policy || *policy == SizePolicy::Infer || source.empty())
    return emitError()
           << "expected a policy such as 'dynamic:x' or "
              "'static:x:0' (dynamic, duck, static, unbacked), got '"
           << text << "'";
  // A source may have a colon in it.
  auto [name, number] = source.rsplit(':');
  unsigned dim;
  if (!number.empty() && !number.getAsInteger(10, dim))
    set(name, dim, *policy);
  else
    set(source, *policy);
  return success();
}

/// Whether a mark names the dim, as in `#meta.set<[0]>`.
static bool isMarked(TensorOp tensor, StringRef name, unsigned dim) {
  for (Operation *user : tensor->getUsers()) {
    auto mark = dyn_cast<MarkOp>(user);
    auto dims = mark && mark.getName() == name
                    ? dyn_cast<SetAttr>(mark.getValue())
                    : SetAttr();
    if (dims && llvm::any_of(dims.getElements(), [&](Attribute element) {
          auto number = dyn_cast<IntegerAttr>(element);
          return number && number.getValue() == dim;
        }))
      return true;
  }
  return false;
}

/// As Dynamo reads its marks (`_automatic_dynamic`).
static std::optional<SizePolicy> findMark(TensorOp tensor, unsigned dim) {
  static constexpr std::pair<StringLiteral, SizePolicy> marks[] = {
      {"_dynamo_unbacked_indices", SizePolicy::Unbacked},
      {"_dynamo_dynamic_indices", SizePolicy::Dynamic},
      {"_dynamo_weak_dynamic_indices", SizePolicy::Dynamic},
      {"_dynamo_propagated_dynamic_indices", SizePolicy::Dynamic},
      {"_dynamo_static_indices", SizePolicy::Static}};
  for (auto [name, policy] : marks)
    if (isMarked(tensor, name, dim))
      return policy;
  return std::nullopt;
}

SmallVector<SizePolicy> SymbolPolicies::getSizes(TensorOp tensor,
                                                 const Tensor *own) const {
  SmallVector<SizePolicy> result;
  for (unsigned dim = 0; dim < tensor.getType().getRank(); ++dim) {
    std::optional<SizePolicy> policy;
    if (own) {
      auto ofDim = own->dims.find(dim);
      policy = ofDim == own->dims.end() ? own->all : ofDim->second;
    }
    if (!policy)
      policy = findMark(tensor, dim);
    result.push_back(policy.value_or(sizes));
  }
  return result;
}
