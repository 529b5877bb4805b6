// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's dtypes and the element type that each has here, one to one.

#include "metautils/IR/Dtype.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

using namespace mlir;
using namespace metautils;

static Type signedInteger(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width, IntegerType::Signed);
}

static Type unsignedInteger(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width, IntegerType::Unsigned);
}

StringRef metautils::getName(Dtype dtype) {
  switch (dtype) {
#define METAUTILS_DTYPE(enumerator, name, bytes, type)                         \
  case Dtype::enumerator:                                                      \
    return name;
#include "metautils/IR/Dtypes.def"
  }
  llvm_unreachable("not a dtype");
}

int64_t metautils::getElementBytes(Dtype dtype) {
  switch (dtype) {
#define METAUTILS_DTYPE(enumerator, name, bytes, type)                         \
  case Dtype::enumerator:                                                      \
    return bytes;
#include "metautils/IR/Dtypes.def"
  }
  llvm_unreachable("not a dtype");
}

DtypeTable::DtypeTable(MLIRContext *context)
    : types({
#define METAUTILS_DTYPE(enumerator, name, bytes, type) type,
#include "metautils/IR/Dtypes.def"
      }) {
  for (auto [index, type] : llvm::enumerate(types))
    dtypes[type] = static_cast<Dtype>(index);
}

std::optional<Dtype> DtypeTable::getDtype(Type type) const {
  auto found = dtypes.find(type);
  if (found == dtypes.end())
    return std::nullopt;
  return found->second;
}

std::optional<Dtype> metautils::getDtype(Type elementType) {
  auto *dialect = elementType.getContext()->getLoadedDialect<MetaDialect>();
  return dialect->getDtypes().getDtype(elementType);
}
