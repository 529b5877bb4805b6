// RUN: meta-opt %s --split-input-file --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --split-input-file --canonicalize --cse | FileCheck %s --check-prefix=KEPT

// A batch within a transform that differentiates.

// CHECK: meta.interpreter vmap level 1 batch_size 3{{$}}
// CHECK: meta.interpreter vmap level 2 batch_size 5 randomness different
// CHECK: meta.interpreter grad level 3 outer_mode_off outer_inference
// CHECK: meta.interpreter functionalize level 4 add_back_views
// CHECK: meta.interpreter vmap level 5 batch_size %{{.*}} randomness same{{$}}
// CHECK: %[[X:.*]] = meta.tensor
// CHECK: %[[B:.*]] = meta.batched %[[X]] dim 1 level 1 : !meta.tensor<4x3x2xf32>
// CHECK: %[[T:.*]] = meta.tensor %[[B]] : !meta.tensor<4x2xf32, strided<[6, 1]>>
// CHECK: meta.grad_tracking %[[T]] level 2 : !meta.tensor<4x2xf32, strided<[6, 1]>>
// CHECK: meta.grad_tracking %[[X]] : !meta.tensor<4x3x2xf32>
// CHECK: meta.batched %[[X]] dim 0 level 0 legacy
// KEPT-COUNT-5: meta.interpreter
// KEPT: meta.source
meta.interpreter vmap level 1 batch_size 3
meta.interpreter vmap level 2 batch_size 5 randomness different
meta.interpreter grad level 3 outer_mode_off outer_inference
meta.interpreter functionalize level 4 add_back_views
%n = meta.symbol "s0"
meta.interpreter vmap level 5 batch_size %n randomness same
%s = meta.storage 96 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4x3x2xf32>
%0 = meta.batched %x dim 1 level 1 : !meta.tensor<4x3x2xf32>
%b = meta.tensor %0 : !meta.tensor<4x2xf32, strided<[6, 1]>>
%1 = meta.grad_tracking %b level 2 : !meta.tensor<4x2xf32, strided<[6, 1]>>
%t = meta.tensor %1 requires_grad : !meta.tensor<4x2xf32, strided<[6, 1]>>
meta.source %t, "x" : !meta.tensor<4x2xf32, strided<[6, 1]>>
%dead = meta.grad_tracking %x : !meta.tensor<4x3x2xf32>
%legacy = meta.batched %x dim 0 level 0 legacy : !meta.tensor<4x3x2xf32>

// -----

// A batch of sparse tensors: a sparse dimension goes, or a dense one.

// CHECK-LABEL: func @sparse
// CHECK: meta.tensor %{{.*}} : !meta.tensor<5x2xf32, #meta.coo<1, 1>>
// CHECK: meta.tensor %{{.*}} : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
func.func @sparse(%x: !meta.tensor<4x5x2xf32, #meta.coo<2, 1>>) {
  %0 = meta.batched %x dim 0 level 1 : !meta.tensor<4x5x2xf32, #meta.coo<2, 1>>
  %1 = meta.tensor %0 : !meta.tensor<5x2xf32, #meta.coo<1, 1>>
  %2 = meta.batched %x dim 2 level 1 : !meta.tensor<4x5x2xf32, #meta.coo<2, 1>>
  %3 = meta.tensor %2 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

// A functional tensor and its first row.

// CHECK: %[[F:.*]] = meta.functional %{{.*}} of %{{.*}} : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
// CHECK: meta.functional %{{.*}} of %{{.*}} view %{{.*}} level 1 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
%s0 = meta.storage 24 : !meta.storage
%v = meta.tensor %s0 : !meta.storage -> !meta.tensor<2x3xf32>
%s1 = meta.storage 24 : !meta.storage
%o = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
%0 = meta.functional %o of %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
%t = meta.tensor %0 : !meta.tensor<2x3xf32>
%1 = meta.select %v dim 0 index 0 : !meta.tensor<2x3xf32>
%r = meta.tensor %1 : !meta.tensor<3xf32>
%p = meta.view %t : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32>
%2 = meta.functional %p of %r view %1 level 1 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
%u = meta.tensor %2 : !meta.tensor<3xf32>
meta.source %u, "row" : !meta.tensor<3xf32>

// -----

// Facts about live tensors are kept, whatever uses these.

// CHECK: meta.tensor %{{.*}} requires_grad non_leaf retains_grad output 2 :
// CHECK: meta.tensor %{{.*}} zero :
// CHECK: meta.tangent %{{.*}}, %{{.*}} : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK: meta.shares_version %[[D:.*]] with %{{.*}} : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK: meta.shares_version %[[D]] with %[[D]] :
// KEPT: meta.tangent
// KEPT-COUNT-2: meta.shares_version
%s = meta.storage 16 : !meta.storage
%x = meta.tensor %s requires_grad non_leaf retains_grad output 2 : !meta.storage -> !meta.tensor<4xf32>
%z = meta.storage 16 : !meta.storage
%d = meta.tensor %z zero : !meta.storage -> !meta.tensor<4xf32>
meta.tangent %x, %d : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.shares_version %d with %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.shares_version %d with %d : !meta.tensor<4xf32>, !meta.tensor<4xf32>

// -----

// Bytes, as they are and as a resource.

// CHECK: meta.data %{{.*}}, dense<[0, 0, -128, 63]> : tensor<4xi8> : !meta.storage
// CHECK: meta.data %{{.*}}, dense_resource<weights> : tensor<4xi8> : !meta.storage
// CHECK: weights: "0x040000000000803F"
// KEPT-COUNT-2: meta.data
%s = meta.storage 4 : !meta.storage
meta.data %s, dense<[0, 0, -128, 63]> : tensor<4xi8> : !meta.storage
%s1 = meta.storage 4 : !meta.storage
meta.data %s1, dense_resource<weights> : tensor<4xi8> : !meta.storage

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F"
    }
  }
#-}
