// RUN: timeout 60 meta-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @static_size(
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 4 : index
// CHECK-NEXT: return %[[SIZE]]
func.func @static_size(%x: !meta.tensor<?x4xf32>) -> index {
  %size = meta.size %x[1] : !meta.tensor<?x4xf32>
  return %size : index
}

// CHECK-LABEL: func.func @size_of_sparse(
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 4 : index
// CHECK-NEXT: return %[[SIZE]]
func.func @size_of_sparse(%x: !meta.tensor<?x4xf32, #meta.csr>) -> index {
  %size = meta.size %x[1] : !meta.tensor<?x4xf32, #meta.csr>
  return %size : index
}

// CHECK-LABEL: func.func @negative_size_of_argument(
// CHECK-NEXT: %[[SIZE:.*]] = meta.size
// CHECK-NEXT: return %[[SIZE]]
func.func @negative_size_of_argument(%x: !meta.tensor<?x4xf32>) -> index {
  %size = meta.size %x[0] : !meta.tensor<?x4xf32>
  return %size : index
}

// The operands of a view are its sizes, its strides and its offset.
// CHECK-LABEL: func.func @queries_of_view(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<24xf32>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index, %[[D:.*]]: index, %[[E:.*]]: index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: return %[[A]], %[[B]], %[[C]], %[[ONE]], %[[D]], %[[E]]
func.func @queries_of_view(%x: !meta.tensor<24xf32>, %a: index, %b: index, %c: index, %d: index, %e: index) -> (index, index, index, index, index, index) {
  %view = meta.view %x[%a, %b, %c, %d] offset %e : !meta.tensor<24xf32> -> !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %size0 = meta.size %view[0] : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %size2 = meta.size %view[2] : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %stride0 = meta.stride %view[0] : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %stride1 = meta.stride %view[1] : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %stride2 = meta.stride %view[2] : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  %offset = meta.offset %view : !meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>
  return %size0, %size2, %stride0, %stride1, %stride2, %offset : index, index, index, index, index, index
}

// CHECK-LABEL: func.func @queries_of_live_view(
// CHECK-SAME: %{{.*}}: !meta.tensor<24xf32>, %[[N:.*]]: index
// CHECK-NEXT: %[[OFFSET:.*]] = arith.constant 6 : index
// CHECK-NEXT: return %[[N]], %[[OFFSET]]
func.func @queries_of_live_view(%x: !meta.tensor<24xf32>, %n: index) -> (index, index) {
  %view = meta.view %x[%n] offset 6 : !meta.tensor<24xf32> -> !meta.tensor<?xf32>
  %live = meta.tensor %view : !meta.tensor<?xf32>
  %size = meta.size %live[0] : !meta.tensor<?xf32>
  %offset = meta.offset %live : !meta.tensor<?xf32>
  return %size, %offset : index, index
}

// A tensor straight over its storage begins with it.
// CHECK-LABEL: func.func @offset_of_live_storage(
// CHECK-NEXT: %[[OFFSET:.*]] = arith.constant 0 : index
// CHECK-NEXT: return %[[OFFSET]]
func.func @offset_of_live_storage() -> index {
  %storage = meta.storage 16 : !meta.storage
  %live = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  %offset = meta.offset %live : !meta.tensor<4xf32>
  return %offset : index
}

// The stride of a contiguous view has no operand.
// CHECK-LABEL: func.func @negative_stride_of_contiguous(
// CHECK: %[[STRIDE:.*]] = meta.stride
// CHECK-NEXT: return %[[STRIDE]]
func.func @negative_stride_of_contiguous(%x: !meta.tensor<24xf32>, %n: index) -> index {
  %view = meta.view %x[%n] : !meta.tensor<24xf32> -> !meta.tensor<3x?xf32>
  %stride = meta.stride %view[0] : !meta.tensor<3x?xf32>
  return %stride : index
}

