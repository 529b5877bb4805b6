// RUN: meta-opt %s --convert-meta-to-tensor | mlir-opt-22 | FileCheck %s
// RUN: meta-opt %s --convert-meta-to-tensor=signed-integers | mlir-opt-22 | FileCheck %s --check-prefix=SIGNED

// What is the same for each layout; the output is read by stock MLIR.

//===----------------------------------------------------------------------===//
// Signatures, calls, returns and branches
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func private @callee(tensor<?x4xf32>, index) -> (tensor<f64>, tensor<0x3xbf16>)
func.func private @callee(!meta.tensor<?x4xf32>, index) -> (!meta.tensor<f64>, !meta.tensor<0x3xbf16>)

// CHECK-LABEL: func.func @call_and_return(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: index) -> (tensor<f64>, tensor<0x3xbf16>) {
func.func @call_and_return(%x: !meta.tensor<?x4xf32>, %n: index) -> (!meta.tensor<f64>, !meta.tensor<0x3xbf16>) {
  // CHECK-NEXT: %[[Y:.*]]:2 = call @callee(%[[X]], %[[N]]) : (tensor<?x4xf32>, index) -> (tensor<f64>, tensor<0x3xbf16>)
  // CHECK-NEXT: return %[[Y]]#0, %[[Y]]#1 : tensor<f64>, tensor<0x3xbf16>
  %0:2 = call @callee(%x, %n) : (!meta.tensor<?x4xf32>, index) -> (!meta.tensor<f64>, !meta.tensor<0x3xbf16>)
  return %0#0, %0#1 : !meta.tensor<f64>, !meta.tensor<0x3xbf16>
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[COND:.*]]: i1, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>) -> tensor<4xf32> {
func.func @branches(%cond: i1, %x: !meta.tensor<4xf32>, %y: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  // CHECK-NEXT:   cf.cond_br %[[COND]], ^bb1(%[[X]] : tensor<4xf32>), ^bb2
  // CHECK-NEXT: ^bb1(%[[Z:.*]]: tensor<4xf32>):
  // CHECK-NEXT:   return %[[Z]]
  // CHECK-NEXT: ^bb2:
  // CHECK-NEXT:   cf.br ^bb1(%[[Y]] : tensor<4xf32>)
  cf.cond_br %cond, ^bb1(%x : !meta.tensor<4xf32>), ^bb2
^bb1(%z: !meta.tensor<4xf32>):
  return %z : !meta.tensor<4xf32>
^bb2:
  cf.br ^bb1(%y : !meta.tensor<4xf32>)
}

// A block that is never reached has nothing to convert.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable(%x: !meta.tensor<4xf32>) {
  return
^bb1(%y: !meta.tensor<4xf32>):
  cf.br ^bb1(%y : !meta.tensor<4xf32>)
}

// What an argument has already stays, and so does what the type cannot say.
// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:    %{{.*}}: tensor<4xf32> {meta.alias_group = 1 : i64, meta.device = "cuda:1", meta.offset = 2 : i64, meta.sources = ["a", "b"]},
// CHECK-SAME:    %{{.*}}: tensor<4xi8> {meta.dtype = "uint8", meta.offset})
// CHECK-SAME:    -> (tensor<4xf32> {meta.device = "cuda:1"}) {
func.func @attributes(%x: !meta.tensor<4xf32, cuda:1> {meta.alias_group = 1 : i64, meta.offset = 2 : i64, meta.sources = ["a", "b"]}, %y: !meta.tensor<4xui8> {meta.offset}) -> !meta.tensor<4xf32, cuda:1> {
  return %x : !meta.tensor<4xf32, cuda:1>
}

