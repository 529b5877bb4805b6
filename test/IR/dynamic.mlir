// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// The views named after ATen's where sizes, strides or bounds are known only at
// run time: what the types of their results still say.

// CHECK-LABEL: func.func @permute(
// CHECK-NEXT: meta.permute %{{.*}} [2, 0, 1] : !meta.tensor<?x3x4xf32>{{$}}
func.func @permute(%base: !meta.tensor<?x3x4xf32>) -> !meta.tensor<4x?x3xf32, strided<[1, 12, 4]>> {
  %result = meta.permute %base [2, 0, 1] : !meta.tensor<?x3x4xf32>
  return %result : !meta.tensor<4x?x3xf32, strided<[1, 12, 4]>>
}

// CHECK-LABEL: func.func @transpose_outer(
// CHECK-NEXT: meta.transpose %{{.*}}, 0, 1 : !meta.tensor<?x4xf32>{{$}}
func.func @transpose_outer(%base: !meta.tensor<?x4xf32>) -> !meta.tensor<4x?xf32, strided<[1, 4]>> {
  %result = meta.transpose %base, 0, 1 : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<4x?xf32, strided<[1, 4]>>
}

// CHECK-LABEL: func.func @transpose_inner(
// CHECK-NEXT: meta.transpose %{{.*}}, 1, 0 : !meta.tensor<4x?xf32>{{$}}
func.func @transpose_inner(%base: !meta.tensor<4x?xf32>) -> !meta.tensor<?x4xf32, strided<[1, ?]>> {
  %result = meta.transpose %base, 1, 0 : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<?x4xf32, strided<[1, ?]>>
}

// A dynamic size is taken not to be 1.
// CHECK-LABEL: func.func @squeeze(
// CHECK-NEXT: meta.squeeze %{{.*}} : !meta.tensor<?x1xf32>{{$}}
func.func @squeeze(%base: !meta.tensor<?x1xf32>) -> !meta.tensor<?xf32> {
  %result = meta.squeeze %base : !meta.tensor<?x1xf32>
  return %result : !meta.tensor<?xf32>
}

// CHECK-LABEL: func.func @squeeze_dims(
// CHECK-NEXT: meta.squeeze %{{.*}} dims [0] : !meta.tensor<?x1x4xf32>{{$}}
func.func @squeeze_dims(%base: !meta.tensor<?x1x4xf32>) -> !meta.tensor<?x1x4xf32> {
  %result = meta.squeeze %base dims [0] : !meta.tensor<?x1x4xf32>
  return %result : !meta.tensor<?x1x4xf32>
}

// Contiguous whatever the size is.
// CHECK-LABEL: func.func @unsqueeze(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 0 : !meta.tensor<4x?xf32>{{$}}
func.func @unsqueeze(%base: !meta.tensor<4x?xf32>) -> !meta.tensor<1x4x?xf32> {
  %result = meta.unsqueeze %base dim 0 : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<1x4x?xf32>
}

