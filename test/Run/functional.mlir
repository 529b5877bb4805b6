// REQUIRES: torch
// RUN: meta-run %s --verify
// RUN: meta-run %s | FileCheck %s

// CHECK: meta.functional %{{.*}} of %{{[^ ]*}} :
// CHECK: meta.source %{{.*}}, "t"
%s0 = meta.storage 24 : !meta.storage
%v = meta.tensor %s0 : !meta.storage -> !meta.tensor<2x3xf32>
%s1 = meta.storage 24 : !meta.storage
%o = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
%0 = meta.functional %o of %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
%t = meta.tensor %0 : !meta.tensor<2x3xf32>
// Both count the same writes.
meta.shares_version %t with %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
meta.source %t, "t" : !meta.tensor<2x3xf32>

// A view of it: its value is one of the other value, below autograd.
// CHECK: meta.functional %{{.*}} of %{{.*}} view %
// CHECK: meta.source %{{.*}}, "row"
%1 = meta.view %s0 offset 3 : !meta.storage -> !meta.tensor<3xf32>
%r = meta.tensor %1 : !meta.tensor<3xf32>
%2 = meta.view %t offset 3 : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32>
%3 = meta.select %v dim 0 index 1 : !meta.tensor<2x3xf32>
%4 = meta.functional %2 of %r view %3 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
%u = meta.tensor %4 base %t : !meta.tensor<3xf32>, !meta.tensor<2x3xf32>
meta.source %u, "row" : !meta.tensor<3xf32>

// A view that was made as a copy, and a tensor whose value was replaced: it counts
// writes apart.
// CHECK: meta.source %{{.*}}, "copy"
%s2 = meta.storage 24 : !meta.storage
%c = meta.tensor %s2 : !meta.storage -> !meta.tensor<2x3xf32>
%s3 = meta.storage 24 : !meta.storage
%5 = meta.view %s3 : !meta.storage -> !meta.tensor<2x3xf32>
%6 = meta.functional %5 of %c : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
%d = meta.tensor %6 : !meta.tensor<2x3xf32>
%s4 = meta.storage 24 : !meta.storage
%e = meta.tensor %s4 : !meta.storage -> !meta.tensor<3x2xf32>
%7 = meta.view %d : !meta.tensor<2x3xf32> -> !meta.tensor<3x2xf32>
%8 = meta.transpose %c, 0, 1 : !meta.tensor<2x3xf32>
%9 = meta.functional %7 of %e view %8 : !meta.tensor<3x2xf32>, !meta.tensor<3x2xf32>, !meta.tensor<3x2xf32, strided<[1, 3]>>
%f = meta.tensor %9 base %d : !meta.tensor<3x2xf32>, !meta.tensor<2x3xf32>
meta.source %f, "copy" : !meta.tensor<3x2xf32>