// A constant that is the mark of a dynamic size stays an operand (B32).
// CHECK-LABEL: func.func @reserved_constant(
// CHECK: %[[RESERVED:.*]] = arith.constant -9223372036854775808 : index
// CHECK: %[[VIEW:.*]] = meta.slice %{{.*}} dim 0 from %[[RESERVED]] to %[[RESERVED]] step %[[RESERVED]]
// CHECK: return %[[VIEW]], %[[RESERVED]]
func.func @reserved_constant(%x: !meta.tensor<8xf32>) -> (!meta.tensor<?xf32, strided<[?]>>, index) {
  %reserved = arith.constant -9223372036854775808 : index
  %slice = meta.slice %x dim 0 from %reserved to %reserved step %reserved : !meta.tensor<8xf32>
  %view = meta.view %x[%reserved] : !meta.tensor<8xf32> -> !meta.tensor<?xf32>
  %size = meta.size %view[0] : !meta.tensor<?xf32>
  return %slice, %size : !meta.tensor<?xf32, strided<[?]>>, index
}

// CHECK-LABEL: func.func @alias_and_cast(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @alias_and_cast(%x: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  %alias = meta.alias %x : !meta.tensor<4xf32>
  %cast = meta.cast %alias : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  return %cast : !meta.tensor<4xf32>
}

// CHECK-LABEL: func.func @view_of_whole_base(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<?x?xf32, strided<[1, ?]>>
// CHECK-NEXT: return %[[X]]
func.func @view_of_whole_base(%x: !meta.tensor<?x?xf32, strided<[1, ?]>>) -> !meta.tensor<?x?xf32, strided<[1, ?]>> {
  %size0 = meta.size %x[0] : !meta.tensor<?x?xf32, strided<[1, ?]>>
  %size1 = meta.size %x[1] : !meta.tensor<?x?xf32, strided<[1, ?]>>
  %stride1 = meta.stride %x[1] : !meta.tensor<?x?xf32, strided<[1, ?]>>
  %offset = meta.offset %x : !meta.tensor<?x?xf32, strided<[1, ?]>>
  %view = meta.view %x[%size0, %size1, %stride1] offset %offset : !meta.tensor<?x?xf32, strided<[1, ?]>> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
  return %view : !meta.tensor<?x?xf32, strided<[1, ?]>>
}

// Its sizes are exchanged.
// CHECK-LABEL: func.func @negative_view_of_whole_base(
// CHECK: %[[VIEW:.*]] = meta.view
// CHECK-NEXT: return %[[VIEW]]
func.func @negative_view_of_whole_base(%x: !meta.tensor<?x?xf32, strided<[1, 1]>>) -> !meta.tensor<?x?xf32, strided<[1, 1]>> {
  %size0 = meta.size %x[0] : !meta.tensor<?x?xf32, strided<[1, 1]>>
  %size1 = meta.size %x[1] : !meta.tensor<?x?xf32, strided<[1, 1]>>
  %offset = meta.offset %x : !meta.tensor<?x?xf32, strided<[1, 1]>>
  %view = meta.view %x[%size1, %size0] offset %offset : !meta.tensor<?x?xf32, strided<[1, 1]>> -> !meta.tensor<?x?xf32, strided<[1, 1]>>
  return %view : !meta.tensor<?x?xf32, strided<[1, 1]>>
}

// What is detached is a tensor of its own: its geometry is not the live tensor.
// CHECK-LABEL: module @negative_alias_of_live
module @negative_alias_of_live {
  // CHECK: %[[P:.*]] = meta.tensor
  // CHECK: %[[ALIAS:.*]] = meta.alias %[[P]]
  // CHECK: %[[T:.*]] = meta.tensor %[[ALIAS]] base %[[P]]
  // CHECK: %[[CAST:.*]] = meta.cast %[[P]]
  // CHECK: %[[U:.*]] = meta.tensor %[[CAST]] base %[[P]]
  %storage = meta.storage 16 : !meta.storage
  %p = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  %alias = meta.alias %p : !meta.tensor<4xf32>
  %t = meta.tensor %alias base %p : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %t, "detached" : !meta.tensor<4xf32>
  %cast = meta.cast %p : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %u = meta.tensor %cast base %p : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %u, "again" : !meta.tensor<4xf32>
}

