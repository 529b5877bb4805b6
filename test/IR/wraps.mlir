// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// Geometries that are no view of one storage.

// CHECK-LABEL: module @coo
// CHECK:         %[[I:.*]] = meta.view %{{.*}} -> !meta.tensor<2x3xsi64>
// CHECK:         %[[V:.*]] = meta.view %{{.*}} -> !meta.tensor<3xf32>
// CHECK:         meta.sparse_coo %[[I]], %[[V]] coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
// Hybrid: one sparse dimension, and values that are rows.
// CHECK:         meta.sparse_coo %{{.*}}, %{{.*}} : !meta.tensor<1x3xsi64>, !meta.tensor<3x5xf32> -> !meta.tensor<4x5xf32, #meta.coo<1, 1>>
// Of a size known at run time, and of a number of values known at run time.
// CHECK:         meta.sparse_coo %{{.*}}, %{{.*}}[%{{.*}}] : !meta.tensor<2x?xsi64>, !meta.tensor<?xf32> -> !meta.tensor<?x5xf32, #meta.coo<2, 0>>
// Without a sparse dimension.
// CHECK:         meta.sparse_coo %{{.*}}, %{{.*}} : !meta.tensor<0x1xsi64>, !meta.tensor<1x4xf32> -> !meta.tensor<4xf32, #meta.coo<0, 1>>
module @coo {
  %s0 = meta.storage 48 : !meta.storage
  %s1 = meta.storage 60 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
  %v = meta.view %s1 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  %t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  meta.source %t, "t" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  %i1 = meta.view %s0 : !meta.storage -> !meta.tensor<1x3xsi64>
  %v1 = meta.view %s1 : !meta.storage -> !meta.tensor<3x5xf32>
  %1 = meta.sparse_coo %i1, %v1 : !meta.tensor<1x3xsi64>, !meta.tensor<3x5xf32> -> !meta.tensor<4x5xf32, #meta.coo<1, 1>>
  %n = meta.symbol "n"
  %i2 = meta.view %s0[%n] : !meta.storage -> !meta.tensor<2x?xsi64>
  %v2 = meta.view %s1[%n] : !meta.storage -> !meta.tensor<?xf32>
  %2 = meta.sparse_coo %i2, %v2 [%n] : !meta.tensor<2x?xsi64>, !meta.tensor<?xf32> -> !meta.tensor<?x5xf32, #meta.coo<2, 0>>
  %i3 = meta.view %s0 : !meta.storage -> !meta.tensor<0x1xsi64>
  %v3 = meta.view %s1 : !meta.storage -> !meta.tensor<1x4xf32>
  %3 = meta.sparse_coo %i3, %v3 : !meta.tensor<0x1xsi64>, !meta.tensor<1x4xf32> -> !meta.tensor<4xf32, #meta.coo<0, 1>>
}

// CHECK-LABEL: func.func @compressed(
// CHECK:         meta.sparse_compressed %{{.*}}, %{{.*}}, %{{.*}} : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x6xf32, #meta.csr>
// CHECK:         meta.sparse_compressed {{.*}} -> !meta.tensor<6x4xf32, #meta.csc>
// Two rows of blocks of 2 by 3; the values of each are a block.
// CHECK:         meta.sparse_compressed {{.*}} -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
// CHECK:         meta.sparse_compressed {{.*}} -> !meta.tensor<6x4xf32, #meta.bsc<3, 2>>
// Batches before, dense dimensions behind.
// CHECK:         meta.sparse_compressed {{.*}} : !meta.tensor<7x5xsi32>, !meta.tensor<7x3xsi32>, !meta.tensor<7x3x2xf32> -> !meta.tensor<7x4x6x2xf32, #meta.csr>
// CHECK:         meta.sparse_compressed {{.*}}[%{{.*}}] : {{.*}} -> !meta.tensor<?x6xf32, #meta.csr>
func.func @compressed(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>,
                      %c2: !meta.tensor<3xsi64>, %b: !meta.tensor<3x2x3xf32>, %b2: !meta.tensor<3x3x2xf32>,
                      %c3: !meta.tensor<7x5xsi32>, %p3: !meta.tensor<7x3xsi32>, %v3: !meta.tensor<7x3x2xf32>,
                      %n: index) {
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x6xf32, #meta.csr>
  %1 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<6x4xf32, #meta.csc>
  %2 = meta.sparse_compressed %c2, %p, %b : !meta.tensor<3xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3x2x3xf32> -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
  %3 = meta.sparse_compressed %c2, %p, %b2 : !meta.tensor<3xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3x3x2xf32> -> !meta.tensor<6x4xf32, #meta.bsc<3, 2>>
  %4 = meta.sparse_compressed %c3, %p3, %v3 : !meta.tensor<7x5xsi32>, !meta.tensor<7x3xsi32>, !meta.tensor<7x3x2xf32> -> !meta.tensor<7x4x6x2xf32, #meta.csr>
  %5 = meta.sparse_compressed %c, %p, %v [%n] : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<?x6xf32, #meta.csr>
  return
}

