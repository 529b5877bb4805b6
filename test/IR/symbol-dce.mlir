// RUN: meta-opt %s --symbol-dce | FileCheck %s

// A tensor is no symbol: what a module describes stays, named or not, and so
// does a function of it that is used.
// CHECK-LABEL: module @model
module @model {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 16
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[S]]
  // CHECK-NEXT: meta.source %[[T]], "t"
  // CHECK-NEXT: meta.symbol "n"
  // CHECK-NEXT: func.func @main
  // CHECK-NEXT: call @used
  // CHECK: func.func private @used
  // CHECK-NOT: @unused
  %storage = meta.storage 16 : !meta.storage
  %t = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
  %n = meta.symbol "n"
  func.func @main(%x: !meta.tensor<4xf32>) {
    call @used(%x) : (!meta.tensor<4xf32>) -> ()
    return
  }
  func.func private @used(!meta.tensor<4xf32>)
  func.func private @unused(!meta.tensor<4xf32>)
}

// CHECK-LABEL: module @reversed_cycle
module @reversed_cycle {
  // CHECK-NEXT: meta.source %[[T:.*]], "t"
  // CHECK-NEXT: %[[T]] = meta.tensor %[[A:.*]] :
  // CHECK-NEXT: %[[A]] = meta.alias %[[A]] :
  meta.source %t, "t" : !meta.tensor<4xf32>
  %t = meta.tensor %a : !meta.tensor<4xf32>
  %a = meta.alias %a : !meta.tensor<4xf32>
}
