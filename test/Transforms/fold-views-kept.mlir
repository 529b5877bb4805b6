// RUN: meta-opt %s --meta-fold-views --verify-diagnostics | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -

// Views that stay as they are, and what is folded around them.

// Whether these strides can be merged is for run time to say. The base of the
// kept view is folded, and the kept view is the root of those over it.
// CHECK-LABEL: func.func @undecided_reshape(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32, strided<[?, ?]>>, %[[N:.*]]: index)
func.func @undecided_reshape(%x: !meta.tensor<?x4xf32, strided<[?, ?]>>, %n: index) -> (!meta.tensor<6xf32, strided<[?]>>, index) {
  // CHECK-DAG:  %[[A:.*]] = meta.stride %[[X]][0]
  // CHECK-DAG:  %[[B:.*]] = meta.stride %[[X]][1]
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[START:.*]] = arith.addi %[[O]], %[[A]]
  // CHECK:      %[[BASE:.*]] = meta.view %[[X]][%[[N]], %[[A]], %[[B]]] offset %[[START]]
  // CHECK:      %[[KEPT:.*]] = meta.reshape %[[BASE]] to [-1]
  // CHECK-DAG:  %[[O1:.*]] = meta.offset %[[KEPT]]
  // CHECK-DAG:  %[[STRIDE:.*]] = meta.stride %[[KEPT]][0]
  // CHECK-DAG:  %[[SKIPPED:.*]] = arith.muli %[[STRIDE]], %c2{{.*}}
  // CHECK-DAG:  %[[SUM:.*]] = arith.addi %[[O1]], %[[SKIPPED]]
  // CHECK:      %[[V:.*]] = meta.view %[[KEPT]][%[[STRIDE]]] offset %[[SUM]] : {{.*}} -> !meta.tensor<6xf32, strided<[?]>>
  // CHECK-NEXT: return %[[V]], %[[SUM]]
  %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32, strided<[?, ?]>>
  // expected-remark @below {{kept as it is: cannot decide whether to view sizes [sym, 4]}}
  %1 = meta.reshape %0 to [-1] : !meta.tensor<?x4xf32, strided<[?, ?]>>
  %2 = meta.alias %1 : !meta.tensor<?xf32, strided<[?]>>
  %3 = meta.narrow %2 dim 0 start 2 length 6 : !meta.tensor<?xf32, strided<[?]>>
  %4 = meta.offset %3 : !meta.tensor<6xf32, strided<[?]>>
  return %3, %4 : !meta.tensor<6xf32, strided<[?]>>, index
}

// The folded base is the view that a live tensor already has.
// CHECK-LABEL: func.func @base_is_shared(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32, strided<[?, ?]>>)
func.func @base_is_shared(%x: !meta.tensor<?x4xf32, strided<[?, ?]>>) {
  // CHECK:      %[[V:.*]] = meta.view %[[X]]
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[V]]
  // CHECK-NEXT: meta.source %[[T]], "t"
  // CHECK-NEXT: %[[KEPT:.*]] = meta.reshape %[[V]] to [-1]
  // CHECK-NEXT: %[[U:.*]] = meta.tensor %[[KEPT]] base %[[T]]
  // CHECK-NEXT: meta.source %[[U]], "u"
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<?x4xf32, strided<[?, ?]>>
  %t = meta.tensor %0 : !meta.tensor<4x?xf32, strided<[?, ?]>>
  meta.source %t, "t" : !meta.tensor<4x?xf32, strided<[?, ?]>>
  // expected-remark @below {{kept as it is: cannot decide whether to view}}
  %1 = meta.reshape %t to [-1] : !meta.tensor<4x?xf32, strided<[?, ?]>>
  %u = meta.tensor %1 base %t : !meta.tensor<?xf32, strided<[?]>>, !meta.tensor<4x?xf32, strided<[?, ?]>>
  meta.source %u, "u" : !meta.tensor<?xf32, strided<[?]>>
  return
}

// What the chain knows decides it, though the type of the base does not.
// CHECK-LABEL: func.func @decided_by_the_chain(
// CHECK-SAME:    %[[S:.*]]: !meta.storage)
func.func @decided_by_the_chain(%s: !meta.storage) -> !meta.tensor<?xf32, strided<[?]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<12xf32, strided<[2]>>
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[V]] : !meta.tensor<12xf32, strided<[2]>> -> !meta.tensor<?xf32, strided<[?]>>
  // CHECK-NEXT: return %[[CAST]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x4xf32, strided<[8, 2]>>
  %1 = meta.cast %0 : !meta.tensor<3x4xf32, strided<[8, 2]>> -> !meta.tensor<?x4xf32, strided<[?, ?]>>
  %2 = meta.reshape %1 to [-1] : !meta.tensor<?x4xf32, strided<[?, ?]>>
  return %2 : !meta.tensor<?xf32, strided<[?]>>
}

// What the chain knows refutes it: nothing is dropped and nothing is made up.
// CHECK-LABEL: func.func @refuted_by_the_chain(
func.func @refuted_by_the_chain(%s: !meta.storage) -> !meta.tensor<?xf32, strided<[?]>> {
  // CHECK: meta.reshape
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x4xf32, strided<[1, 3]>>
  %1 = meta.cast %0 : !meta.tensor<3x4xf32, strided<[1, 3]>> -> !meta.tensor<?x4xf32, strided<[?, ?]>>
  // expected-remark @below {{kept as it is: cannot view sizes [3, 4] with strides [1, 3] as [12] without a copy}}
  %2 = meta.reshape %1 to [-1] : !meta.tensor<?x4xf32, strided<[?, ?]>>
  return %2 : !meta.tensor<?xf32, strided<[?]>>
}

