// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// Roots, the canonical view, identity, names and queries. The views named after
// ATen's are in views.mlir.

// CHECK-LABEL: module @storages
module @storages {
  // CHECK-NEXT: meta.storage 128 : !meta.storage{{$}}
  %bytes = meta.storage 128 : !meta.storage
  // CHECK-NEXT: meta.storage 0 : !meta.storage<meta>
  %empty = meta.storage 0 : !meta.storage<meta>
  // CHECK-NEXT: meta.storage 9223372036854775807 : !meta.storage<cuda:1>
  %huge = meta.storage 9223372036854775807 : !meta.storage<cuda:1>
  // CHECK-NEXT: %[[N:.*]] = meta.symbol "n"
  %n = meta.symbol "n"
  // CHECK-NEXT: meta.storage %[[N]] : !meta.storage
  %dynamic = meta.storage %n : !meta.storage
}

// Whether a range is known, its hint and where a symbol comes from.
// CHECK-LABEL: module @symbols
module @symbols {
  // CHECK-NEXT: %s0 = meta.symbol "s0"{{$}}
  %backed = meta.symbol "s0"
  // CHECK-NEXT: %s1 = meta.symbol "s1" min 2 max 128 hint 8{{$}}
  %ranged = meta.symbol "s1" min 2 max 128 hint 8
  // CHECK-NEXT: %u0 = meta.symbol "u0" unbacked min 0{{$}}
  %unbacked = meta.symbol "u0" unbacked min 0
  // CHECK-NEXT: %j0 = meta.symbol "j0" nested_int hint -1{{$}}
  %nested = meta.symbol "j0" nested_int hint -1
  // CHECK-NEXT: meta.symbol "widest" min -9223372036854775807 max 9223372036854775807
  %widest = meta.symbol "widest" min -9223372036854775807 max 9223372036854775807
  // CHECK-NEXT: meta.symbol "one" min 3 max 3 hint 3
  %one = meta.symbol "one" min 3 max 3 hint 3
  // A name of another alphabet, or with what no SSA name can have.
  // CHECK-NEXT: %a_b = meta.symbol "a \22\\b\0A"
  %odd = meta.symbol "a \"\\b\n"
  // CHECK-NEXT: %t0 = meta.symbol "0"
  %digit = meta.symbol "0"
}

// Offsets count elements from the start of the storage, whatever the base.
// CHECK-LABEL: module @views
module @views {
  // CHECK-NEXT: %[[S:.*]] = meta.storage
  %storage = meta.storage 96 : !meta.storage
  // CHECK-NEXT: meta.view %[[S]] : !meta.storage -> !meta.tensor<24xf32>
  %whole = meta.view %storage : !meta.storage -> !meta.tensor<24xf32>
  // CHECK-NEXT: meta.view %[[S]] : !meta.storage -> !meta.tensor<f32>
  %scalar = meta.view %storage offset 0 : !meta.storage -> !meta.tensor<f32>
  // CHECK-NEXT: %[[A:.*]] = meta.view %[[S]] offset 6 : !meta.storage -> !meta.tensor<4x3xf32>
  %a = meta.view %storage offset 6 : !meta.storage -> !meta.tensor<4x3xf32>
  // CHECK-NEXT: meta.view %[[A]] offset 6 : !meta.tensor<4x3xf32> -> !meta.tensor<3x4xf32, strided<[1, 3]>>
  %transposed = meta.view %a offset 6 : !meta.tensor<4x3xf32> -> !meta.tensor<3x4xf32, strided<[1, 3]>>
  // The same bytes as other elements; windows that overlap; stride 0.
  // CHECK-NEXT: meta.view %[[A]] offset 3 : !meta.tensor<4x3xf32> -> !meta.tensor<6xcomplex<f32>, conj, neg>
  %complex = meta.view %a offset 3 : !meta.tensor<4x3xf32> -> !meta.tensor<6xcomplex<f32>, conj, neg>
  // CHECK-NEXT: meta.view %[[S]] : !meta.storage -> !meta.tensor<22x3xf32, strided<[1, 1]>>
  %windows = meta.view %storage : !meta.storage -> !meta.tensor<22x3xf32, strided<[1, 1]>>
  // CHECK-NEXT: meta.view %[[S]] offset 23 : !meta.storage -> !meta.tensor<5x7xf32, strided<[0, 0]>>
  %expanded = meta.view %storage offset 23 : !meta.storage -> !meta.tensor<5x7xf32, strided<[0, 0]>>
  // No element, no byte, wherever the offset points (B06); the last byte there is.
  // CHECK-NEXT: meta.view %[[S]] offset 9223372036854775807 : !meta.storage -> !meta.tensor<0xsi64>
  %nothing = meta.view %storage offset 9223372036854775807 : !meta.storage -> !meta.tensor<0xsi64>
  // CHECK-NEXT: meta.view %[[S]] offset 9223372036854775806 : !meta.storage -> !meta.tensor<si8>
  %last = meta.view %storage offset 9223372036854775806 : !meta.storage -> !meta.tensor<si8>
}