// What has no name and is no part of what has one goes.
// CHECK-LABEL: module @dead
module @dead {
  // CHECK-NEXT: %[[S:.*]] = meta.storage 16
  // CHECK-NEXT: %[[P:.*]] = meta.tensor %[[S]]
  // CHECK-NEXT: %[[G:.*]] = meta.tensor %[[S]]
  // CHECK-NEXT: %[[A:.*]] = meta.alias %[[P]]
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[A]] base %[[P]] grad %[[G]]
  // CHECK-NEXT: meta.source %[[T]], "t"
  // CHECK-NEXT: }
  %unused = meta.storage 16 : !meta.storage
  %storage = meta.storage 16 : !meta.storage
  %unnamed = meta.tensor %unused : !meta.storage -> !meta.tensor<4xf32>
  %p = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  %g = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
  %view = meta.view %storage : !meta.storage -> !meta.tensor<2xf32>
  %of_view = meta.tensor %view base %p : !meta.tensor<2xf32>, !meta.tensor<4xf32>
  %alias = meta.alias %p : !meta.tensor<4xf32>
  %t = meta.tensor %alias base %p grad %g requires_grad : !meta.tensor<4xf32>, !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
  %n = meta.symbol "n"
}

// Definitions behind their uses fold the same.
// CHECK-LABEL: module @reversed
module @reversed {
  // CHECK-NEXT: meta.source %[[T:.*]], "t"
  // CHECK-NEXT: %[[T]] = meta.tensor %[[W:.*]] :
  // CHECK-NEXT: %[[W]] = meta.view %[[S:.*]][%[[N:.*]]] :
  // CHECK-NEXT: %[[S]] = meta.storage
  // CHECK-NEXT: %[[N]] = meta.symbol "n"
  // CHECK-NEXT: }
  meta.source %t, "t" : !meta.tensor<?xf32>
  %t = meta.tensor %alias : !meta.tensor<?xf32>
  %alias = meta.alias %again : !meta.tensor<?xf32>
  %again = meta.view %s[%size] : !meta.storage -> !meta.tensor<?xf32>
  %size = meta.size %v[0] : !meta.tensor<?xf32>
  %v = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %s = meta.storage 24 : !meta.storage
  %n = meta.symbol "n"
}

