// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PyTorch's sparse layouts to `#sparse_tensor.encoding`.

#ifndef METAUTILS_CONVERSION_SPARSEENCODING_H
#define METAUTILS_CONVERSION_SPARSEENCODING_H

#include "metautils/IR/MetaTypes.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

namespace metautils {

/// How MLIR's sparse compiler says the layout of `type`, as torch-mlir's
/// importer writes it; `indexBits` is the width of the indices, by default that
/// of the int64 ones which torch makes. Null for a layout that is not sparse,
/// and for coordinates of no dimension.
///
///   #meta.coo<2, 0>  (d0 : compressed(nonunique), d1 : singleton(soa))
///   #meta.csr        (d0 : dense, d1 : compressed)
///   #meta.csc        (d1 : dense, d0 : compressed)
///   #meta.bsr<2, 3>  (d0 floordiv 2 : dense, d1 floordiv 3 : compressed,
///                     d0 mod 2 : dense, d1 mod 3 : dense)
mlir::sparse_tensor::SparseTensorEncodingAttr
getSparseEncoding(MetaTensorType type, unsigned indexBits = 64);

} // namespace metautils

#endif // METAUTILS_CONVERSION_SPARSEENCODING_H
