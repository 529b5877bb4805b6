// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -

// Each view over an argument, whose place in its storage only a query knows.

// CHECK-LABEL: func.func @moved(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x6xf32, strided<[12, 1]>>)
func.func @moved(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> (!meta.tensor<6x4xf32, strided<[1, 12]>>, !meta.tensor<6x4xf32, strided<[1, 12]>>, !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>>) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[TRANSPOSED:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<6x4xf32, strided<[1, 12]>>
  // CHECK-NEXT: %[[PERMUTED:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<6x4xf32, strided<[1, 12]>>
  // CHECK-NEXT: %[[UNSQUEEZED:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>>
  // CHECK-NEXT: return %[[TRANSPOSED]], %[[PERMUTED]], %[[UNSQUEEZED]]
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.permute %x [1, 0] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  %2 = meta.unsqueeze %x dim 1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0, %1, %2 : !meta.tensor<6x4xf32, strided<[1, 12]>>, !meta.tensor<6x4xf32, strided<[1, 12]>>, !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @slice(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<4x2xf32, strided<[12, 2]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<4x2xf32, strided<[12, 2]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.slice %x dim 1 from 1 to -1 step 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<4x2xf32, strided<[12, 2]>>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @narrow(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<2x6xf32, strided<[12, 1]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 12 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : {{.*}} -> !meta.tensor<2x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.narrow %x dim 0 start 1 length 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<2x6xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @select(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<6xf32> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 36 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : {{.*}} -> !meta.tensor<6xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.select %x dim 0 index -1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<6xf32>
}

// CHECK-LABEL: func.func @expand(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @expand(%x: !meta.tensor<4x1xf32, strided<[12, 1]>>) -> !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.expand %x to [3, -1, 5] : !meta.tensor<4x1xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @reshape(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.reshape %x to [4, 2, 3] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @squeeze(%x: !meta.tensor<4x1x6xf32, strided<[12, 7, 1]>>) -> !meta.tensor<4x6xf32, strided<[12, 1]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.squeeze %x dims [1] : !meta.tensor<4x1x6xf32, strided<[12, 7, 1]>>
  return %0 : !meta.tensor<4x6xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @diagonal(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<3xf32, strided<[13]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 12 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : {{.*}} -> !meta.tensor<3xf32, strided<[13]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.diagonal %x dims 0, 1 offset -1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<3xf32, strided<[13]>>
}

// CHECK-LABEL: func.func @unfold(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @unfold(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.unfold %x dim 1 size 3 step 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0 : !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>>
}

// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @split(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> (!meta.tensor<4x1xf32, strided<[12, 1]>>, !meta.tensor<4x3xf32, strided<[12, 1]>>) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[A:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<4x1xf32, strided<[12, 1]>>
  // CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C3]]
  // CHECK-NEXT: %[[C:.*]] = meta.view %[[X]] offset %[[SUM]] : {{.*}} -> !meta.tensor<4x3xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[A]], %[[C]]
  %a, %b, %c = meta.split %x dim 1 sizes [1, 2, 3] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %a, %c : !meta.tensor<4x1xf32, strided<[12, 1]>>, !meta.tensor<4x3xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @unbind(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @unbind(%x: !meta.tensor<4x6xf32, strided<[12, 1]>>) -> !meta.tensor<6xf32> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 24 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]] : {{.*}} -> !meta.tensor<6xf32>
  // CHECK-NEXT: return %[[V]]
  %0:4 = meta.unbind %x dim 0 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %0#2 : !meta.tensor<6xf32>
}

// An offset of its own asks nothing of the argument.
// CHECK-LABEL: func.func @as_strided(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @as_strided(%x: !meta.tensor<4x6xf32>) -> (!meta.tensor<2x3xf32, strided<[1, 4]>>, !meta.tensor<2x3xf32, strided<[1, 4]>>) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[OWN:.*]] = meta.view %[[X]] offset 5 : {{.*}} -> !meta.tensor<2x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: %[[KEPT:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<2x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: return %[[OWN]], %[[KEPT]]
  %0 = meta.as_strided %x sizes [2, 3] strides [1, 4] offset 5 : !meta.tensor<4x6xf32>
  %1 = meta.as_strided %x sizes [2, 3] strides [1, 4] : !meta.tensor<4x6xf32>
  return %0, %1 : !meta.tensor<2x3xf32, strided<[1, 4]>>, !meta.tensor<2x3xf32, strided<[1, 4]>>
}

