// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -

// Each view over a storage. The base is 4 x 6 with a gap behind each row, out of
// the middle of the storage; the numbers are PyTorch's.

// CHECK-LABEL: func.func @permute(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @permute(%s: !meta.storage) -> !meta.tensor<4x2x3xf32, strided<[2, 30, 8]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x2x3xf32, strided<[2, 30, 8]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<2x3x4xf32, strided<[30, 8, 2]>>
  %1 = meta.permute %0 [2, 0, 1] : !meta.tensor<2x3x4xf32, strided<[30, 8, 2]>>
  return %1 : !meta.tensor<4x2x3xf32, strided<[2, 30, 8]>>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @transpose(%s: !meta.storage) -> !meta.tensor<6x4xf32, strided<[1, 12]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<6x4xf32, strided<[1, 12]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<6x4xf32, strided<[1, 12]>>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @slice(%s: !meta.storage) -> !meta.tensor<4x2xf32, strided<[12, 2]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 11 : !meta.storage -> !meta.tensor<4x2xf32, strided<[12, 2]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.slice %0 dim 1 from 1 to -1 step 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x2xf32, strided<[12, 2]>>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @narrow(%s: !meta.storage) -> !meta.tensor<2x6xf32, strided<[12, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 22 : !meta.storage -> !meta.tensor<2x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.narrow %0 dim 0 start 1 length 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<2x6xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @select(%s: !meta.storage) -> !meta.tensor<6xf32> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 46 : !meta.storage -> !meta.tensor<6xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.select %0 dim 0 index -1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<6xf32>
}

// CHECK-LABEL: func.func @expand(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @expand(%s: !meta.storage) -> !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x1xf32, strided<[12, 1]>>
  %1 = meta.expand %0 to [3, -1, 5] : !meta.tensor<4x1xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<3x4x5xf32, strided<[0, 12, 0]>>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @reshape(%s: !meta.storage) -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.reshape %0 to [4, 2, -1] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @squeeze(%s: !meta.storage) -> (!meta.tensor<4x6xf32, strided<[12, 1]>>, !meta.tensor<4x6xf32, strided<[12, 1]>>) {
  // CHECK-NEXT: %[[ALL:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: %[[SOME:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[ALL]], %[[SOME]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x1x6xf32, strided<[12, 7, 1]>>
  %1 = meta.squeeze %0 : !meta.tensor<4x1x6xf32, strided<[12, 7, 1]>>
  %2 = meta.squeeze %0 dims [0, 1] : !meta.tensor<4x1x6xf32, strided<[12, 7, 1]>>
  return %1, %2 : !meta.tensor<4x6xf32, strided<[12, 1]>>, !meta.tensor<4x6xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @unsqueeze(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @unsqueeze(%s: !meta.storage) -> !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.unsqueeze %0 dim 1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x1x6xf32, strided<[12, 6, 1]>>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @diagonal(%s: !meta.storage) -> !meta.tensor<3xf32, strided<[13]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 22 : !meta.storage -> !meta.tensor<3xf32, strided<[13]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.diagonal %0 dims 0, 1 offset -1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<3xf32, strided<[13]>>
}

// CHECK-LABEL: func.func @unflatten(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @unflatten(%s: !meta.storage) -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.unflatten %0 dim 1 into [2, -1] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x2x3xf32, strided<[12, 3, 1]>>
}

// CHECK-LABEL: func.func @unfold(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @unfold(%s: !meta.storage) -> !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.unfold %0 dim 1 size 3 step 2 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x2x3xf32, strided<[12, 2, 1]>>
}

