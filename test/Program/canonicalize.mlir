// RUN: meta-opt %s --canonicalize --cse | FileCheck %s
// RUN: meta-opt %s --meta-fold-views=normalize-unit-strides=true --meta-recover-views | FileCheck %s --check-prefix=KEPT

// Views that are the base once more fold; what is replayed then is still another
// tensor.
// KEPT-LABEL: func.func @folded(
// CHECK-LABEL: func.func @folded(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4xf32>) {
// CHECK-NEXT:    build.replay %[[X]] : !meta.tensor<4xf32> -> !meta.tensor<4xf32> {
// CHECK-NEXT:      build.yield %[[X]] : !meta.tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @folded(%x: !meta.tensor<4xf32>) {
  %0 = build.replay %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32> {
    %1 = meta.alias %x : !meta.tensor<4xf32>
    build.yield %1 : !meta.tensor<4xf32>
  }
  return
}

// How a view is made is kept, in each of the forms that the others have for it.
// KEPT-LABEL: func.func @recorded(
// KEPT-SAME:    %[[X:.*]]: !meta.tensor<4x1x6xf32>) {
// KEPT-NEXT:    build.replay %[[X]] :
// KEPT-NEXT:      %[[S:.*]] = meta.select %[[X]] dim 0 index 1
// KEPT-NEXT:      %[[V:.*]] = meta.view %[[S]] offset 6 : !meta.tensor<1x6xf32> -> !meta.tensor<1x3xf32, strided<[9, 2]>>
// KEPT-NEXT:      build.yield %[[V]]
// CHECK-LABEL: func.func @recorded(
func.func @recorded(%x: !meta.tensor<4x1x6xf32>) {
  %0 = build.replay %x : !meta.tensor<4x1x6xf32> -> !meta.tensor<1x3xf32, strided<[9, 2]>> {
    %1 = meta.select %x dim 0 index 1 : !meta.tensor<4x1x6xf32>
    %2 = meta.view %1 offset 6 : !meta.tensor<1x6xf32> -> !meta.tensor<1x3xf32, strided<[9, 2]>>
    build.yield %2 : !meta.tensor<1x3xf32, strided<[9, 2]>>
  }
  return
}
