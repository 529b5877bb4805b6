// RUN: meta-opt %s --convert-meta-to-tensor | mlir-opt-22 | FileCheck %s
// RUN: meta-opt %s --convert-meta-to-tensor=layout=permute | mlir-opt-22 | FileCheck %s --check-prefix=PERMUTE

// Globals, and what loads and stores them. The type of an external value is that
// of the global.

// CHECK-DAG:   #[[$WEIGHT:.*]] = #ml_program.extern : tensor<8x4xf32>
// CHECK-DAG:   #[[$COUNTS:.*]] = #ml_program.extern : tensor<4xi8>
// CHECK-DAG:   #[[$KERNEL:.*]] = #ml_program.extern : tensor<4x3xf32>
// PERMUTE-DAG: #[[$KERNEL:.*]] = #ml_program.extern : tensor<3x4xf32>

// CHECK: ml_program.global private @weight(#[[$WEIGHT]]) : tensor<8x4xf32>{{$}}
ml_program.global private @weight(#ml_program.extern<!meta.tensor<8x4xf32>>) : !meta.tensor<8x4xf32>

// What the type does not say is on the global.
// CHECK-NEXT: ml_program.global private mutable @counts(#[[$COUNTS]]) : tensor<4xi8> {meta.device = "cuda:0", meta.dtype = "uint8"}
ml_program.global private mutable @counts(#ml_program.extern<!meta.tensor<4xui8, cuda:0>>) : !meta.tensor<4xui8, cuda:0>

// CHECK-NEXT:   ml_program.global private @kernel(#[[$KERNEL]]) : tensor<4x3xf32> {meta.strides = [1, 4]}
// PERMUTE:      ml_program.global private @kernel(#[[$KERNEL]]) : tensor<3x4xf32> {meta.permutation = [1, 0]}
ml_program.global private @kernel(#ml_program.extern<!meta.tensor<4x3xf32, strided<[1, 4]>>>) : !meta.tensor<4x3xf32, strided<[1, 4]>>

// CHECK-NEXT: ml_program.global private mutable @unset : tensor<2xf64>
ml_program.global private mutable @unset : !meta.tensor<2xf64>

// CHECK-LABEL: func.func @globals(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf64>)
func.func @globals(%x: !meta.tensor<2xf64>) -> (!meta.tensor<8x4xf32>, !meta.tensor<4xui8, cuda:0>, !meta.tensor<4x3xf32, strided<[1, 4]>>) {
  // CHECK-NEXT: %[[WEIGHT:.*]] = ml_program.global_load_const @weight : tensor<8x4xf32>
  // CHECK-NEXT: %[[COUNTS:.*]] = ml_program.global_load @counts : tensor<4xi8>
  // CHECK-NEXT: %[[KERNEL:.*]] = ml_program.global_load @kernel : tensor<4x3xf32>
  // CHECK-NEXT: ml_program.global_store @unset = %[[X]] : tensor<2xf64>
  // CHECK-NEXT: return %[[WEIGHT]], %[[COUNTS]], %[[KERNEL]]
  // PERMUTE:    ml_program.global_load @kernel : tensor<3x4xf32>
  %0 = ml_program.global_load_const @weight : !meta.tensor<8x4xf32>
  %1 = ml_program.global_load @counts : !meta.tensor<4xui8, cuda:0>
  %2 = ml_program.global_load @kernel : !meta.tensor<4x3xf32, strided<[1, 4]>>
  ml_program.global_store @unset = %x : !meta.tensor<2xf64>
  return %0, %1, %2 : !meta.tensor<8x4xf32>, !meta.tensor<4xui8, cuda:0>, !meta.tensor<4x3xf32, strided<[1, 4]>>
}
