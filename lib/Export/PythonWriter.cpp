// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as a Python script: its tensors in their order.
//
//   %w = build.tensor 0 "w" {         w = torch.empty((4,),
//   ..).requires_grad_()
//     %0 = build.empty_strided
//     build.requires_grad %0
//     build.bind_storage %0 to 0 bytes 16
//     build.yield %0
//   }
//   return %w                         return {"w": w}

#include "PythonWriter.h"
#include "PythonText.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;

PythonWriter::PythonWriter(func::FuncOp function,
                           const PythonScriptOptions &options)
    : function(function), options(options), data(names),
      numbers(names, entry, lines) {
  if (options.values == PythonValues::Random)
    entry.add({}, "torch.manual_seed(0)");
  function.walk(
      [&](build::BindStorageOp op) { ++storages[op.getStorage()].numBinds; });
}

/// Steps behind all tensors are about the first one that they name.
static build::TensorOp getTensor(Operation *step) {
  if (auto tensor = step->getParentOfType<build::TensorOp>())
    return tensor;
  return step->getOperand(0).getDefiningOp<build::TensorOp>();
}

InFlightDiagnostic PythonWriter::refuse(Operation *op) {
  return op->emitOpError("expected '")
         << getTensor(op).getSource() << "' to be ";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void PythonWriter::add(std::string text, PythonContexts contexts) {
  if (tensor && tensor.getInference() &&
      !llvm::is_contained(contexts, "torch.inference_mode()"))
    contexts.insert(contexts.begin(), "torch.inference_mode()");
  if (isFake)
    contexts.insert(contexts.begin(), "fake_mode");
  lines.add(std::move(contexts), std::move(text));
}

void PythonWriter::set(Value value, std::string text, PythonContexts contexts) {
  expressions[value] = {std::move(text), std::move(contexts)};
}

bool PythonWriter::isYielded(Value value) const {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<build::YieldOp>(user) &&
           isa<build::TensorOp>(user->getParentOp());
  });
}

/// What a value is to the tensor that is made of it.
static StringRef getRole(Value value) {
  constexpr StringRef coo[] = {"indices", "values"},
                      compressed[] = {"compressed", "plain", "values"};
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    unsigned number = use.getOperandNumber();
    if (isa<build::SparseCooOp>(op))
      return coo[number];
    if (isa<build::SparseCompressedOp>(op))
      return compressed[number];
    if (isa<build::NestedOp>(op))
      return "buffer";
    if (isa<build::RequiresGradOp>(op))
      return "leaf";
  }
  return "part";
}

std::string PythonWriter::name(Value value) {
  auto found = expressions.find(value);
  if (found == expressions.end())
    return variables.at(value);
  Expression expression = std::move(found->second);
  expressions.erase(found);
  std::string name = isYielded(value)
                         ? tensorName
                         : names.add(tensorName + "_" + getRole(value).str());
  add(name + " = " + expression.text, expression.contexts);
  return variables[value] = name;
}

bool PythonWriter::isKnown(Value value) const {
  return variables.contains(value) || expressions.contains(value);
}

bool PythonWriter::isUsedLater(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *step = current->getBlock()->findAncestorOpInBlock(*user);
    return step && current->isBeforeInBlock(step);
  });
}

std::string PythonWriter::use(Value value, PythonContexts &contexts) {
  auto found = expressions.find(value);
  if (found == expressions.end() || isUsedLater(value))
    return name(value);
  Expression expression = std::move(found->second);
  expressions.erase(found);
  llvm::append_range(contexts, expression.contexts);
  return expression.text;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult PythonWriter::writeStep(Operation &op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<build::EmptyStridedOp, build::ZeroTensorOp, build::SparseCooOp,
            build::SparseCompressedOp, build::OpaqueOp, build::QuantizedOp,
            build::NestedOp>([&](auto) { return writeRoot(op); })
      .Case<build::AsStridedOp, build::AliasOp, build::ViewAsRealOp,
            build::ViewAsComplexOp, build::ValuesOp, build::ReplayOp>(
          [&](auto) { return writeView(op); })
      .Case<build::BatchedOp, build::GradTrackingOp, build::FunctionalOp,
            build::FunctionalViewOp>([&](auto) { return writeWrap(op); })
      .Case([&](build::SubclassOp wrap) { return writeSubclass(wrap); })
      .Default([&](Operation *) { return writeState(op); });
}

static bool hasSymbols(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<IndexType>);
}