// A part that nothing uses is not built.
// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @split(%s: !meta.storage) -> (!meta.tensor<4x1xf32, strided<[12, 1]>>, !meta.tensor<4x3xf32, strided<[12, 1]>>) {
  // CHECK-NEXT: %[[A:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x1xf32, strided<[12, 1]>>
  // CHECK-NEXT: %[[C:.*]] = meta.view %[[S]] offset 13 : !meta.storage -> !meta.tensor<4x3xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[A]], %[[C]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %a, %b, %c = meta.split %0 dim 1 sizes [1, 2, 3] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %a, %c : !meta.tensor<4x1xf32, strided<[12, 1]>>, !meta.tensor<4x3xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @unbind(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @unbind(%s: !meta.storage) -> (!meta.tensor<6xf32>, !meta.tensor<3xf32>) {
  // CHECK-NEXT: %[[ROW:.*]] = meta.view %[[S]] offset 22 : !meta.storage -> !meta.tensor<6xf32>
  // CHECK-NEXT: %[[PART:.*]] = meta.view %[[S]] offset 49 : !meta.storage -> !meta.tensor<3xf32>
  // CHECK-NEXT: return %[[ROW]], %[[PART]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %rows:4 = meta.unbind %0 dim 0 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.slice %rows#3 dim 0 from 3 : !meta.tensor<6xf32>
  return %rows#1, %1 : !meta.tensor<6xf32>, !meta.tensor<3xf32>
}

// Of no index there is no result, and nothing to keep.
// CHECK-LABEL: func.func @unbind_nothing(
func.func @unbind_nothing(%s: !meta.storage) {
  // CHECK-NEXT: return
  %0 = meta.view %s : !meta.storage -> !meta.tensor<0x6xf32>
  meta.unbind %0 dim 0 : !meta.tensor<0x6xf32>
  return
}

// CHECK-LABEL: func.func @alias(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @alias(%s: !meta.storage) -> !meta.tensor<4x6xf32, strided<[12, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.alias %0 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x6xf32, strided<[12, 1]>>
}

// Absolute: the offset counts from the storage, whatever that of the base is.
// CHECK-LABEL: func.func @as_strided(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @as_strided(%s: !meta.storage) -> (!meta.tensor<2x3xf32, strided<[1, 4]>>, !meta.tensor<2x3xf32, strided<[1, 4]>>) {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<2x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: %[[KEPT:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<2x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: return %[[V]], %[[KEPT]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.as_strided %0 sizes [2, 3] strides [1, 4] offset 0 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  %2 = meta.as_strided %0 sizes [2, 3] strides [1, 4] : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1, %2 : !meta.tensor<2x3xf32, strided<[1, 4]>>, !meta.tensor<2x3xf32, strided<[1, 4]>>
}

// CHECK-LABEL: func.func @view_of_view(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @view_of_view(%s: !meta.storage) -> !meta.tensor<2xf32> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<2xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.view %0 offset 3 : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<2xf32>
  return %1 : !meta.tensor<2xf32>
}

// Strides and offsets are counted in elements of the result.
// CHECK-LABEL: func.func @bitcast_narrower(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @bitcast_narrower(%s: !meta.storage) -> !meta.tensor<4x12xsi16, strided<[24, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 20 : !meta.storage -> !meta.tensor<4x12xsi16, strided<[24, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.bitcast %0 as si16 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x12xsi16, strided<[24, 1]>>
}

// CHECK-LABEL: func.func @bitcast_wider(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @bitcast_wider(%s: !meta.storage) -> !meta.tensor<4x3xf64, strided<[6, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 5 : !meta.storage -> !meta.tensor<4x3xf64, strided<[6, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.bitcast %0 as f64 : !meta.tensor<4x6xf32, strided<[12, 1]>>
  return %1 : !meta.tensor<4x3xf64, strided<[6, 1]>>
}

// Of one width, whatever the strides are.
// CHECK-LABEL: func.func @bitcast_same_width(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @bitcast_same_width(%s: !meta.storage) -> !meta.tensor<6x4xsi32, strided<[1, 6]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<6x4xsi32, strided<[1, 6]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<4x6xf32>
  %2 = meta.bitcast %1 as si32 : !meta.tensor<6x4xf32, strided<[1, 6]>>
  return %2 : !meta.tensor<6x4xsi32, strided<[1, 6]>>
}

