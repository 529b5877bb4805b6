// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s

// CHECK-LABEL: module @coo
// CHECK:         build.tensor 0 "x"
// CHECK-NEXT:      %[[I:.*]] = build.empty_strided : !meta.tensor<2x3xsi64>
// CHECK-NEXT:      build.bind_storage %[[I]] to 0 bytes 48
// CHECK-NEXT:      %[[V:.*]] = build.empty_strided : !meta.tensor<3xf32>
// CHECK-NEXT:      build.bind_storage %[[V]] to 1 bytes 16 offset 1
// CHECK-NEXT:      %[[X:.*]] = build.sparse_coo %[[I]], %[[V]] coalesced
// CHECK-NEXT:      build.delayed_error %[[X]]
// CHECK-NEXT:      build.yield %[[X]]
module @coo {
  %s0 = meta.storage 48 : !meta.storage
  %s1 = meta.storage 16 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
  %v = meta.view %s1 offset 1 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  %x = meta.tensor %0 requires_grad non_leaf : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
}

// -----

// CHECK-LABEL: module @bsr
// CHECK:         %[[C:.*]] = build.empty_strided : !meta.tensor<3xsi32>
// CHECK:         %[[P:.*]] = build.empty_strided : !meta.tensor<2xsi32>
// CHECK:         %[[V:.*]] = build.empty_strided : !meta.tensor<2x2x3xf32>
// CHECK:         %[[X:.*]] = build.sparse_compressed %[[C]], %[[P]], %[[V]] :
// CHECK-NEXT:    build.requires_grad %[[X]] : !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
module @bsr {
  %s0 = meta.storage 12 : !meta.storage
  %s1 = meta.storage 8 : !meta.storage
  %s2 = meta.storage 48 : !meta.storage
  %c = meta.view %s0 : !meta.storage -> !meta.tensor<3xsi32>
  %p = meta.view %s1 : !meta.storage -> !meta.tensor<2xsi32>
  %v = meta.view %s2 : !meta.storage -> !meta.tensor<2x2x3xf32>
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<3xsi32>, !meta.tensor<2xsi32>, !meta.tensor<2x2x3xf32> -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
  %x = meta.tensor %0 requires_grad : !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
  meta.source %x, "x" : !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
}

// -----

// CHECK-LABEL: module @nested
// CHECK:         %[[B:.*]] = build.empty_strided : !meta.tensor<18xf32>
// CHECK:         build.nested %[[B]] sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
module @nested {
  %s = meta.storage 72 : !meta.storage
  %b = meta.view %s : !meta.storage -> !meta.tensor<18xf32>
  %0 = meta.nested %b sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
  %x = meta.tensor %0 : !meta.tensor<2x?x3xf32, #meta.nested>
  meta.source %x, "x" : !meta.tensor<2x?x3xf32, #meta.nested>
}

// -----

// CHECK-LABEL: module @quantized
// CHECK:         %[[Q:.*]] = build.quantized per_channel_affine scales [5.000000e-01, 2.500000e-01, 2.000000e+00] zero_points [0.000000e+00, 1.000000e+00, 0.000000e+00] axis 1 : !meta.tensor<4x3x!meta.qint8>
// CHECK-NEXT:    build.bind_storage %[[Q]] to 0 bytes 12
module @quantized {
  %s = meta.storage 12 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x3x!meta.qint8>
  %1 = meta.quantized %0 per_channel_affine scales [0.5, 0.25, 2.0] zero_points [0.0, 1.0, 0.0] axis 1 : !meta.tensor<4x3x!meta.qint8>
  %q = meta.tensor %1 : !meta.tensor<4x3x!meta.qint8>
  meta.source %q, "q" : !meta.tensor<4x3x!meta.qint8>
}

// -----

// CHECK-LABEL: module @opaque
// CHECK:         build.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
module @opaque {
  %0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
  %x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
  meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
}
