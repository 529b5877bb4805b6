// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates descriptions to other forms than MLIR.

#include "metautils/CommandLine.h"
#include "metautils/Export/PythonScript.h"
#include "metautils/Export/Summary.h"
#include "metautils/Export/TraceRecords.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  metautils::hideLLVMOptions();
  metautils::registerPythonScriptTranslation();
  metautils::registerSummaryTranslation();
  metautils::registerTraceRecordsTranslation();
  return failed(mlir::mlirTranslateMain(
      argc, argv, "MetaUtils: descriptions in other forms"));
}