// The operands are the `?` of the sizes, those of the strides, the offset.
// CHECK-LABEL: func.func @dynamic_views(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<24xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index)
func.func @dynamic_views(%base: !meta.tensor<24xf32>, %n: index, %m: index, %k: index) {
  // CHECK-NEXT: meta.view %[[BASE]][%[[N]]] : !meta.tensor<24xf32> -> !meta.tensor<?x3xf32>
  %size = meta.view %base[%n] : !meta.tensor<24xf32> -> !meta.tensor<?x3xf32>
  // CHECK-NEXT: meta.view %[[BASE]] offset %[[K]] : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  %offset = meta.view %base offset %k : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  // CHECK-NEXT: meta.view %[[BASE]][%[[N]], %[[M]], %[[K]]] offset 2 : !meta.tensor<24xf32> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
  %stride = meta.view %base[%n, %m, %k] offset 2 : !meta.tensor<24xf32> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
  // CHECK-NEXT: meta.view %[[BASE]][%[[N]], %[[M]], %[[M]], %[[N]]] offset %[[K]] : !meta.tensor<24xf32> -> !meta.tensor<?x?xf32, strided<[?, ?]>>
  %all = meta.view %base[%n, %m, %m, %n] offset %k : !meta.tensor<24xf32> -> !meta.tensor<?x?xf32, strided<[?, ?]>>
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[BASE:.*]]: !meta.tensor<?x4xf32>, %[[SPARSE:.*]]: !meta.tensor<?x4xf32, #meta.csr>)
func.func @casts(%base: !meta.tensor<?x4xf32>, %sparse: !meta.tensor<?x4xf32, #meta.csr>) {
  // CHECK-NEXT: %[[STATIC:.*]] = meta.cast %[[BASE]] : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
  %static = meta.cast %base : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
  // CHECK-NEXT: meta.cast %[[STATIC]] : !meta.tensor<8x4xf32> -> !meta.tensor<8x?xf32, strided<[?, 1]>>
  %strided = meta.cast %static : !meta.tensor<8x4xf32> -> !meta.tensor<8x?xf32, strided<[?, 1]>>
  // CHECK-NEXT: meta.cast %[[SPARSE]] : !meta.tensor<?x4xf32, #meta.csr> -> !meta.tensor<8x4xf32, #meta.csr>
  %csr = meta.cast %sparse : !meta.tensor<?x4xf32, #meta.csr> -> !meta.tensor<8x4xf32, #meta.csr>
  return
}

// A model whose head is tied to its embedding. Names of values are those of
// tensors, as far as MLIR can write them.
// CHECK-LABEL: module @tied
module @tied {
  // CHECK-NEXT: %[[S:.*]] = meta.storage
  %storage = meta.storage 128 : !meta.storage
  // CHECK-NEXT: %e.weight = meta.tensor %[[S]] parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
  %weight = meta.tensor %storage parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
  // CHECK-NEXT: meta.source %e.weight, "e.weight" : !meta.tensor<8x4xf32>
  meta.source %weight, "e.weight" : !meta.tensor<8x4xf32>
  // CHECK-NEXT: meta.source %e.weight, "h.weight" : !meta.tensor<8x4xf32>
  meta.source %weight, "h.weight" : !meta.tensor<8x4xf32>
  // CHECK-NEXT: %L_x = meta.tensor
  %local = meta.tensor %storage : !meta.storage -> !meta.tensor<8x4xf32>
  // CHECK-NEXT: meta.source %L_x, "L['x']"
  meta.source %local, "L['x']" : !meta.tensor<8x4xf32>
}

