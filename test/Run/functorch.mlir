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
