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

/// A string literal, which has no character that could not be seen.
std::string printText(llvm::StringRef text);

/// The shortest text that is the same number; without an exponent from 1e-4 up
/// to 1e16. NaN and infinity are no literals.
std::string printFloat(double number);

/// "4, 3"
std::string printList(llvm::ArrayRef<int64_t> numbers);

/// A tuple: "()", "(4,)", "(4, 3)".
std::string printTuple(llvm::ArrayRef<int64_t> numbers);

/// "torch.float32", for the element type of a tensor.
std::string printDtype(mlir::Type elementType);

/// "CreationMeta.NO_GRAD_MODE"
llvm::StringRef printCreation(CreationMeta creation);

/// What `repr` gives for the value that an attribute of plain data is. Of enums
/// and records, which print as their class likes, the attribute itself.
std::string printAsPython(mlir::Attribute data);

} // namespace metautils

#endif // METAUTILS_LIB_EXPORT_PYTHONTEXT_H
