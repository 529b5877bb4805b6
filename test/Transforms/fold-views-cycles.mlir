// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -
// RUN: meta-opt %s --meta-fold-views --canonicalize --cse --meta-fold-views | FileCheck %s --check-prefix=NAMES

// In a module definitions may form cycles. The first view of each in the text
// stays and is the root of the others, of which at most one comes before it
// in the cycle; no tensor and no name is lost.

// CHECK-LABEL: module @alias_of_itself
// CHECK-NEXT:    %[[A:.*]] = meta.alias %[[A]]
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[A]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @alias_of_itself
// NAMES:         meta.source %{{.*}}, "t"
module @alias_of_itself {
  %0 = meta.alias %0 : !meta.tensor<4xf32>
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// CHECK-LABEL: module @two_aliases
// CHECK-NEXT:    %[[A:.*]] = meta.alias %[[V:.*]] :
// CHECK-NEXT:    %[[O:.*]] = meta.offset %[[A]]
// CHECK-NEXT:    %[[V]] = meta.view %[[A]] offset %[[O]]
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @two_aliases
// NAMES:         meta.source %{{.*}}, "t"
module @two_aliases {
  %0 = meta.alias %1 : !meta.tensor<4xf32>
  %1 = meta.alias %0 : !meta.tensor<4xf32>
  %t = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// The cycle is entered in its middle, by a view that is not part of it.
// CHECK-LABEL: module @three_views
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V:.*]] :
// CHECK-NEXT:    meta.source %[[T]], "t"
// CHECK:         %[[V]] = meta.view %[[A:.*]] offset %[[SUM:.*]] : {{.*}} -> !meta.tensor<2xf32>
// CHECK-NEXT:    %[[A]] = meta.transpose %[[C:.*]], 0, 1
// CHECK-NEXT:    %[[O:.*]] = meta.offset %[[A]]
// CHECK-NEXT:    %[[C]] = meta.view %[[A]] offset %[[O]] : {{.*}} -> !meta.tensor<2x2xf32, strided<[1, 2]>>
// CHECK-NEXT:  }
// NAMES-LABEL: module @three_views
// NAMES:         meta.source %{{.*}}, "t"
module @three_views {
  %t = meta.tensor %3 : !meta.tensor<2xf32>
  meta.source %t, "t" : !meta.tensor<2xf32>
  %3 = meta.select %1 dim 0 index 1 : !meta.tensor<2x2xf32>
  %0 = meta.transpose %2, 0, 1 : !meta.tensor<2x2xf32, strided<[1, 2]>>
  %1 = meta.alias %0 : !meta.tensor<2x2xf32>
  %2 = meta.permute %1 [1, 0] : !meta.tensor<2x2xf32>
}