// No folder answers with its own result, and none runs in circles.
// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK-DAG: %[[SELF:.*]] = meta.alias %[[SELF]] : !meta.tensor<1xf32>
  // CHECK-DAG: meta.tensor %[[SELF]]
  %self = meta.alias %self : !meta.tensor<1xf32>
  %t1 = meta.tensor %self : !meta.tensor<1xf32>
  meta.source %t1, "t1" : !meta.tensor<1xf32>

  // Two aliases of each other become one of itself.
  // CHECK-DAG: %[[A:.*]] = meta.alias %[[A]] : !meta.tensor<2xf32>
  // CHECK-DAG: meta.tensor %[[A]]
  %a = meta.alias %b : !meta.tensor<2xf32>
  %b = meta.alias %a : !meta.tensor<2xf32>
  %t2 = meta.tensor %a : !meta.tensor<2xf32>
  meta.source %t2, "t2" : !meta.tensor<2xf32>

  // CHECK-DAG: %[[C:.*]] = meta.cast %[[C]] : !meta.tensor<3xf32> -> !meta.tensor<3xf32>
  %c = meta.cast %d : !meta.tensor<3xf32> -> !meta.tensor<3xf32>
  %d = meta.cast %c : !meta.tensor<3xf32> -> !meta.tensor<3xf32>
  %t3 = meta.tensor %d : !meta.tensor<3xf32>
  meta.source %t3, "t3" : !meta.tensor<3xf32>

  // CHECK-DAG: %[[E:.*]] = meta.cast %[[F:.*]] : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  // CHECK-DAG: %[[F]] = meta.cast %[[E]] : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  %e = meta.cast %f : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  %f = meta.cast %e : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  %t4 = meta.tensor %e : !meta.tensor<4xf32>
  meta.source %t4, "t4" : !meta.tensor<4xf32>

  // A view whose size, stride and offset are asked of itself.
  // CHECK-DAG: %[[SIZE:.*]] = meta.size %[[V:.*]][0] : !meta.tensor<?x5xf32, strided<[?, 1]>>
  // CHECK-DAG: %[[STRIDE:.*]] = meta.stride %[[V]][0] : !meta.tensor<?x5xf32, strided<[?, 1]>>
  // CHECK-DAG: %[[OFFSET:.*]] = meta.offset %[[V]] : !meta.tensor<?x5xf32, strided<[?, 1]>>
  // CHECK-DAG: %[[V]] = meta.view %{{.*}}[%[[SIZE]], %[[STRIDE]]] offset %[[OFFSET]] : !meta.storage
  %s = meta.storage 64 : !meta.storage
  %size = meta.size %v[0] : !meta.tensor<?x5xf32, strided<[?, 1]>>
  %stride = meta.stride %v[0] : !meta.tensor<?x5xf32, strided<[?, 1]>>
  %offset = meta.offset %v : !meta.tensor<?x5xf32, strided<[?, 1]>>
  %v = meta.view %s[%size, %stride] offset %offset : !meta.storage -> !meta.tensor<?x5xf32, strided<[?, 1]>>
  %t5 = meta.tensor %v : !meta.tensor<?x5xf32, strided<[?, 1]>>
  meta.source %t5, "t5" : !meta.tensor<?x5xf32, strided<[?, 1]>>

  // Two views, the size of each that of the other.
  // CHECK-DAG: %[[OTHER:.*]] = meta.size %{{.*}}[0] : !meta.tensor<?x6xf32>
  // CHECK-DAG: meta.view %{{.*}}[%[[OTHER]]] : !meta.storage -> !meta.tensor<?x6xf32>
  %size6 = meta.size %w[0] : !meta.tensor<?x6xf32>
  %size7 = meta.size %u[0] : !meta.tensor<?x6xf32>
  %u = meta.view %s[%size6] : !meta.storage -> !meta.tensor<?x6xf32>
  %w = meta.view %s[%size7] : !meta.storage -> !meta.tensor<?x6xf32>
  %t6 = meta.tensor %u : !meta.tensor<?x6xf32>
  meta.source %t6, "t6" : !meta.tensor<?x6xf32>

  // A view that is all of itself.
  // CHECK-DAG: %[[OFFSET8:.*]] = meta.offset %[[WHOLE:.*]] : !meta.tensor<8xf32>
  // CHECK-DAG: %[[WHOLE]] = meta.view %[[WHOLE]] offset %[[OFFSET8]] : !meta.tensor<8xf32>
  %offset8 = meta.offset %whole : !meta.tensor<8xf32>
  %whole = meta.view %whole offset %offset8 : !meta.tensor<8xf32> -> !meta.tensor<8xf32>
  %t8 = meta.tensor %whole : !meta.tensor<8xf32>
  meta.source %t8, "t8" : !meta.tensor<8xf32>

  // Tensors that are each other's base and gradient, and a geometry of its own
  // live tensor.
  // CHECK-DAG: %[[X:.*]] = meta.tensor %{{.*}} base %[[Y:.*]] grad %[[Y]] requires_grad : !meta.storage
  // CHECK-DAG: %[[Y]] = meta.tensor %{{.*}} base %[[X]] grad %[[X]] requires_grad : !meta.storage
  %x = meta.tensor %s base %y grad %y requires_grad : !meta.storage, !meta.tensor<9xf32>, !meta.tensor<9xf32> -> !meta.tensor<9xf32>
  %y = meta.tensor %s base %x grad %x requires_grad : !meta.storage, !meta.tensor<9xf32>, !meta.tensor<9xf32> -> !meta.tensor<9xf32>
  meta.source %x, "x" : !meta.tensor<9xf32>
  // CHECK-DAG: %[[OWN:.*]] = meta.alias %[[LIVE:.*]] : !meta.tensor<10xf32>
  // CHECK-DAG: %[[LIVE]] = meta.tensor %[[OWN]] : !meta.tensor<10xf32>
  %own = meta.alias %live : !meta.tensor<10xf32>
  %live = meta.tensor %own : !meta.tensor<10xf32>
  meta.source %live, "live" : !meta.tensor<10xf32>
}