// CHECK-LABEL: ml_program.func @ml_program_function(
// CHECK-SAME:    %[[X:.*]]: tensor<4xi8> {meta.dtype = "uint8"}) -> (tensor<4xi8> {meta.dtype = "uint8"}) {
// CHECK-NEXT:    ml_program.return %[[X]] : tensor<4xi8>
ml_program.func @ml_program_function(%x: !meta.tensor<4xui8>) -> !meta.tensor<4xui8> {
  ml_program.return %x : !meta.tensor<4xui8>
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

// CHECK-LABEL:  func.func @integers(
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi1>,
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi8>,
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi16>,
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi32>,
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi64>,
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi8> {meta.dtype = "uint8"},
// CHECK-SAME:     %{{[^:]*}}: tensor<1xi64> {meta.dtype = "uint64"}) {
// SIGNED-LABEL: func.func @integers(
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xi1>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xsi8>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xsi16>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xsi32>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xsi64>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xui8>,
// SIGNED-SAME:    %{{[^:]*}}: tensor<1xui64>) {
func.func @integers(%bool: !meta.tensor<1xi1>, %int8: !meta.tensor<1xsi8>, %int16: !meta.tensor<1xsi16>, %int32: !meta.tensor<1xsi32>, %int64: !meta.tensor<1xsi64>, %uint8: !meta.tensor<1xui8>, %uint64: !meta.tensor<1xui64>) {
  return
}

// An element of less than a byte takes one.
// CHECK-LABEL:  func.func @packed(
// CHECK-SAME:     %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "int4"},
// CHECK-SAME:     %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "uint1"},
// CHECK-SAME:     %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "bits1x8"},
// CHECK-SAME:     %{{[^:]*}}: tensor<3x4xi16> {meta.dtype = "bits16"},
// CHECK-SAME:     %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "float4_e2m1fn_x2"}) {
// SIGNED-LABEL: func.func @packed(
// SIGNED-SAME:    %{{[^:]*}}: tensor<3x8xsi8> {meta.dtype = "int4"},
// SIGNED-SAME:    %{{[^:]*}}: tensor<3x8xui8> {meta.dtype = "uint1"},
// SIGNED-SAME:    %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "bits1x8"},
// SIGNED-SAME:    %{{[^:]*}}: tensor<3x4xi16> {meta.dtype = "bits16"},
// SIGNED-SAME:    %{{[^:]*}}: tensor<3x8xi8> {meta.dtype = "float4_e2m1fn_x2"}) {
func.func @packed(%int4: !meta.tensor<3x8xsi4>, %uint1: !meta.tensor<3x8xui1>, %bits1x8: !meta.tensor<3x8x!meta.bits1x8>, %bits16: !meta.tensor<3x4x!meta.bits16>, %float4: !meta.tensor<3x8x!meta.float4_e2m1fn_x2>) {
  return
}

// CHECK-LABEL: func.func @floats(
// CHECK-SAME:    %{{[^:]*}}: tensor<1xf8E4M3FN>,
// CHECK-SAME:    %{{[^:]*}}: tensor<1xf8E8M0FNU>,
// CHECK-SAME:    %{{[^:]*}}: tensor<1xcomplex<f16>>,
// CHECK-SAME:    %{{[^:]*}}: tensor<1xcomplex<f64>>) {
func.func @floats(%e4m3: !meta.tensor<1xf8E4M3FN>, %e8m0: !meta.tensor<1xf8E8M0FNU>, %complex32: !meta.tensor<1xcomplex<f16>>, %complex128: !meta.tensor<1xcomplex<f64>>) {
  return
}

//===----------------------------------------------------------------------===//
// Queries and casts
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4xf32>)
func.func @sizes(%x: !meta.tensor<?x4xf32>) -> (index, index) {
  // CHECK-DAG:  %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG:  %[[N:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK-DAG:  %[[C4:.*]] = arith.constant 4 : index
  // CHECK:      return %[[N]], %[[C4]]
  %0 = meta.size %x[0] : !meta.tensor<?x4xf32>
  %1 = meta.size %x[1] : !meta.tensor<?x4xf32>
  return %0, %1 : index, index
}

// The strides of a contiguous tensor follow from its sizes, one of 0 being
// counted as 1.
// CHECK-LABEL: func.func @strides(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?x4xf32>)
func.func @strides(%x: !meta.tensor<?x?x4xf32>) -> (index, index, index) {
  // CHECK:      %[[M:.*]] = tensor.dim %[[X]], %c1{{.*}}
  // CHECK:      %[[AT_LEAST_1:.*]] = arith.maxsi %[[M]], %c1{{.*}}
  // CHECK:      %[[STRIDE:.*]] = arith.muli %[[AT_LEAST_1]], %c4{{.*}}
  // CHECK:      return %[[STRIDE]], %c4{{.*}}, %c1{{.*}}
  %0 = meta.stride %x[0] : !meta.tensor<?x?x4xf32>
  %1 = meta.stride %x[1] : !meta.tensor<?x?x4xf32>
  %2 = meta.stride %x[2] : !meta.tensor<?x?x4xf32>
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4xf32>)
func.func @casts(%x: !meta.tensor<?x4xf32>) -> (!meta.tensor<8x4xf32>, !meta.tensor<?x4xf32>) {
  // CHECK-NEXT: %[[STATIC:.*]] = tensor.cast %[[X]] : tensor<?x4xf32> to tensor<8x4xf32>
  // CHECK-NEXT: %[[DYNAMIC:.*]] = tensor.cast %[[STATIC]] : tensor<8x4xf32> to tensor<?x4xf32>
  // CHECK-NEXT: return %[[STATIC]], %[[DYNAMIC]]
  %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
  %1 = meta.cast %0 : !meta.tensor<8x4xf32> -> !meta.tensor<?x4xf32>
  return %0, %1 : !meta.tensor<8x4xf32>, !meta.tensor<?x4xf32>
}

// CHECK-LABEL: module @nested
module @nested {
  // CHECK-NEXT: func.func @in_nested_module(%{{.*}}: tensor<4xf32>)
  func.func @in_nested_module(%x: !meta.tensor<4xf32>) {
    return
  }
}
