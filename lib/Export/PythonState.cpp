// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is told to a tensor that is there: its history, its bits, its relations
// to others, and its Python object.

#include "PythonText.h"
#include "PythonViewText.h"
#include "PythonWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

bool PythonWriter::isPlain(Value value) {
  return isa_and_present<build::EmptyStridedOp>(value.getDefiningOp());
}

/// Whether `torch.nn.Parameter` makes a tensor what it is.
bool PythonWriter::isNewParameter(Value value) {
  auto isParameter = [](Operation *user) {
    auto object = dyn_cast<build::ObjectOp>(user);
    return object && object.getParameter() && object.getClassName().empty();
  };
  return isPlain(value) && !hasHistory(value) &&
         llvm::any_of(value.getUsers(), isParameter);
}

//===----------------------------------------------------------------------===//
// Autograd
//===----------------------------------------------------------------------===//

/// Said at once of what is made outside of all modes.
void PythonWriter::requireGrad(Value value) {
  auto found = expressions.find(value);
  if (found != expressions.end() && found->second.contexts.empty())
    found->second.text += ".requires_grad_()";
  else
    add(name(value) + ".requires_grad_()");
}

/// A parameter says it otherwise.
void PythonWriter::writeRequiresGrad(build::RequiresGradOp op) {
  Value value = op.getTensor();
  recorded.insert(value);
  if (!isNewParameter(value))
    requireGrad(value);
}

/// The last of so many outputs of an op that cannot run backwards. A view is
/// made as such an output.
LogicalResult PythonWriter::writeDelayedError(build::DelayedErrorOp op) {
  Value value = op.getTensor();
  if (creations.contains(value)) {
    if (recorded.contains(value))
      return success();
    return refuse(op) << "a view of what autograd records, got one of a leaf "
                         "that it does not";
  }
  recorded.insert(value);
  requireGrad(value);
  std::string tensor = name(value);
  constexpr llvm::StringLiteral error = "torch._C._functions.DelayedError("
                                        "'this input has no history', ";
  if (op.getOutput() == 0)
    add(llvm::formatv("{0} = {1}1)({0})", tensor, error));
  else
    add(llvm::formatv("{0} = {1}{2})(*{2} * [{0}])[{3}]", tensor, error,
                      op.getOutput() + 1, op.getOutput()));
  return success();
}

void PythonWriter::writeCreation(build::CreationOp op) {
  if (creations.lookup(op.getTensor()) == op.getCreation())
    return;
  add(llvm::formatv("torch._C._autograd._set_creation_meta({0}, "
                    "torch._C._autograd.{1})",
                    name(op.getTensor()), printCreation(op.getCreation())));
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

/// Whether no statement but that of a step needs a tensor.
bool PythonWriter::isOnlyUser(Operation *step, Value value) const {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    auto tensor = user->getParentOfType<build::TensorOp>();
    return user == step || (tensor && madeInside.contains(tensor));
  });
}

/// PyTorch gives a tangent to a view of a tensor, and otherwise to what it is
/// computed into.
LogicalResult PythonWriter::writeTangent(build::TangentOp op) {
  if (madeInside.contains(op.getOther())) // With a view of what has a tangent.
    return success();
  std::string tensor = name(op.getTensor()), other = name(op.getOther());
  std::string makeDual =
      names.importFrom("torch.autograd.forward_ad", "make_dual");
  if (!hasTangents) {
    entry.add(
        {}, names.importFrom("torch.autograd.forward_ad", "enter_dual_level") +
                "()");
    exits.push_back(
        names.importFrom("torch.autograd.forward_ad", "exit_dual_level") +
        "()");
  }
  hasTangents = true;
  // Of a wrapper, inside of its transform.
  PythonContexts contexts;
  if (auto wrap = op.getTensor().getDefiningOp<build::GradTrackingOp>())
    if (wrap.getLevel())
      contexts.push_back(printLevels(*wrap.getLevel()));
  if (creations.contains(op.getTensor()))
    add(llvm::formatv("{0} = {1}({0}, {2})", tensor, makeDual, other),
        contexts);
  else if (isOnlyUser(op, op.getOther()))
    add(llvm::formatv("{0}.copy_({1}({0}.detach(), {2}))", tensor, makeDual,
                      other),
        contexts);
  else
    return refuse(op) << "a view, since its tangent is used elsewhere, got a "
                         "tensor that is none";
  return success();
}