// CHECK-LABEL: module @absolute_views
// CHECK-NEXT:    %[[A:.*]] = meta.view %[[B:.*]] offset 1 :
// CHECK-NEXT:    %[[B]] = meta.view %[[A]] offset 2 :
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[B]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @absolute_views
// NAMES:         meta.source %{{.*}}, "t"
module @absolute_views {
  %0 = meta.view %1 offset 1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %1 = meta.view %0 offset 2 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %t = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// CHECK-LABEL: module @casts
// CHECK-NEXT:    %[[A:.*]] = meta.cast %[[B:.*]] :
// CHECK-NEXT:    %[[O:.*]] = meta.offset %[[A]]
// CHECK-NEXT:    %[[V:.*]] = meta.view %[[A]] offset %[[O]] : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
// CHECK-NEXT:    %[[B]] = meta.cast %[[V]] :
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[A]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @casts
// NAMES:         meta.source %{{.*}}, "t"
module @casts {
  %0 = meta.cast %1 : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  %1 = meta.cast %0 : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// A live tensor is of a view of it.
// CHECK-LABEL: module @through_a_live_tensor
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[A:.*]] :
// CHECK-NEXT:    %[[A]] = meta.alias %[[T]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @through_a_live_tensor
// NAMES:         meta.source %{{.*}}, "t"
module @through_a_live_tensor {
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  %0 = meta.alias %t : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// Two live tensors, each of a view of the other.
// CHECK-LABEL: module @through_two_live_tensors
// CHECK-DAG:     meta.source %{{.*}}, "t"
// CHECK-DAG:     meta.source %{{.*}}, "u"
// NAMES-LABEL: module @through_two_live_tensors
// NAMES:         meta.source %{{.*}}, "t"
// NAMES:         meta.source %{{.*}}, "u"
module @through_two_live_tensors {
  %t = meta.tensor %1 : !meta.tensor<2x2xf32>
  %0 = meta.transpose %t, 0, 1 : !meta.tensor<2x2xf32>
  %u = meta.tensor %0 base %t : !meta.tensor<2x2xf32, strided<[1, 2]>>, !meta.tensor<2x2xf32>
  %1 = meta.transpose %u, 0, 1 : !meta.tensor<2x2xf32, strided<[1, 2]>>
  meta.source %t, "t" : !meta.tensor<2x2xf32>
  meta.source %u, "u" : !meta.tensor<2x2xf32, strided<[1, 2]>>
}

// A view is told what it is asked for: there is no answer.
// CHECK-LABEL: module @query_of_itself
// CHECK-NEXT:    %[[S:.*]] = meta.storage 96
// CHECK-NEXT:    %[[V:.*]] = meta.view %[[S]][%[[Q:.*]]] :
// CHECK-NEXT:    %[[Q]] = meta.size %[[V]][0]
// CHECK-NEXT:    %[[T:.*]] = meta.tensor %[[V]]
// CHECK-NEXT:    meta.source %[[T]], "t"
// NAMES-LABEL: module @query_of_itself
// NAMES:         meta.source %{{.*}}, "t"
module @query_of_itself {
  %s0 = meta.storage 96 : !meta.storage
  %0 = meta.view %s0[%1] : !meta.storage -> !meta.tensor<?xf32>
  %1 = meta.size %0[0] : !meta.tensor<?xf32>
  %t = meta.tensor %0 : !meta.tensor<?xf32>
  meta.source %t, "t" : !meta.tensor<?xf32>
}

// Two views, each told what the other is asked for.
// CHECK-LABEL: module @queries_of_each_other
// CHECK-DAG:     %[[V:.*]] = meta.view %{{.*}}[%[[Q:.*]]] :
// CHECK-DAG:     %[[Q]] = meta.size
// CHECK:         meta.source %{{.*}}, "t"
// NAMES-LABEL: module @queries_of_each_other
// NAMES:         meta.source %{{.*}}, "t"
module @queries_of_each_other {
  %s1 = meta.storage 96 : !meta.storage
  %0 = meta.view %s1[%3] : !meta.storage -> !meta.tensor<?xf32>
  %1 = meta.view %s1[%2] : !meta.storage -> !meta.tensor<?xf32>
  %2 = meta.size %0[0] : !meta.tensor<?xf32>
  %3 = meta.size %1[0] : !meta.tensor<?xf32>
  %t = meta.tensor %1 : !meta.tensor<?xf32>
  meta.source %t, "t" : !meta.tensor<?xf32>
}

// A size that grows on each way round.
// CHECK-LABEL: module @query_with_arithmetic
// CHECK:         meta.view
// CHECK:         meta.source %{{.*}}, "t"
// NAMES-LABEL: module @query_with_arithmetic
// NAMES:         meta.source %{{.*}}, "t"
module @query_with_arithmetic {
  %s2 = meta.storage 96 : !meta.storage
  %0 = meta.view %s2[%2] : !meta.storage -> !meta.tensor<?xf32>
  %1 = meta.bitcast %0 as si8 : !meta.tensor<?xf32>
  %2 = meta.size %1[0] : !meta.tensor<?xsi8>
  %t = meta.tensor %1 : !meta.tensor<?xsi8>
  meta.source %t, "t" : !meta.tensor<?xsi8>
}

// Code that is never reached may be cyclic as well.
// CHECK-LABEL: func.func @unreachable_cycle(
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[A:.*]] = meta.alias %[[B:.*]] :
// CHECK-NEXT:    %[[O:.*]] = meta.offset %[[A]]
// CHECK-NEXT:    %[[B]] = meta.view %[[A]] offset %[[O]]
// CHECK-NEXT:    call @use(%[[B]])
// NAMES-LABEL: func.func @unreachable_cycle(
// NAMES:         return
func.func @unreachable_cycle() {
  return
^bb1:
  %0 = meta.alias %1 : !meta.tensor<4xf32>
  %1 = meta.alias %0 : !meta.tensor<4xf32>
  call @use(%1) : (!meta.tensor<4xf32>) -> ()
  return
}
func.func private @use(!meta.tensor<4xf32>)
