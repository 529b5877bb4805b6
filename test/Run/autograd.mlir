// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// CHECK: %[[G:.*]] = meta.tensor
// CHECK: meta.tensor %{{.*}} grad %[[G]] requires_grad
// CHECK: meta.source %{{.*}}, "x"
%s0 = meta.storage 16 : !meta.storage
%g = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
%s1 = meta.storage 16 : !meta.storage
%x = meta.tensor %s1 grad %g requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// Each is the grad of the other one.
// CHECK: meta.source %{{.*}}, "a"
%s2 = meta.storage 16 : !meta.storage
%a = meta.tensor %s2 grad %b requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
%s3 = meta.storage 16 : !meta.storage
%b = meta.tensor %s3 grad %a requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
meta.source %a, "a" : !meta.tensor<4xf32>

// CHECK: meta.tangent
// CHECK: meta.source %{{.*}}, "dual"
%s4 = meta.storage 16 : !meta.storage
%d = meta.tensor %s4 : !meta.storage -> !meta.tensor<4xf32>
%s5 = meta.storage 16 : !meta.storage
%t = meta.tensor %s5 : !meta.storage -> !meta.tensor<4xf32>
meta.tangent %d, %t : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.source %d, "dual" : !meta.tensor<4xf32>

// A tangent with strides of its own.
// CHECK: meta.tangent %{{.*}}, %{{.*}} : !meta.tensor<4x3xf32, strided<[1, 4]>, meta>, !meta.tensor<4x3xf32, meta>
// CHECK: meta.source %{{.*}}, "strides"
%s6 = meta.storage 48 : !meta.storage
%1 = meta.view %s6 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
%p = meta.tensor %1 : !meta.tensor<4x3xf32, strided<[1, 4]>>
%s7 = meta.storage 48 : !meta.storage
%q = meta.tensor %s7 : !meta.storage -> !meta.tensor<4x3xf32>
meta.tangent %p, %q : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4x3xf32>
meta.source %p, "strides" : !meta.tensor<4x3xf32, strided<[1, 4]>>

// CHECK: meta.source %{{.*}}, "detached"
// CHECK: meta.source %{{.*}}, "own.counter"
%0 = meta.view %s4 : !meta.storage -> !meta.tensor<2xf32>
%e = meta.tensor %0 : !meta.tensor<2xf32>
meta.shares_version %e with %d : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.source %e, "detached" : !meta.tensor<2xf32>
%v = meta.tensor %0 base %g : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.shares_version %v with %v : !meta.tensor<2xf32>, !meta.tensor<2xf32>
meta.source %v, "own.counter" : !meta.tensor<2xf32>