Value metautils::findVersion(Value value) {
  for (Operation *user : value.getUsers())
    if (auto shares = dyn_cast<build::SharesVersionOp>(user))
      if (shares.getTensor() == value)
        return shares.getOther();
  return {};
}

Value metautils::findMade(Value tensor) {
  auto op = tensor.getDefiningOp<build::TensorOp>();
  if (!op)
    return tensor;
  return cast<build::YieldOp>(op.getBody().front().getTerminator()).getTensor();
}

/// The number of the storage that a tensor lies in, as its base does.
static std::optional<int64_t> findStorage(Value value) {
  while (true) {
    value = findMade(value);
    if (build::BindStorageOp bind = findBind(value))
      return bind.getStorage();
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumOperands() != 1)
      return std::nullopt;
    value = op->getOperand(0);
  }
}

/// Whether the parts of two tensors lie in the same storages.
static bool haveSameParts(Operation *one, Operation *other) {
  return one->getName() == other->getName() &&
         llvm::equal(llvm::map_range(one->getOperands(), &findStorage),
                     llvm::map_range(other->getOperands(), &findStorage));
}

bool PythonWriter::writeDetached(Value value) {
  Value other = findVersion(value);
  auto variable = variables.find(other);
  if (variable == variables.end()) // Also where it has one of its own.
    return false;
  std::string detach = variable->second + ".detach()";
  if (!isPlain(value)) {
    bool isSame =
        haveSameParts(value.getDefiningOp(), findMade(other).getDefiningOp());
    if (isSame) {
      set(value, detach);
      detached.insert(value);
    }
    return isSame;
  }
  detached.insert(value);
  auto type = cast<MetaTensorType>(value.getType());
  auto otherType = cast<MetaTensorType>(other.getType());
  build::BindStorageOp bind = findBind(value);
  if (bind && type.getElementType() == otherType.getElementType() &&
      !otherType.getConj() && !otherType.getNeg() && otherType.isStrided() &&
      findStorage(other) == bind.getStorage()) {
    set(value, printAsStrided(variable->second, numbers.getShape(value),
                              getOffset(bind)) +
                   ".detach()");
    return true;
  }
  set(value, detach);
  return false;
}

/// A tensor that has the version counter of another one is made of that.
LogicalResult PythonWriter::writeSharesVersion(build::SharesVersionOp op) {
  if (detached.contains(op.getTensor()))
    return success();
  return refuse(op)
         << "made of the tensor whose version counter it shares, got "
            "one that is made otherwise";
}

