// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the build dialect as a list of steps.
//
//   %x = build.tensor 0 "x" {            tensor 0: number 0, steps 0 to 2
//     %0 = build.empty_strided           step 0: slot 1 <- empty_strided
//     build.requires_grad %0             step 1: requires_grad slot 1
//     build.yield %0                     tensor 0 is what is in slot 1
//   }

#include "ProgramStep.h"

#include "mlir/IR/Diagnostics.h"

#include <c10/util/Exception.h>

using namespace mlir;
using namespace metautils;

Program::Program() = default;
Program::Program(Program &&) = default;
Program &Program::operator=(Program &&) = default;
Program::~Program() = default;

namespace metautils {
class ProgramCompiler {
public:
  explicit ProgramCompiler(size_t numTensors) {
    program.numSlots = numTensors;
    program.tensors.reserve(numTensors);
  }

  LogicalResult compile(func::FuncOp function);
  void addResults(ArrayRef<std::optional<PlainTensor>> results);
  Program take() { return std::move(program); }

private:
  LogicalResult readNumbers(Operation &op, SmallVectorImpl<uint32_t> &numbers);
  bool hasPositiveNumbers(const ProgramStep &step) const;
  LogicalResult addNumber(Operation &op);
  LogicalResult addInterpreter(InterpreterOp op);
  LogicalResult checkNumbers(build::TensorOp op);
  LogicalResult addTensor(build::TensorOp op);
  LogicalResult addLate(Operation &op);
  LogicalResult addResults(func::ReturnOp op);
  uint32_t addPlain(const PlainTensor &plain);
  LogicalResult addStep(Operation &op);
  InFlightDiagnostic refuse(Operation &op);

  Program program;
  uint32_t firstPlainSlot = 0;
  llvm::DenseMap<Value, uint32_t> slots;
  /// By numbers that are not negative.
  llvm::DenseMap<uint64_t, build::TensorOp> tensorsByNumber;
  llvm::DenseMap<uint64_t, build::BindStorageOp> storagesByNumber;
};
} // namespace metautils

InFlightDiagnostic ProgramCompiler::refuse(Operation &op) {
  return op.emitOpError("expected a program of the build dialect to run, got "
                        "an op that is no step of it");
}

static void readSizes(MetaTensorType type, ProgramStep &step) {
  step.sizes = toList(type.getShape());
  step.isContiguous = type.isContiguous();
  if (auto strided = dyn_cast_if_present<StridedLayoutAttr>(type.getLayout()))
    step.strides = toList(strided.getStrides());
}

static LogicalResult readType(MetaTensorType type, ProgramStep &step) {
  std::optional<Dtype> dtype = getDtype(type.getElementType());
  step.dtype = static_cast<at::ScalarType>(*dtype);
  readSizes(type, step);
  StringRef device = type.getDevice().getValue();
  if (device == StorageType::kCpu)
    return success();
  try {
    step.device = at::Device(device.str());
  } catch (const c10::Error &error) {
    auto tensor = step.op->getParentOfType<build::TensorOp>();
    return emitError(step.op->getLoc())
           << "expected '" << tensor.getSource()
           << "' to be on a device of PyTorch, got '" << device
           << "': " << error.what_without_backtrace();
  }
  return success();
}

/// The slots of the operands that are numbers.
LogicalResult ProgramCompiler::readNumbers(Operation &op,
                                           SmallVectorImpl<uint32_t> &numbers) {
  for (Value operand : op.getOperands()) {
    if (isa<MetaTensorType>(operand.getType()))
      continue;
    auto slot = program.numberSlots.find(operand);
    if (slot == program.numberSlots.end())
      return op.emitOpError("expected numbers that the program has made "
                            "before, got another one");
    numbers.push_back(slot->second);
  }
  return success();
}

/// Sizes come first among the numbers. That of an expression is not computed.
bool ProgramCompiler::hasPositiveNumbers(const ProgramStep &step) const {
  size_t count = llvm::count_if(step.sizes, ShapedType::isDynamic);
  return llvm::all_of(
      ArrayRef(step.numbers).take_front(count), [&](uint32_t slot) {
        auto symbol = dyn_cast<build::SymbolOp>(program.numbers[slot].op);
        return symbol && symbol.getMin().value_or(0) > 0;
      });
}

