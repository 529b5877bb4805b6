// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -

// Chains of several views, and what uses them.

// 2 x 3 x 40, cut, reshaped, permuted and indexed. Every number is PyTorch's.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @mixed(%s: !meta.storage) -> !meta.tensor<2x2xf32, strided<[8, 40]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 177 : !meta.storage -> !meta.tensor<2x2xf32, strided<[8, 40]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<240xf32>
  %1 = meta.reshape %0 to [2, 3, 40] : !meta.tensor<240xf32>
  %2 = meta.slice %1 dim 1 from 1 : !meta.tensor<2x3x40xf32>
  %3 = meta.slice %2 dim 2 from 4 to 36 : !meta.tensor<2x2x40xf32, strided<[120, 40, 1]>>
  %4 = meta.reshape %3 to [2, 2, 4, 8] : !meta.tensor<2x2x32xf32, strided<[120, 40, 1]>>
  %5 = meta.permute %4 [0, 2, 1, 3] : !meta.tensor<2x2x4x8xf32, strided<[120, 40, 8, 1]>>
  %6 = meta.select %5 dim 0 index 1 : !meta.tensor<2x4x2x8xf32, strided<[120, 8, 40, 1]>>
  %7 = meta.narrow %6 dim 0 start 1 length 2 : !meta.tensor<4x2x8xf32, strided<[8, 40, 1]>>
  %8 = meta.select %7 dim 2 index -3 : !meta.tensor<2x2x8xf32, strided<[8, 40, 1]>>
  return %8 : !meta.tensor<2x2xf32, strided<[8, 40]>>
}

// The same layout by another way is the same text.
// CHECK-LABEL: func.func @equal_layout(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @equal_layout(%s: !meta.storage) -> !meta.tensor<2x2xf32, strided<[8, 40]>> {
  // CHECK:      %[[V:.*]] = meta.view %[[S]] offset 177 : !meta.storage -> !meta.tensor<2x2xf32, strided<[8, 40]>>
  // CHECK-NEXT: return %[[V]]
  %c177 = arith.constant 177 : index
  %0 = meta.view %s offset %c177 : !meta.storage -> !meta.tensor<49xf32>
  %1 = meta.unfold %0 dim 0 size 9 step 40 : !meta.tensor<49xf32>
  %2 = meta.slice %1 dim 1 step 8 : !meta.tensor<2x9xf32, strided<[40, 1]>>
  %3 = meta.transpose %2, 0, 1 : !meta.tensor<2x2xf32, strided<[40, 8]>>
  return %3 : !meta.tensor<2x2xf32, strided<[8, 40]>>
}

// An imaginary part of a conjugate of a complex view of a part, negated, spread
// and read along a diagonal.
// CHECK-LABEL: func.func @complex_and_bits(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @complex_and_bits(%s: !meta.storage) -> (!meta.tensor<2x6xf32, strided<[2, 6]>, neg>, !meta.tensor<2x3xf32, strided<[2, 6]>>) {
  // CHECK-NEXT: %[[IMAG:.*]] = meta.view %[[S]] offset 63 : !meta.storage -> !meta.tensor<2x6xf32, strided<[2, 6]>, neg>
  // CHECK-NEXT: %[[DIAGONAL:.*]] = meta.view %[[S]] offset 63 : !meta.storage -> !meta.tensor<2x3xf32, strided<[2, 6]>>
  // CHECK-NEXT: return %[[IMAG]], %[[DIAGONAL]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2x8x6xf32>
  %1 = meta.slice %0 dim 1 from 2 : !meta.tensor<2x8x6xf32>
  %2 = meta.reshape %1 to [2, 6, 3, 2] : !meta.tensor<2x6x6xf32, strided<[48, 6, 1]>>
  %3 = meta.view_as_complex %2 : !meta.tensor<2x6x3x2xf32, strided<[48, 6, 2, 1]>>
  %4 = meta.conj %3 : !meta.tensor<2x6x3xcomplex<f32>, strided<[24, 3, 1]>>
  %5 = meta.select %4 dim 0 index 1 : !meta.tensor<2x6x3xcomplex<f32>, strided<[24, 3, 1]>, conj>
  %6 = meta.transpose %5, 0, 1 : !meta.tensor<6x3xcomplex<f32>, conj>
  %7 = meta.slice %6 dim 0 from 1 : !meta.tensor<3x6xcomplex<f32>, strided<[1, 3]>, conj>
  %8 = meta.imag %7 : !meta.tensor<2x6xcomplex<f32>, strided<[1, 3]>, conj>
  %9 = meta.neg %8 : !meta.tensor<2x6xf32, strided<[2, 6]>, neg>
  %10 = meta.unsqueeze %9 dim 0 : !meta.tensor<2x6xf32, strided<[2, 6]>>
  %11 = meta.expand %10 to [3, -1, -1] : !meta.tensor<1x2x6xf32, strided<[4, 2, 6]>>
  %12 = meta.diagonal %11 dims 0, 2 : !meta.tensor<3x2x6xf32, strided<[0, 2, 6]>>
  return %8, %12 : !meta.tensor<2x6xf32, strided<[2, 6]>, neg>, !meta.tensor<2x3xf32, strided<[2, 6]>>
}

