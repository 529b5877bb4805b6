// RUN: meta-opt %s --inline | FileCheck %s
// RUN: meta-opt %s --inline --meta-fold-views --cse | FileCheck %s --check-prefix=SIZES

func.func private @make() -> !meta.tensor<4xf32> {
  %storage = meta.storage 16 : !meta.storage
  %live = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  return %live : !meta.tensor<4xf32>
}

// Each call makes a storage and a live tensor of its own.
// CHECK-LABEL: func.func @calls_make(
// CHECK-NEXT: %[[S0:.*]] = meta.storage 16
// CHECK-NEXT: %[[T0:.*]] = meta.tensor %[[S0]]
// CHECK-NEXT: %[[S1:.*]] = meta.storage 16
// CHECK-NEXT: %[[T1:.*]] = meta.tensor %[[S1]]
// CHECK-NEXT: return %[[T0]], %[[T1]]
func.func @calls_make() -> (!meta.tensor<4xf32>, !meta.tensor<4xf32>) {
  %a = call @make() : () -> !meta.tensor<4xf32>
  %b = call @make() : () -> !meta.tensor<4xf32>
  return %a, %b : !meta.tensor<4xf32>, !meta.tensor<4xf32>
}

func.func private @last(%x: !meta.tensor<?x4xf32>) -> (!meta.tensor<4xf32>, index) {
  %size = meta.size %x[0] : !meta.tensor<?x4xf32>
  %last = meta.select %x dim 0 index -1 : !meta.tensor<?x4xf32>
  return %last, %size : !meta.tensor<4xf32>, index
}

// Views and queries go where they are called.
// CHECK-LABEL: func.func @calls_last(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<?x4xf32>
// CHECK-NEXT: %[[SIZE:.*]] = meta.size %[[X]][0]
// CHECK-NEXT: %[[LAST:.*]] = meta.select %[[X]] dim 0 index -1
// CHECK-NEXT: return %[[LAST]], %[[SIZE]]
func.func @calls_last(%x: !meta.tensor<?x4xf32>) -> (!meta.tensor<4xf32>, index) {
  %last:2 = call @last(%x) : (!meta.tensor<?x4xf32>) -> (!meta.tensor<4xf32>, index)
  return %last#0, %last#1 : !meta.tensor<4xf32>, index
}

func.func private @name(%x: !meta.tensor<4xf32>) {
  meta.source %x, "x" : !meta.tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @calls_name(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<4xf32>
// CHECK-NEXT: meta.source %[[X]], "x"
// CHECK-NEXT: return
func.func @calls_name(%x: !meta.tensor<4xf32>) {
  call @name(%x) : (!meta.tensor<4xf32>) -> ()
  return
}

// A geometry has no name: the call stays.
// CHECK-LABEL: func.func @negative_calls_name(
// CHECK: %[[GEOMETRY:.*]] = meta.select
// CHECK-NEXT: call @name(%[[GEOMETRY]])
func.func @negative_calls_name(%x: !meta.tensor<3x4xf32>) {
  %geometry = meta.select %x dim 0 index 1 : !meta.tensor<3x4xf32>
  call @name(%geometry) : (!meta.tensor<4xf32>) -> ()
  return
}

func.func private @live(%x: !meta.tensor<4xf32>, %base: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  %live = meta.tensor %x base %base : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return %live : !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @calls_live(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<3x4xf32>, %[[BASE:.*]]: !meta.tensor<4xf32>
// CHECK-NEXT: %[[GEOMETRY:.*]] = meta.select %[[X]]
// CHECK-NEXT: %[[LIVE:.*]] = meta.tensor %[[GEOMETRY]] base %[[BASE]]
// CHECK-NEXT: return %[[LIVE]]
func.func @calls_live(%x: !meta.tensor<3x4xf32>, %base: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  %geometry = meta.select %x dim 0 index 1 : !meta.tensor<3x4xf32>
  %live = call @live(%geometry, %base) : (!meta.tensor<4xf32>, !meta.tensor<4xf32>) -> !meta.tensor<4xf32>
  return %live : !meta.tensor<4xf32>
}

// A live tensor is not one of a live tensor, nor is a geometry a base.
// CHECK-LABEL: func.func @negative_calls_live(
// CHECK: %[[P:.*]] = meta.tensor
// CHECK-NEXT: %[[GEOMETRY:.*]] = meta.alias %[[P]]
// CHECK-NEXT: %[[A:.*]] = call @live(%[[P]], %[[P]])
// CHECK-NEXT: %[[B:.*]] = call @live(%[[GEOMETRY]], %[[GEOMETRY]])
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @negative_calls_live() -> (!meta.tensor<4xf32>, !meta.tensor<4xf32>) {
  %storage = meta.storage 16 : !meta.storage
  %p = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  %geometry = meta.alias %p : !meta.tensor<4xf32>
  %a = call @live(%p, %p) : (!meta.tensor<4xf32>, !meta.tensor<4xf32>) -> !meta.tensor<4xf32>
  %b = call @live(%geometry, %geometry) : (!meta.tensor<4xf32>, !meta.tensor<4xf32>) -> !meta.tensor<4xf32>
  return %a, %b : !meta.tensor<4xf32>, !meta.tensor<4xf32>
}

// A callee that is inlined twice asks each argument for its size: two sizes stay
// two, also for CSE.
// SIZES-LABEL: func.func @calls_flat(
// SIZES-SAME:    %[[S:.*]]: !meta.storage, %[[N:.*]]: index, %[[M:.*]]: index)
// SIZES:         %[[A:.*]] = arith.muli %[[N]], %[[C4:.*]] : index
// SIZES-NEXT:    %[[V:.*]] = meta.view %[[S]][%[[A]]]
// SIZES-NEXT:    %[[B:.*]] = arith.muli %[[M]], %[[C4]] : index
// SIZES-NEXT:    %[[W:.*]] = meta.view %[[S]][%[[B]]]
// SIZES-NEXT:    return %[[V]], %[[A]], %[[W]], %[[B]]
func.func private @flat(%x: !meta.tensor<?x4xf32>) -> (!meta.tensor<?xf32>, index) {
  %flat = meta.reshape %x to [-1] : !meta.tensor<?x4xf32>
  %size = meta.size %flat[0] : !meta.tensor<?xf32>
  return %flat, %size : !meta.tensor<?xf32>, index
}
func.func @calls_flat(%s: !meta.storage, %n: index, %m: index)
    -> (!meta.tensor<?xf32>, index, !meta.tensor<?xf32>, index) {
  %x = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x4xf32>
  %y = meta.view %s[%m] : !meta.storage -> !meta.tensor<?x4xf32>
  %a:2 = call @flat(%x) : (!meta.tensor<?x4xf32>) -> (!meta.tensor<?xf32>, index)
  %b:2 = call @flat(%y) : (!meta.tensor<?x4xf32>) -> (!meta.tensor<?xf32>, index)
  return %a#0, %a#1, %b#0, %b#1 : !meta.tensor<?xf32>, index, !meta.tensor<?xf32>, index
}
