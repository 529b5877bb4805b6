// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's dtypes and the element type that each has here, one to one.

#ifndef METAUTILS_IR_DTYPE_H
#define METAUTILS_IR_DTYPE_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <cstdint>
#include <optional>

namespace metautils {

/// A dtype of PyTorch; the values are those of `c10::ScalarType`.
enum class Dtype : int8_t {
#define METAUTILS_DTYPE(enumerator, name, bytes, type) enumerator,
#include "metautils/IR/Dtypes.def"
};

inline constexpr unsigned numDtypes = 0
#define METAUTILS_DTYPE(enumerator, name, bytes, type) +1
#include "metautils/IR/Dtypes.def"
    ;

/// The name without `torch.`: "float32".
llvm::StringRef getName(Dtype dtype);

/// The bytes of one element (`c10::elementSize`); at least 1.
int64_t getElementBytes(Dtype dtype);

/// Both directions between dtypes and element types, in one context.
class DtypeTable {
public:
  explicit DtypeTable(mlir::MLIRContext *context);

  mlir::Type getType(Dtype dtype) const {
    return types[static_cast<unsigned>(dtype)];
  }
  /// Nothing for a type that no dtype has, such as the signless `i32`.
  std::optional<Dtype> getDtype(mlir::Type type) const;

private:
  std::array<mlir::Type, numDtypes> types;
  llvm::DenseMap<mlir::Type, Dtype> dtypes;
};

/// The dtype of an element type of a tensor, by the table of the dialect.
std::optional<Dtype> getDtype(mlir::Type elementType);

} // namespace metautils

#endif // METAUTILS_IR_DTYPE_H
