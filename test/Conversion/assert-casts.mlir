// RUN: meta-opt %s --meta-assert-casts | FileCheck %s
// RUN: meta-opt %s --meta-assert-casts --meta-fold-views --cse --canonicalize | FileCheck %s --check-prefix=FOLDED

// Only what the base leaves open is asserted.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4x?xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = meta.size %[[X]][0]
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8
// CHECK-NEXT:    %[[IS:.*]] = arith.cmpi eq, %[[SIZE]], %[[C8]]
// CHECK-NEXT:    cf.assert %[[IS]], "expected a view of 'x' to be !meta.tensor<8x4x?xf32>"
// CHECK-NEXT:    %[[CAST:.*]] = meta.cast %[[X]]
// CHECK-NEXT:    return %[[CAST]]
func.func @sizes(%x: !meta.tensor<?x4x?xf32> {meta.sources = ["x"]}) -> !meta.tensor<8x4x?xf32> {
  %0 = meta.cast %x : !meta.tensor<?x4x?xf32> -> !meta.tensor<8x4x?xf32>
  return %0 : !meta.tensor<8x4x?xf32>
}

// The assertion stays when the cast is folded.
// FOLDED-LABEL: func.func @folded(
// FOLDED-SAME:    %[[X:.*]]: !meta.tensor<?xf32>
// FOLDED:         %[[SIZE:.*]] = meta.size %[[X]][0]
// FOLDED-NEXT:    %[[IS:.*]] = arith.cmpi eq, %[[SIZE]], %{{.*}}
// FOLDED-NEXT:    cf.assert %[[IS]], "expected 't' to be !meta.tensor<8xf32>"
// FOLDED-NOT:     meta.cast
// FOLDED:         return
func.func @folded(%x: !meta.tensor<?xf32>) -> !meta.tensor<4xf32> {
  %0 = meta.cast %x : !meta.tensor<?xf32> -> !meta.tensor<8xf32>
  %t = meta.tensor %0 : !meta.tensor<8xf32>
  meta.source %t, "t" : !meta.tensor<8xf32>
  %1 = meta.slice %0 dim 0 from 4 : !meta.tensor<8xf32>
  return %1 : !meta.tensor<4xf32>
}

// Strides may be any where there are no elements.
// CHECK-LABEL: func.func @strides(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32, strided<[?, 1]>>)
// CHECK-NEXT:    %[[SIZE:.*]] = meta.size %[[X]][0]
// CHECK-NEXT:    %[[STRIDE:.*]] = meta.stride %[[X]][0]
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4
// CHECK-NEXT:    %[[IS:.*]] = arith.cmpi eq, %[[STRIDE]], %[[C4]]
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0
// CHECK-NEXT:    %[[EMPTY:.*]] = arith.cmpi eq, %[[SIZE]], %[[C0]]
// CHECK-NEXT:    %[[OR:.*]] = arith.ori %[[IS]], %[[EMPTY]]
// CHECK-NEXT:    cf.assert %[[OR]], "expected the tensor to be !meta.tensor<?x4xf32>"
func.func @strides(%x: !meta.tensor<?x4xf32, strided<[?, 1]>>) -> !meta.tensor<?x4xf32> {
  %0 = meta.cast %x : !meta.tensor<?x4xf32, strided<[?, 1]>> -> !meta.tensor<?x4xf32>
  return %0 : !meta.tensor<?x4xf32>
}

// CHECK-LABEL: func.func @negative_forgets(
// CHECK-NEXT:    meta.cast
// CHECK-NEXT:    return
func.func @negative_forgets(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<?x?xf32, strided<[?, ?]>> {
  %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<?x?xf32, strided<[?, ?]>>
  return %0 : !meta.tensor<?x?xf32, strided<[?, ?]>>
}

// A description has nothing to run.
// CHECK-LABEL: module @negative_description
// CHECK-NOT:     cf.assert
module @negative_description {
  %n = meta.symbol "s0"
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %1 = meta.cast %0 : !meta.tensor<?xf32> -> !meta.tensor<8xf32>
  %t = meta.tensor %1 : !meta.tensor<8xf32>
}