// A dtype of less than a byte takes one.
// CHECK-LABEL: func.func @bitcast_packed(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @bitcast_packed(%s: !meta.storage) -> (!meta.tensor<2x8xui4>, !meta.tensor<2x4x!meta.bits16>, !meta.tensor<2x8x!meta.float4_e2m1fn_x2>) {
  // CHECK-NEXT: %[[INT:.*]] = meta.view %[[S]] offset 8 : !meta.storage -> !meta.tensor<2x8xui4>
  // CHECK-NEXT: %[[BITS:.*]] = meta.view %[[S]] offset 4 : !meta.storage -> !meta.tensor<2x4x!meta.bits16>
  // CHECK-NEXT: %[[FLOAT:.*]] = meta.view %[[S]] offset 8 : !meta.storage -> !meta.tensor<2x8x!meta.float4_e2m1fn_x2>
  // CHECK-NEXT: return %[[INT]], %[[BITS]], %[[FLOAT]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x8xui8>
  %1 = meta.slice %0 dim 0 from 1 : !meta.tensor<3x8xui8>
  %2 = meta.bitcast %1 as ui4 : !meta.tensor<2x8xui8>
  %3 = meta.bitcast %1 as !meta.bits16 : !meta.tensor<2x8xui8>
  %4 = meta.bitcast %1 as !meta.float4_e2m1fn_x2 : !meta.tensor<2x8xui8>
  return %2, %3, %4 : !meta.tensor<2x8xui4>, !meta.tensor<2x4x!meta.bits16>, !meta.tensor<2x8x!meta.float4_e2m1fn_x2>
}

// CHECK-LABEL: func.func @view_as_complex(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @view_as_complex(%s: !meta.storage) -> !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 5 : !meta.storage -> !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x3x2xf32, strided<[12, 2, 1]>>
  %1 = meta.view_as_complex %0 : !meta.tensor<4x3x2xf32, strided<[12, 2, 1]>>
  return %1 : !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
}

// CHECK-LABEL: func.func @view_as_real(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @view_as_real(%s: !meta.storage) -> !meta.tensor<4x3x2xf32, strided<[12, 2, 1]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x3x2xf32, strided<[12, 2, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 5 : !meta.storage -> !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  %1 = meta.view_as_real %0 : !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  return %1 : !meta.tensor<4x3x2xf32, strided<[12, 2, 1]>>
}

// CHECK-LABEL: func.func @real_and_imag(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @real_and_imag(%s: !meta.storage) -> (!meta.tensor<4x3xf32, strided<[12, 2]>>, !meta.tensor<4x3xf32, strided<[12, 2]>>) {
  // CHECK-NEXT: %[[REAL:.*]] = meta.view %[[S]] offset 10 : !meta.storage -> !meta.tensor<4x3xf32, strided<[12, 2]>>
  // CHECK-NEXT: %[[IMAG:.*]] = meta.view %[[S]] offset 11 : !meta.storage -> !meta.tensor<4x3xf32, strided<[12, 2]>>
  // CHECK-NEXT: return %[[REAL]], %[[IMAG]]
  %0 = meta.view %s offset 5 : !meta.storage -> !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  %1 = meta.real %0 : !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  %2 = meta.imag %0 : !meta.tensor<4x3xcomplex<f32>, strided<[6, 1]>>
  return %1, %2 : !meta.tensor<4x3xf32, strided<[12, 2]>>, !meta.tensor<4x3xf32, strided<[12, 2]>>
}

