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