/// Of a quantized tensor, a view has been made of its base.
LogicalResult PythonWriter::writeViewOf(build::ViewOfOp op) {
  if (creations.contains(op.getTensor()))
    return success();
  return refuse(op) << "made of its base by a view op, got a tensor that wraps "
                       "a view";
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// In an expression that is at hand, or by the name that a tensor has already.
void PythonWriter::wrap(Value value, StringRef function, StringRef arguments) {
  auto call = [&](const std::string &text) {
    return (function + "(" + text + arguments + ")").str();
  };
  auto found = expressions.find(value);
  if (found != expressions.end())
    found->second.text = call(found->second.text);
  else
    add(name(value) + " = " + call(name(value)));
}

LogicalResult PythonWriter::writeObject(build::ObjectOp op) {
  Value value = op.getTensor();
  if (!op.getClassName().empty()) {
    Text cls = data.import(op.getClassName(), [&] { return refuse(op); });
    if (failed(cls))
      return failure();
    // A class may change what other statements do with the tensor.
    epilogue.push_back(name(value) + ".__class__ = " + *cls);
  } else if (isNewParameter(value)) {
    wrap(value, "torch.nn.Parameter",
         recorded.contains(value) ? "" : ", requires_grad=False");
  } else if (op.getParameter()) {
    bool hasClass = isa<build::SubclassOp>(value.getDefiningOp());
    add(name(value) +
        (hasClass ? "._is_param = True" : ".__class__ = torch.nn.Parameter"));
  }
  if (op.getBuffer() == BufferKind::None)
    return success();
  StringRef persistent =
      op.getBuffer() == BufferKind::Persistent ? "True" : "False";
  if (isPlain(value) && !hasHistory(value) && !op.getParameter() &&
      op.getClassName().empty()) {
    wrap(value, "torch.nn.Buffer", (", persistent=" + persistent).str());
  } else {
    add(name(value) + "._is_buffer = True");
    add((name(value) + ".persistent = " + persistent).str());
  }
  return success();
}

LogicalResult PythonWriter::writeMark(build::MarkOp op) {
  Text value = data.print(op.getValue(), {},
                          [&] { return refuse(op) << "marked with "; });
  if (failed(value))
    return failure();
  StringRef mark = op.getName();
  std::string tensor = name(op.getTensor());
  if (mark == "nested_int") {
    auto number = dyn_cast<IntegerAttr>(op.getValue());
    if (!number || !number.getType().isInteger(64))
      return refuse(op) << "marked with the number of a nested int, got "
                        << op.getValue();
    names.importModule("torch.nested._internal.nested_tensor");
    add(llvm::formatv("torch.nested._internal.nested_tensor."
                      "_tensor_symint_registry[{0}] = {1}",
                      tensor, numbers.getNestedInt(number.getInt())));
    return success();
  }
  bool isKnown = mark.starts_with("_dynamo_") || mark == "_specialize_on" ||
                 mark == "_has_dynamo_dim_marking";
  if (!isKnown || !isPythonName(mark))
    return refuse(op) << "marked as torch._dynamo marks tensors, got '" << mark
                      << "'";
  add(tensor + "." + mark.str() + " = " + *value);
  return success();
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

LogicalResult PythonWriter::writeState(Operation &op) {
  auto state = [&](auto step, StringRef text) {
    add(llvm::formatv(text.data(), name(step.getTensor())));
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](build::BindStorageOp step) { return writeBind(step); })
      .Case([&](build::SetConjOp step) {
        return state(step, step.getOff() ? "torch._C._set_conj({0}, False)"
                                         : "torch._C._set_conj({0}, True)");
      })
      .Case([&](build::SetNegOp step) {
        return state(step, step.getOff() ? "torch._C._set_neg({0}, False)"
                                         : "torch._C._set_neg({0}, True)");
      })
      .Case([&](build::RequiresGradOp step) {
        writeRequiresGrad(step);
        return success();
      })
      .Case([&](build::DelayedErrorOp step) { return writeDelayedError(step); })
      .Case([&](build::RetainsGradOp step) {
        return state(step, "{0}.retain_grad()");
      })
      .Case([&](build::CreationOp step) {
        writeCreation(step);
        return success();
      })
      .Case([&](build::ViewOfOp step) { return writeViewOf(step); })
      .Case([&](build::GradOp step) {
        add(name(step.getTensor()) + ".grad = " + name(step.getOther()));
        return success();
      })
      .Case([&](build::TangentOp step) { return writeTangent(step); })
      .Case(
          [&](build::SharesVersionOp step) { return writeSharesVersion(step); })
      .Case([&](build::ObjectOp step) { return writeObject(step); })
      .Case([&](build::MarkOp step) { return writeMark(step); })
      .Default([&](Operation *step) -> LogicalResult {
        return step->emitOpError("expected a program of the build dialect to "
                                 "print, got an op that is no step of it");
      });
}
