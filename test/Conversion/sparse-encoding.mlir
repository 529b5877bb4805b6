// RUN: meta-opt %s --convert-meta-to-tensor | FileCheck %s
// RUN: meta-opt %s --convert-meta-to-tensor=layout=permute | FileCheck %s
// RUN: meta-opt %s --convert-meta-to-tensor=layout=encoding | mlir-opt-22 | FileCheck %s

// Each layout beside the text that torch-mlir's importer writes for such a
// tensor (`sparsity_encoding` of its fx_importer.py): both are one attribute.

// CHECK-LABEL: func.func private @coo(
// CHECK-SAME:    tensor<8x8xf32, #[[COO:.*]]>, tensor<8x8xf32, #[[COO]]>)
func.func private @coo(!meta.tensor<8x8xf32, #meta.coo<2, 0>>,
    tensor<8x8xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d0:compressed(nonunique),d1:singleton(soa)),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @coo_of_4_dims(
// CHECK-SAME:    tensor<2x3x4x5xf32, #[[COO4:.*]]>, tensor<2x3x4x5xf32, #[[COO4]]>)
func.func private @coo_of_4_dims(!meta.tensor<2x3x4x5xf32, #meta.coo<4, 0>>,
    tensor<2x3x4x5xf32, #sparse_tensor.encoding<{map=(d0,d1,d2,d3)->(d0:compressed(nonunique),d1:singleton(nonunique,soa),d2:singleton(nonunique,soa),d3:singleton(soa)),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @hybrid_coo(
// CHECK-SAME:    tensor<?x8x4xi64, #[[HYBRID:.*]]>, tensor<?x8x4xi64, #[[HYBRID]]>)
func.func private @hybrid_coo(!meta.tensor<?x8x4xsi64, #meta.coo<2, 1>>,
    tensor<?x8x4xi64, #sparse_tensor.encoding<{map=(d0,d1,d2)->(d0:compressed(nonunique),d1:singleton(soa),d2:dense),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @csr(
// CHECK-SAME:    tensor<8x8xf32, #[[CSR:.*]]>, tensor<8x8xf32, #[[CSR]]>)
func.func private @csr(!meta.tensor<8x8xf32, #meta.csr>,
    tensor<8x8xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d0:dense,d1:compressed),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @batched_csr(
// CHECK-SAME:    tensor<2x3x8x8xf32, #[[BATCHED:.*]]>, tensor<2x3x8x8xf32, #[[BATCHED]]>)
func.func private @batched_csr(!meta.tensor<2x3x8x8xf32, #meta.csr>,
    tensor<2x3x8x8xf32, #sparse_tensor.encoding<{map=(d0,d1,d2,d3)->(d0:batch,d1:batch,d2:dense,d3:compressed),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @csc(
// CHECK-SAME:    tensor<8x8xf32, #[[CSC:.*]]>, tensor<8x8xf32, #[[CSC]]>)
func.func private @csc(!meta.tensor<8x8xf32, #meta.csc>,
    tensor<8x8xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d1:dense,d0:compressed),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @bsr(
// CHECK-SAME:    tensor<8x6xf32, #[[BSR:.*]]>, tensor<8x6xf32, #[[BSR]]>)
func.func private @bsr(!meta.tensor<8x6xf32, #meta.bsr<2, 3>>,
    tensor<8x6xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d0 floordiv 2:dense,d1 floordiv 3:compressed,d0 mod 2:dense,d1 mod 3:dense),posWidth=64,crdWidth=64}>>)

// CHECK-LABEL: func.func private @bsc(
// CHECK-SAME:    tensor<8x6xf32, #[[BSC:.*]]>, tensor<8x6xf32, #[[BSC]]>)
func.func private @bsc(!meta.tensor<8x6xf32, #meta.bsc<2, 2>>,
    tensor<8x6xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d1 floordiv 2:dense,d0 floordiv 2:compressed,d1 mod 2:dense,d0 mod 2:dense),posWidth=64,crdWidth=64}>>)

// Of blocks that are not square the importer divides each dimension by the size
// of the other; here it is its own.
// CHECK-LABEL: func.func private @oblong_bsc(
// CHECK-SAME:    tensor<8x6xf32, #[[OBLONG:.*]]>, tensor<8x6xf32, #[[OBLONG]]>)
func.func private @oblong_bsc(!meta.tensor<8x6xf32, #meta.bsc<2, 3>>,
    tensor<8x6xf32, #sparse_tensor.encoding<{map=(d0,d1)->(d1 floordiv 3:dense,d0 floordiv 2:compressed,d1 mod 3:dense,d0 mod 2:dense),posWidth=64,crdWidth=64}>>)

// The importer has no text for coordinates of one dimension.
// CHECK-LABEL: func.func private @sparse_vector(
// CHECK-SAME:    tensor<8xi1, #[[VECTOR:.*]]>, tensor<8xi1, #[[VECTOR]]>)
func.func private @sparse_vector(!meta.tensor<8xi1, #meta.coo<1, 0>>,
    tensor<8xi1, #sparse_tensor.encoding<{map=(d0)->(d0:compressed(nonunique)),posWidth=64,crdWidth=64}>>)
