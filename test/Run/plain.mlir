// REQUIRES: torch
// RUN: meta-run %s | FileCheck %s
// RUN: meta-run %s --verify
// RUN: meta-opt %s --meta-materialize | meta-run | FileCheck %s

// Whatever a description says of a tensor on the meta device is made and described
// again: an offset, a resized storage, a leaf and what is none, bits.
// CHECK:      %[[S:.*]] = meta.storage 128 : !meta.storage<meta>
// CHECK-NEXT: %[[W:.*]] = meta.tensor %[[S]] parameter requires_grad : !meta.storage<meta> -> !meta.tensor<8x4xf32, meta>
// CHECK-NEXT: meta.source %[[W]], "e" : !meta.tensor<8x4xf32, meta>
// CHECK-NEXT: meta.source %[[W]], "h" : !meta.tensor<8x4xf32, meta>
%s0 = meta.storage 128 : !meta.storage
%w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
meta.source %w, "e" : !meta.tensor<8x4xf32>
meta.source %w, "h" : !meta.tensor<8x4xf32>

// CHECK-NEXT: %[[S:.*]] = meta.storage 25 : !meta.storage<meta>
// CHECK-NEXT: %[[U:.*]] = meta.tensor %[[S]] : !meta.storage<meta> -> !meta.tensor<2xf32, meta>
// CHECK-NEXT: meta.source %[[U]], "u"
// CHECK-NEXT: %[[G:.*]] = meta.view %[[S]] offset 3 : !meta.storage<meta> -> !meta.tensor<2x2xf32, strided<[1, 0]>, meta>
// CHECK-NEXT: %[[V:.*]] = meta.tensor %[[G]]
// CHECK-NEXT: meta.source %[[V]], "v"
%s1 = meta.storage 25 : !meta.storage
%u = meta.tensor %s1 : !meta.storage -> !meta.tensor<2xf32>
%0 = meta.view %s1 offset 3 : !meta.storage -> !meta.tensor<2x2xf32, strided<[1, 0]>>
%v = meta.tensor %0 : !meta.tensor<2x2xf32, strided<[1, 0]>>
meta.source %u, "u" : !meta.tensor<2xf32>
meta.source %v, "v" : !meta.tensor<2x2xf32, strided<[1, 0]>>

// CHECK-NEXT: %[[S:.*]] = meta.storage 8 : !meta.storage<meta>
// CHECK-NEXT: meta.tensor %[[S]] beyond_storage
%s2 = meta.storage 8 : !meta.storage
%r = meta.tensor %s2 beyond_storage : !meta.storage -> !meta.tensor<4xf32>
meta.source %r, "resized" : !meta.tensor<4xf32>

// CHECK: meta.tensor %{{.*}} requires_grad non_leaf retains_grad output 2 :
%s3 = meta.storage 16 : !meta.storage<cuda:1>
%y = meta.tensor %s3 requires_grad non_leaf retains_grad output 2 : !meta.storage<cuda:1> -> !meta.tensor<4xf32, cuda:1>
meta.source %y, "y" : !meta.tensor<4xf32, cuda:1>

// CHECK: meta.tensor %{{.*}} inference :
%s4 = meta.storage 16 : !meta.storage
%i = meta.tensor %s4 inference : !meta.storage -> !meta.tensor<4xf32>
meta.source %i, "i" : !meta.tensor<4xf32>

// CHECK: meta.tensor %{{.*}} -> !meta.tensor<4xcomplex<f32>, meta, conj, neg>
// CHECK: meta.tensor %{{.*}} zero :
%s5 = meta.storage 32 : !meta.storage
%1 = meta.view %s5 : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj, neg>
%c = meta.tensor %1 : !meta.tensor<4xcomplex<f32>, conj, neg>
meta.source %c, "c" : !meta.tensor<4xcomplex<f32>, conj, neg>
%s6 = meta.storage 16 : !meta.storage
%z = meta.tensor %s6 zero : !meta.storage -> !meta.tensor<4xf32>
meta.source %z, "z" : !meta.tensor<4xf32>

// CHECK: %[[B:.*]] = meta.tensor %{{.*}} class "m.Buffer" buffer non_persistent fake :
// CHECK: meta.mark %[[B]], "first"(1 : i64)
%s7 = meta.storage 4 : !meta.storage
meta.data %s7, dense<[0, 0, -128, 63]> : tensor<4xi8> : !meta.storage
%b = meta.tensor %s7 class "m.Buffer" buffer non_persistent fake : !meta.storage -> !meta.tensor<f32>
meta.mark %b, "first"(1 : i64) : !meta.tensor<f32>
meta.source %b, "b" : !meta.tensor<f32>
