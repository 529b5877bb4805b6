// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context with the meta dialect, and the errors that it reports.

#ifndef METAUTILS_UNITTESTS_IR_IRTESTING_H
#define METAUTILS_UNITTESTS_IR_IRTESTING_H

#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

class IRTest : public testing::Test {
protected:
  IRTest()
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {
    context.loadDialect<metautils::MetaDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect>();
  }

  metautils::MetaTensorType parseTensor(llvm::StringRef text) {
    auto type = llvm::dyn_cast_if_present<metautils::MetaTensorType>(
        mlir::parseType(text, &context));
    EXPECT_TRUE(type) << text.str();
    return type;
  }

  mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text.str();
    return module;
  }

  mlir::InFlightDiagnostic emitError() {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  }

  mlir::MLIRContext context;
  std::vector<std::string> errors;

private:
  mlir::ScopedDiagnosticHandler handler;
};

#endif // METAUTILS_UNITTESTS_IR_IRTESTING_H