// CHECK-LABEL: func.func @nested(
// CHECK:         meta.nested %{{.*}} sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
// One component; none; components without a dimension.
// CHECK:         meta.nested %{{.*}} sizes [2, 3] strides [3, 1] offsets [7] : !meta.tensor<18xf32> -> !meta.tensor<1x2x3xf32, #meta.nested>
// CHECK:         meta.nested %{{.*}} sizes [] strides [] offsets [] : !meta.tensor<18xf32> -> !meta.tensor<0xf32, #meta.nested>
// CHECK:         meta.nested %{{.*}} sizes [] strides [] offsets [3, 1] : !meta.tensor<18xf32> -> !meta.tensor<2xf32, #meta.nested>
func.func @nested(%b: !meta.tensor<18xf32>) {
  %0 = meta.nested %b sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
  %1 = meta.nested %b sizes [2, 3] strides [3, 1] offsets [7] : !meta.tensor<18xf32> -> !meta.tensor<1x2x3xf32, #meta.nested>
  %2 = meta.nested %b sizes [] strides [] offsets [] : !meta.tensor<18xf32> -> !meta.tensor<0xf32, #meta.nested>
  %3 = meta.nested %b sizes [] strides [] offsets [3, 1] : !meta.tensor<18xf32> -> !meta.tensor<2xf32, #meta.nested>
  return
}

// CHECK-LABEL: module @opaque
// CHECK:         meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
module @opaque {
  %0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
  %t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
  meta.source %t, "t" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
}

// Scales come back bit for bit.
// CHECK-LABEL: func.func @quantized(
// CHECK:         meta.quantized %{{.*}} per_tensor_affine scales [0.10000000149011612] zero_points [3.000000e+00] : !meta.tensor<4x3x!meta.qint8>
// CHECK:         meta.quantized %{{.*}} per_channel_symmetric scales [5.000000e-01, 2.500000e-01, 0x7FF0000000000000] zero_points [0.000000e+00, -1.000000e+00, 0.000000e+00] axis 1 : !meta.tensor<4x3x!meta.qint8>
// CHECK:         meta.quantized %{{.*}} per_channel_affine_float_qparams scales [1.000000e+00] zero_points [5.000000e-01] axis 0 : !meta.tensor<?x!meta.quint8>
func.func @quantized(%x: !meta.tensor<4x3x!meta.qint8>, %y: !meta.tensor<?x!meta.quint8>) {
  %0 = meta.quantized %x per_tensor_affine scales [0.10000000149011612] zero_points [3.0] : !meta.tensor<4x3x!meta.qint8>
  %1 = meta.quantized %x per_channel_symmetric scales [0.5, 0.25, 0x7FF0000000000000] zero_points [0.0, -1.0, 0.0] axis 1 : !meta.tensor<4x3x!meta.qint8>
  %2 = meta.quantized %y per_channel_affine_float_qparams scales [1.0] zero_points [0.5] axis 0 : !meta.tensor<?x!meta.quint8>
  return
}
