// REQUIRES: torch
// RUN: meta-run %s | FileCheck %s
// RUN: meta-run %s --verify
// RUN: meta-opt %s --meta-materialize | meta-run | FileCheck %s

// Tensors with symbols of their own, without Python: sizes, strides, an offset,
// bytes, and what is computed of them.

// CHECK:      %[[N:.*]] = meta.symbol "s77" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-NEXT: %[[M:.*]] = meta.symbol "s27" min 2 hint 3
// CHECK:      %[[S:.*]] = meta.storage %{{.*}} : !meta.storage<meta>
// CHECK-NEXT: %[[G:.*]] = meta.view %[[S]][%[[N]], %[[M]]] : !meta.storage<meta> -> !meta.tensor<?x?xf32, meta>
// CHECK-NEXT: %[[X:.*]] = meta.tensor %[[G]] requires_grad :
%n = meta.symbol "s77" min 2 hint 4 sources ["x.size()[0]"]
%m = meta.symbol "s27" min 2 hint 3
%c4 = arith.constant 4 : index
%c5 = arith.constant 5 : index
%numel = arith.muli %n, %m : index
%bytes = arith.muli %numel, %c4 : index
%s0 = meta.storage %bytes : !meta.storage
%0 = meta.view %s0[%n, %m] : !meta.storage -> !meta.tensor<?x?xf32>
%x = meta.tensor %0 requires_grad : !meta.tensor<?x?xf32>
meta.source %x, "x" : !meta.tensor<?x?xf32>

// A view of it that is no leaf.
// CHECK: %[[V:.*]] = meta.view %[[X]][%[[M]], %[[N]], %[[M]]] offset %[[M]] :
// CHECK: meta.tensor %[[V]] base %[[X]] requires_grad non_leaf :
%1 = meta.view %x[%m, %n, %m] offset %m : !meta.tensor<?x?xf32> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
%y = meta.tensor %1 base %x requires_grad non_leaf : !meta.tensor<?x?xf32, strided<[1, ?]>>, !meta.tensor<?x?xf32>
meta.source %y, "y" : !meta.tensor<?x?xf32, strided<[1, ?]>>

// Constant sizes at an offset that is known only at run time; a size that has no
// value; a quotient.
// CHECK: %[[U:.*]] = meta.symbol "u0" unbacked min 0
// CHECK: %[[Q:.*]] = arith.floordivsi %[[U]], %{{.*}}
// CHECK: meta.view %{{.*}}[%[[Q]]] offset %[[N]] : !meta.storage<meta> -> !meta.tensor<?x5xsi8, meta>
%u = meta.symbol "u0" unbacked min 0
%q = arith.floordivsi %u, %c5 : index
%s1 = meta.storage 4096 : !meta.storage
%2 = meta.view %s1[%q] offset %n : !meta.storage -> !meta.tensor<?x5xsi8>
%z = meta.tensor %2 : !meta.tensor<?x5xsi8>
meta.source %z, "z" : !meta.tensor<?x5xsi8>

// The view ops that were recorded.
// CHECK: meta.view %{{.*}}[%[[N]]] : !meta.tensor<?xcomplex<f32>, meta> -> !meta.tensor<?xcomplex<f32>, meta, conj>
%s2 = meta.storage 4096 : !meta.storage
%3 = meta.view %s2[%n] : !meta.storage -> !meta.tensor<?xcomplex<f32>>
%c = meta.tensor %3 : !meta.tensor<?xcomplex<f32>>
%4 = meta.conj %c : !meta.tensor<?xcomplex<f32>>
%d = meta.tensor %4 base %c : !meta.tensor<?xcomplex<f32>, conj>, !meta.tensor<?xcomplex<f32>>
meta.source %d, "d" : !meta.tensor<?xcomplex<f32>, conj>

// Zeros without data.
// CHECK: meta.view %{{.*}}[%[[N]]] : !meta.storage<meta> -> !meta.tensor<?xf32, meta>
// CHECK: meta.tensor %{{.*}} zero :
%bytes6 = arith.muli %n, %c4 : index
%s6 = meta.storage %bytes6 : !meta.storage
%6 = meta.view %s6[%n] : !meta.storage -> !meta.tensor<?xf32>
%zero = meta.tensor %6 zero : !meta.tensor<?xf32>
meta.source %zero, "zero" : !meta.tensor<?xf32>