// Complex numbers in a part of a real buffer: four, from byte 16 on.
// CHECK-LABEL: func.func @complex_in_buffer(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @complex_in_buffer(%s: !meta.storage) -> !meta.tensor<4xcomplex<f32>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 2 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<15xf32>
  %1 = meta.slice %0 dim 0 from 4 to 12 : !meta.tensor<15xf32>
  %2 = meta.reshape %1 to [4, 2] : !meta.tensor<8xf32>
  %3 = meta.view_as_complex %2 : !meta.tensor<4x2xf32>
  return %3 : !meta.tensor<4xcomplex<f32>>
}

// Packed q, k and v, of which one is a head further on.
// CHECK-LABEL: func.func @packed_qkv(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @packed_qkv(%s: !meta.storage) -> (!meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>, !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>, !meta.tensor<2x2x5x2xf32, strided<[60, 2, 12, 1]>>) {
  // CHECK-NEXT: %[[Q:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
  // CHECK-NEXT: %[[K:.*]] = meta.view %[[S]] offset 4 : !meta.storage -> !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
  // CHECK-NEXT: %[[HEADS:.*]] = meta.view %[[S]] offset 8 : !meta.storage -> !meta.tensor<2x2x5x2xf32, strided<[60, 2, 12, 1]>>
  // CHECK-NEXT: return %[[Q]], %[[K]], %[[HEADS]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2x5x12xf32>
  %q, %k, %v = meta.split %0 dim 2 sizes [4, 4, 4] : !meta.tensor<2x5x12xf32>
  %1 = meta.reshape %v to [2, 5, 2, 2] : !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
  %2 = meta.transpose %1, 1, 2 : !meta.tensor<2x5x2x2xf32, strided<[60, 12, 2, 1]>>
  return %q, %k, %2 : !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>, !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>, !meta.tensor<2x2x5x2xf32, strided<[60, 2, 12, 1]>>
}

// A slice is relative to its base, so offsets add up: 31 + 3 * 60 + 3 * 2.
// CHECK-LABEL: func.func @slice_of_slice(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @slice_of_slice(%s: !meta.storage) -> !meta.tensor<2x2xf32, strided<[180, 6]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 217 : !meta.storage -> !meta.tensor<2x2xf32, strided<[180, 6]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<30x30xf32>
  %1 = meta.slice %0 dim 0 from 1 to 21 step 2 : !meta.tensor<30x30xf32>
  %2 = meta.slice %1 dim 1 from 1 to 21 step 2 : !meta.tensor<10x30xf32, strided<[60, 1]>>
  %3 = meta.slice %2 dim 0 from 3 to 9 step 3 : !meta.tensor<10x10xf32, strided<[60, 2]>>
  %4 = meta.slice %3 dim 1 from 3 to 9 step 3 : !meta.tensor<2x10xf32, strided<[180, 2]>>
  return %4 : !meta.tensor<2x2xf32, strided<[180, 6]>>
}

