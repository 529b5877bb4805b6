// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as attributes, and back (Note [Plain data] in
// MetaDataAttrs.td).

#ifndef METAUTILS_PYTHON_PLAINDATA_H
#define METAUTILS_PYTHON_PLAINDATA_H

#include "mlir/IR/Attributes.h"

#include <pybind11/pybind11.h>

namespace metautils::python {

/// Gives a tensor or a symbolic number its number among the operands of the op
/// that is made.
using GetOperandFn = llvm::function_ref<uint64_t(pybind11::handle)>;

/// A value as an attribute. What is no plain data is opaque, also a tensor and
/// a symbolic number without `getOperand`.
mlir::Attribute encodeData(mlir::MLIRContext *context, pybind11::handle value,
                           GetOperandFn getOperand = nullptr);

/// The other way, which runs no code that the attribute could name; an operand
/// is the one of that number. Raises ValueError or TypeError for what is
/// opaque, for an operand that is not there, and for what is not data at all.
pybind11::object decodeData(mlir::Attribute attribute,
                            llvm::ArrayRef<pybind11::object> operands = {});

/// The functions `encode_data` and `decode_data`.
void definePlainData(pybind11::module_ &extension);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_PLAINDATA_H
