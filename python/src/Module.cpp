// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The class `metautils.Module`, a module of IR.

#include "Module.h"
#include "Errors.h"
#include "Symbolize.h"
#include "metautils/Export/TraceRecords.h"
#include "metautils/IR/DescriptionDiff.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

//===----------------------------------------------------------------------===//
// Text and bytecode
//===----------------------------------------------------------------------===//

Module Module::parse(StringRef content, StringRef name) {
  // Not the shared context: a file may bring any number of types.
  return parse(content, name, std::make_shared<Context>());
}

Module Module::parse(StringRef content, StringRef name,
                     std::shared_ptr<Context> context) {
  ContextGuard guard(*context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(content, name), SMLoc());
  auto module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context->mlir));
  if (!module)
    guard.raise();
  return Module(std::move(context), std::move(module));
}

std::string Module::print(bool generic) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.get().print(os, OpPrintingFlags().printGenericOpForm(generic));
  return StringRef(text).rtrim().str();
}

py::bytes Module::getBytecode() const {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ContextGuard guard(*context);
  if (failed(writeBytecodeToFile(*module, os)))
    guard.raise();
  return bytes;
}

void Module::verify() const {
  ContextGuard guard(*context);
  if (failed(mlir::verify(*module)))
    guard.raise();
}

py::list Module::getTraceRecords() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  ContextGuard guard(*context);
  if (failed(writeTraceRecords(*module, os)))
    guard.raise();
  py::object loads = py::module_::import("json").attr("loads");
  py::list records;
  for (StringRef line : llvm::split(StringRef(text).rtrim(), '\n'))
    if (!line.empty())
      records.append(loads(py::str(line.data(), line.size())));
  return records;
}

py::object Module::findDifference(const Module &other) const {
  if (context != other.context) {
    // Types of another context are never equal to those of this one.
    py::bytes bytecode = other.getBytecode();
    return findDifference(
        parse(std::string_view(bytecode), "<other>", context));
  }
  auto difference = metautils::findDifference(*module, *other.module);
  if (!difference)
    return py::none();
  return py::make_tuple(difference->tensor, difference->field,
                        difference->expected, difference->found);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// With or without the anchor, as `mlir-opt` takes them and as it prints them.
static OpPassManager parsePipeline(StringRef pipeline) {
  StringRef inner = pipeline.trim();
  if (inner.consume_front("builtin.module(") && !inner.consume_back(")"))
    raiseError("expected ')' at the end of '" + pipeline.str() + "'");
  OpPassManager passes(ModuleOp::getOperationName());
  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (failed(parsePassPipeline(inner, passes, os)))
    raiseError("cannot read the pipeline: " + StringRef(problem).trim().str());
  return passes;
}

Module Module::symbolize(py::dict dims, const std::string &sizes,
                         const std::string &strides,
                         py::object shapeEnv) const {
  SymbolPolicies policies = readPolicies(sizes, strides, dims);
  ContextGuard guard(*context);
  OwningOpRef<ModuleOp> copy(module.get().clone());
  std::unique_ptr<SymbolProvider> provider;
  if (shapeEnv.is_none())
    provider = std::make_unique<NativeSymbolProvider>(*copy);
  else
    provider = std::make_unique<ShapeEnvProvider>(shapeEnv);
  if (failed(metautils::symbolize(*copy, policies, *provider)))
    guard.raise();
  return Module(context, std::move(copy), guard.getMessages());
}

Module Module::run(const std::string &pipeline) const {
  PassManager passes(&context->mlir, ModuleOp::getOperationName());
  static_cast<OpPassManager &>(passes) = parsePipeline(pipeline);
  ContextGuard guard(*context);
  OwningOpRef<ModuleOp> copy(module.get().clone());
  // A signal's handler may run a pipeline of its own in the middle of this one.
  bool outer = std::exchange(context->isInterrupted, false);
  LogicalResult result = passes.run(*copy);
  if (std::exchange(context->isInterrupted, outer))
    throw py::error_already_set();
  if (failed(result))
    guard.raise();
  return Module(context, std::move(copy), guard.getMessages());
}