// as_strided of a slice has its own offset, and reaches outside of the slice.
// CHECK-LABEL: func.func @as_strided_of_slice(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @as_strided_of_slice(%s: !meta.storage) -> (!meta.tensor<6xsi64>, !meta.tensor<4xsi64>, !meta.tensor<2x3xsi64, strided<[1, 4]>>) {
  // CHECK-NEXT: %[[OUT:.*]] = meta.view %[[S]] offset 3 : !meta.storage -> !meta.tensor<6xsi64>
  // CHECK-NEXT: %[[KEPT:.*]] = meta.view %[[S]] offset 6 : !meta.storage -> !meta.tensor<4xsi64>
  // CHECK-NEXT: %[[ZERO:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<2x3xsi64, strided<[1, 4]>>
  // CHECK-NEXT: return %[[OUT]], %[[KEPT]], %[[ZERO]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<12xsi64>
  %1 = meta.slice %0 dim 0 to 6 : !meta.tensor<12xsi64>
  %2 = meta.as_strided %1 sizes [6] strides [1] offset 3 : !meta.tensor<6xsi64>
  %3 = meta.slice %0 dim 0 from 6 : !meta.tensor<12xsi64>
  %4 = meta.as_strided %3 sizes [4] strides [1] : !meta.tensor<6xsi64>
  %5 = meta.as_strided %3 sizes [2, 3] strides [1, 4] offset 0 : !meta.tensor<6xsi64>
  return %2, %4, %5 : !meta.tensor<6xsi64>, !meta.tensor<4xsi64>, !meta.tensor<2x3xsi64, strided<[1, 4]>>
}

// as_strided of another dtype counts in that.
// CHECK-LABEL: func.func @as_strided_of_bitcast(
// CHECK-SAME:    %[[S:.*]]: !meta.storage
func.func @as_strided_of_bitcast(%s: !meta.storage) -> (!meta.tensor<3x8xsi16, strided<[12, 1]>>, !meta.tensor<2x3xsi16, strided<[24, 2]>>) {
  // CHECK-NEXT: %[[PART:.*]] = meta.view %[[S]] offset 16 : !meta.storage -> !meta.tensor<3x8xsi16, strided<[12, 1]>>
  // CHECK-NEXT: %[[OWN:.*]] = meta.view %[[S]] offset 5 : !meta.storage -> !meta.tensor<2x3xsi16, strided<[24, 2]>>
  // CHECK-NEXT: return %[[PART]], %[[OWN]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.slice %0 dim 0 from 1 : !meta.tensor<4x6xf32>
  %2 = meta.slice %1 dim 1 from 2 : !meta.tensor<3x6xf32>
  %3 = meta.bitcast %2 as si16 : !meta.tensor<3x4xf32, strided<[6, 1]>>
  %4 = meta.as_strided %3 sizes [2, 3] strides [24, 2] offset 5 : !meta.tensor<3x8xsi16, strided<[12, 1]>>
  return %3, %4 : !meta.tensor<3x8xsi16, strided<[12, 1]>>, !meta.tensor<2x3xsi16, strided<[24, 2]>>
}

// A live tensor in the middle stays, with its base and its name; what follows
// goes past it to the storage.
// CHECK-LABEL: func.func @live_in_the_middle()
func.func @live_in_the_middle() {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 96
  // CHECK-NEXT: %[[POOL:.*]] = meta.tensor %[[S]] : !meta.storage -> !meta.tensor<24xf32>
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 2 : !meta.storage -> !meta.tensor<12xf32>
  // CHECK-NEXT: %[[PART:.*]] = meta.tensor %[[V]] base %[[POOL]] : !meta.tensor<12xf32>, !meta.tensor<24xf32>
  // CHECK-NEXT: meta.source %[[PART]], "part"
  // CHECK-NEXT: %[[W:.*]] = meta.view %[[S]] offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: %[[K:.*]] = meta.tensor %[[W]] base %[[PART]] creation no_grad_mode requires_grad
  // CHECK-NEXT: meta.source %[[K]], "k"
  // CHECK-NEXT: return
  %s = meta.storage 96 : !meta.storage
  %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
  %part = meta.tensor %0 base %pool : !meta.tensor<12xf32>, !meta.tensor<24xf32>
  meta.source %part, "part" : !meta.tensor<12xf32>
  %1 = meta.reshape %part to [3, 4] : !meta.tensor<12xf32>
  %2 = meta.transpose %1, 0, 1 : !meta.tensor<3x4xf32>
  %k = meta.tensor %2 base %part creation no_grad_mode requires_grad : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<12xf32>
  meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return
}

// Two live tensors of one geometry are two, over one view. A base that memory
// knows nothing of stays, and so does a grad.
// CHECK-LABEL: func.func @two_of_one_geometry()
func.func @two_of_one_geometry() {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 48
  // CHECK-NEXT: %[[OTHER:.*]] = meta.storage 96
  // CHECK-NEXT: %[[B:.*]] = meta.tensor %[[OTHER]] : !meta.storage -> !meta.tensor<24xf32>
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[V]] base %[[B]]
  // CHECK-NEXT: %[[U:.*]] = meta.tensor %[[V]] grad %[[T]]
  // CHECK-NEXT: meta.source %[[U]], "u"
  // CHECK-NEXT: return
  %s = meta.storage 48 : !meta.storage
  %s1 = meta.storage 96 : !meta.storage
  %b = meta.tensor %s1 : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x4xf32>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<3x4xf32>
  %t = meta.tensor %1 base %b : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
  %u = meta.tensor %1 grad %t : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<4x3xf32, strided<[1, 4]>>
  meta.source %u, "u" : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return
}

