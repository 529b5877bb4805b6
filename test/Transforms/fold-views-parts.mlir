// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views --meta-to-func | FileCheck %s --check-prefix=FUNC

// Parts of a tensor are folded as views are, and the values of a sparse tensor
// are one view of their storage, whichever tensor they belong to.

// CHECK:       %[[S0:.*]] = meta.storage 96
// CHECK:       %[[S1:.*]] = meta.storage 48
// CHECK:       %[[I:.*]] = meta.view %[[S0]] offset 2 : !meta.storage -> !meta.tensor<2x3xsi64, strided<[6, 1]>>
// CHECK:       %[[V:.*]] = meta.view %[[S1]] offset 4 : !meta.storage -> !meta.tensor<3xf32>
// CHECK:       %[[COO:.*]] = meta.sparse_coo %[[I]], %[[V]] :
// CHECK:       %[[T:.*]] = meta.tensor %[[COO]]
// CHECK:       meta.source %[[T]], "adjacency"
// CHECK:       %[[V2:.*]] = meta.view %[[S1]] offset 4 : !meta.storage -> !meta.tensor<3xf32>
// CHECK:       meta.tensor %[[V2]]

// FUNC:        func.func @main(
// FUNC-SAME:     !meta.tensor<4x5xf32, #meta.coo<2, 0>> {meta.alias_group = 1 : i64, meta.sources = ["adjacency"]}
// FUNC-SAME:     !meta.tensor<3xf32> {meta.alias_group = 1 : i64, meta.offset = 4 : i64, meta.sources = ["values"]}
// FUNC-SAME:     !meta.tensor<2x2x!meta.qint8, strided<[3, 1]>> {meta.offset = 3 : i64, meta.quantization = {scales = array<f64: 5.000000e-01>, scheme = "per_tensor_affine", zero_points = array<f64: 0.000000e+00>}, meta.sources = ["q"]}
// FUNC-SAME:     !meta.tensor<4xf32, #meta.opaque_layout<"mkldnn">> {meta.sources = ["m"]}
// FUNC-NOT:    meta.storage
%s0 = meta.storage 96 : !meta.storage
%s1 = meta.storage 48 : !meta.storage
%i0 = meta.view %s0 : !meta.storage -> !meta.tensor<2x6xsi64>
%i = meta.slice %i0 dim 1 from 2 to 5 : !meta.tensor<2x6xsi64>
%v0 = meta.view %s1 : !meta.storage -> !meta.tensor<12xf32>
%v = meta.narrow %v0 dim 0 start 4 length 3 : !meta.tensor<12xf32>
%0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi64, strided<[6, 1]>>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
%t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
meta.source %t, "adjacency" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
%v1 = meta.narrow %v0 dim 0 start 4 length 3 : !meta.tensor<12xf32>
%u = meta.tensor %v1 : !meta.tensor<3xf32>
meta.source %u, "values" : !meta.tensor<3xf32>

// A view of a quantized tensor is a view of its bytes.
// CHECK:       %[[S2:.*]] = meta.storage 12
// CHECK-NOT:   meta.quantized
// CHECK:       %[[Q:.*]] = meta.view %[[S2]] offset 3 : !meta.storage -> !meta.tensor<2x2x!meta.qint8, strided<[3, 1]>>
// CHECK-NEXT:  %[[QQ:.*]] = meta.quantized %[[Q]] per_tensor_affine
%s2 = meta.storage 12 : !meta.storage
%q0 = meta.view %s2 : !meta.storage -> !meta.tensor<4x3x!meta.qint8>
%q1 = meta.quantized %q0 per_tensor_affine scales [0.5] zero_points [0.0] : !meta.tensor<4x3x!meta.qint8>
%q2 = meta.slice %q1 dim 0 from 1 to 3 : !meta.tensor<4x3x!meta.qint8>
%q3 = meta.slice %q2 dim 1 from 0 to 2 : !meta.tensor<2x3x!meta.qint8>
%q4 = meta.quantized %q3 per_tensor_affine scales [0.5] zero_points [0.0] : !meta.tensor<2x2x!meta.qint8, strided<[3, 1]>>
%q = meta.tensor %q4 : !meta.tensor<2x2x!meta.qint8, strided<[3, 1]>>
meta.source %q, "q" : !meta.tensor<2x2x!meta.qint8, strided<[3, 1]>>

// One that was only asked for its size goes.
// CHECK-LABEL: func.func @size_of_quantized(
// CHECK-NOT:     meta.quantized
func.func @size_of_quantized(%x: !meta.tensor<?x3x!meta.qint8>) -> index {
  %elements = meta.quantized %x per_tensor_affine scales [0.5] zero_points [0.0] : !meta.tensor<?x3x!meta.qint8>
  %part = meta.slice %elements dim 0 from 1 : !meta.tensor<?x3x!meta.qint8>
  %n = meta.size %part[0] : !meta.tensor<?x3x!meta.qint8>
  return %n : index
}

%m0 = meta.opaque : !meta.tensor<4xf32, #meta.opaque_layout<"mkldnn">>
%m = meta.tensor %m0 : !meta.tensor<4xf32, #meta.opaque_layout<"mkldnn">>
meta.source %m, "m" : !meta.tensor<4xf32, #meta.opaque_layout<"mkldnn">>

// A view of a wrapper is a view of its outer storage; what is inside stays.
// CHECK:       %[[S3:.*]] = meta.storage 96
// CHECK-NEXT:  %[[IN:.*]] = meta.tensor
// CHECK-NEXT:  %[[O:.*]] = meta.view %[[S3]] : !meta.storage -> !meta.tensor<4x6xf32>
// CHECK-NEXT:  %[[W0:.*]] = meta.subclass %[[O]] of "m.C"(a = %[[IN]])
// CHECK-NEXT:  %[[W:.*]] = meta.tensor %[[W0]]
// CHECK-NEXT:  %[[P:.*]] = meta.view %[[S3]] offset 6 : !meta.storage -> !meta.tensor<3x6xf32>
// CHECK-NEXT:  meta.subclass %[[P]] of "m.C"(a = %[[IN]])
%s3 = meta.storage 96 : !meta.storage
%inner = meta.tensor %s1 : !meta.storage -> !meta.tensor<12xf32>
%o = meta.view %s3 : !meta.storage -> !meta.tensor<4x6xf32>
%w0 = meta.subclass %o of "m.C"(a = %inner) : !meta.tensor<4x6xf32>, !meta.tensor<12xf32>
%w = meta.tensor %w0 : !meta.tensor<4x6xf32>
%p = meta.slice %w dim 0 from 1 to 4 : !meta.tensor<4x6xf32>
%p0 = meta.subclass %p of "m.C"(a = %inner) : !meta.tensor<3x6xf32>, !meta.tensor<12xf32>
%k = meta.tensor %p0 base %w : !meta.tensor<3x6xf32>, !meta.tensor<4x6xf32>