// CHECK-LABEL: func.func @absolute(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @absolute(%x: !meta.tensor<4x6xf32>) -> !meta.tensor<2xf32> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset 4 : {{.*}} -> !meta.tensor<2xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<4x6xf32>
  %1 = meta.view %0 offset 3 : !meta.tensor<6x4xf32, strided<[1, 6]>> -> !meta.tensor<3xf32>
  %2 = meta.slice %1 dim 0 from 1 : !meta.tensor<3xf32>
  return %2 : !meta.tensor<2xf32>
}

// The offset of the argument is in its elements, that of the view in its own.
// CHECK-LABEL: func.func @bitcast(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @bitcast(%x: !meta.tensor<4x6xf32>) -> (!meta.tensor<4x12xsi16>, !meta.tensor<4x3xf64>) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[TWICE:.*]] = arith.muli %[[O]], %[[C2]]
  // CHECK-NEXT: %[[NARROWER:.*]] = meta.view %[[X]] offset %[[TWICE]] : {{.*}} -> !meta.tensor<4x12xsi16>
  // CHECK-NEXT: %[[HALF:.*]] = arith.floordivsi %[[O]], %[[C2]]
  // CHECK-NEXT: %[[WIDER:.*]] = meta.view %[[X]] offset %[[HALF]] : {{.*}} -> !meta.tensor<4x3xf64>
  // CHECK-NEXT: return %[[NARROWER]], %[[WIDER]]
  %0 = meta.bitcast %x as si16 : !meta.tensor<4x6xf32>
  %1 = meta.bitcast %x as f64 : !meta.tensor<4x6xf32>
  return %0, %1 : !meta.tensor<4x12xsi16>, !meta.tensor<4x3xf64>
}

// There and back is where it was.
// CHECK-LABEL: func.func @complex(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor
func.func @complex(%x: !meta.tensor<4xcomplex<f32>, conj>) -> (!meta.tensor<4xf32, strided<[2]>, neg>, !meta.tensor<4xcomplex<f32>>) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[TWICE:.*]] = arith.muli %[[O]], %[[C2]]
  // CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[TWICE]], %[[C1]]
  // CHECK-NEXT: %[[IMAG:.*]] = meta.view %[[X]] offset %[[SUM]] : !meta.tensor<4xcomplex<f32>, conj> -> !meta.tensor<4xf32, strided<[2]>, neg>
  // CHECK-NEXT: %[[BACK:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<4xcomplex<f32>, conj> -> !meta.tensor<4xcomplex<f32>>
  // CHECK-NEXT: return %[[IMAG]], %[[BACK]]
  %0 = meta.imag %x : !meta.tensor<4xcomplex<f32>, conj>
  %1 = meta.conj %x : !meta.tensor<4xcomplex<f32>, conj>
  %2 = meta.view_as_real %1 : !meta.tensor<4xcomplex<f32>>
  %3 = meta.view_as_complex %2 : !meta.tensor<4x2xf32>
  return %0, %3 : !meta.tensor<4xf32, strided<[2]>, neg>, !meta.tensor<4xcomplex<f32>>
}

// A live tensor of an argument is passed by, as one of a storage is.
// CHECK-LABEL: func.func @live_argument(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x6xf32>)
func.func @live_argument(%x: !meta.tensor<4x6xf32>) -> !meta.tensor<6x4xf32, strided<[1, 6]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[X]]
  // CHECK-NEXT: meta.source %[[T]], "t"
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : {{.*}} -> !meta.tensor<6x4xf32, strided<[1, 6]>>
  // CHECK-NEXT: return %[[V]]
  %t = meta.tensor %x : !meta.tensor<4x6xf32>
  meta.source %t, "t" : !meta.tensor<4x6xf32>
  %0 = meta.transpose %t, 0, 1 : !meta.tensor<4x6xf32>
  return %0 : !meta.tensor<6x4xf32, strided<[1, 6]>>
}

// What a call gives is a root as well.
func.func private @make() -> !meta.tensor<4x6xf32>
// CHECK-LABEL: func.func @call_result()
func.func @call_result() -> !meta.tensor<6xf32> {
  // CHECK-NEXT: %[[X:.*]] = call @make()
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.constant 6 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[SUM]]
  // CHECK-NEXT: return %[[V]]
  %0 = call @make() : () -> !meta.tensor<4x6xf32>
  %1 = meta.reshape %0 to [24] : !meta.tensor<4x6xf32>
  %2 = meta.narrow %1 dim 0 start 6 length 6 : !meta.tensor<24xf32>
  return %2 : !meta.tensor<6xf32>
}