// Geometry that nothing uses goes; live tensors and storages stay.
// CHECK-LABEL: func.func @dead_geometry(
func.func @dead_geometry(%x: !meta.tensor<4x6xf32>) {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 96
  // CHECK-NEXT: meta.tensor %[[S]]
  // CHECK-NEXT: return
  %s = meta.storage 96 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.slice %t dim 0 from 2 to 14 : !meta.tensor<24xf32>
  %1 = meta.reshape %0 to [3, 4] : !meta.tensor<12xf32>
  %2:3 = meta.unbind %1 dim 0 : !meta.tensor<3x4xf32>
  %3 = meta.transpose %x, 0, 1 : !meta.tensor<4x6xf32>
  %4 = meta.view %x offset 1 : !meta.tensor<4x6xf32> -> !meta.tensor<2xf32>
  return
}

// Calls, branches and returns take the folded view.
func.func private @callee(!meta.tensor<2xf32>)
// CHECK-LABEL: func.func @users(
// CHECK-SAME:    %[[COND:.*]]: i1, %[[S:.*]]: !meta.storage)
func.func @users(%cond: i1, %s: !meta.storage) -> !meta.tensor<2xf32> {
  // CHECK-NEXT: %[[A:.*]] = meta.view %[[S]] offset 6
  // CHECK-NEXT: %[[B:.*]] = meta.view %[[S]] offset 8
  // CHECK-NEXT: call @callee(%[[A]])
  // CHECK-NEXT: cf.cond_br %[[COND]], ^bb1(%[[A]] : !meta.tensor<2xf32>), ^bb1(%[[B]] : !meta.tensor<2xf32>)
  // CHECK-NEXT: ^bb1(%[[C:.*]]: !meta.tensor<2xf32>):
  // CHECK-NEXT: return %[[C]]
  %0 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<6xf32>
  %1 = meta.slice %0 dim 0 from 2 : !meta.tensor<6xf32>
  %a, %b = meta.split %1 dim 0 sizes [2, 2] : !meta.tensor<4xf32>
  call @callee(%a) : (!meta.tensor<2xf32>) -> ()
  cf.cond_br %cond, ^bb1(%a : !meta.tensor<2xf32>), ^bb1(%b : !meta.tensor<2xf32>)
^bb1(%c: !meta.tensor<2xf32>):
  return %c : !meta.tensor<2xf32>
}

// A chain that begins outside of a region and ends in it.
// CHECK-LABEL: func.func @nested_regions(
// CHECK-SAME:    %[[COND:.*]]: i1, %[[S:.*]]: !meta.storage)
func.func @nested_regions(%cond: i1, %s: !meta.storage) -> !meta.tensor<2xf32> {
  // CHECK-NEXT: %[[IF:.*]] = scf.if %[[COND]]
  // CHECK-NEXT:   %[[A:.*]] = meta.view %[[S]] offset 7
  // CHECK-NEXT:   scf.yield %[[A]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %[[B:.*]] = meta.view %[[S]] offset 4
  // CHECK-NEXT:   scf.yield %[[B]]
  // CHECK:      return %[[IF]]
  %0 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<3x2xf32>
  %1 = scf.if %cond -> !meta.tensor<2xf32> {
    %2 = meta.slice %0 dim 0 from 1 : !meta.tensor<3x2xf32>
    %3 = meta.reshape %2 to [4] : !meta.tensor<2x2xf32>
    %4 = meta.narrow %3 dim 0 start 1 length 2 : !meta.tensor<4xf32>
    scf.yield %4 : !meta.tensor<2xf32>
  } else {
    %5 = meta.select %0 dim 0 index 0 : !meta.tensor<3x2xf32>
    scf.yield %5 : !meta.tensor<2xf32>
  }
  return %1 : !meta.tensor<2xf32>
}

