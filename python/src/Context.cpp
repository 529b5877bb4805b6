// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR contexts that modules share, and what MLIR says while one works in them.

#include "Context.h"
#include "Errors.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/Program/BuildDialect.h"
#include "metautils/Torch/Program/ProgramCache.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"

#include <pybind11/pybind11.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;

/// Some 100 bytes each: below a megabyte for a context.
static constexpr size_t typesPerContext = 4096;

/// The dialects of what is described and of what the pipelines make of it.
static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry registry;
    registry.insert<MetaDialect, build::BuildDialect, arith::ArithDialect,
                    func::FuncDialect, ml_program::MLProgramDialect,
                    tensor::TensorDialect>();
    func::registerInlinerExtension(registry);
    return registry;
  }();
  return registry;
}

Context::Context()
    : mlir(getRegistry(), MLIRContext::Threading::DISABLED),
      programs(std::make_unique<ProgramCache>()), budget(typesPerContext) {
  // Messages name the tensor; the op that they are about would be one more.
  mlir.printOpOnDiagnostic(false);
  mlir.registerActionHandler(
      [this](llvm::function_ref<void()> run, const tracing::Action &action) {
        if (isa<PassExecutionAction>(action) && PyErr_CheckSignals() != 0)
          isInterrupted = true;
        if (!isInterrupted)
          run();
      });
}

Context::~Context() = default;

void Context::addTypes(ModuleOp description) {
  for (Operation &op : *description.getBody())
    for (Type type : op.getResultTypes())
      if (types.insert(type).second && budget != 0)
        --budget;
}

std::shared_ptr<const DescriptionProgram>
Context::getProgram(std::shared_ptr<OwningOpRef<ModuleOp>> description) {
  size_t misses = programs->getMisses();
  auto program = programs->get(std::move(description));
  // A new one has the types of its results in a list, which is a type too.
  if (program && programs->getMisses() != misses) {
    func::FuncOp function = program->function;
    size_t bytes = function ? function.getNumResults() * sizeof(Type) : 0;
    budget -= std::min<size_t>(budget, 1 + bytes / 100);
  }
  return program;
}

std::shared_ptr<Context> python::getSharedContext() {
  // Never destroyed: at the end of the process MLIR may be gone first.
  static auto &current = *new std::shared_ptr<Context>();
  if (!current || current->budget == 0)
    current = std::make_shared<Context>();
  return current;
}

static std::unique_lock<std::recursive_mutex>
lockWithoutGil(std::recursive_mutex &mutex) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock) {
    pybind11::gil_scoped_release release;
    lock.lock();
  }
  return lock;
}

ContextGuard::ContextGuard(Context &context)
    : lock(lockWithoutGil(context.mutex)),
      handler(&context.mlir, [this](Diagnostic &diagnostic) {
        keep(diagnostic);
        for (Diagnostic &note : diagnostic.getNotes())
          keep(note);
      }) {}

/// Nothing for a location that is not in a file.
static std::string getFileLocation(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return {};
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

void ContextGuard::keep(Diagnostic &diagnostic) {
  messages.push_back({diagnostic.getSeverity(), diagnostic.str(),
                      getFileLocation(diagnostic.getLocation())});
}

void ContextGuard::raise() const { raiseError(messages); }
