// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// Leaf views, in each way that autograd can have made them.
// CHECK: meta.tensor %{{.*}} base %[[POOL:.*]] : !meta.tensor<4x3xf32, strided<[1, 4]>, meta>
// CHECK: meta.source %{{.*}}, "leaf"
// CHECK: meta.tensor %{{.*}} base %[[POOL]] creation no_grad_mode requires_grad :
// CHECK: meta.source %{{.*}}, "leaf.no_grad"
%s = meta.storage 96 : !meta.storage
%pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
%0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
%k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
meta.source %k, "leaf" : !meta.tensor<4x3xf32, strided<[1, 4]>>
%1 = meta.view %s offset 20 : !meta.storage -> !meta.tensor<4xf32>
%l = meta.tensor %1 base %pool creation no_grad_mode requires_grad : !meta.tensor<4xf32>, !meta.tensor<24xf32>
meta.source %l, "leaf.no_grad" : !meta.tensor<4xf32>

// In two steps.
// CHECK: meta.tensor %{{.*}} base %[[POOL]] requires_grad non_leaf :
// CHECK: meta.source %{{.*}}, "two.steps"
%t = meta.tensor %1 base %pool requires_grad non_leaf : !meta.tensor<4xf32>, !meta.tensor<24xf32>
meta.source %t, "two.steps" : !meta.tensor<4xf32>

// CHECK: meta.tensor %{{.*}} base %{{.*}} creation multi_output_node requires_grad non_leaf output 1 :
// CHECK: meta.source %{{.*}}, "unbind.1"
%s1 = meta.storage 96 : !meta.storage
%x = meta.tensor %s1 requires_grad non_leaf : !meta.storage -> !meta.tensor<2x12xf32>
%2 = meta.view %s1 offset 12 : !meta.storage -> !meta.tensor<12xf32>
%u = meta.tensor %2 base %x creation multi_output_node requires_grad non_leaf output 1 : !meta.tensor<12xf32>, !meta.tensor<2x12xf32>
meta.source %u, "unbind.1" : !meta.tensor<12xf32>

// Elements of a part of a buffer, and of all of one.
// CHECK: meta.source %{{.*}}, "complex"
// CHECK: meta.source %{{.*}}, "imag"
%s2 = meta.storage 60 : !meta.storage
%r = meta.tensor %s2 : !meta.storage -> !meta.tensor<15xf32>
%3 = meta.view %s2 offset 2 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
%c = meta.tensor %3 base %r : !meta.tensor<4xcomplex<f32>>, !meta.tensor<15xf32>
meta.source %c, "complex" : !meta.tensor<4xcomplex<f32>>
%s3 = meta.storage 96 : !meta.storage
%4 = meta.view %s3 : !meta.storage -> !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
%z = meta.tensor %4 : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
%5 = meta.view %s3 offset 1 : !meta.storage -> !meta.tensor<4xf32, strided<[6]>>
%i = meta.tensor %5 base %z : !meta.tensor<4xf32, strided<[6]>>, !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
meta.source %i, "imag" : !meta.tensor<4xf32, strided<[6]>>

// Ops that autograd has recorded; they are recorded again.
// CHECK: %[[CONJ:.*]] = meta.conj %{{.*}}
// CHECK: meta.source %{{.*}}, "conj"
%6 = meta.conj %z : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
%j = meta.tensor %6 base %z : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>, conj>, !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
meta.source %j, "conj" : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>, conj>

// Bits that a view has, and its base has not.
// CHECK: meta.source %{{.*}}, "bits"
%7 = meta.view %s3 : !meta.storage -> !meta.tensor<2xcomplex<f32>, neg>
%b = meta.tensor %7 base %z : !meta.tensor<2xcomplex<f32>, neg>, !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
meta.source %b, "bits" : !meta.tensor<2xcomplex<f32>, neg>

// Its storage was exchanged.
// CHECK: meta.source %{{.*}}, "other.storage"
%s4 = meta.storage 64 : !meta.storage
%8 = meta.view %s4 offset 2 : !meta.storage -> !meta.tensor<8xf32>
%o = meta.tensor %8 base %pool : !meta.tensor<8xf32>, !meta.tensor<24xf32>
meta.source %o, "other.storage" : !meta.tensor<8xf32>
