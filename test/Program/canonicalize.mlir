// RUN: meta-opt %s --canonicalize --cse | FileCheck %s

// Views that are the base once more fold; what is replayed then is still another
// tensor.
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
