// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// The views named after ATen's. Types of results are not written but inferred:
// that they are the ones returned is the test. They follow from ATen's rules.

// CHECK-LABEL: func.func @permute(
// CHECK-NEXT: meta.permute %{{.*}} [2, 0, 1] : !meta.tensor<2x3x4xf32>{{$}}
func.func @permute(%base: !meta.tensor<2x3x4xf32>) -> !meta.tensor<4x2x3xf32, strided<[1, 12, 4]>> {
  %result = meta.permute %base [2, 0, 1] : !meta.tensor<2x3x4xf32>
  return %result : !meta.tensor<4x2x3xf32, strided<[1, 12, 4]>>
}

// What is contiguous again says so.
// CHECK-LABEL: func.func @permute_back(
// CHECK-NEXT: meta.permute %{{.*}} [1, 2, 0] : !meta.tensor<4x2x3xf32, strided<[1, 12, 4]>>{{$}}
func.func @permute_back(%base: !meta.tensor<4x2x3xf32, strided<[1, 12, 4]>>) -> !meta.tensor<2x3x4xf32> {
  %result = meta.permute %base [1, 2, 0] : !meta.tensor<4x2x3xf32, strided<[1, 12, 4]>>
  return %result : !meta.tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @permute_scalar(
// CHECK-NEXT: meta.permute %{{.*}} [] : !meta.tensor<f32>{{$}}
func.func @permute_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<f32> {
  %result = meta.permute %base [] : !meta.tensor<f32>
  return %result : !meta.tensor<f32>
}

// The device stays.
// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT: meta.transpose %{{.*}}, 0, 1 : !meta.tensor<2x3xf32, cuda:0>{{$}}
func.func @transpose(%base: !meta.tensor<2x3xf32, cuda:0>) -> !meta.tensor<3x2xf32, strided<[1, 3]>, cuda:0> {
  %result = meta.transpose %base, 0, 1 : !meta.tensor<2x3xf32, cuda:0>
  return %result : !meta.tensor<3x2xf32, strided<[1, 3]>, cuda:0>
}

// CHECK-LABEL: func.func @transpose_with_itself(
// CHECK-NEXT: meta.transpose %{{.*}}, 1, 1 : !meta.tensor<2x3xf32>{{$}}
func.func @transpose_with_itself(%base: !meta.tensor<2x3xf32>) -> !meta.tensor<2x3xf32> {
  %result = meta.transpose %base, 1, 1 : !meta.tensor<2x3xf32>
  return %result : !meta.tensor<2x3xf32>
}

// A 0-d tensor has a dim 0, as in ATen.
// CHECK-LABEL: func.func @transpose_scalar(
// CHECK-NEXT: meta.transpose %{{.*}}, 0, 0 : !meta.tensor<f32>{{$}}
func.func @transpose_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<f32> {
  %result = meta.transpose %base, 0, 0 : !meta.tensor<f32>
  return %result : !meta.tensor<f32>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK-NEXT: meta.squeeze %{{.*}} : !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>{{$}}
func.func @squeeze(%base: !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>) -> !meta.tensor<3xf32, strided<[2]>> {
  %result = meta.squeeze %base : !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>
  return %result : !meta.tensor<3xf32, strided<[2]>>
}

// Dim 1 is not of size 1.
// CHECK-LABEL: func.func @squeeze_some(
// CHECK-NEXT: meta.squeeze %{{.*}} dims [1, 2] : !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>{{$}}
func.func @squeeze_some(%base: !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>) -> !meta.tensor<1x3xf32, strided<[7, 2]>> {
  %result = meta.squeeze %base dims [1, 2] : !meta.tensor<1x3x1xf32, strided<[7, 2, 5]>>
  return %result : !meta.tensor<1x3xf32, strided<[7, 2]>>
}

// CHECK-LABEL: func.func @squeeze_scalar(
// CHECK-NEXT: meta.squeeze %{{.*}} dims [0] : !meta.tensor<f32>{{$}}
func.func @squeeze_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<f32> {
  %result = meta.squeeze %base dims [0] : !meta.tensor<f32>
  return %result : !meta.tensor<f32>
}

// CHECK-LABEL: func.func @squeeze_to_scalar(
// CHECK-NEXT: meta.squeeze %{{.*}} : !meta.tensor<1x1xf32>{{$}}
func.func @squeeze_to_scalar(%base: !meta.tensor<1x1xf32>) -> !meta.tensor<f32> {
  %result = meta.squeeze %base : !meta.tensor<1x1xf32>
  return %result : !meta.tensor<f32>
}

// The stride is the extent of the next dim, and 1 behind the last.
// CHECK-LABEL: func.func @unsqueeze_first(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 0 : !meta.tensor<3x2xf32, strided<[1, 3]>>{{$}}
func.func @unsqueeze_first(%base: !meta.tensor<3x2xf32, strided<[1, 3]>>) -> !meta.tensor<1x3x2xf32, strided<[3, 1, 3]>> {
  %result = meta.unsqueeze %base dim 0 : !meta.tensor<3x2xf32, strided<[1, 3]>>
  return %result : !meta.tensor<1x3x2xf32, strided<[3, 1, 3]>>
}

// CHECK-LABEL: func.func @unsqueeze_middle(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 1 : !meta.tensor<3x2xf32, strided<[1, 3]>>{{$}}
func.func @unsqueeze_middle(%base: !meta.tensor<3x2xf32, strided<[1, 3]>>) -> !meta.tensor<3x1x2xf32, strided<[1, 6, 3]>> {
  %result = meta.unsqueeze %base dim 1 : !meta.tensor<3x2xf32, strided<[1, 3]>>
  return %result : !meta.tensor<3x1x2xf32, strided<[1, 6, 3]>>
}

// CHECK-LABEL: func.func @unsqueeze_last(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 2 : !meta.tensor<3x2xf32, strided<[1, 3]>>{{$}}
func.func @unsqueeze_last(%base: !meta.tensor<3x2xf32, strided<[1, 3]>>) -> !meta.tensor<3x2x1xf32, strided<[1, 3, 1]>> {
  %result = meta.unsqueeze %base dim 2 : !meta.tensor<3x2xf32, strided<[1, 3]>>
  return %result : !meta.tensor<3x2x1xf32, strided<[1, 3, 1]>>
}

// CHECK-LABEL: func.func @unsqueeze_scalar(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 0 : !meta.tensor<f32>{{$}}
func.func @unsqueeze_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<1xf32> {
  %result = meta.unsqueeze %base dim 0 : !meta.tensor<f32>
  return %result : !meta.tensor<1xf32>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 : !meta.tensor<4x5xf32>{{$}}
func.func @diagonal(%base: !meta.tensor<4x5xf32>) -> !meta.tensor<4xf32, strided<[6]>> {
  %result = meta.diagonal %base dims 0, 1 : !meta.tensor<4x5xf32>
  return %result : !meta.tensor<4xf32, strided<[6]>>
}

// CHECK-LABEL: func.func @diagonal_below(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 offset -1 : !meta.tensor<4x5xf32>{{$}}
func.func @diagonal_below(%base: !meta.tensor<4x5xf32>) -> !meta.tensor<3xf32, strided<[6]>> {
  %result = meta.diagonal %base dims 0, 1 offset -1 : !meta.tensor<4x5xf32>
  return %result : !meta.tensor<3xf32, strided<[6]>>
}

// CHECK-LABEL: func.func @diagonal_above(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 offset 2 : !meta.tensor<4x5xf32>{{$}}
func.func @diagonal_above(%base: !meta.tensor<4x5xf32>) -> !meta.tensor<3xf32, strided<[6]>> {
  %result = meta.diagonal %base dims 0, 1 offset 2 : !meta.tensor<4x5xf32>
  return %result : !meta.tensor<3xf32, strided<[6]>>
}

// CHECK-LABEL: func.func @diagonal_beyond(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 offset 9 : !meta.tensor<4x5xf32>{{$}}
func.func @diagonal_beyond(%base: !meta.tensor<4x5xf32>) -> !meta.tensor<0xf32, strided<[6]>> {
  %result = meta.diagonal %base dims 0, 1 offset 9 : !meta.tensor<4x5xf32>
  return %result : !meta.tensor<0xf32, strided<[6]>>
}

// The diagonal is the last dim.
// CHECK-LABEL: func.func @diagonal_of_outer_dims(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 2 : !meta.tensor<2x4x5xf32>{{$}}
func.func @diagonal_of_outer_dims(%base: !meta.tensor<2x4x5xf32>) -> !meta.tensor<4x2xf32, strided<[5, 21]>> {
  %result = meta.diagonal %base dims 0, 2 : !meta.tensor<2x4x5xf32>
  return %result : !meta.tensor<4x2xf32, strided<[5, 21]>>
}

// CHECK-LABEL: func.func @diagonal_exchanged(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 2, 1 offset 1 : !meta.tensor<2x4x5xf32>{{$}}
func.func @diagonal_exchanged(%base: !meta.tensor<2x4x5xf32>) -> !meta.tensor<2x3xf32, strided<[20, 6]>> {
  %result = meta.diagonal %base dims 2, 1 offset 1 : !meta.tensor<2x4x5xf32>
  return %result : !meta.tensor<2x3xf32, strided<[20, 6]>>
}

// Rows 2, 5 and 8.
// CHECK-LABEL: func.func @slice(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 from 2 to -1 step 3 : !meta.tensor<10x4xf32>{{$}}
func.func @slice(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<3x4xf32, strided<[12, 1]>> {
  %result = meta.slice %base dim 0 from 2 to -1 step 3 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<3x4xf32, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @slice_from_end(
// CHECK-NEXT: meta.slice %{{.*}} dim 1 from -2 : !meta.tensor<10x4xf32>{{$}}
func.func @slice_from_end(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<10x2xf32, strided<[4, 1]>> {
  %result = meta.slice %base dim 1 from -2 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10x2xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @slice_whole(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 : !meta.tensor<10x4xf32>{{$}}
func.func @slice_whole(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<10x4xf32> {
  %result = meta.slice %base dim 0 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10x4xf32>
}

// CHECK-LABEL: func.func @slice_clamped(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 from -99 to 99 : !meta.tensor<10x4xf32>{{$}}
func.func @slice_clamped(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<10x4xf32> {
  %result = meta.slice %base dim 0 from -99 to 99 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10x4xf32>
}

// CHECK-LABEL: func.func @slice_empty(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 from 8 to 3 : !meta.tensor<10x4xf32>{{$}}
func.func @slice_empty(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<0x4xf32> {
  %result = meta.slice %base dim 0 from 8 to 3 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<0x4xf32>
}

// CHECK-LABEL: func.func @slice_one(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 step 99 : !meta.tensor<10x4xf32>{{$}}
func.func @slice_one(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<1x4xf32, strided<[396, 1]>> {
  %result = meta.slice %base dim 0 step 99 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<1x4xf32, strided<[396, 1]>>
}

// Rounding up does not overflow, which it does in ATen.
// CHECK-LABEL: func.func @slice_extreme(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 from -9223372036854775807 step 9223372036854775807 : !meta.tensor<10xf32>{{$}}
func.func @slice_extreme(%base: !meta.tensor<10xf32>) -> !meta.tensor<1xf32, strided<[9223372036854775807]>> {
  %result = meta.slice %base dim 0 from -9223372036854775807 step 9223372036854775807 : !meta.tensor<10xf32>
  return %result : !meta.tensor<1xf32, strided<[9223372036854775807]>>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-NEXT: meta.narrow %{{.*}} dim 0 start 2 length 4 : !meta.tensor<10x4xf32>{{$}}
func.func @narrow(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<4x4xf32> {
  %result = meta.narrow %base dim 0 start 2 length 4 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<4x4xf32>
}

// CHECK-LABEL: func.func @narrow_from_end(
// CHECK-NEXT: meta.narrow %{{.*}} dim 1 start -2 length 2 : !meta.tensor<10x4xf32>{{$}}
func.func @narrow_from_end(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<10x2xf32, strided<[4, 1]>> {
  %result = meta.narrow %base dim 1 start -2 length 2 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10x2xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @narrow_nothing_at_end(
// CHECK-NEXT: meta.narrow %{{.*}} dim 0 start 10 length 0 : !meta.tensor<10x4xf32>{{$}}
func.func @narrow_nothing_at_end(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<0x4xf32> {
  %result = meta.narrow %base dim 0 start 10 length 0 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<0x4xf32>
}

// CHECK-LABEL: func.func @select_row(
// CHECK-NEXT: meta.select %{{.*}} dim 0 index -1 : !meta.tensor<10x4xf32>{{$}}
func.func @select_row(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<4xf32> {
  %result = meta.select %base dim 0 index -1 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @select_column(
// CHECK-NEXT: meta.select %{{.*}} dim 1 index 2 : !meta.tensor<10x4xf32>{{$}}
func.func @select_column(%base: !meta.tensor<10x4xf32>) -> !meta.tensor<10xf32, strided<[4]>> {
  %result = meta.select %base dim 1 index 2 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10xf32, strided<[4]>>
}

// CHECK-LABEL: func.func @split_rows(
// CHECK-NEXT: meta.split %{{.*}} dim 0 sizes [4, 0, 8] : !meta.tensor<12x4xf32>{{$}}
func.func @split_rows(%base: !meta.tensor<12x4xf32>) -> (!meta.tensor<4x4xf32>, !meta.tensor<0x4xf32>, !meta.tensor<8x4xf32>) {
  %results:3 = meta.split %base dim 0 sizes [4, 0, 8] : !meta.tensor<12x4xf32>
  return %results#0, %results#1, %results#2 : !meta.tensor<4x4xf32>, !meta.tensor<0x4xf32>, !meta.tensor<8x4xf32>
}

// CHECK-LABEL: func.func @split_columns(
// CHECK-NEXT: meta.split %{{.*}} dim 1 sizes [1, 3] : !meta.tensor<12x4xf32>{{$}}
func.func @split_columns(%base: !meta.tensor<12x4xf32>) -> (!meta.tensor<12x1xf32, strided<[4, 1]>>, !meta.tensor<12x3xf32, strided<[4, 1]>>) {
  %results:2 = meta.split %base dim 1 sizes [1, 3] : !meta.tensor<12x4xf32>
  return %results#0, %results#1 : !meta.tensor<12x1xf32, strided<[4, 1]>>, !meta.tensor<12x3xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @split_in_one(
// CHECK-NEXT: meta.split %{{.*}} dim 0 sizes [12] : !meta.tensor<12x4xf32>{{$}}
func.func @split_in_one(%base: !meta.tensor<12x4xf32>) -> !meta.tensor<12x4xf32> {
  %result = meta.split %base dim 0 sizes [12] : !meta.tensor<12x4xf32>
  return %result : !meta.tensor<12x4xf32>
}

// CHECK-LABEL: func.func @unbind_rows(
// CHECK-NEXT: meta.unbind %{{.*}} dim 0 : !meta.tensor<2x4xf32>{{$}}
func.func @unbind_rows(%base: !meta.tensor<2x4xf32>) -> (!meta.tensor<4xf32>, !meta.tensor<4xf32>) {
  %results:2 = meta.unbind %base dim 0 : !meta.tensor<2x4xf32>
  return %results#0, %results#1 : !meta.tensor<4xf32>, !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @unbind_columns(
// CHECK-NEXT: meta.unbind %{{.*}} dim 1 : !meta.tensor<3x2xf32>{{$}}
func.func @unbind_columns(%base: !meta.tensor<3x2xf32>) -> (!meta.tensor<3xf32, strided<[2]>>, !meta.tensor<3xf32, strided<[2]>>) {
  %results:2 = meta.unbind %base dim 1 : !meta.tensor<3x2xf32>
  return %results#0, %results#1 : !meta.tensor<3xf32, strided<[2]>>, !meta.tensor<3xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @unbind_nothing(
// CHECK-NEXT: meta.unbind %{{.*}} dim 0 : !meta.tensor<0x4xf32>{{$}}
func.func @unbind_nothing(%base: !meta.tensor<0x4xf32>) {
  meta.unbind %base dim 0 : !meta.tensor<0x4xf32>
  return
}

// CHECK-LABEL: func.func @expand(
// CHECK-NEXT: meta.expand %{{.*}} to [2, -1, 5] : !meta.tensor<3x1xf32>{{$}}
func.func @expand(%base: !meta.tensor<3x1xf32>) -> !meta.tensor<2x3x5xf32, strided<[0, 1, 0]>> {
  %result = meta.expand %base to [2, -1, 5] : !meta.tensor<3x1xf32>
  return %result : !meta.tensor<2x3x5xf32, strided<[0, 1, 0]>>
}

// CHECK-LABEL: func.func @expand_scalar(
// CHECK-NEXT: meta.expand %{{.*}} to [2, 3] : !meta.tensor<f32>{{$}}
func.func @expand_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<2x3xf32, strided<[0, 0]>> {
  %result = meta.expand %base to [2, 3] : !meta.tensor<f32>
  return %result : !meta.tensor<2x3xf32, strided<[0, 0]>>
}

// CHECK-LABEL: func.func @expand_to_nothing(
// CHECK-NEXT: meta.expand %{{.*}} to [0, 3] : !meta.tensor<1x3xf32>{{$}}
func.func @expand_to_nothing(%base: !meta.tensor<1x3xf32>) -> !meta.tensor<0x3xf32, strided<[0, 1]>> {
  %result = meta.expand %base to [0, 3] : !meta.tensor<1x3xf32>
  return %result : !meta.tensor<0x3xf32, strided<[0, 1]>>
}

// A new dim of size 1 gets the extent of the next.
// CHECK-LABEL: func.func @expand_by_one(
// CHECK-NEXT: meta.expand %{{.*}} to [1, 3, 4] : !meta.tensor<3x4xf32>{{$}}
func.func @expand_by_one(%base: !meta.tensor<3x4xf32>) -> !meta.tensor<1x3x4xf32> {
  %result = meta.expand %base to [1, 3, 4] : !meta.tensor<3x4xf32>
  return %result : !meta.tensor<1x3x4xf32>
}

// CHECK-LABEL: func.func @expand_kept(
// CHECK-NEXT: meta.expand %{{.*}} to [3, -1] : !meta.tensor<3x4xf32, strided<[1, 3]>>{{$}}
func.func @expand_kept(%base: !meta.tensor<3x4xf32, strided<[1, 3]>>) -> !meta.tensor<3x4xf32, strided<[1, 3]>> {
  %result = meta.expand %base to [3, -1] : !meta.tensor<3x4xf32, strided<[1, 3]>>
  return %result : !meta.tensor<3x4xf32, strided<[1, 3]>>
}

// More elements than any storage has bytes for (B07).
// CHECK-LABEL: func.func @expand_huge(
// CHECK-NEXT: meta.expand %{{.*}} to [1, 4611686018427387904] : !meta.tensor<1x1xf64>{{$}}
func.func @expand_huge(%base: !meta.tensor<1x1xf64>) -> !meta.tensor<1x4611686018427387904xf64, strided<[1, 0]>> {
  %result = meta.expand %base to [1, 4611686018427387904] : !meta.tensor<1x1xf64>
  return %result : !meta.tensor<1x4611686018427387904xf64, strided<[1, 0]>>
}

// CHECK-LABEL: func.func @reshape_infers(
// CHECK-NEXT: meta.reshape %{{.*}} to [3, -1] : !meta.tensor<12xf32>{{$}}
func.func @reshape_infers(%base: !meta.tensor<12xf32>) -> !meta.tensor<3x4xf32> {
  %result = meta.reshape %base to [3, -1] : !meta.tensor<12xf32>
  return %result : !meta.tensor<3x4xf32>
}

// CHECK-LABEL: func.func @reshape_splits(
// CHECK-NEXT: meta.reshape %{{.*}} to [2, 2, 3] : !meta.tensor<4x3xf32, strided<[1, 4]>>{{$}}
func.func @reshape_splits(%base: !meta.tensor<4x3xf32, strided<[1, 4]>>) -> !meta.tensor<2x2x3xf32, strided<[2, 1, 4]>> {
  %result = meta.reshape %base to [2, 2, 3] : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return %result : !meta.tensor<2x2x3xf32, strided<[2, 1, 4]>>
}

// CHECK-LABEL: func.func @reshape_merges(
// CHECK-NEXT: meta.reshape %{{.*}} to [24] : !meta.tensor<4x6xf32, strided<[12, 2]>>{{$}}
func.func @reshape_merges(%base: !meta.tensor<4x6xf32, strided<[12, 2]>>) -> !meta.tensor<24xf32, strided<[2]>> {
  %result = meta.reshape %base to [24] : !meta.tensor<4x6xf32, strided<[12, 2]>>
  return %result : !meta.tensor<24xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @reshape_across(
// CHECK-NEXT: meta.reshape %{{.*}} to [2, 12] : !meta.tensor<4x6xf32, strided<[12, 2]>>{{$}}
func.func @reshape_across(%base: !meta.tensor<4x6xf32, strided<[12, 2]>>) -> !meta.tensor<2x12xf32, strided<[24, 2]>> {
  %result = meta.reshape %base to [2, 12] : !meta.tensor<4x6xf32, strided<[12, 2]>>
  return %result : !meta.tensor<2x12xf32, strided<[24, 2]>>
}

// CHECK-LABEL: func.func @reshape_by_one(
// CHECK-NEXT: meta.reshape %{{.*}} to [4, 3, 1] : !meta.tensor<4x3xf32, strided<[1, 4]>>{{$}}
func.func @reshape_by_one(%base: !meta.tensor<4x3xf32, strided<[1, 4]>>) -> !meta.tensor<4x3x1xf32, strided<[1, 4, 4]>> {
  %result = meta.reshape %base to [4, 3, 1] : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return %result : !meta.tensor<4x3x1xf32, strided<[1, 4, 4]>>
}

// CHECK-LABEL: func.func @reshape_to_scalar(
// CHECK-NEXT: meta.reshape %{{.*}} to [] : !meta.tensor<1x1xf32>{{$}}
func.func @reshape_to_scalar(%base: !meta.tensor<1x1xf32>) -> !meta.tensor<f32> {
  %result = meta.reshape %base to [] : !meta.tensor<1x1xf32>
  return %result : !meta.tensor<f32>
}

// CHECK-LABEL: func.func @reshape_of_scalar(
// CHECK-NEXT: meta.reshape %{{.*}} to [1, -1] : !meta.tensor<f32>{{$}}
func.func @reshape_of_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<1x1xf32> {
  %result = meta.reshape %base to [1, -1] : !meta.tensor<f32>
  return %result : !meta.tensor<1x1xf32>
}

// CHECK-LABEL: func.func @reshape_of_nothing(
// CHECK-NEXT: meta.reshape %{{.*}} to [3, 0, 2] : !meta.tensor<0x3xf32>{{$}}
func.func @reshape_of_nothing(%base: !meta.tensor<0x3xf32>) -> !meta.tensor<3x0x2xf32> {
  %result = meta.reshape %base to [3, 0, 2] : !meta.tensor<0x3xf32>
  return %result : !meta.tensor<3x0x2xf32>
}

// CHECK-LABEL: func.func @reshape_expanded(
// CHECK-NEXT: meta.reshape %{{.*}} to [2, 3, 1] : !meta.tensor<2x3xf32, strided<[0, 1]>>{{$}}
func.func @reshape_expanded(%base: !meta.tensor<2x3xf32, strided<[0, 1]>>) -> !meta.tensor<2x3x1xf32, strided<[0, 1, 1]>> {
  %result = meta.reshape %base to [2, 3, 1] : !meta.tensor<2x3xf32, strided<[0, 1]>>
  return %result : !meta.tensor<2x3x1xf32, strided<[0, 1, 1]>>
}

// CHECK-LABEL: func.func @unflatten(
// CHECK-NEXT: meta.unflatten %{{.*}} dim 1 into [2, 3] : !meta.tensor<4x6xf32, strided<[10, 1]>>{{$}}
func.func @unflatten(%base: !meta.tensor<4x6xf32, strided<[10, 1]>>) -> !meta.tensor<4x2x3xf32, strided<[10, 3, 1]>> {
  %result = meta.unflatten %base dim 1 into [2, 3] : !meta.tensor<4x6xf32, strided<[10, 1]>>
  return %result : !meta.tensor<4x2x3xf32, strided<[10, 3, 1]>>
}

// CHECK-LABEL: func.func @unflatten_inferred(
// CHECK-NEXT: meta.unflatten %{{.*}} dim 0 into [-1, 2] : !meta.tensor<4x6xf32>{{$}}
func.func @unflatten_inferred(%base: !meta.tensor<4x6xf32>) -> !meta.tensor<2x2x6xf32> {
  %result = meta.unflatten %base dim 0 into [-1, 2] : !meta.tensor<4x6xf32>
  return %result : !meta.tensor<2x2x6xf32>
}

// A part of size 1 lies next to its inner neighbour, as after a reshape.
// CHECK-LABEL: func.func @unflatten_unit(
// CHECK-NEXT: meta.unflatten %{{.*}} dim 0 into [4, 1] : !meta.tensor<4x3xf32, strided<[10, 1]>>{{$}}
func.func @unflatten_unit(%base: !meta.tensor<4x3xf32, strided<[10, 1]>>) -> !meta.tensor<4x1x3xf32, strided<[10, 3, 1]>> {
  %result = meta.unflatten %base dim 0 into [4, 1] : !meta.tensor<4x3xf32, strided<[10, 1]>>
  return %result : !meta.tensor<4x1x3xf32, strided<[10, 3, 1]>>
}

// CHECK-LABEL: func.func @unflatten_empty(
// CHECK-NEXT: meta.unflatten %{{.*}} dim 1 into [2, 2] : !meta.tensor<0x4xf32, strided<[7, 9]>>{{$}}
func.func @unflatten_empty(%base: !meta.tensor<0x4xf32, strided<[7, 9]>>) -> !meta.tensor<0x2x2xf32> {
  %result = meta.unflatten %base dim 1 into [2, 2] : !meta.tensor<0x4xf32, strided<[7, 9]>>
  return %result : !meta.tensor<0x2x2xf32>
}

// Windows that overlap.
// CHECK-LABEL: func.func @unfold(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 4 step 2 : !meta.tensor<10xf32>{{$}}
func.func @unfold(%base: !meta.tensor<10xf32>) -> !meta.tensor<4x4xf32, strided<[2, 1]>> {
  %result = meta.unfold %base dim 0 size 4 step 2 : !meta.tensor<10xf32>
  return %result : !meta.tensor<4x4xf32, strided<[2, 1]>>
}

// CHECK-LABEL: func.func @unfold_rows(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 2 step 1 : !meta.tensor<3x8xf32>{{$}}
func.func @unfold_rows(%base: !meta.tensor<3x8xf32>) -> !meta.tensor<2x8x2xf32, strided<[8, 1, 8]>> {
  %result = meta.unfold %base dim 0 size 2 step 1 : !meta.tensor<3x8xf32>
  return %result : !meta.tensor<2x8x2xf32, strided<[8, 1, 8]>>
}

// Elements 7 to 9 fill no window.
// CHECK-LABEL: func.func @unfold_rest(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 3 step 4 : !meta.tensor<10xf32>{{$}}
func.func @unfold_rest(%base: !meta.tensor<10xf32>) -> !meta.tensor<2x3xf32, strided<[4, 1]>> {
  %result = meta.unfold %base dim 0 size 3 step 4 : !meta.tensor<10xf32>
  return %result : !meta.tensor<2x3xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @unfold_nothing(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 0 step 3 : !meta.tensor<10xf32>{{$}}
func.func @unfold_nothing(%base: !meta.tensor<10xf32>) -> !meta.tensor<4x0xf32, strided<[3, 1]>> {
  %result = meta.unfold %base dim 0 size 0 step 3 : !meta.tensor<10xf32>
  return %result : !meta.tensor<4x0xf32, strided<[3, 1]>>
}

// CHECK-LABEL: func.func @unfold_scalar(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 1 step 1 : !meta.tensor<f32>{{$}}
func.func @unfold_scalar(%base: !meta.tensor<f32>) -> !meta.tensor<1xf32> {
  %result = meta.unfold %base dim 0 size 1 step 1 : !meta.tensor<f32>
  return %result : !meta.tensor<1xf32>
}

// CHECK-LABEL: func.func @as_strided(
// CHECK-NEXT: meta.as_strided %{{.*}} sizes [2, 2] strides [6, 1] offset 7 : !meta.tensor<4x6xf32>{{$}}
func.func @as_strided(%base: !meta.tensor<4x6xf32>) -> !meta.tensor<2x2xf32, strided<[6, 1]>> {
  %result = meta.as_strided %base sizes [2, 2] strides [6, 1] offset 7 : !meta.tensor<4x6xf32>
  return %result : !meta.tensor<2x2xf32, strided<[6, 1]>>
}

// CHECK-LABEL: func.func @as_strided_overlapping(
// CHECK-NEXT: meta.as_strided %{{.*}} sizes [5, 4] strides [2, 1] : !meta.tensor<12xf32>{{$}}
func.func @as_strided_overlapping(%base: !meta.tensor<12xf32>) -> !meta.tensor<5x4xf32, strided<[2, 1]>> {
  %result = meta.as_strided %base sizes [5, 4] strides [2, 1] : !meta.tensor<12xf32>
  return %result : !meta.tensor<5x4xf32, strided<[2, 1]>>
}

// An offset of 0 is not the same as none.
// CHECK-LABEL: func.func @as_strided_scalar(
// CHECK-NEXT: meta.as_strided %{{.*}} sizes [] strides [] offset 0 : !meta.tensor<12xf32>{{$}}
func.func @as_strided_scalar(%base: !meta.tensor<12xf32>) -> !meta.tensor<f32> {
  %result = meta.as_strided %base sizes [] strides [] offset 0 : !meta.tensor<12xf32>
  return %result : !meta.tensor<f32>
}

// No element, no byte (B06).
// CHECK-LABEL: func.func @as_strided_empty(
// CHECK-NEXT: meta.as_strided %{{.*}} sizes [0] strides [1] offset 99 : !meta.tensor<12xsi64>{{$}}
func.func @as_strided_empty(%base: !meta.tensor<12xsi64>) -> !meta.tensor<0xsi64> {
  %result = meta.as_strided %base sizes [0] strides [1] offset 99 : !meta.tensor<12xsi64>
  return %result : !meta.tensor<0xsi64>
}

// Whether it ends within the storage is not asked of an op.
// CHECK-LABEL: func.func @as_strided_last(
// CHECK-NEXT: meta.as_strided %{{.*}} sizes [4] strides [3] offset 9223372036854775807 : !meta.tensor<12xsi64>{{$}}
func.func @as_strided_last(%base: !meta.tensor<12xsi64>) -> !meta.tensor<4xsi64, strided<[3]>> {
  %result = meta.as_strided %base sizes [4] strides [3] offset 9223372036854775807 : !meta.tensor<12xsi64>
  return %result : !meta.tensor<4xsi64, strided<[3]>>
}

// CHECK-LABEL: func.func @alias(
// CHECK-NEXT: meta.alias %{{.*}} : !meta.tensor<4x3xf32, strided<[1, 4]>, neg>{{$}}
func.func @alias(%base: !meta.tensor<4x3xf32, strided<[1, 4]>, neg>) -> !meta.tensor<4x3xf32, strided<[1, 4]>, neg> {
  %result = meta.alias %base : !meta.tensor<4x3xf32, strided<[1, 4]>, neg>
  return %result : !meta.tensor<4x3xf32, strided<[1, 4]>, neg>
}

// CHECK-LABEL: func.func @bitcast_narrow(
// CHECK-NEXT: meta.bitcast %{{.*}} as si8 : !meta.tensor<4x6xf32>{{$}}
func.func @bitcast_narrow(%base: !meta.tensor<4x6xf32>) -> !meta.tensor<4x24xsi8> {
  %result = meta.bitcast %base as si8 : !meta.tensor<4x6xf32>
  return %result : !meta.tensor<4x24xsi8>
}

// CHECK-LABEL: func.func @bitcast_narrow_strided(
// CHECK-NEXT: meta.bitcast %{{.*}} as bf16 : !meta.tensor<4x3xf32, strided<[6, 1]>>{{$}}
func.func @bitcast_narrow_strided(%base: !meta.tensor<4x3xf32, strided<[6, 1]>>) -> !meta.tensor<4x6xbf16, strided<[12, 1]>> {
  %result = meta.bitcast %base as bf16 : !meta.tensor<4x3xf32, strided<[6, 1]>>
  return %result : !meta.tensor<4x6xbf16, strided<[12, 1]>>
}

// CHECK-LABEL: func.func @bitcast_wide(
// CHECK-NEXT: meta.bitcast %{{.*}} as complex<f32> : !meta.tensor<4x6xf32>{{$}}
func.func @bitcast_wide(%base: !meta.tensor<4x6xf32>) -> !meta.tensor<4x3xcomplex<f32>> {
  %result = meta.bitcast %base as complex<f32> : !meta.tensor<4x6xf32>
  return %result : !meta.tensor<4x3xcomplex<f32>>
}

// CHECK-LABEL: func.func @bitcast_wide_strided(
// CHECK-NEXT: meta.bitcast %{{.*}} as f64 : !meta.tensor<4x4xf32, strided<[6, 1]>>{{$}}
func.func @bitcast_wide_strided(%base: !meta.tensor<4x4xf32, strided<[6, 1]>>) -> !meta.tensor<4x2xf64, strided<[3, 1]>> {
  %result = meta.bitcast %base as f64 : !meta.tensor<4x4xf32, strided<[6, 1]>>
  return %result : !meta.tensor<4x2xf64, strided<[3, 1]>>
}

// Elements of the same width may lie anyhow.
// CHECK-LABEL: func.func @bitcast_equal(
// CHECK-NEXT: meta.bitcast %{{.*}} as si32 : !meta.tensor<4x3xf32, strided<[1, 4]>>{{$}}
func.func @bitcast_equal(%base: !meta.tensor<4x3xf32, strided<[1, 4]>>) -> !meta.tensor<4x3xsi32, strided<[1, 4]>> {
  %result = meta.bitcast %base as si32 : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return %result : !meta.tensor<4x3xsi32, strided<[1, 4]>>
}

// CHECK-LABEL: func.func @bitcast_scalar(
// CHECK-NEXT: meta.bitcast %{{.*}} as !meta.bits16 : !meta.tensor<f16>{{$}}
func.func @bitcast_scalar(%base: !meta.tensor<f16>) -> !meta.tensor<!meta.bits16> {
  %result = meta.bitcast %base as !meta.bits16 : !meta.tensor<f16>
  return %result : !meta.tensor<!meta.bits16>
}

// CHECK-LABEL: func.func @bitcast_widest(
// CHECK-NEXT: meta.bitcast %{{.*}} as complex<f64> : !meta.tensor<2x16xi1>{{$}}
func.func @bitcast_widest(%base: !meta.tensor<2x16xi1>) -> !meta.tensor<2x1xcomplex<f64>> {
  %result = meta.bitcast %base as complex<f64> : !meta.tensor<2x16xi1>
  return %result : !meta.tensor<2x1xcomplex<f64>>
}

// Elements of less than a byte count as one (B29).
// CHECK-LABEL: func.func @bitcast_packed(
// CHECK-NEXT: meta.bitcast %{{.*}} as !meta.float4_e2m1fn_x2 : !meta.tensor<4x2xsi16>{{$}}
func.func @bitcast_packed(%base: !meta.tensor<4x2xsi16>) -> !meta.tensor<4x4x!meta.float4_e2m1fn_x2> {
  %result = meta.bitcast %base as !meta.float4_e2m1fn_x2 : !meta.tensor<4x2xsi16>
  return %result : !meta.tensor<4x4x!meta.float4_e2m1fn_x2>
}

// CHECK-LABEL: func.func @bitcast_nothing(
// CHECK-NEXT: meta.bitcast %{{.*}} as f32 : !meta.tensor<4x0xf64>{{$}}
func.func @bitcast_nothing(%base: !meta.tensor<4x0xf64>) -> !meta.tensor<4x0xf32, strided<[2, 1]>> {
  %result = meta.bitcast %base as f32 : !meta.tensor<4x0xf64>
  return %result : !meta.tensor<4x0xf32, strided<[2, 1]>>
}

// CHECK-LABEL: func.func @view_as_real(
// CHECK-NEXT: meta.view_as_real %{{.*}} : !meta.tensor<4xcomplex<f32>>{{$}}
func.func @view_as_real(%base: !meta.tensor<4xcomplex<f32>>) -> !meta.tensor<4x2xf32> {
  %result = meta.view_as_real %base : !meta.tensor<4xcomplex<f32>>
  return %result : !meta.tensor<4x2xf32>
}

// CHECK-LABEL: func.func @view_as_real_strided(
// CHECK-NEXT: meta.view_as_real %{{.*}} : !meta.tensor<3xcomplex<f64>, strided<[2]>, neg>{{$}}
func.func @view_as_real_strided(%base: !meta.tensor<3xcomplex<f64>, strided<[2]>, neg>) -> !meta.tensor<3x2xf64, strided<[4, 1]>, neg> {
  %result = meta.view_as_real %base : !meta.tensor<3xcomplex<f64>, strided<[2]>, neg>
  return %result : !meta.tensor<3x2xf64, strided<[4, 1]>, neg>
}

// CHECK-LABEL: func.func @view_as_real_scalar(
// CHECK-NEXT: meta.view_as_real %{{.*}} : !meta.tensor<complex<f16>>{{$}}
func.func @view_as_real_scalar(%base: !meta.tensor<complex<f16>>) -> !meta.tensor<2xf16> {
  %result = meta.view_as_real %base : !meta.tensor<complex<f16>>
  return %result : !meta.tensor<2xf16>
}

// CHECK-LABEL: func.func @view_as_complex(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<4x2xf32>{{$}}
func.func @view_as_complex(%base: !meta.tensor<4x2xf32>) -> !meta.tensor<4xcomplex<f32>> {
  %result = meta.view_as_complex %base : !meta.tensor<4x2xf32>
  return %result : !meta.tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @view_as_complex_strided(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<3x2xf64, strided<[4, 1]>>{{$}}
func.func @view_as_complex_strided(%base: !meta.tensor<3x2xf64, strided<[4, 1]>>) -> !meta.tensor<3xcomplex<f64>, strided<[2]>> {
  %result = meta.view_as_complex %base : !meta.tensor<3x2xf64, strided<[4, 1]>>
  return %result : !meta.tensor<3xcomplex<f64>, strided<[2]>>
}

// A dim of size 1 may have an odd stride (B04).
// CHECK-LABEL: func.func @view_as_complex_of_one(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<1x6x2xf16, strided<[5, 2, 1]>>{{$}}
func.func @view_as_complex_of_one(%base: !meta.tensor<1x6x2xf16, strided<[5, 2, 1]>>) -> !meta.tensor<1x6xcomplex<f16>, strided<[2, 1]>> {
  %result = meta.view_as_complex %base : !meta.tensor<1x6x2xf16, strided<[5, 2, 1]>>
  return %result : !meta.tensor<1x6xcomplex<f16>, strided<[2, 1]>>
}

// CHECK-LABEL: func.func @view_as_complex_scalar(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<2xf32>{{$}}
func.func @view_as_complex_scalar(%base: !meta.tensor<2xf32>) -> !meta.tensor<complex<f32>> {
  %result = meta.view_as_complex %base : !meta.tensor<2xf32>
  return %result : !meta.tensor<complex<f32>>
}

// CHECK-LABEL: func.func @real(
// CHECK-NEXT: meta.real %{{.*}} : !meta.tensor<4xcomplex<f32>>{{$}}
func.func @real(%base: !meta.tensor<4xcomplex<f32>>) -> !meta.tensor<4xf32, strided<[2]>> {
  %result = meta.real %base : !meta.tensor<4xcomplex<f32>>
  return %result : !meta.tensor<4xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @real_of_conj(
// CHECK-NEXT: meta.real %{{.*}} : !meta.tensor<4xcomplex<f32>, conj>{{$}}
func.func @real_of_conj(%base: !meta.tensor<4xcomplex<f32>, conj>) -> !meta.tensor<4xf32, strided<[2]>> {
  %result = meta.real %base : !meta.tensor<4xcomplex<f32>, conj>
  return %result : !meta.tensor<4xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @real_of_neg(
// CHECK-NEXT: meta.real %{{.*}} : !meta.tensor<4xcomplex<f32>, conj, neg>{{$}}
func.func @real_of_neg(%base: !meta.tensor<4xcomplex<f32>, conj, neg>) -> !meta.tensor<4xf32, strided<[2]>, neg> {
  %result = meta.real %base : !meta.tensor<4xcomplex<f32>, conj, neg>
  return %result : !meta.tensor<4xf32, strided<[2]>, neg>
}

// CHECK-LABEL: func.func @imag(
// CHECK-NEXT: meta.imag %{{.*}} : !meta.tensor<3x4xcomplex<f64>, strided<[1, 3]>>{{$}}
func.func @imag(%base: !meta.tensor<3x4xcomplex<f64>, strided<[1, 3]>>) -> !meta.tensor<3x4xf64, strided<[2, 6]>> {
  %result = meta.imag %base : !meta.tensor<3x4xcomplex<f64>, strided<[1, 3]>>
  return %result : !meta.tensor<3x4xf64, strided<[2, 6]>>
}

// The imaginary part of a conjugate is negative, of a negative one positive.
// CHECK-LABEL: func.func @imag_of_conj(
// CHECK-NEXT: meta.imag %{{.*}} : !meta.tensor<4xcomplex<f32>, conj>{{$}}
func.func @imag_of_conj(%base: !meta.tensor<4xcomplex<f32>, conj>) -> !meta.tensor<4xf32, strided<[2]>, neg> {
  %result = meta.imag %base : !meta.tensor<4xcomplex<f32>, conj>
  return %result : !meta.tensor<4xf32, strided<[2]>, neg>
}

// CHECK-LABEL: func.func @imag_of_neg(
// CHECK-NEXT: meta.imag %{{.*}} : !meta.tensor<4xcomplex<f32>, conj, neg>{{$}}
func.func @imag_of_neg(%base: !meta.tensor<4xcomplex<f32>, conj, neg>) -> !meta.tensor<4xf32, strided<[2]>> {
  %result = meta.imag %base : !meta.tensor<4xcomplex<f32>, conj, neg>
  return %result : !meta.tensor<4xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @conj(
// CHECK-NEXT: meta.conj %{{.*}} : !meta.tensor<4xcomplex<f32>>{{$}}
func.func @conj(%base: !meta.tensor<4xcomplex<f32>>) -> !meta.tensor<4xcomplex<f32>, conj> {
  %result = meta.conj %base : !meta.tensor<4xcomplex<f32>>
  return %result : !meta.tensor<4xcomplex<f32>, conj>
}

// CHECK-LABEL: func.func @conj_of_conj(
// CHECK-NEXT: meta.conj %{{.*}} : !meta.tensor<4xcomplex<f32>, conj, neg>{{$}}
func.func @conj_of_conj(%base: !meta.tensor<4xcomplex<f32>, conj, neg>) -> !meta.tensor<4xcomplex<f32>, neg> {
  %result = meta.conj %base : !meta.tensor<4xcomplex<f32>, conj, neg>
  return %result : !meta.tensor<4xcomplex<f32>, neg>
}

// CHECK-LABEL: func.func @neg(
// CHECK-NEXT: meta.neg %{{.*}} : !meta.tensor<4xf32, cuda:0>{{$}}
func.func @neg(%base: !meta.tensor<4xf32, cuda:0>) -> !meta.tensor<4xf32, cuda:0, neg> {
  %result = meta.neg %base : !meta.tensor<4xf32, cuda:0>
  return %result : !meta.tensor<4xf32, cuda:0, neg>
}

// CHECK-LABEL: func.func @neg_of_neg(
// CHECK-NEXT: meta.neg %{{.*}} : !meta.tensor<4xcomplex<f32>, conj, neg>{{$}}
func.func @neg_of_neg(%base: !meta.tensor<4xcomplex<f32>, conj, neg>) -> !meta.tensor<4xcomplex<f32>, conj> {
  %result = meta.neg %base : !meta.tensor<4xcomplex<f32>, conj, neg>
  return %result : !meta.tensor<4xcomplex<f32>, conj>
}