LogicalResult ProgramCompiler::addNumber(Operation &op) {
  Program::Number number{&op, {}};
  if (failed(readNumbers(op, number.operands)))
    return failure();
  Type type = op.getResult(0).getType();
  if (!type.isIndex() && !type.isInteger(1))
    return refuse(op);
  program.numberSlots[op.getResult(0)] = program.numbers.size();
  program.numbers.push_back(std::move(number));
  return success();
}

LogicalResult ProgramCompiler::addStep(Operation &op) {
  ProgramStep &step = program.steps.emplace_back();
  step.op = &op;
  for (Value operand : op.getOperands()) {
    if (!isa<MetaTensorType>(operand.getType()))
      continue;
    auto slot = slots.find(operand);
    if (slot == slots.end())
      return refuse(op);
    step.operands.push_back(slot->second);
  }
  if (failed(readNumbers(op, step.numbers)))
    return failure();
  // Views that are replayed look theirs up when they run.
  SmallVector<uint32_t> ofViews;
  for (Region &region : op.getRegions())
    for (Operation &view : region.getOps())
      if (failed(readNumbers(view, ofViews)))
        return failure();
  if (op.getNumResults() == 0)
    return compileStateStep(step) ? success() : LogicalResult(refuse(op));
  auto type = dyn_cast<MetaTensorType>(op.getResult(0).getType());
  if (!type)
    return refuse(op);
  if (failed(readType(type, step)))
    return failure();
  step.hasPositiveNumbers = hasPositiveNumbers(step);
  step.result = slots[op.getResult(0)] = program.numSlots++;
  if (!compileRootStep(step) && !compileViewStep(step) &&
      !compileWrapStep(step))
    return refuse(op);
  return success();
}

LogicalResult ProgramCompiler::addInterpreter(InterpreterOp op) {
  SmallVector<uint32_t> batchSize;
  if (failed(readNumbers(*op, batchSize)))
    return failure();
  program.interpreters.push_back(op);
  return success();
}

/// A number is that of one tensor, and a storage has one size.
LogicalResult ProgramCompiler::checkNumbers(build::TensorOp op) {
  auto [other, isNew] = tensorsByNumber.try_emplace(op.getNumber(), op);
  if (!isNew) {
    InFlightDiagnostic diagnostic =
        op.emitOpError("expected a number of its own for '")
        << op.getSource() << "', got " << op.getNumber();
    diagnostic.attachNote(other->second.getLoc())
        << "'" << other->second.getSource() << "' has it too";
    return diagnostic;
  }
  for (auto bind : op.getBody().getOps<build::BindStorageOp>()) {
    auto [first, isFirst] =
        storagesByNumber.try_emplace(bind.getStorage(), bind);
    if (isFirst || first->second.getBytes() == bind.getBytes())
      continue;
    InFlightDiagnostic diagnostic = bind.emitOpError("expected storage ")
                                    << bind.getStorage() << " of '"
                                    << op.getSource()
                                    << "' to have the bytes it has elsewhere";
    diagnostic.attachNote(first->second.getLoc()) << "it is bound here too";
    return diagnostic;
  }
  return success();
}

LogicalResult ProgramCompiler::addTensor(build::TensorOp op) {
  if (failed(checkNumbers(op)))
    return failure();
  Program::Tensor tensor;
  tensor.name = op.getSource();
  tensor.location = op.getLoc();
  tensor.number = op.getNumber();
  tensor.inference = op.getInference();
  tensor.begin = program.steps.size();
  Block &body = op.getBody().front();
  for (Operation &inner : body.without_terminator())
    if (failed(addStep(inner)))
      return failure();
  tensor.end = program.steps.size();
  tensor.made =
      slots.at(cast<build::YieldOp>(body.getTerminator()).getTensor());
  program.tensors.push_back(std::move(tensor));
  return success();
}

/// A step behind the tensors is about the first one it names.
LogicalResult ProgramCompiler::addLate(Operation &op) {
  if (!isa<build::GradOp, build::TangentOp, build::SharesVersionOp>(op))
    return refuse(op);
  uint32_t number = program.steps.size();
  if (failed(addStep(op)))
    return failure();
  uint32_t about = program.steps.back().operands.front();
  program.tensors[about].late.push_back(number);
  return success();
}

