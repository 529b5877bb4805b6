// RUN: meta-opt %s --meta-fold-views --canonicalize --cse | FileCheck %s
// RUN: meta-opt %s --inline --meta-fold-views --canonicalize --cse --symbol-dce | FileCheck %s --check-prefix=INLINED
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %s --pass-pipeline="builtin.module(func.func(meta-fold-views))" | diff %t -

// What canonicalization, CSE, inlining and symbol DCE make of folded views. None
// of them merges or loses a live tensor.

// Equal layouts are one view now, and still two tensors.
// CHECK-LABEL: func.func @equal_layouts()
// CHECK-NEXT:    %[[S:.*]] = meta.storage 96
// CHECK-NEXT:    %[[V:.*]] = meta.view %[[S]] offset 6 : !meta.storage -> !meta.tensor<6xf32>
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// CHECK-NEXT:    %[[U:.*]] = meta.tensor %[[V]]
// CHECK-NEXT:    meta.source %[[U]], "u"
// CHECK-NEXT:    return
func.func @equal_layouts() {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x6xf32>
  %t = meta.tensor %1 : !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
  %2 = meta.reshape %0 to [24] : !meta.tensor<4x6xf32>
  %3 = meta.slice %2 dim 0 from 6 to 12 : !meta.tensor<24xf32>
  %u = meta.tensor %3 : !meta.tensor<6xf32>
  meta.source %u, "u" : !meta.tensor<6xf32>
  return
}

// The same over an argument, once the constants are added up.
// CHECK-LABEL: func.func @equal_layouts_of_argument(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x6xf32>)
// CHECK-NEXT:    %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:    %[[O:.*]] = meta.offset %[[X]]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[O]], %[[C12]]
// CHECK-NEXT:    %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : !meta.tensor<4x6xf32> -> !meta.tensor<6xf32>
// CHECK-NEXT:    return %[[V]], %[[V]]
func.func @equal_layouts_of_argument(%x: !meta.tensor<4x6xf32>) -> (!meta.tensor<6xf32>, !meta.tensor<6xf32>) {
  %0 = meta.slice %x dim 0 from 1 : !meta.tensor<4x6xf32>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<3x6xf32>
  %2 = meta.reshape %x to [24] : !meta.tensor<4x6xf32>
  %3 = meta.slice %2 dim 0 from 12 to 18 : !meta.tensor<24xf32>
  return %1, %3 : !meta.tensor<6xf32>, !meta.tensor<6xf32>
}

// What is the whole argument in the end is the argument.
// CHECK-LABEL: func.func @whole_argument(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x?xf32>)
// CHECK-NEXT:    return %[[X]]
func.func @whole_argument(%x: !meta.tensor<?x?xf32>) -> !meta.tensor<?x?xf32> {
  %0 = meta.alias %x : !meta.tensor<?x?xf32>
  %1 = meta.cast %0 : !meta.tensor<?x?xf32> -> !meta.tensor<?x?xf32>
  return %1 : !meta.tensor<?x?xf32>
}

// A dead tensor goes with its view; one with a name stays, and so does its base.
// CHECK-LABEL: func.func @dead_tensor()
// CHECK-NEXT:    %[[S:.*]] = meta.storage 96
// CHECK-NEXT:    %[[B:.*]] = meta.tensor %[[S]]
// CHECK-NEXT:    %[[V:.*]] = meta.view %[[S]] offset 6
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V]] base %[[B]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// CHECK-NEXT:    return
func.func @dead_tensor() {
  %s = meta.storage 96 : !meta.storage
  %b = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.select %b dim 0 index 1 : !meta.tensor<4x6xf32>
  %t = meta.tensor %0 base %b : !meta.tensor<6xf32>, !meta.tensor<4x6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
  %1 = meta.transpose %b, 0, 1 : !meta.tensor<4x6xf32>
  %dead = meta.tensor %1 base %b : !meta.tensor<6x4xf32, strided<[1, 6]>>, !meta.tensor<4x6xf32>
  return
}

// Inlined twice, the callee's chain goes on from that of each caller, and what
// it makes live is two tensors.
// CHECK-LABEL:       func.func private @take_row(
// INLINED-NOT:       @take_row
// INLINED-LABEL:     func.func @inlined(
// INLINED-SAME:        %[[S:.*]]: !meta.storage)
// INLINED-NEXT:        %[[A:.*]] = meta.view %[[S]] offset 14 : !meta.storage -> !meta.tensor<6xf32>
// INLINED-NEXT:        %[[C:.*]] = meta.cast %[[A]]
// INLINED-NEXT:        %[[T:.*]] = meta.tensor %[[C]]
// INLINED-NEXT:        meta.source %[[T]], "row"
// INLINED-NEXT:        %[[B:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<6xf32, strided<[4]>>
// INLINED-NEXT:        %[[D:.*]] = meta.cast %[[B]]
// INLINED-NEXT:        %[[U:.*]] = meta.tensor %[[D]]
// INLINED-NEXT:        meta.source %[[U]], "row"
// INLINED-NEXT:        return %[[A]], %[[B]]
func.func private @take_row(%x: !meta.tensor<4x6xf32, strided<[?, ?]>>, %i: index) -> !meta.tensor<6xf32, strided<[?]>> {
  %0 = meta.select %x dim 0 index %i : !meta.tensor<4x6xf32, strided<[?, ?]>>
  %t = meta.tensor %0 : !meta.tensor<6xf32, strided<[?]>>
  meta.source %t, "row" : !meta.tensor<6xf32, strided<[?]>>
  return %0 : !meta.tensor<6xf32, strided<[?]>>
}
// CHECK-LABEL: func.func @inlined(
func.func @inlined(%s: !meta.storage) -> (!meta.tensor<6xf32>, !meta.tensor<6xf32, strided<[4]>>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.cast %0 : !meta.tensor<4x6xf32> -> !meta.tensor<4x6xf32, strided<[?, ?]>>
  %2 = call @take_row(%1, %c2) : (!meta.tensor<4x6xf32, strided<[?, ?]>>, index) -> !meta.tensor<6xf32, strided<[?]>>
  %3 = meta.cast %2 : !meta.tensor<6xf32, strided<[?]>> -> !meta.tensor<6xf32>
  %4 = meta.view %s : !meta.storage -> !meta.tensor<6x4xf32>
  %5 = meta.transpose %4, 0, 1 : !meta.tensor<6x4xf32>
  %6 = meta.cast %5 : !meta.tensor<4x6xf32, strided<[1, 4]>> -> !meta.tensor<4x6xf32, strided<[?, ?]>>
  %7 = call @take_row(%6, %c3) : (!meta.tensor<4x6xf32, strided<[?, ?]>>, index) -> !meta.tensor<6xf32, strided<[?]>>
  %8 = meta.cast %7 : !meta.tensor<6xf32, strided<[?]>> -> !meta.tensor<6xf32, strided<[4]>>
  return %3, %8 : !meta.tensor<6xf32>, !meta.tensor<6xf32, strided<[4]>>
}
