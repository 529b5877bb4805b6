// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// How many elements there are is kept, and where they lie.
// CHECK: meta.view %{{.*}} offset 1 : !meta.storage<meta> -> !meta.tensor<3xf32, meta>
// CHECK: meta.sparse_coo %{{.*}}, %{{.*}} coalesced : !meta.tensor<2x3xsi64, meta>, !meta.tensor<3xf32, meta> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>, meta>
%s0 = meta.storage 48 : !meta.storage
%s1 = meta.storage 16 : !meta.storage
%i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
%v = meta.view %s1 offset 1 : !meta.storage -> !meta.tensor<3xf32>
%0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
%x = meta.tensor %0 requires_grad : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
meta.source %x, "coo" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>

// CHECK: meta.sparse_coo %{{.*}}, %{{.*}} : !meta.tensor<1x3xsi64, meta>, !meta.tensor<3x2xf32, meta>
// CHECK: requires_grad non_leaf
%s2 = meta.storage 24 : !meta.storage
%s3 = meta.storage 24 : !meta.storage
%i1 = meta.view %s2 : !meta.storage -> !meta.tensor<1x3xsi64>
%v1 = meta.view %s3 : !meta.storage -> !meta.tensor<3x2xf32>
%1 = meta.sparse_coo %i1, %v1 : !meta.tensor<1x3xsi64>, !meta.tensor<3x2xf32> -> !meta.tensor<4x2xf32, #meta.coo<1, 1>>
%y = meta.tensor %1 requires_grad non_leaf : !meta.tensor<4x2xf32, #meta.coo<1, 1>>
meta.source %y, "hybrid" : !meta.tensor<4x2xf32, #meta.coo<1, 1>>

// CHECK: meta.sparse_compressed {{.*}} -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>, meta>
%s4 = meta.storage 12 : !meta.storage
%s5 = meta.storage 8 : !meta.storage
%s6 = meta.storage 48 : !meta.storage
%c2 = meta.view %s4 : !meta.storage -> !meta.tensor<3xsi32>
%p2 = meta.view %s5 : !meta.storage -> !meta.tensor<2xsi32>
%v2 = meta.view %s6 : !meta.storage -> !meta.tensor<2x2x3xf32>
%2 = meta.sparse_compressed %c2, %p2, %v2 : !meta.tensor<3xsi32>, !meta.tensor<2xsi32>, !meta.tensor<2x2x3xf32> -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
%z = meta.tensor %2 requires_grad : !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
meta.source %z, "bsr" : !meta.tensor<4x6xf32, #meta.bsr<2, 3>>

// The values, which autograd takes for a view of it.
// CHECK: meta.source %{{.*}}, "csc.values()"
%s7 = meta.storage 48 : !meta.storage
%s8 = meta.storage 24 : !meta.storage
%s9 = meta.storage 12 : !meta.storage
%c3 = meta.view %s7 : !meta.storage -> !meta.tensor<6xsi64>
%p3 = meta.view %s8 : !meta.storage -> !meta.tensor<3xsi64>
%v3 = meta.view %s9 : !meta.storage -> !meta.tensor<3xf32>
%3 = meta.sparse_compressed %c3, %p3, %v3 : !meta.tensor<6xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csc>
%w = meta.tensor %3 : !meta.tensor<4x5xf32, #meta.csc>
%values = meta.tensor %v3 base %w : !meta.tensor<3xf32>, !meta.tensor<4x5xf32, #meta.csc>
meta.source %values, "csc.values()" : !meta.tensor<3xf32>
