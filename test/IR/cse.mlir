// RUN: timeout 60 meta-opt %s --cse | FileCheck %s

// Storages and live tensors that say the same are still two.
// CHECK-LABEL: module @identities
module @identities {
  // CHECK-NEXT: %[[A:.*]] = meta.storage 16 : !meta.storage
  // CHECK-NEXT: %[[B:.*]] = meta.storage 16 : !meta.storage
  // CHECK-NEXT: %[[X:.*]] = meta.tensor %[[A]] : !meta.storage -> !meta.tensor<4xf32>
  // CHECK-NEXT: %[[Y:.*]] = meta.tensor %[[A]] : !meta.storage -> !meta.tensor<4xf32>
  // CHECK-NEXT: %[[Z:.*]] = meta.tensor %[[B]] : !meta.storage -> !meta.tensor<4xf32>
  // CHECK-NEXT: meta.source %[[X]], "x"
  // CHECK-NEXT: meta.source %[[X]], "x"
  // CHECK-NEXT: meta.source %[[Y]], "y"
  // CHECK-NEXT: meta.source %[[Z]], "z"
  // CHECK-NEXT: }
  %a = meta.storage 16 : !meta.storage
  %b = meta.storage 16 : !meta.storage
  %x = meta.tensor %a : !meta.storage -> !meta.tensor<4xf32>
  %y = meta.tensor %a : !meta.storage -> !meta.tensor<4xf32>
  %z = meta.tensor %b : !meta.storage -> !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
  meta.source %y, "y" : !meta.tensor<4xf32>
  meta.source %z, "z" : !meta.tensor<4xf32>
}

// Views and queries that say the same are one.
// CHECK-LABEL: func.func @geometries(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>
// CHECK-NEXT: %[[SIZE:.*]] = meta.size %[[BASE]][0]
// CHECK-NEXT: %[[T:.*]] = meta.transpose %[[BASE]], 0, 1
// CHECK-NEXT: %[[V:.*]] = meta.view %[[BASE]][%[[SIZE]]] offset 4
// CHECK-NEXT: return %[[T]], %[[T]], %[[V]], %[[V]]
func.func @geometries(%base: !meta.tensor<?x4xf32>) -> (!meta.tensor<4x?xf32, strided<[1, 4]>>, !meta.tensor<4x?xf32, strided<[1, 4]>>, !meta.tensor<?xf32>, !meta.tensor<?xf32>) {
  %size0 = meta.size %base[0] : !meta.tensor<?x4xf32>
  %size1 = meta.size %base[0] : !meta.tensor<?x4xf32>
  %t0 = meta.transpose %base, 0, 1 : !meta.tensor<?x4xf32>
  %t1 = meta.transpose %base, 0, 1 : !meta.tensor<?x4xf32>
  %v0 = meta.view %base[%size0] offset 4 : !meta.tensor<?x4xf32> -> !meta.tensor<?xf32>
  %v1 = meta.view %base[%size1] offset 4 : !meta.tensor<?x4xf32> -> !meta.tensor<?xf32>
  return %t0, %t1, %v0, %v1 : !meta.tensor<4x?xf32, strided<[1, 4]>>, !meta.tensor<4x?xf32, strided<[1, 4]>>, !meta.tensor<?xf32>, !meta.tensor<?xf32>
}

// What differs in a number alone stays.
// CHECK-LABEL: func.func @negative_geometries(
// CHECK-NEXT: %[[A:.*]] = meta.transpose %{{.*}}, 0, 1
// CHECK-NEXT: %[[B:.*]] = meta.transpose %{{.*}}, 1, 0
// CHECK-NEXT: %[[C:.*]] = meta.select %{{.*}} dim 0 index 0
// CHECK-NEXT: %[[D:.*]] = meta.select %{{.*}} dim 0 index 1
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @negative_geometries(%base: !meta.tensor<3x4xf32>) -> (!meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4xf32>, !meta.tensor<4xf32>) {
  %a = meta.transpose %base, 0, 1 : !meta.tensor<3x4xf32>
  %b = meta.transpose %base, 1, 0 : !meta.tensor<3x4xf32>
  %c = meta.select %base dim 0 index 0 : !meta.tensor<3x4xf32>
  %d = meta.select %base dim 0 index 1 : !meta.tensor<3x4xf32>
  return %a, %b, %c, %d : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4xf32>, !meta.tensor<4xf32>
}

// Two symbols of one name are one, unless they claim something else of it.
// CHECK-LABEL: module @symbols
module @symbols {
  // CHECK-NEXT: %[[S0:.*]] = meta.symbol "s0" min 2
  // CHECK-NEXT: %[[S1:.*]] = meta.symbol "s0" min 3
  // CHECK-NEXT: %[[A:.*]] = meta.storage %[[S0]]
  // CHECK-NEXT: %[[B:.*]] = meta.storage %[[S0]]
  // CHECK-NEXT: %[[C:.*]] = meta.storage %[[S1]]
  %n0 = meta.symbol "s0" min 2
  %n1 = meta.symbol "s0" min 2
  %n2 = meta.symbol "s0" min 3
  %a = meta.storage %n0 : !meta.storage
  %b = meta.storage %n1 : !meta.storage
  %c = meta.storage %n2 : !meta.storage
  %x = meta.view %a : !meta.storage -> !meta.tensor<1xf32>
  %y = meta.view %b : !meta.storage -> !meta.tensor<1xf32>
  %z = meta.view %c : !meta.storage -> !meta.tensor<1xf32>
  // CHECK-COUNT-3: meta.tensor
  %tx = meta.tensor %x : !meta.tensor<1xf32>
  %ty = meta.tensor %y : !meta.tensor<1xf32>
  %tz = meta.tensor %z : !meta.tensor<1xf32>
  meta.source %tx, "x" : !meta.tensor<1xf32>
  meta.source %ty, "y" : !meta.tensor<1xf32>
  meta.source %tz, "z" : !meta.tensor<1xf32>
}

// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK-NEXT: %[[A:.*]] = meta.alias %[[B:.*]] :
  // CHECK-NEXT: %[[B]] = meta.alias %[[A]] :
  // CHECK-NEXT: %[[X:.*]] = meta.tensor %[[A]] base %[[Y:.*]] :
  // CHECK-NEXT: %[[Y]] = meta.tensor %[[A]] base %[[X]] :
  // CHECK-NEXT: meta.source %[[X]], "x"
  %a = meta.alias %b : !meta.tensor<4xf32>
  %b = meta.alias %a : !meta.tensor<4xf32>
  %x = meta.tensor %a base %y : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  %y = meta.tensor %a base %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
}