LogicalResult ProgramCompiler::addResults(func::ReturnOp op) {
  for (Value result : op.getOperands()) {
    auto slot = slots.find(result);
    if (slot == slots.end())
      return refuse(*op);
    program.results.push_back(slot->second);
  }
  return success();
}

LogicalResult ProgramCompiler::compile(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expected one block of steps to run");
  Block &body = function.getBody().front();
  uint32_t numTensors = 0;
  size_t numSteps = 0;
  for (auto tensor : body.getOps<build::TensorOp>()) {
    slots[tensor] = numTensors++;
    numSteps += llvm::range_size(tensor.getBody().front());
  }
  program.steps.reserve(numSteps);
  for (Operation &op : body) {
    LogicalResult result = success();
    if (auto tensor = dyn_cast<build::TensorOp>(op))
      result = addTensor(tensor);
    else if (auto interpreter = dyn_cast<InterpreterOp>(op))
      result = addInterpreter(interpreter);
    else if (isNumberOp(op))
      result = addNumber(op);
    else if (auto returned = dyn_cast<func::ReturnOp>(op))
      result = addResults(returned);
    else if (!isa<build::DataOp>(op)) // Nothing on the meta device has bytes.
      result = addLate(op);
    if (failed(result))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Plain tensors
//===----------------------------------------------------------------------===//

/// The steps of the one it is like, in slots of their own: nothing else runs
/// between them.
uint32_t ProgramCompiler::addPlain(const PlainTensor &plain) {
  const Program &like = *plain.like;
  uint32_t index = program.tensors.size();
  // Slot 0 is that of the tensor, which no step of its own asks for.
  uint32_t moved = firstPlainSlot - 1;
  Program::Tensor tensor = like.tensors.front();
  tensor.name = plain.name;
  tensor.location = plain.location;
  tensor.number = plain.number;
  tensor.made += moved;
  tensor.begin = program.steps.size();
  for (const ProgramStep &step : like.steps) {
    ProgramStep &copy = program.steps.emplace_back(step);
    for (uint32_t &slot : copy.operands)
      slot += moved;
    copy.result += moved;
    if (isa<build::EmptyStridedOp>(step.op)) {
      readSizes(plain.type, copy);
    } else if (isa<build::BindStorageOp>(step.op)) {
      copy.number = plain.storage;
      copy.bytes = plain.bytes;
      copy.offset = plain.offset;
    }
  }
  tensor.end = program.steps.size();
  program.numSlots = std::max(program.numSlots, like.numSlots + moved);
  program.tensors.push_back(std::move(tensor));
  return index;
}

void ProgramCompiler::addResults(ArrayRef<std::optional<PlainTensor>> results) {
  std::vector<uint32_t> ofFunction = std::move(program.results);
  ArrayRef<uint32_t> next = ofFunction;
  program.results.clear();
  program.results.reserve(results.size());
  firstPlainSlot = program.numSlots;
  size_t numSteps = program.steps.size();
  for (const auto &plain : results)
    numSteps += plain ? plain->like->steps.size() : 0;
  program.steps.reserve(numSteps);
  for (const auto &plain : results) {
    program.results.push_back(plain ? addPlain(*plain) : next.front());
    if (!plain)
      next = next.drop_front();
  }
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

static size_t countTensors(func::FuncOp function) {
  return function ? llvm::range_size(function.getOps<build::TensorOp>()) : 0;
}

FailureOr<Program> Program::compile(func::FuncOp function) {
  ProgramCompiler compiler(countTensors(function));
  if (failed(compiler.compile(function)))
    return failure();
  return compiler.take();
}

FailureOr<Program>
Program::compile(func::FuncOp function,
                 ArrayRef<std::optional<PlainTensor>> results) {
  size_t numPlain = llvm::count_if(
      results, [](const auto &plain) { return plain.has_value(); });
  ProgramCompiler compiler(countTensors(function) + numPlain);
  if (function && failed(compiler.compile(function)))
    return failure();
  compiler.addResults(results);
  return compiler.take();
}
