// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s

// A base, then its view, then the grad of that, which the view is told of; numbers
// do not depend on the order.
// CHECK-LABEL: module @order
// CHECK:         %[[X:.*]] = build.tensor 3 "v._base"
// CHECK:         %[[G:.*]] = build.tensor 0 "v.grad"
// CHECK:         build.tensor 1 "v" :
// CHECK-NEXT:      %[[V:.*]] = build.as_strided %[[X]]
// CHECK:           build.grad %[[V]], %[[G]] : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK-NOT:     build.tensor
module @order {
  %s0 = meta.storage 16 : !meta.storage
  %g = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
  %v = meta.tensor %0 base %x grad %g requires_grad : !meta.tensor<4xf32>, !meta.tensor<24xf32>, !meta.tensor<4xf32>
  meta.source %v, "v" : !meta.tensor<4xf32>
  %unused = meta.tensor %s : !meta.storage -> !meta.tensor<2xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %s = meta.storage 96 : !meta.storage
}

// -----

// Each is the grad of the other one.
// CHECK-LABEL: module @cycle
// CHECK:         %[[B:.*]] = build.tensor 1 "a.grad"
// CHECK-NOT:     build.grad
// CHECK:         %[[A:.*]] = build.tensor 0 "a"
// CHECK:         build.grad %{{.*}}, %[[B]]
// CHECK:         build.grad %[[B]], %[[A]] : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
module @cycle {
  %s0 = meta.storage 16 : !meta.storage
  %a = meta.tensor %s0 grad %b requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %s1 = meta.storage 16 : !meta.storage
  %b = meta.tensor %s1 grad %a requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  meta.source %a, "a" : !meta.tensor<4xf32>
}

// -----

// The grad of a tensor is a view of it: the tensor waits for it no longer.
// CHECK-LABEL: module @grad_of_itself
// CHECK:         %[[X:.*]] = build.tensor 0 "x"
// CHECK-NOT:     build.grad
// CHECK:         %[[V:.*]] = build.tensor 1 "x.grad"
// CHECK:         build.as_strided %[[X]]
// CHECK:         build.grad %[[X]], %[[V]]
module @grad_of_itself {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s grad %v : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %v = meta.tensor %0 base %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
}

// -----

// Tangents, and version counters: that of another tensor, and one of its own.
// CHECK-LABEL: module @relations
// CHECK:         %[[T:.*]] = build.tensor 1 "x.tangent"
// CHECK:         %[[X:.*]] = build.tensor 0 "x"
// CHECK:         build.tangent %{{.*}}, %[[T]] : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK:         build.tensor 2 "d"
// CHECK:         build.shares_version %{{.*}}, %[[X]] : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// CHECK:         build.tensor 3 "v"
// CHECK:         build.shares_version %[[V:.*]], %[[V]] : !meta.tensor<4xf32>, !meta.tensor<4xf32>
module @relations {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %s1 = meta.storage 16 : !meta.storage
  %t = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xf32>
  meta.tangent %x, %t : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %d = meta.tensor %0 : !meta.tensor<4xf32>
  meta.shares_version %d with %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  %v = meta.tensor %0 base %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.shares_version %v with %v : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
  meta.source %d, "d" : !meta.tensor<4xf32>
  meta.source %v, "v" : !meta.tensor<4xf32>
}
