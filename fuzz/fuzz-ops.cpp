// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as the types and properties of a bytecode file. Ops
// that the verifier lets pass are put together, in cycles too, and must survive
// being written and read, and the passes.

#include "Check.h"
#include "FuzzReader.h"
#include "metautils/IR/MetaDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace metautils;

namespace {
class ModuleMaker {
public:
  ModuleMaker(MLIRContext *context, ArrayRef<uint8_t> input)
      : reader(context, input), builder(context),
        location(builder.getUnknownLoc()), module(ModuleOp::create(location)) {
    builder.setInsertionPointToStart(module->getBody());
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (name.getDialectNamespace() == MetaDialect::getDialectNamespace())
        names.push_back(name);
  }

  OwningOpRef<ModuleOp> make() {
    bool inFunction = reader.choose(2);
    if (inFunction)
      makeFunction();
    for (unsigned count = 1 + reader.choose(16); count > 0; --count)
      makeOp();
    if (!inFunction)
      makeCycles();
    if (failed(verify(*module)))
      return nullptr;
    return std::move(module);
  }

private:
  /// A function of arguments with any types, into which the ops go.
  void makeFunction() {
    SmallVector<Type> inputs(2, builder.getIndexType());
    Type type;
    for (unsigned count = 1 + reader.choose(4); count > 0; --count)
      if (succeeded(reader.readType(type)))
        inputs.push_back(type);
    auto function = func::FuncOp::create(builder, location, "f",
                                         builder.getFunctionType(inputs, {}));
    llvm::append_range(values, function.addEntryBlock()->getArguments());
    builder.setInsertionPointToStart(&function.getBody().front());
    func::ReturnOp::create(builder, location);
    builder.setInsertionPointToStart(&function.getBody().front());
  }

  void makeOp() {
    RegisteredOperationName name = names[reader.choose(names.size())];
    OperationState state(location, name);
    if (auto *properties = name.getInterface<BytecodeOpInterface>())
      if (failed(properties->readProperties(reader, state)))
        return;
    for (unsigned count = reader.choose(4); count > 0 && !values.empty();
         --count)
      state.addOperands(values[reader.choose(values.size())]);
    if (failed(makeTypes(name, state)))
      return;
    Operation *op = builder.create(state);
    if (failed(verify(op)))
      return op->erase();
    llvm::append_range(values, op->getResults());
    ops.push_back(op);
  }

  LogicalResult makeTypes(RegisteredOperationName name, OperationState &state) {
    auto *inference = name.getInterface<InferTypeOpInterface>();
    if (inference && reader.choose(8))
      return inference->inferReturnTypes(
          builder.getContext(), location, state.operands,
          state.attributes.getDictionary(builder.getContext()),
          state.getRawProperties(), state.regions, state.types);
    for (unsigned count = reader.choose(4) % 3; count > 0; --count) {
      // An op often gives what another has.
      if (!values.empty() && reader.choose(2))
        state.addTypes(values[reader.choose(values.size())].getType());
      else if (failed(reader.readType(state.types.emplace_back())))
        return failure();
    }
    return success();
  }

  /// Lets operands be any value of their type, be it one that comes later.
  void makeCycles() {
    if (reader.atEnd())
      return;
    for (Operation *op : ops) {
      for (OpOperand &operand : op->getOpOperands()) {
        Value value = values[reader.choose(values.size())];
        if (value.getType() == operand.get().getType())
          operand.set(value);
      }
    }
  }

  fuzz::FuzzReader reader;
  OpBuilder builder;
  Location location;
  OwningOpRef<ModuleOp> module;
  SmallVector<RegisteredOperationName> names;
  SmallVector<Value> values;
  SmallVector<Operation *> ops;
};
} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext context(fuzz::getRegistry(), MLIRContext::Threading::DISABLED);
  context.loadDialect<MetaDialect, func::FuncDialect>();
  ScopedDiagnosticHandler swallow(&context, [](Diagnostic &) {});
  ModuleMaker maker(&context, llvm::ArrayRef(data, size));
  if (auto module = maker.make()) {
    fuzz::checkRoundTrips(*module);
    fuzz::checkPasses(*module);
  }
  return 0;
}