// Several descriptions in one file, each with its own storage.
// CHECK-LABEL: module @outer
module @outer {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 96
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset 6
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[V]]
  // CHECK-NEXT: meta.source %[[T]], "row"
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x6xf32>
  %t = meta.tensor %1 : !meta.tensor<6xf32>
  meta.source %t, "row" : !meta.tensor<6xf32>
  // CHECK-NEXT: module @inner
  module @inner {
    // CHECK-NEXT: %[[INNER:.*]] = meta.storage 24
    // CHECK-NEXT: %[[W:.*]] = meta.view %[[INNER]] offset 1
    // CHECK-NEXT: %[[U:.*]] = meta.tensor %[[W]]
    // CHECK-NEXT: meta.source %[[U]], "column"
    %s1 = meta.storage 24 : !meta.storage
    %2 = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
    %3 = meta.select %2 dim 1 index 1 : !meta.tensor<2x3xf32>
    %u = meta.tensor %3 : !meta.tensor<2xf32, strided<[3]>>
    meta.source %u, "column" : !meta.tensor<2xf32, strided<[3]>>
  }
}

// Definitions may follow their uses in a module.
// CHECK-LABEL: module @reversed
module @reversed {
  // CHECK-NEXT: meta.source %[[T:.*]], "t"
  // CHECK-NEXT: %[[T]] = meta.tensor %[[V:.*]] : !meta.tensor<2xf32>
  // CHECK-NEXT: %[[V]] = meta.view %[[S:.*]] offset 7 : !meta.storage -> !meta.tensor<2xf32>
  // CHECK-NEXT: %[[S]] = meta.storage 96
  meta.source %t, "t" : !meta.tensor<2xf32>
  %t = meta.tensor %3 : !meta.tensor<2xf32>
  %3 = meta.narrow %2 dim 0 start 1 length 2 : !meta.tensor<4xf32>
  %2 = meta.reshape %1 to [4] : !meta.tensor<2x2xf32>
  %1 = meta.slice %0 dim 0 from 1 : !meta.tensor<3x2xf32>
  %0 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<3x2xf32>
  %s = meta.storage 96 : !meta.storage
}

// A query through any chain and any live tensor is a number, where the type
// says none.
// CHECK-LABEL: func.func @queries()
func.func @queries() -> (index, index, index, index, index) {
  // CHECK-NOT:  meta.{{size|stride|offset}}
  // CHECK-DAG:  %[[SIZE:.*]] = arith.constant 3 : index
  // CHECK-DAG:  %[[STRIDE:.*]] = arith.constant 24 : index
  // CHECK-DAG:  %[[OFFSET:.*]] = arith.constant 6 : index
  // CHECK-DAG:  %[[INNER:.*]] = arith.constant 12 : index
  // CHECK-DAG:  %[[LIVE:.*]] = arith.constant 18 : index
  // CHECK:      return %[[SIZE]], %[[STRIDE]], %[[OFFSET]], %[[INNER]], %[[LIVE]]
  %s = meta.storage 96 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.slice %t dim 0 from 1 : !meta.tensor<4x6xf32>
  %1 = meta.cast %0 : !meta.tensor<3x6xf32> -> !meta.tensor<?x6xf32, strided<[?, ?]>>
  %size = meta.size %1[0] : !meta.tensor<?x6xf32, strided<[?, ?]>>
  %offset = meta.offset %1 : !meta.tensor<?x6xf32, strided<[?, ?]>>
  %2 = meta.slice %1 dim 1 step 2 : !meta.tensor<?x6xf32, strided<[?, ?]>>
  %u = meta.tensor %2 : !meta.tensor<?x3xf32, strided<[?, ?]>>
  %3 = meta.bitcast %t as si8 : !meta.tensor<4x6xf32>
  %stride = meta.stride %3[0] : !meta.tensor<4x24xsi8>
  %4 = meta.slice %u dim 0 from 2 : !meta.tensor<?x3xf32, strided<[?, ?]>>
  %5 = meta.unfold %t dim 0 size 2 step 2 : !meta.tensor<4x6xf32>
  %inner = meta.stride %5[0] : !meta.tensor<2x6x2xf32, strided<[12, 1, 6]>>
  %6 = meta.select %u dim 0 index -1 : !meta.tensor<?x3xf32, strided<[?, ?]>>
  %v = meta.tensor %6 : !meta.tensor<3xf32, strided<[?]>>
  %live = meta.offset %v : !meta.tensor<3xf32, strided<[?]>>
  return %size, %stride, %offset, %inner, %live : index, index, index, index, index
}