// The bits are in the type of the one view that is left.
// CHECK-LABEL: func.func @bits(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @bits(%s: !meta.storage) -> (!meta.tensor<4xcomplex<f32>, conj>, !meta.tensor<4xf32, strided<[2]>, neg>, !meta.tensor<4xf32, strided<[2]>>, !meta.tensor<4xcomplex<f32>>) {
  // CHECK-NEXT: %[[CONJ:.*]] = meta.view %[[S]] offset 5 : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj>
  // CHECK-NEXT: %[[IMAG:.*]] = meta.view %[[S]] offset 11 : !meta.storage -> !meta.tensor<4xf32, strided<[2]>, neg>
  // CHECK-NEXT: %[[NEG:.*]] = meta.view %[[S]] offset 11 : !meta.storage -> !meta.tensor<4xf32, strided<[2]>>
  // CHECK-NEXT: %[[BACK:.*]] = meta.view %[[S]] offset 5 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
  // CHECK-NEXT: return %[[CONJ]], %[[IMAG]], %[[NEG]], %[[BACK]]
  %0 = meta.view %s offset 5 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
  %1 = meta.conj %0 : !meta.tensor<4xcomplex<f32>>
  %2 = meta.imag %1 : !meta.tensor<4xcomplex<f32>, conj>
  %3 = meta.neg %2 : !meta.tensor<4xf32, strided<[2]>, neg>
  %4 = meta.conj %1 : !meta.tensor<4xcomplex<f32>, conj>
  return %1, %2, %3, %4 : !meta.tensor<4xcomplex<f32>, conj>, !meta.tensor<4xf32, strided<[2]>, neg>, !meta.tensor<4xf32, strided<[2]>>, !meta.tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @cast(%s: !meta.storage) -> !meta.tensor<6xf32, strided<[?]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 46 : !meta.storage -> !meta.tensor<6xf32>
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[V]] : !meta.tensor<6xf32> -> !meta.tensor<6xf32, strided<[?]>>
  // CHECK-NEXT: return %[[CAST]]
  %0 = meta.view %s offset 10 : !meta.storage -> !meta.tensor<4x6xf32, strided<[12, 1]>>
  %1 = meta.cast %0 : !meta.tensor<4x6xf32, strided<[12, 1]>> -> !meta.tensor<?x6xf32, strided<[12, ?]>>
  %2 = meta.select %1 dim 0 index -1 : !meta.tensor<?x6xf32, strided<[12, ?]>>
  return %2 : !meta.tensor<6xf32, strided<[?]>>
}

// No element, and none to point at.
// CHECK-LABEL: func.func @no_elements(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @no_elements(%s: !meta.storage) -> (!meta.tensor<3x0x4xf32>, !meta.tensor<2x0x3xf32, strided<[3, 12, 1]>>) {
  // CHECK-NEXT: %[[RESHAPED:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<3x0x4xf32>
  // CHECK-NEXT: %[[SLICED:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<2x0x3xf32, strided<[3, 12, 1]>>
  // CHECK-NEXT: return %[[RESHAPED]], %[[SLICED]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<0x4x3xf32>
  %1 = meta.reshape %0 to [3, 0, 4] : !meta.tensor<0x4x3xf32>
  %2 = meta.transpose %0, 0, 1 : !meta.tensor<0x4x3xf32>
  %3 = meta.slice %2 dim 0 from 1 to 3 : !meta.tensor<4x0x3xf32, strided<[3, 12, 1]>>
  return %1, %3 : !meta.tensor<3x0x4xf32>, !meta.tensor<2x0x3xf32, strided<[3, 12, 1]>>
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @scalar(%s: !meta.storage) -> !meta.tensor<2x1x3xf32, strided<[0, 1, 0]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<2x1x3xf32, strided<[0, 1, 0]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<5xf32>
  %1 = meta.select %0 dim 0 index 3 : !meta.tensor<5xf32>
  %2 = meta.reshape %1 to [1, 1, 1] : !meta.tensor<f32>
  %3 = meta.expand %2 to [2, 1, 3] : !meta.tensor<1x1x1xf32>
  return %3 : !meta.tensor<2x1x3xf32, strided<[0, 1, 0]>>
}

// 2^62 elements, of which the storage holds one.
// CHECK-LABEL: func.func @huge(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @huge(%s: !meta.storage) -> !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 3 : !meta.storage -> !meta.tensor<1x1xf32>
  %1 = meta.expand %0 to [2147483648, 2147483648] : !meta.tensor<1x1xf32>
  return %1 : !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>>
}