// All that a live tensor can say of itself.
// CHECK-LABEL: module @tensors
module @tensors {
  // CHECK: %[[P:p.*]] = meta.tensor %{{.*}} parameter requires_grad : !meta.storage -> !meta.tensor<6x4xf32>
  // CHECK: %[[G:g.*]] = meta.tensor %{{.*}} inference : !meta.storage -> !meta.tensor<6x4xf32>
  %storage = meta.storage 96 : !meta.storage
  %p = meta.tensor %storage parameter requires_grad : !meta.storage -> !meta.tensor<6x4xf32>
  meta.source %p, "p" : !meta.tensor<6x4xf32>
  %g = meta.tensor %storage inference : !meta.storage -> !meta.tensor<6x4xf32>
  meta.source %g, "g" : !meta.tensor<6x4xf32>
  // CHECK: %[[V:.*]] = meta.transpose %[[P]], 0, 1
  %v = meta.transpose %p, 0, 1 : !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %[[V]] : !meta.tensor<4x6xf32, strided<[1, 4]>>{{$}}
  %plain = meta.tensor %v : !meta.tensor<4x6xf32, strided<[1, 4]>>
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] requires_grad non_leaf : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>{{$}}
  %view = meta.tensor %v base %p requires_grad non_leaf : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %[[V]] grad %[[G]] requires_grad : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  %leaf = meta.tensor %v grad %g requires_grad : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %{{.*}} base %[[P]] grad %[[G]] beyond_storage : !meta.storage, !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32> -> !meta.tensor<99xf32>
  %beyond = meta.tensor %storage base %p grad %g beyond_storage : !meta.storage, !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32> -> !meta.tensor<99xf32>
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] creation in_custom_function :
  %custom = meta.tensor %v base %p creation in_custom_function : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] creation multi_output_node :
  %multi = meta.tensor %v base %p creation multi_output_node : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] creation no_grad_mode :
  %no_grad = meta.tensor %v base %p creation no_grad_mode : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] creation inference_mode grad %[[G]] parameter requires_grad non_leaf inference beyond_storage :
  %all = meta.tensor %v base %p creation inference_mode grad %g parameter requires_grad non_leaf inference beyond_storage : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
  // The default is not written.
  // CHECK-NEXT: meta.tensor %[[V]] base %[[P]] : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
  %default = meta.tensor %v base %p creation default : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
}

// A live tensor of a sparse argument, which has no strides to view it by.
// CHECK-LABEL: func.func @sparse_argument(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<4x3xf32, #meta.coo<2, 0>>)
func.func @sparse_argument(%x: !meta.tensor<4x3xf32, #meta.coo<2, 0>>) -> index {
  // CHECK-NEXT: meta.source %[[X]], "x" : !meta.tensor<4x3xf32, #meta.coo<2, 0>>
  meta.source %x, "x" : !meta.tensor<4x3xf32, #meta.coo<2, 0>>
  // CHECK-NEXT: meta.size %[[X]][1] : !meta.tensor<4x3xf32, #meta.coo<2, 0>>
  %size = meta.size %x[1] : !meta.tensor<4x3xf32, #meta.coo<2, 0>>
  return %size : index
}

// CHECK-LABEL: func.func @queries(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<?x4xf32>)
func.func @queries(%x: !meta.tensor<?x4xf32>) -> (index, index, index) {
  // CHECK-NEXT: meta.size %[[X]][0] : !meta.tensor<?x4xf32>
  %size = meta.size %x[0] : !meta.tensor<?x4xf32>
  // CHECK-NEXT: meta.stride %[[X]][1] : !meta.tensor<?x4xf32>
  %stride = meta.stride %x[1] : !meta.tensor<?x4xf32>
  // CHECK-NEXT: meta.offset %[[X]] : !meta.tensor<?x4xf32>
  %offset = meta.offset %x : !meta.tensor<?x4xf32>
  return %size, %stride, %offset : index, index, index
}

