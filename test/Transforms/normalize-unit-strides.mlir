// RUN: meta-opt %s --meta-fold-views=normalize-unit-strides | FileCheck %s
// RUN: meta-opt %s --meta-fold-views | FileCheck %s --check-prefix=KEPT
// RUN: meta-opt %s --meta-fold-views=normalize-unit-strides -o %t
// RUN: meta-opt %t --meta-fold-views=normalize-unit-strides | diff %t -

// The stride of a dimension of size 1 addresses nothing. PyTorch leaves it as it
// came about; the option gives it one form.

// CHECK-LABEL: module @contiguous
// CHECK:         %[[V:.*]] = meta.view %{{.*}} : !meta.storage -> !meta.tensor<3x1x2xf32>
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V]] : !meta.tensor<3x1x2xf32>
// CHECK-NEXT:    meta.source %[[T]], "t" : !meta.tensor<3x1x2xf32>
// KEPT-LABEL:  module @contiguous
// KEPT:          meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
module @contiguous {
  %s0 = meta.storage 96 : !meta.storage
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
}

// One image, channels last: as it was allocated, and as unsqueeze makes it of a
// part. Both are one layout, and then one text.
// CHECK-LABEL: module @channels_last
// CHECK:         %[[Q:.*]] = meta.view %[[S:.*]] : !meta.storage -> !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
// CHECK:         %[[U:.*]] = meta.view %[[S]] : !meta.storage -> !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
// KEPT-LABEL:  module @channels_last
// KEPT:          meta.view %{{.*}} -> !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
// KEPT:          meta.view %{{.*}} -> !meta.tensor<1x2x6x7xf32, strided<[2, 1, 14, 2]>>
module @channels_last {
  %s1 = meta.storage 336 : !meta.storage
  %0 = meta.view %s1 : !meta.storage -> !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
  %q = meta.tensor %0 : !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
  meta.source %q, "q" : !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
  %1 = meta.select %q dim 0 index 0 : !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
  %2 = meta.unsqueeze %1 dim 0 : !meta.tensor<2x6x7xf32, strided<[1, 14, 2]>>
  %u = meta.tensor %2 base %q : !meta.tensor<1x2x6x7xf32, strided<[2, 1, 14, 2]>>, !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>
  meta.source %u, "u" : !meta.tensor<1x2x6x7xf32, strided<[2, 1, 14, 2]>>
}

// All live tensors of a view, and those that have them as base or grad.
// CHECK-LABEL: module @base_and_grad
// CHECK:         %[[T:.*]] = meta.tensor %{{.*}} : !meta.tensor<1x4xf32>
// CHECK:         %[[U:.*]] = meta.tensor %{{.*}} base %[[T]] grad %[[T]] : !meta.tensor<4xf32>, !meta.tensor<1x4xf32>, !meta.tensor<1x4xf32>
// KEPT-LABEL:  module @base_and_grad
// KEPT:          meta.tensor %{{.*}} : !meta.tensor<1x4xf32, strided<[7, 1]>>
module @base_and_grad {
  %s2 = meta.storage 96 : !meta.storage
  %0 = meta.view %s2 : !meta.storage -> !meta.tensor<1x4xf32, strided<[7, 1]>>
  %t = meta.tensor %0 : !meta.tensor<1x4xf32, strided<[7, 1]>>
  meta.source %t, "t" : !meta.tensor<1x4xf32, strided<[7, 1]>>
  %1 = meta.select %t dim 0 index 0 : !meta.tensor<1x4xf32, strided<[7, 1]>>
  %u = meta.tensor %1 base %t grad %t : !meta.tensor<4xf32>, !meta.tensor<1x4xf32, strided<[7, 1]>>, !meta.tensor<1x4xf32, strided<[7, 1]>>
  meta.source %u, "u" : !meta.tensor<4xf32>
}

// A gap is no matter of size-1 dimensions: it stays.
// CHECK-LABEL: module @not_dense
// CHECK:         meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[8, 2, 1]>>
// KEPT-LABEL:  module @not_dense
// KEPT:          meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[8, 0, 1]>>
module @not_dense {
  %s3 = meta.storage 96 : !meta.storage
  %0 = meta.view %s3 : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[8, 0, 1]>>
  %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[8, 0, 1]>>
  meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[8, 0, 1]>>
}

// A stride that is asked for is answered as it was.
// CHECK-LABEL: func.func @queried_stride()
// CHECK:         meta.source %{{.*}}, "t" : !meta.tensor<3x1x2xf32>
// CHECK-NEXT:    %[[ANSWER:.*]] = arith.constant 9 : index
// CHECK-NEXT:    return %[[ANSWER]]
// KEPT-LABEL:  func.func @queried_stride()
// KEPT:          arith.constant 9 : index
func.func @queried_stride() -> index {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  %1 = meta.stride %t[1] : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  return %1 : index
}

// What an op of another dialect uses keeps its type, with all of the same view.
// CHECK-LABEL: func.func @used_elsewhere()
// CHECK:         %[[V:.*]] = meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
// CHECK:         meta.source %{{.*}}, "t" : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
// KEPT-LABEL:  func.func @used_elsewhere()
// KEPT:          meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
func.func @used_elsewhere() -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>> {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  %u = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
  return %u : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
}

// A stride that run time knows has no normal form, nor has one beside it.
// CHECK-LABEL: func.func @dynamic_stride(
// CHECK:         meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[?, 9, 1]>>
// KEPT-LABEL:  func.func @dynamic_stride(
// KEPT:          meta.view %{{.*}} -> !meta.tensor<3x1x2xf32, strided<[?, 9, 1]>>
func.func @dynamic_stride(%n: index) {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[?, 9, 1]>>
  %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[?, 9, 1]>>
  meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[?, 9, 1]>>
  return
}