//===----------------------------------------------------------------------===//
// Numbers that no view can state
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @index_overflows(
func.func @index_overflows(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<4xf32> {
  // CHECK: meta.select %{{.*}} dim 0 index %{{.*}}
  %far = arith.constant 4611686018427387904 : index
  // expected-remark @below {{kept as it is: expected sizes, strides and offset within int64}}
  %0 = meta.select %x dim 0 index %far : !meta.tensor<?x4xf32>
  return %0 : !meta.tensor<4xf32>
}

// The offset is within int64, its bytes are not.
// CHECK-LABEL: func.func @bytes_overflow(
func.func @bytes_overflow(%x: !meta.tensor<8xf32>) -> !meta.tensor<2xf32> {
  // CHECK: meta.as_strided %{{.*}} sizes [2] strides [1] offset 4611686018427387904
  // expected-remark @below {{kept as it is: its geometry overflows}}
  %0 = meta.as_strided %x sizes [2] strides [1] offset 4611686018427387904 : !meta.tensor<8xf32>
  return %0 : !meta.tensor<2xf32>
}

// Contiguous strides of these sizes overflow.
// CHECK-LABEL: func.func @strides_overflow(
func.func @strides_overflow(%s: !meta.storage, %n: index) -> !meta.tensor<?x?x?xf32> {
  // CHECK: meta.view %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] :
  %far = arith.constant 4611686018427387904 : index
  // expected-remark @below {{kept as it is: its geometry overflows}}
  %0 = meta.view %s[%n, %far, %far] : !meta.storage -> !meta.tensor<?x?x?xf32>
  return %0 : !meta.tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @negative_size(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<8xf32>)
func.func @negative_size(%x: !meta.tensor<8xf32>) -> !meta.tensor<?xf32> {
  // CHECK:      %[[C:.*]] = arith.constant -5 : index
  // CHECK:      %[[BASE:.*]] = meta.view %[[X]] offset 1
  // CHECK-NEXT: %[[KEPT:.*]] = meta.view %[[BASE]][%[[C]]]
  // CHECK-NEXT: return %[[KEPT]]
  %negative = arith.constant -5 : index
  %0 = meta.view %x offset 1 : !meta.tensor<8xf32> -> !meta.tensor<4xf32>
  // expected-remark @below {{kept as it is: negative size -5 at dim 0}}
  %1 = meta.view %0[%negative] : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  return %1 : !meta.tensor<?xf32>
}

// CHECK-LABEL: func.func @negative_offset(
func.func @negative_offset(%s: !meta.storage) -> !meta.tensor<4xf32> {
  // CHECK: meta.view %{{.*}} offset %{{.*}} :
  %negative = arith.constant -5 : index
  // expected-remark @below {{kept as it is: negative offset -5}}
  %0 = meta.view %s offset %negative : !meta.storage -> !meta.tensor<4xf32>
  return %0 : !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @out_of_range(
func.func @out_of_range(%x: !meta.tensor<?xf32>) -> !meta.tensor<f32> {
  // CHECK: meta.select
  %0 = meta.cast %x : !meta.tensor<?xf32> -> !meta.tensor<8xf32>
  %1 = meta.cast %0 : !meta.tensor<8xf32> -> !meta.tensor<?xf32>
  // expected-remark @below {{kept as it is: expected index in [-8, 8) of dim 0, got 8}}
  %2 = meta.select %1 dim 0 index 8 : !meta.tensor<?xf32>
  return %2 : !meta.tensor<f32>
}

// Sizes that no type has together, since one is not known, are operands.
// CHECK-LABEL: func.func @too_many_elements(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[N:.*]]: index)
func.func @too_many_elements(%s: !meta.storage, %n: index) -> !meta.tensor<?x?x?xf32, strided<[0, 0, 0]>> {
  // CHECK-DAG:  %[[A:.*]] = arith.constant 1099511627776 : index
  // CHECK:      %[[V:.*]] = meta.view %[[S]][%{{.*}}, %{{.*}}, %[[N]]] : !meta.storage -> !meta.tensor<?x?x?xf32, strided<[0, 0, 0]>>
  // CHECK-NEXT: return %[[V]]
  %many = arith.constant 1099511627776 : index
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %1 = meta.view %0[%many, %many, %n] : !meta.tensor<4xf32> -> !meta.tensor<?x?x?xf32, strided<[0, 0, 0]>>
  return %1 : !meta.tensor<?x?x?xf32, strided<[0, 0, 0]>>
}

// A tensor without strides has no geometry to fold.
// CHECK-LABEL: func.func @sparse_cast(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32, #meta.coo<2, 0>>)
func.func @sparse_cast(%x: !meta.tensor<?x4xf32, #meta.coo<2, 0>>) -> !meta.tensor<8x4xf32, #meta.coo<2, 0>> {
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[X]]
  // CHECK-NEXT: return %[[CAST]]
  %0 = meta.cast %x : !meta.tensor<?x4xf32, #meta.coo<2, 0>> -> !meta.tensor<8x4xf32, #meta.coo<2, 0>>
  return %0 : !meta.tensor<8x4xf32, #meta.coo<2, 0>>
}
