// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass of another project, as a plugin: reports each view.

#include "metautils/IR/MetaOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace {
struct CountViewsPass
    : mlir::PassWrapper<CountViewsPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountViewsPass)

  llvm::StringRef getArgument() const final { return "count-views"; }
  llvm::StringRef getDescription() const final { return "report all views"; }
  void runOnOperation() final {
    unsigned count = 0;
    getOperation()->walk([&](metautils::ViewOp view) {
      ++count;
      view.emitRemark("a view of ")
          << view.getBase().getType() << " as " << view.getType();
    });
    getOperation()->emitRemark("holds ") << count << " views";
  }
};
} // namespace

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Consumer", "1.0",
          [] { mlir::PassRegistration<CountViewsPass>(); }};
}