// Arguments of blocks are tensors like those of functions.
// CHECK-LABEL: func.func @block_arguments(
// CHECK-SAME: %[[X:.*]]: !meta.tensor<?x4xf32>, %[[WHICH:.*]]: i1)
func.func @block_arguments(%x: !meta.tensor<?x4xf32>, %which: i1) -> !meta.tensor<4x?xf32, strided<[1, 4]>> {
  // CHECK-NEXT: %[[TWICE:.*]] = meta.slice %[[X]] dim 0 step 2
  %twice = meta.slice %x dim 0 step 2 : !meta.tensor<?x4xf32>
  // CHECK-NEXT: %[[Y:.*]] = meta.cast %[[TWICE]]
  %y = meta.cast %twice : !meta.tensor<?x4xf32, strided<[8, 1]>> -> !meta.tensor<?x4xf32, strided<[?, 1]>>
  // CHECK-NEXT: %[[Z:.*]] = meta.cast %[[X]]
  %z = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<?x4xf32, strided<[?, 1]>>
  // CHECK-NEXT: cf.cond_br %[[WHICH]], ^[[BB:.*]](%[[Y]] : !meta.tensor<?x4xf32, strided<[?, 1]>>), ^[[BB]](%[[Z]] : !meta.tensor<?x4xf32, strided<[?, 1]>>)
  cf.cond_br %which, ^bb1(%y : !meta.tensor<?x4xf32, strided<[?, 1]>>), ^bb1(%z : !meta.tensor<?x4xf32, strided<[?, 1]>>)
// CHECK: ^[[BB]](%[[ARG:.*]]: !meta.tensor<?x4xf32, strided<[?, 1]>>):
^bb1(%arg: !meta.tensor<?x4xf32, strided<[?, 1]>>):
  // CHECK-NEXT: %[[SIZE:.*]] = meta.size %[[ARG]][0]
  %size = meta.size %arg[0] : !meta.tensor<?x4xf32, strided<[?, 1]>>
  // CHECK-NEXT: meta.view %[[ARG]][%[[SIZE]]]
  %view = meta.view %arg[%size] : !meta.tensor<?x4xf32, strided<[?, 1]>> -> !meta.tensor<?x4xf32>
  %result = meta.transpose %view, 0, 1 : !meta.tensor<?x4xf32>
  return %result : !meta.tensor<4x?xf32, strided<[1, 4]>>
}

// What the arguments and results of a function may say of their tensors.
// CHECK-LABEL: func.func private @argument_attributes
// CHECK-SAME: {meta.alias_group = 1 : i64, meta.device = "cuda:0", meta.dtype = "bool", meta.offset = 2 : i64, meta.permutation = [1, 0], meta.sources = ["a", "b"], meta.strides = [1, 4]}
// CHECK-SAME: {meta.offset}
// CHECK-SAME: {meta.quantization = {axis = 0 : i64, scales = array<f64: 5.000000e-01, 2.000000e+00>, scheme = "per_channel_affine", zero_points = array<f64: 0.000000e+00, 3.000000e+00>}}
// CHECK-SAME: -> (!meta.tensor<4xf32> {meta.sources = ["out"]})
func.func private @argument_attributes(
    !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["a", "b"], meta.alias_group = 1, meta.offset = 2, meta.strides = [1, 4],
                                           meta.permutation = [1, 0], meta.device = "cuda:0", meta.dtype = "bool"},
    !meta.tensor<4xf32> {meta.offset},
    !meta.tensor<2x!meta.qint8> {meta.quantization = {scheme = "per_channel_affine", scales = array<f64: 0.5, 2.0>, zero_points = array<f64: 0.0, 3.0>, axis = 0}}) -> (!meta.tensor<4xf32> {meta.sources = ["out"]})

// A module body is a graph: uses may come first, and definitions in a circle.
// CHECK-LABEL: module @reversed
module @reversed {
  // CHECK-NEXT: meta.source %[[T:.*]], "t" : !meta.tensor<4xf32>
  // CHECK-NEXT: %[[T]] = meta.tensor %[[V:.*]] : !meta.tensor<4xf32>
  // CHECK-NEXT: %[[V]] = meta.view %[[S:.*]] offset 2 : !meta.storage -> !meta.tensor<4xf32>
  // CHECK-NEXT: %[[S]] = meta.storage 24 : !meta.storage
  meta.source %t, "t" : !meta.tensor<4xf32>
  %t = meta.tensor %v : !meta.tensor<4xf32>
  %v = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4xf32>
  %s = meta.storage 24 : !meta.storage
}

// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK-NEXT: %[[A:.*]] = meta.alias %[[A]] : !meta.tensor<4xf32>
  %self = meta.alias %self : !meta.tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]] = meta.cast %[[C:.*]] : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  %to = meta.cast %from : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  // CHECK-NEXT: %[[C]] = meta.cast %[[B]] : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  %from = meta.cast %to : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
}