/// Whether the numbers of a step are such that it can be written with them.
LogicalResult PythonWriter::checkNumbers(Operation &step) {
  WalkResult views = step.walk([&](Operation *op) {
    return op != &step && hasSymbols(op) ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  if (views.wasInterrupted())
    return refuse(&step) << "a view by numbers, got one by a symbol";
  unsigned numOperands = 0;
  for (Value operand : step.getOperands()) {
    if (!operand.getType().isIndex())
      continue;
    ++numOperands;
    const PythonNumber *number = numbers.lookup(operand);
    bool isRagged = number && !number->value && isa<build::SubclassOp>(step);
    if (!isRagged && (!number || number->value.value_or(-1) < 0))
      return refuse(&step) << "of sizes that are known, got "
                           << (number ? number->text : "a block argument");
  }
  // The strides of a strided nested tensor are its own.
  for (Type result : step.getResultTypes())
    if (auto type = dyn_cast<MetaTensorType>(result);
        type && !isa<build::NestedOp>(step) &&
        type.getNumDynamic() > numOperands)
      return refuse(&step) << "of sizes that are known, got " << type;
  return success();
}

LogicalResult PythonWriter::writeTensor(build::TensorOp op) {
  if (madeInside.contains(op))
    return success();
  tensor = op;
  tensorName = names.add(op.getSource());
  Block &body = op.getBody().front();
  isFake =
      llvm::any_of(body.getOps<build::ObjectOp>(),
                   [](build::ObjectOp object) { return object.getFake(); });
  if (isFake && !hasFakes)
    entry.add({}, "fake_mode = " +
                      names.importFrom("torch._subclasses.fake_tensor",
                                       "FakeTensorMode") +
                      "()");
  hasFakes |= isFake;
  for (Operation &step : body) {
    current = &step;
    if (failed(checkNumbers(step)))
      return failure();
    if (!llvm::all_of(step.getOperands(), [&](Value value) {
          return isKnown(value) || value.getType().isIndex() ||
                 madeInside.contains(value);
        }))
      return refuse(&step) << "made of tensors that steps give";
    if (&step != body.getTerminator() && failed(writeStep(step)))
      return failure();
  }
  Value made = cast<build::YieldOp>(body.getTerminator()).getTensor();
  variables[op] = name(made);
  if (recorded.contains(made))
    recorded.insert(op);
  lines.endBlock();
  tensor = {};
  isFake = false;
  return success();
}

/// A step behind the tensors relates two of them.
LogicalResult PythonWriter::writeLate(Operation &op) {
  if (PythonNumbers::isNumber(op))
    return numbers.write(op);
  bool isRelation =
      isa<build::GradOp, build::TangentOp, build::SharesVersionOp>(op) &&
      llvm::all_of(op.getOperands(),
                   [&](Value value) { return variables.contains(value); });
  if (isRelation)
    return writeState(op);
  return op.emitOpError("expected a program of the build dialect to print, got "
                        "an op that is no step of it");
}

LogicalResult PythonWriter::writeResults(func::ReturnOp op) {
  llvm::StringMap<StringRef> known;
  for (auto [number, result] : llvm::enumerate(op.getOperands())) {
    auto sources = function.getResultAttrOfType<ArrayAttr>(
        number, MetaDialect::kSourcesAttr);
    auto variable = variables.find(result);
    if (!sources || variable == variables.end())
      return op.emitOpError("expected a tensor with 'meta.sources' as result ")
             << number;
    for (auto source : sources.getAsRange<StringAttr>()) {
      auto [entry, isNew] = known.try_emplace(source, variable->second);
      if (!isNew && entry->second != variable->second)
        return op.emitOpError("expected one tensor of the name '")
               << source.getValue() << "' to print, got several";
      if (isNew)
        results.emplace_back(source.getValue(), variable->second);
    }
  }
  return success();
}

LogicalResult PythonWriter::write() {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expected one block of steps to print");
  findWrappedViews();
  for (Operation &op : function.getBody().front()) {
    auto result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](build::TensorOp tensor) { return writeTensor(tensor); })
            .Case([&](build::DataOp data) { return readData(data); })
            .Case([&](InterpreterOp op) { return writeInterpreter(op); })
            .Case([&](func::ReturnOp op) { return writeResults(op); })
            .Default([&](Operation *step) { return writeLate(*step); });
    if (failed(result))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

void PythonWriter::print(raw_ostream &os) const {
  os << "\"\"\"Makes tensors that were described. Written by "
        "MetaUtils.\"\"\"\n\n";
  names.printImports(os);
  data.printHelpers(os);
  printViewAs(os);
  os << "\n\ndef load_args():\n    \"\"\"The tensors by their sources.\"\"\"\n";
  entry.print(os, 1);
  if (numTransforms)
    os << "    with temporarily_clear_interpreter_stack() as transforms:\n";
  lines.print(os, numTransforms ? 2 : 1);
  for (const std::string &line : epilogue)
    os.indent(4) << line << '\n';
  os << "\n    return {\n";
  for (const auto &[source, variable] : results)
    os.indent(8) << printText(source) << ": " << variable << ",\n";
  os.indent(4) << "}\n";
  if (exits.empty())
    return;
  os << "\n\ndef leave():\n    \"\"\"Leaves what load_args() has "
        "entered.\"\"\"\n";
  for (const std::string &line : llvm::reverse(exits))
    os.indent(4) << line << '\n';
}
