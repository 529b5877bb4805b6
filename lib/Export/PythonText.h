// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as Python prints it.

#ifndef METAUTILS_LIB_EXPORT_PYTHONTEXT_H
#define METAUTILS_LIB_EXPORT_PYTHONTEXT_H

#include "metautils/IR/MetaTypes.h"

#include <string>

namespace metautils {

/// The text of a `torch.device` by its name, such as "cuda:0".
std::string printDevice(llvm::StringRef name);

/// What `repr` gives for the value that an attribute of plain data is. Of enums
/// and records, which print as their class likes, the attribute itself.
std::string printAsPython(mlir::Attribute data);

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONTEXT_H
