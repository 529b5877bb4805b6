// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// A view that functionalization makes of a batch runs in the transform of the
// batch.
// CHECK: meta.interpreter vmap level 1 batch_size 2
// CHECK: meta.interpreter functionalize level 2
// CHECK: meta.functional %{{.*}} of %{{.*}} view %{{.*}} level 2
// CHECK: meta.source %{{.*}}, "row"
meta.interpreter vmap level 1 batch_size 2
meta.interpreter functionalize level 2 add_back_views
%s = meta.storage 96 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<2x3x4xf32>
%0 = meta.batched %x dim 0 level 1 : !meta.tensor<2x3x4xf32>
%b = meta.tensor %0 : !meta.tensor<3x4xf32>
%1 = meta.view %x offset 4 : !meta.tensor<2x3x4xf32> -> !meta.tensor<2x4xf32, strided<[12, 1]>>
%y = meta.tensor %1 base %x : !meta.tensor<2x4xf32, strided<[12, 1]>>, !meta.tensor<2x3x4xf32>
%2 = meta.batched %y dim 0 level 1 : !meta.tensor<2x4xf32, strided<[12, 1]>>
%r = meta.tensor %2 : !meta.tensor<4xf32>
%s1 = meta.storage 48 : !meta.storage
%3 = meta.view %s1 offset 4 : !meta.storage -> !meta.tensor<4xf32>
%4 = meta.select %b dim 0 index 1 : !meta.tensor<3x4xf32>
%5 = meta.functional %3 of %r view %4 level 2 : !meta.tensor<4xf32>, !meta.tensor<4xf32>, !meta.tensor<4xf32>
%t = meta.tensor %5 : !meta.tensor<4xf32>
meta.source %t, "row" : !meta.tensor<4xf32>
