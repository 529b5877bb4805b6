// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of a base, made so that autograd takes them for what they were.
//
//   build.as_strided %pool offset 2 no_grad    with torch.no_grad():
//   build.creation %0 no_grad_mode                 k = pool[2:6]

#include "PythonText.h"
#include "PythonViewText.h"
#include "PythonWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

CreationMeta metautils::findCreation(Value view) {
  for (Operation *user : view.getUsers())
    if (auto creation = dyn_cast<build::CreationOp>(user))
      return creation.getCreation();
  return CreationMeta::Default;
}

Value metautils::findBase(Value tensor) {
  for (Operation *user : tensor.getUsers())
    if (auto view = dyn_cast<build::ViewOfOp>(user);
        view && view.getTensor() == tensor)
      return view.getOther();
  return {};
}

bool metautils::hasHistory(Value tensor) {
  return llvm::any_of(tensor.getUsers(), llvm::IsaPred<build::DelayedErrorOp>);
}

static int64_t findOutput(Value view) {
  for (Operation *user : view.getUsers())
    if (auto error = dyn_cast<build::DelayedErrorOp>(user))
      return error.getOutput();
  return 0;
}

/// What a tensor is that is used in place of another: a leaf that a view, which
/// is none, is made of.
static Value followLeaf(Value value) {
  for (Operation *user : value.getUsers())
    if (isa<build::AsStridedOp, build::ReplayOp>(user))
      return user->getResult(0);
  return value;
}

/// `output` is which of its outputs the last op of the text has given, if it
/// gives several.
void PythonWriter::setView(Value view, Value base, bool noGrad,
                           PythonContexts contexts, std::string text,
                           std::optional<int64_t> output) {
  CreationMeta creation = findCreation(followLeaf(view));
  // Of a view in between there is more to know than of a tensor.
  CreationMeta natural = creations.lookup(base);
  if (!noGrad) {
    if (recorded.contains(base))
      recorded.insert(view);
  } else if (creation == CreationMeta::InferenceMode) {
    contexts.push_back("torch.inference_mode()");
    natural = creation;
  } else if (recorded.contains(base) || creation == CreationMeta::NoGradMode) {
    contexts.push_back("torch.no_grad()");
    natural = CreationMeta::NoGradMode;
  }
  int64_t needed = findOutput(view);
  bool isPart = needed != 0 || creation == CreationMeta::MultiOutputNode;
  if (output ? !noGrad && *output != needed : isPart) {
    // One of several: the same one so many times.
    SmallVector<PythonNumber> sizes = {PythonNumber::get(needed + 1)};
    llvm::append_range(sizes, numbers.getShape(view).sizes);
    text +=
        needed == 0 ? ".unsqueeze(0)" : ".expand(" + printTuple(sizes) + ")";
    text += ".unbind()[" + std::to_string(needed) + "]";
    output = needed;
  }
  if (output && natural == CreationMeta::Default)
    natural = CreationMeta::MultiOutputNode;
  creations[view] = natural;
  set(view, std::move(text), std::move(contexts));
}

//===----------------------------------------------------------------------===//
// Dense views
//===----------------------------------------------------------------------===//

LogicalResult PythonWriter::writeAsStrided(build::AsStridedOp op) {
  MetaTensorType type = op.getType();
  if (failed(checkStrided(op, type)))
    return failure();
  PythonContexts contexts;
  std::string base = use(op.getBase(), contexts);
  // Of memory in one piece, whose place is known.
  Value whole = op.getBase();
  if (auto alias = whole.getDefiningOp<build::AliasOp>())
    whole = alias.getBase();
  Value made = findMade(whole);
  build::BindStorageOp bind = findBind(made);
  bool isKnown = bind && isPlain(made) && bind.getDynamic().empty() &&
                 op.getDynamic().empty() &&
                 op.getBase().getType().getNumDynamic() == 0;
  PythonNumber offset = ShapedType::isDynamic(op.getOffset())
                            ? numbers.getOperands(op).back()
                            : PythonNumber::get(op.getOffset());
  std::string text =
      isKnown ? printStridedView(base, op.getBase().getType(), bind.getOffset(),
                                 type, op.getOffset())
              : printAsStrided(base, numbers.getShape(op), offset);
  setView(op, op.getBase(), op.getNoGrad(), contexts, text);
  return success();
}

void PythonWriter::writePlainView(Operation &op) {
  PythonContexts contexts;
  Value base = op.getOperand(0), view = op.getResult(0);
  std::string text = use(base, contexts);
  bool noGrad = false;
  auto wrap = [&](auto viewOp, StringRef open, StringRef close) {
    noGrad = viewOp.getNoGrad();
    text = (open + text + close).str();
  };
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](build::AliasOp alias) {
        wrap(alias, "torch.ops.aten.alias(", ")");
      })
      .Case([&](build::ViewAsRealOp real) {
        wrap(real, "torch.view_as_real(", ")");
      })
      .Case([&](build::ViewAsComplexOp complex) {
        wrap(complex, "torch.view_as_complex(", ")");
      })
      .Case([&](build::ValuesOp values) { wrap(values, "", ".values()"); });
  setView(view, base, noGrad, contexts, text);
}

//===----------------------------------------------------------------------===//
// Views that autograd has recorded
//===----------------------------------------------------------------------===//

/// The views of a region from the base on; others of it lead nowhere.
static SmallVector<OpResult> getChain(Block &views, Value base) {
  auto yield = cast<build::YieldOp>(views.getTerminator());
  SmallVector<OpResult> chain;
  for (Value view = yield.getTensor(); view != base;
       view = view.getDefiningOp()->getOperand(0))
    chain.push_back(cast<OpResult>(view));
  return llvm::to_vector(llvm::reverse(chain));
}

static bool givesSeveral(OpResult view) {
  return isa<SplitOp, UnbindOp>(view.getOwner());
}

std::string PythonWriter::printReplay(Block &views, Value base,
                                      std::string text) {
  SmallVector<OpResult> chain = getChain(views, base);
  if (chain.empty())
    return "torch.ops.aten.alias(" + text + ")";
  for (OpResult view : chain) {
    text = printView(view.getOwner(), text);
    if (givesSeveral(view))
      text += "[" + std::to_string(view.getResultNumber()) + "]";
  }
  return text;
}

void PythonWriter::writeReplay(build::ReplayOp op) {
  Block &views = op.getBody().front();
  PythonContexts contexts;
  std::string base = use(op.getBase(), contexts);
  SmallVector<OpResult> chain = getChain(views, op.getBase());
  std::optional<int64_t> output;
  if (!chain.empty() && givesSeveral(chain.back()))
    output = chain.back().getResultNumber();
  setView(op, op.getBase(), op.getNoGrad(), contexts,
          printReplay(views, op.getBase(), base), output);
}

LogicalResult PythonWriter::writeView(Operation &op) {
  if (auto view = dyn_cast<build::AsStridedOp>(op))
    return writeAsStrided(view);
  if (auto view = dyn_cast<build::ReplayOp>(op))
    writeReplay(view);
  else
    writePlainView(op);
  return success();
}