// CHECK-LABEL: func.func @unsqueeze_strided(
// CHECK-NEXT: meta.unsqueeze %{{.*}} dim 1 : !meta.tensor<4x?xf32, strided<[1, ?]>>{{$}}
func.func @unsqueeze_strided(%base: !meta.tensor<4x?xf32, strided<[1, ?]>>) -> !meta.tensor<4x1x?xf32, strided<[1, ?, ?]>> {
  %result = meta.unsqueeze %base dim 1 : !meta.tensor<4x?xf32, strided<[1, ?]>>
  return %result : !meta.tensor<4x1x?xf32, strided<[1, ?, ?]>>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 offset 1 : !meta.tensor<?x5xf32>{{$}}
func.func @diagonal(%base: !meta.tensor<?x5xf32>) -> !meta.tensor<?xf32, strided<[6]>> {
  %result = meta.diagonal %base dims 0, 1 offset 1 : !meta.tensor<?x5xf32>
  return %result : !meta.tensor<?xf32, strided<[6]>>
}

// CHECK-LABEL: func.func @diagonal_inner(
// CHECK-NEXT: meta.diagonal %{{.*}} dims 0, 1 : !meta.tensor<5x?xf32>{{$}}
func.func @diagonal_inner(%base: !meta.tensor<5x?xf32>) -> !meta.tensor<?xf32, strided<[?]>> {
  %result = meta.diagonal %base dims 0, 1 : !meta.tensor<5x?xf32>
  return %result : !meta.tensor<?xf32, strided<[?]>>
}

// CHECK-LABEL: func.func @slice_from(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<10x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.slice %[[BASE]] dim 1 from %[[N]] : !meta.tensor<10x4xf32>{{$}}
func.func @slice_from(%base: !meta.tensor<10x4xf32>, %n: index) -> !meta.tensor<10x?xf32, strided<[4, 1]>> {
  %result = meta.slice %base dim 1 from %n : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<10x?xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @slice_to(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<10x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.slice %[[BASE]] dim 0 to %[[N]] : !meta.tensor<10x4xf32>{{$}}
func.func @slice_to(%base: !meta.tensor<10x4xf32>, %n: index) -> !meta.tensor<?x4xf32> {
  %result = meta.slice %base dim 0 to %n : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<?x4xf32>
}

// CHECK-LABEL: func.func @slice_step(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<10x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.slice %[[BASE]] dim 0 step %[[N]] : !meta.tensor<10x4xf32>{{$}}
func.func @slice_step(%base: !meta.tensor<10x4xf32>, %n: index) -> !meta.tensor<?x4xf32, strided<[?, 1]>> {
  %result = meta.slice %base dim 0 step %n : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<?x4xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @slice_all(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index)
// CHECK-NEXT: meta.slice %[[BASE]] dim 0 from %[[N]] to %[[M]] step %[[K]] : !meta.tensor<?x4xf32>{{$}}
func.func @slice_all(%base: !meta.tensor<?x4xf32>, %n: index, %m: index, %k: index) -> !meta.tensor<?x4xf32, strided<[?, 1]>> {
  %result = meta.slice %base dim 0 from %n to %m step %k : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?x4xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @slice_of_dynamic(
// CHECK-NEXT: meta.slice %{{.*}} dim 0 from 1 to -1 step 2 : !meta.tensor<?x4xf32>{{$}}
func.func @slice_of_dynamic(%base: !meta.tensor<?x4xf32>) -> !meta.tensor<?x4xf32, strided<[8, 1]>> {
  %result = meta.slice %base dim 0 from 1 to -1 step 2 : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?x4xf32, strided<[8, 1]>>
}

// CHECK-LABEL: func.func @narrow_start(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<10x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.narrow %[[BASE]] dim 0 start %[[N]] length 4 : !meta.tensor<10x4xf32>{{$}}
func.func @narrow_start(%base: !meta.tensor<10x4xf32>, %n: index) -> !meta.tensor<4x4xf32> {
  %result = meta.narrow %base dim 0 start %n length 4 : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<4x4xf32>
}

// CHECK-LABEL: func.func @narrow_length(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<10x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.narrow %[[BASE]] dim 0 start 0 length %[[N]] : !meta.tensor<10x4xf32>{{$}}
func.func @narrow_length(%base: !meta.tensor<10x4xf32>, %n: index) -> !meta.tensor<?x4xf32> {
  %result = meta.narrow %base dim 0 start 0 length %n : !meta.tensor<10x4xf32>
  return %result : !meta.tensor<?x4xf32>
}

// CHECK-LABEL: func.func @narrow_both(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-NEXT: meta.narrow %[[BASE]] dim 1 start %[[N]] length %[[M]] : !meta.tensor<?x4xf32>{{$}}
func.func @narrow_both(%base: !meta.tensor<?x4xf32>, %n: index, %m: index) -> !meta.tensor<?x?xf32, strided<[4, 1]>> {
  %result = meta.narrow %base dim 1 start %n length %m : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?x?xf32, strided<[4, 1]>>
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.select %[[BASE]] dim 0 index %[[N]] : !meta.tensor<?x4xf32>{{$}}
func.func @select(%base: !meta.tensor<?x4xf32>, %n: index) -> !meta.tensor<4xf32> {
  %result = meta.select %base dim 0 index %n : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @select_inner(
// CHECK-NEXT: meta.select %{{.*}} dim 1 index -1 : !meta.tensor<4x?xf32>{{$}}
func.func @select_inner(%base: !meta.tensor<4x?xf32>) -> !meta.tensor<4xf32, strided<[?]>> {
  %result = meta.select %base dim 1 index -1 : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<4xf32, strided<[?]>>
}

// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-NEXT: meta.split %[[BASE]] dim 0 sizes [%[[N]], 4, %[[M]]] : !meta.tensor<?x4xf32>{{$}}
func.func @split(%base: !meta.tensor<?x4xf32>, %n: index, %m: index) -> (!meta.tensor<?x4xf32>, !meta.tensor<4x4xf32>, !meta.tensor<?x4xf32>) {
  %results:3 = meta.split %base dim 0 sizes [%n, 4, %m] : !meta.tensor<?x4xf32>
  return %results#0, %results#1, %results#2 : !meta.tensor<?x4xf32>, !meta.tensor<4x4xf32>, !meta.tensor<?x4xf32>
}

// Rows are as far apart as before.
// CHECK-LABEL: func.func @split_inner(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<4x?xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.split %[[BASE]] dim 1 sizes [4, %[[N]]] : !meta.tensor<4x?xf32>{{$}}
func.func @split_inner(%base: !meta.tensor<4x?xf32>, %n: index) -> (!meta.tensor<4x4xf32, strided<[?, 1]>>, !meta.tensor<4x?xf32, strided<[?, 1]>>) {
  %results:2 = meta.split %base dim 1 sizes [4, %n] : !meta.tensor<4x?xf32>
  return %results#0, %results#1 : !meta.tensor<4x4xf32, strided<[?, 1]>>, !meta.tensor<4x?xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @unbind(
// CHECK-NEXT: meta.unbind %{{.*}} dim 1 : !meta.tensor<?x2xf32>{{$}}
func.func @unbind(%base: !meta.tensor<?x2xf32>) -> (!meta.tensor<?xf32, strided<[2]>>, !meta.tensor<?xf32, strided<[2]>>) {
  %results:2 = meta.unbind %base dim 1 : !meta.tensor<?x2xf32>
  return %results#0, %results#1 : !meta.tensor<?xf32, strided<[2]>>, !meta.tensor<?xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @expand_one(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<3x1xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.expand %[[BASE]] to [-1, %[[N]]] : !meta.tensor<3x1xf32>{{$}}
func.func @expand_one(%base: !meta.tensor<3x1xf32>, %n: index) -> !meta.tensor<3x?xf32, strided<[1, 0]>> {
  %result = meta.expand %base to [-1, %n] : !meta.tensor<3x1xf32>
  return %result : !meta.tensor<3x?xf32, strided<[1, 0]>>
}

// CHECK-LABEL: func.func @expand_new(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<3x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.expand %[[BASE]] to [%[[N]], 3, -1] : !meta.tensor<3x4xf32>{{$}}
func.func @expand_new(%base: !meta.tensor<3x4xf32>, %n: index) -> !meta.tensor<?x3x4xf32, strided<[0, 4, 1]>> {
  %result = meta.expand %base to [%n, 3, -1] : !meta.tensor<3x4xf32>
  return %result : !meta.tensor<?x3x4xf32, strided<[0, 4, 1]>>
}

// The size may be 1, and its stride 0 then.
// CHECK-LABEL: func.func @expand_dynamic(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x1xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.expand %[[BASE]] to [%[[N]], 5] : !meta.tensor<?x1xf32>{{$}}
func.func @expand_dynamic(%base: !meta.tensor<?x1xf32>, %n: index) -> !meta.tensor<?x5xf32, strided<[?, 0]>> {
  %result = meta.expand %base to [%n, 5] : !meta.tensor<?x1xf32>
  return %result : !meta.tensor<?x5xf32, strided<[?, 0]>>
}

// CHECK-LABEL: func.func @expand_kept(
// CHECK-NEXT: meta.expand %{{.*}} to [-1, 5] : !meta.tensor<?x1xf32>{{$}}
func.func @expand_kept(%base: !meta.tensor<?x1xf32>) -> !meta.tensor<?x5xf32, strided<[1, 0]>> {
  %result = meta.expand %base to [-1, 5] : !meta.tensor<?x1xf32>
  return %result : !meta.tensor<?x5xf32, strided<[1, 0]>>
}

// CHECK-LABEL: func.func @reshape_flat(
// CHECK-NEXT: meta.reshape %{{.*}} to [-1] : !meta.tensor<?x4xf32>{{$}}
func.func @reshape_flat(%base: !meta.tensor<?x4xf32>) -> !meta.tensor<?xf32> {
  %result = meta.reshape %base to [-1] : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?xf32>
}

// CHECK-LABEL: func.func @reshape_split(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.reshape %[[BASE]] to [%[[N]], 2, 2] : !meta.tensor<?x4xf32>{{$}}
func.func @reshape_split(%base: !meta.tensor<?x4xf32>, %n: index) -> !meta.tensor<?x2x2xf32> {
  %result = meta.reshape %base to [%n, 2, 2] : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?x2x2xf32>
}

// That there are so many elements is known at run time.
// CHECK-LABEL: func.func @reshape_static(
// CHECK-NEXT: meta.reshape %{{.*}} to [2, 6] : !meta.tensor<?x4xf32>{{$}}
func.func @reshape_static(%base: !meta.tensor<?x4xf32>) -> !meta.tensor<2x6xf32> {
  %result = meta.reshape %base to [2, 6] : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<2x6xf32>
}

// CHECK-LABEL: func.func @reshape_inferred_static(
// CHECK-NEXT: meta.reshape %{{.*}} to [-1, 4] : !meta.tensor<?x4xf32>{{$}}
func.func @reshape_inferred_static(%base: !meta.tensor<?x4xf32>) -> !meta.tensor<?x4xf32> {
  %result = meta.reshape %base to [-1, 4] : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<?x4xf32>
}

// CHECK-LABEL: func.func @reshape_strided(
// CHECK-NEXT: meta.reshape %{{.*}} to [-1, 2, 2] : !meta.tensor<?x4xf32, strided<[?, 1]>>{{$}}
func.func @reshape_strided(%base: !meta.tensor<?x4xf32, strided<[?, 1]>>) -> !meta.tensor<?x2x2xf32, strided<[?, 2, 1]>> {
  %result = meta.reshape %base to [-1, 2, 2] : !meta.tensor<?x4xf32, strided<[?, 1]>>
  return %result : !meta.tensor<?x2x2xf32, strided<[?, 2, 1]>>
}

// Whether it can be viewed so is known at run time, and so is its stride.
// CHECK-LABEL: func.func @reshape_undecided(
// CHECK-NEXT: meta.reshape %{{.*}} to [-1] : !meta.tensor<?x4xf32, strided<[?, 1]>>{{$}}
func.func @reshape_undecided(%base: !meta.tensor<?x4xf32, strided<[?, 1]>>) -> !meta.tensor<?xf32, strided<[?]>> {
  %result = meta.reshape %base to [-1] : !meta.tensor<?x4xf32, strided<[?, 1]>>
  return %result : !meta.tensor<?xf32, strided<[?]>>
}

// However the rows lie, each is cut.
// CHECK-LABEL: func.func @unflatten(
// CHECK-NEXT: meta.unflatten %{{.*}} dim 1 into [-1, 3] : !meta.tensor<?x12xf32, strided<[?, 1]>>{{$}}
func.func @unflatten(%base: !meta.tensor<?x12xf32, strided<[?, 1]>>) -> !meta.tensor<?x4x3xf32, strided<[?, 3, 1]>> {
  %result = meta.unflatten %base dim 1 into [-1, 3] : !meta.tensor<?x12xf32, strided<[?, 1]>>
  return %result : !meta.tensor<?x4x3xf32, strided<[?, 3, 1]>>
}

// CHECK-LABEL: func.func @unflatten_parts(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x?xf32, strided<[?, 1]>>, %[[N:.*]]: index)
// CHECK-NEXT: meta.unflatten %[[BASE]] dim 1 into [%[[N]], 2] : !meta.tensor<?x?xf32, strided<[?, 1]>>{{$}}
func.func @unflatten_parts(%base: !meta.tensor<?x?xf32, strided<[?, 1]>>, %n: index) -> !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>> {
  %result = meta.unflatten %base dim 1 into [%n, 2] : !meta.tensor<?x?xf32, strided<[?, 1]>>
  return %result : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
}

// CHECK-LABEL: func.func @unflatten_contiguous(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<4x?xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.unflatten %[[BASE]] dim 1 into [%[[N]], 2] : !meta.tensor<4x?xf32>{{$}}
func.func @unflatten_contiguous(%base: !meta.tensor<4x?xf32>, %n: index) -> !meta.tensor<4x?x2xf32> {
  %result = meta.unflatten %base dim 1 into [%n, 2] : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<4x?x2xf32>
}

// CHECK-LABEL: func.func @unfold(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 4 step 2 : !meta.tensor<?xf32>{{$}}
func.func @unfold(%base: !meta.tensor<?xf32>) -> !meta.tensor<?x4xf32, strided<[2, 1]>> {
  %result = meta.unfold %base dim 0 size 4 step 2 : !meta.tensor<?xf32>
  return %result : !meta.tensor<?x4xf32, strided<[2, 1]>>
}

// CHECK-LABEL: func.func @unfold_inner(
// CHECK-NEXT: meta.unfold %{{.*}} dim 0 size 2 step 2 : !meta.tensor<4x?xf32>{{$}}
func.func @unfold_inner(%base: !meta.tensor<4x?xf32>) -> !meta.tensor<2x?x2xf32, strided<[?, 1, ?]>> {
  %result = meta.unfold %base dim 0 size 2 step 2 : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<2x?x2xf32, strided<[?, 1, ?]>>
}

// CHECK-LABEL: func.func @as_strided(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<4x6xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index)
// CHECK-NEXT: meta.as_strided %[[BASE]] sizes [%[[N]], 2] strides [%[[M]], 1] offset %[[K]] : !meta.tensor<4x6xf32>{{$}}
func.func @as_strided(%base: !meta.tensor<4x6xf32>, %n: index, %m: index, %k: index) -> !meta.tensor<?x2xf32, strided<[?, 1]>> {
  %result = meta.as_strided %base sizes [%n, 2] strides [%m, 1] offset %k : !meta.tensor<4x6xf32>
  return %result : !meta.tensor<?x2xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @as_strided_contiguous(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?xf32>, %[[N:.*]]: index)
// CHECK-NEXT: meta.as_strided %[[BASE]] sizes [%[[N]], 2] strides [2, 1] : !meta.tensor<?xf32>{{$}}
func.func @as_strided_contiguous(%base: !meta.tensor<?xf32>, %n: index) -> !meta.tensor<?x2xf32> {
  %result = meta.as_strided %base sizes [%n, 2] strides [2, 1] : !meta.tensor<?xf32>
  return %result : !meta.tensor<?x2xf32>
}

// CHECK-LABEL: func.func @bitcast_narrow(
// CHECK-NEXT: meta.bitcast %{{.*}} as si8 : !meta.tensor<?x6xf32>{{$}}
func.func @bitcast_narrow(%base: !meta.tensor<?x6xf32>) -> !meta.tensor<?x24xsi8> {
  %result = meta.bitcast %base as si8 : !meta.tensor<?x6xf32>
  return %result : !meta.tensor<?x24xsi8>
}

// Of no elements, rows are 2 apart: not contiguous.
// CHECK-LABEL: func.func @bitcast_narrow_inner(
// CHECK-NEXT: meta.bitcast %{{.*}} as f16 : !meta.tensor<4x?xf32>{{$}}
func.func @bitcast_narrow_inner(%base: !meta.tensor<4x?xf32>) -> !meta.tensor<4x?xf16, strided<[?, 1]>> {
  %result = meta.bitcast %base as f16 : !meta.tensor<4x?xf32>
  return %result : !meta.tensor<4x?xf16, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @bitcast_wide(
// CHECK-NEXT: meta.bitcast %{{.*}} as f64 : !meta.tensor<?x6xf32>{{$}}
func.func @bitcast_wide(%base: !meta.tensor<?x6xf32>) -> !meta.tensor<?x3xf64> {
  %result = meta.bitcast %base as f64 : !meta.tensor<?x6xf32>
  return %result : !meta.tensor<?x3xf64>
}

// CHECK-LABEL: func.func @bitcast_equal(
// CHECK-NEXT: meta.bitcast %{{.*}} as si32 : !meta.tensor<?x?xf32, strided<[1, ?]>>{{$}}
func.func @bitcast_equal(%base: !meta.tensor<?x?xf32, strided<[1, ?]>>) -> !meta.tensor<?x?xsi32, strided<[1, ?]>> {
  %result = meta.bitcast %base as si32 : !meta.tensor<?x?xf32, strided<[1, ?]>>
  return %result : !meta.tensor<?x?xsi32, strided<[1, ?]>>
}

// CHECK-LABEL: func.func @view_as_real(
// CHECK-NEXT: meta.view_as_real %{{.*}} : !meta.tensor<?x3xcomplex<f32>>{{$}}
func.func @view_as_real(%base: !meta.tensor<?x3xcomplex<f32>>) -> !meta.tensor<?x3x2xf32> {
  %result = meta.view_as_real %base : !meta.tensor<?x3xcomplex<f32>>
  return %result : !meta.tensor<?x3x2xf32>
}

// CHECK-LABEL: func.func @view_as_complex(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<?x3x2xf32>{{$}}
func.func @view_as_complex(%base: !meta.tensor<?x3x2xf32>) -> !meta.tensor<?x3xcomplex<f32>> {
  %result = meta.view_as_complex %base : !meta.tensor<?x3x2xf32>
  return %result : !meta.tensor<?x3xcomplex<f32>>
}

// That the last size is 2 is known at run time.
// CHECK-LABEL: func.func @view_as_complex_last(
// CHECK-NEXT: meta.view_as_complex %{{.*}} : !meta.tensor<3x?xf32>{{$}}
func.func @view_as_complex_last(%base: !meta.tensor<3x?xf32>) -> !meta.tensor<3xcomplex<f32>, strided<[?]>> {
  %result = meta.view_as_complex %base : !meta.tensor<3x?xf32>
  return %result : !meta.tensor<3xcomplex<f32>, strided<[?]>>
}

// CHECK-LABEL: func.func @real(
// CHECK-NEXT: meta.real %{{.*}} : !meta.tensor<?xcomplex<f32>, strided<[?]>, conj>{{$}}
func.func @real(%base: !meta.tensor<?xcomplex<f32>, strided<[?]>, conj>) -> !meta.tensor<?xf32, strided<[?]>> {
  %result = meta.real %base : !meta.tensor<?xcomplex<f32>, strided<[?]>, conj>
  return %result : !meta.tensor<?xf32, strided<[?]>>
}

// CHECK-LABEL: func.func @imag(
// CHECK-NEXT: meta.imag %{{.*}} : !meta.tensor<?x3xcomplex<f32>, conj>{{$}}
func.func @imag(%base: !meta.tensor<?x3xcomplex<f32>, conj>) -> !meta.tensor<?x3xf32, strided<[6, 2]>, neg> {
  %result = meta.imag %base : !meta.tensor<?x3xcomplex<f32>, conj>
  return %result : !meta.tensor<?x3xf32, strided<[6, 2]>, neg>
}

// CHECK-LABEL: func.func @alias(
// CHECK-NEXT: meta.alias %{{.*}} : !meta.tensor<?x?xf32, strided<[?, ?]>>{{$}}
func.func @alias(%base: !meta.tensor<?x?xf32, strided<[?, ?]>>) -> !meta.tensor<?x?xf32, strided<[?, ?]>> {
  %result = meta.alias %base : !meta.tensor<?x?xf32, strided<[?, ?]>>
  return %result : !meta.tensor<?x?xf32, strided<[?, ?]>>
}
