// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR contexts that modules share, and what MLIR says while one works in them.

#ifndef METAUTILS_PYTHON_CONTEXT_H
#define METAUTILS_PYTHON_CONTEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace metautils {
class ProgramCache;
struct DescriptionProgram;
} // namespace metautils

namespace metautils::python {

/// A context without threads of its own: libtorch keeps state by thread, and an
/// exception must not leave one that is not Python's.
struct Context {
  Context();
  ~Context();

  /// Notes the types of a description that is new here.
  void addTypes(mlir::ModuleOp description);

  /// The program of a description, which may be one of an equal one; null after
  /// an error.
  std::shared_ptr<const DescriptionProgram>
  getProgram(std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> description);

  mlir::MLIRContext mlir;
  std::recursive_mutex mutex;
  std::unique_ptr<ProgramCache> programs;
  /// The types that it has, and how many more it may take, see
  /// `getSharedContext`.
  llvm::DenseSet<mlir::Type> types;
  size_t budget;
  /// Set when a signal comes whose handler raises, as that of Ctrl-C does: what
  /// is left of the pipeline at work is then skipped.
  bool isInterrupted = false;
};

/// The context for a description. Types are never freed in a context, so after
/// some thousand of them a new one takes its place; it goes with the last
/// module in it. The GIL must be held.
std::shared_ptr<Context> getSharedContext();

/// One of MLIR's messages.
struct Message {
  mlir::DiagnosticSeverity severity;
  std::string text;
  /// "file:line:column", or nothing.
  std::string location;
};

/// Work in a context: nobody else works in it meanwhile, and what MLIR says is
/// kept. Waiting for another thread releases the GIL.
class ContextGuard {
public:
  explicit ContextGuard(Context &context);

  /// Raises what was said as `metautils.Error`.
  [[noreturn]] void raise() const;
  const std::vector<Message> &getMessages() const { return messages; }

private:
  void keep(mlir::Diagnostic &diagnostic);

  std::unique_lock<std::recursive_mutex> lock;
  std::vector<Message> messages;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_CONTEXT_H
