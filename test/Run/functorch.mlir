// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// CHECK: meta.interpreter grad level 1
// CHECK: meta.interpreter vmap level 2 batch_size 3 randomness different
// CHECK: meta.grad_tracking %{{.*}} level 1
// CHECK: meta.batched %{{.*}} dim 0 level 2
// CHECK: meta.source %{{.*}}, "t"
meta.interpreter grad level 1
meta.interpreter vmap level 2 batch_size 3 randomness different
%s = meta.storage 48 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
%0 = meta.grad_tracking %x level 1 : !meta.tensor<3x4xf32>
%g = meta.tensor %0 requires_grad : !meta.tensor<3x4xf32>
%1 = meta.batched %g dim 0 level 2 : !meta.tensor<3x4xf32>
%t = meta.tensor %1 requires_grad non_leaf : !meta.tensor<4xf32>
meta.source %t, "t" : !meta.tensor<4xf32>

// Its transform has ended.
// CHECK: meta.grad_tracking %{{[^ ]*}} :
%2 = meta.grad_tracking %x : !meta.tensor<3x4xf32>
%d = meta.tensor %2 : !meta.tensor<3x4xf32>
meta.source %d, "dead" : !meta.tensor<3x4xf32>

// Two dimensions in one wrapper, as vmap had it before functorch.
// CHECK: %[[L:.*]] = meta.batched %{{.*}} dim 2 level 1 legacy
// CHECK: meta.batched %[[L]] dim 0 level 2 legacy
%s1 = meta.storage 96 : !meta.storage
%y = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x3x4xf32>
%3 = meta.batched %y dim 2 level 1 legacy : !meta.tensor<2x3x4xf32>
%4 = meta.batched %3 dim 0 level 2 legacy : !meta.tensor<2x3xf32, strided<[12, 4]>>
%l = meta.tensor %4 : !meta.tensor<3xf32, strided<[4]>>
meta.source %l, "legacy" : !meta.tensor<3xf32, strided<[4]>>

// A wrapper of a view, which autograd takes for a view of another wrapper.
// CHECK: meta.tensor %{{.*}} base %{{.*}} requires_grad non_leaf :
// CHECK: meta.source %{{.*}}, "wrapped.view"
%5 = meta.view %x : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32>
%v = meta.tensor %5 base %x : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
%6 = meta.grad_tracking %v level 1 : !meta.tensor<2x4xf32>
%w = meta.tensor %6 base %g requires_grad non_leaf : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
meta.source %w, "wrapped.view" : !meta.tensor<2x4xf32>
