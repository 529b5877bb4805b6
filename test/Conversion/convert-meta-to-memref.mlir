// RUN: meta-opt %s --split-input-file --convert-meta-to-memref | FileCheck %s
// RUN: meta-opt %s --split-input-file --convert-meta-to-memref | mlir-opt-22 --split-input-file --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM --implicit-check-not=memref. --implicit-check-not='= meta.' --implicit-check-not=unrealized

// Stock MLIR lowers what comes of it, all the way.
// LLVM: llvm.func @main(
// LLVM: llvm.func @branches(

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

// One typed view of the bytes serves all tensors that have its elements; a
// tensor that is in order from the start of its storage needs no other.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[S:.*]]: memref<96xi8>)
// CHECK-SAME:    -> (memref<24xf32> {meta.alias_group = 0 : i64, meta.sources = ["pool", "all"]},
// CHECK-SAME:    memref<4x3xf32, strided<[1, 4], offset: 2>> {meta.alias_group = 0 : i64, meta.sources = ["k"]},
// CHECK-SAME:    memref<3x4xf32, strided<[4, 1], offset: 2>> {meta.alias_group = 0 : i64, meta.sources = ["rows"]})
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[POOL:.*]] = memref.view %[[S]][%[[ZERO]]][] : memref<96xi8> to memref<24xf32>
// CHECK-NEXT:    %[[F32:.*]] = memref.view %[[S]][%[[ZERO]]][] : memref<96xi8> to memref<24xf32>
// CHECK-NEXT:    %[[K:.*]] = memref.reinterpret_cast %[[F32]] to offset: [2], sizes: [4, 3], strides: [1, 4] : memref<24xf32> to memref<4x3xf32, strided<[1, 4], offset: 2>>
// CHECK-NEXT:    %[[ROWS:.*]] = memref.reinterpret_cast %[[F32]] to offset: [2], sizes: [3, 4], strides: [4, 1] : memref<24xf32> to memref<3x4xf32, strided<[4, 1], offset: 2>>
// CHECK-NEXT:    return %[[POOL]], %[[K]], %[[ROWS]]
%s = meta.storage 96 : !meta.storage
%pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
meta.source %pool, "pool" : !meta.tensor<24xf32>
meta.source %pool, "all" : !meta.tensor<24xf32>
%0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
%k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
// An absolute view is one of the storage, whatever it is written over.
%1 = meta.view %k offset 2 : !meta.tensor<4x3xf32, strided<[1, 4]>> -> !meta.tensor<3x4xf32>
%rows = meta.tensor %1 : !meta.tensor<3x4xf32>
meta.source %rows, "rows" : !meta.tensor<3x4xf32>
%unnamed = meta.tensor %1 : !meta.tensor<3x4xf32>

// -----

// The bytes of one storage as several dtypes: 9 of them are two floats and a
// byte that is none.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[S:.*]]: memref<9xi8>)
// CHECK-SAME:    -> (memref<2xf32> {meta.alias_group = 0 : i64, meta.sources = ["f"]},
// CHECK-SAME:    memref<9xi8> {meta.alias_group = 0 : i64, meta.dtype = "bool", meta.sources = ["b"]},
// CHECK-SAME:    memref<4xi8, strided<[2], offset: 1>> {meta.alias_group = 0 : i64, meta.dtype = "int4", meta.sources = ["i4"]},
// CHECK-SAME:    memref<complex<f32>> {meta.alias_group = 0 : i64, meta.sources = ["c"]},
// CHECK-SAME:    memref<f32, strided<[], offset: 1>> {meta.alias_group = 0 : i64, meta.sources = ["imag"]},
// CHECK-SAME:    memref<2xi16, strided<[0], offset: 3>> {meta.alias_group = 0 : i64, meta.dtype = "uint16", meta.sources = ["u"]})
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    memref.view %[[S]][%[[ZERO]]][] : memref<9xi8> to memref<2xf32>
// CHECK-NEXT:    memref.reinterpret_cast %[[S]] to offset: [1], sizes: [4], strides: [2] : memref<9xi8> to memref<4xi8, strided<[2], offset: 1>>
// CHECK-NEXT:    memref.view %[[S]][%[[ZERO]]][] : memref<9xi8> to memref<complex<f32>>
// CHECK-NEXT:    %[[F32:.*]] = memref.view %[[S]][%[[ZERO]]][] : memref<9xi8> to memref<2xf32>
// CHECK-NEXT:    memref.reinterpret_cast %[[F32]] to offset: [1], sizes: [], strides: [] : memref<2xf32> to memref<f32, strided<[], offset: 1>>
// CHECK-NEXT:    %[[I16:.*]] = memref.view %[[S]][%[[ZERO]]][] : memref<9xi8> to memref<4xi16>
// CHECK-NEXT:    memref.reinterpret_cast %[[I16]] to offset: [3], sizes: [2], strides: [0] : memref<4xi16> to memref<2xi16, strided<[0], offset: 3>>
// CHECK-NEXT:    return
%s = meta.storage 9 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<2xf32>
%f = meta.tensor %0 : !meta.tensor<2xf32>
meta.source %f, "f" : !meta.tensor<2xf32>
%b = meta.tensor %s : !meta.storage -> !meta.tensor<9xi1>
meta.source %b, "b" : !meta.tensor<9xi1>
%1 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<4xsi4, strided<[2]>>
%i4 = meta.tensor %1 : !meta.tensor<4xsi4, strided<[2]>>
meta.source %i4, "i4" : !meta.tensor<4xsi4, strided<[2]>>
%2 = meta.view %s : !meta.storage -> !meta.tensor<complex<f32>>
%c = meta.tensor %2 : !meta.tensor<complex<f32>>
meta.source %c, "c" : !meta.tensor<complex<f32>>
%3 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<f32>
%imag = meta.tensor %3 : !meta.tensor<f32>
meta.source %imag, "imag" : !meta.tensor<f32>
%4 = meta.view %s offset 3 : !meta.storage -> !meta.tensor<2xui16, strided<[0]>>
%u = meta.tensor %4 : !meta.tensor<2xui16, strided<[0]>>
meta.source %u, "u" : !meta.tensor<2xui16, strided<[0]>>

// -----

// Definitions may follow uses. What a number is computed of is copied, once;
// two symbols of one name are one; a query is answered.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[S:[^:]*]]: memref<?xi8>, %[[N:[^:]*]]: index {meta.symbol = "s0"}, %[[M:[^:]*]]: index {meta.symbol = "s1"})
// CHECK-SAME:    -> (memref<?x4xf32, strided<[?, 1], offset: ?>> {{.*}}, memref<?x?x2xbf16> {{.*}}, memref<4xf32, strided<[2]>>
// CHECK-DAG:     %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECK-DAG:     %[[SUM:.*]] = arith.addi %[[TWICE]], %[[M]] : index
// CHECK:         %[[BYTES:.*]] = memref.dim %[[S]], %{{.*}} : memref<?xi8>
// CHECK-NEXT:    %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[COUNT:.*]] = arith.divui %[[BYTES]], %[[FOUR]] : index
// CHECK-NEXT:    %[[F32:.*]] = memref.view %[[S]][%{{.*}}][%[[COUNT]]] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:    memref.reinterpret_cast %[[F32]] to offset: [%[[SUM]]], sizes: [%[[N]], 4], strides: [%[[TWICE]], 1] : memref<?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
// CHECK:         memref.view %[[S]][%{{.*}}][%[[N]], %[[TWICE]]] : memref<?xi8> to memref<?x?x2xbf16>
// CHECK:         memref.reinterpret_cast %[[F32]] to offset: [0], sizes: [4], strides: [2] : memref<?xf32> to memref<4xf32, strided<[2]>>
meta.source %a, "a" : !meta.tensor<?x4xf32, strided<[?, 1]>>
meta.source %b, "b" : !meta.tensor<?x?x2xbf16>
meta.source %c, "c" : !meta.tensor<4xf32, strided<[2]>>
%a = meta.tensor %0 : !meta.tensor<?x4xf32, strided<[?, 1]>>
%b = meta.tensor %1 : !meta.tensor<?x?x2xbf16>
%c = meta.tensor %2 : !meta.tensor<4xf32, strided<[2]>>
%0 = meta.view %s[%n, %twice] offset %sum : !meta.storage -> !meta.tensor<?x4xf32, strided<[?, 1]>>
%1 = meta.view %s[%again, %stride] : !meta.storage -> !meta.tensor<?x?x2xbf16>
%2 = meta.cast %3 : !meta.tensor<?xf32, strided<[?]>> -> !meta.tensor<4xf32, strided<[2]>>
%3 = meta.view %s[%c4, %c2] : !meta.storage -> !meta.tensor<?xf32, strided<[?]>>
%stride = meta.stride %a[0] : !meta.tensor<?x4xf32, strided<[?, 1]>>
%sum = arith.addi %twice, %m : index
%twice = arith.muli %n, %size : index
%size = meta.size %d[0] : !meta.tensor<2xf32>
%d = meta.tensor %t : !meta.storage -> !meta.tensor<2xf32>
%t = meta.storage 0 : !meta.storage
%s = meta.storage %n : !meta.storage
%n = meta.symbol "s0"
%again = meta.symbol "s0"
%m = meta.symbol "s1"
%c4 = arith.constant 4 : index
%c2 = arith.constant 2 : index

// -----

// Storages are distinct, but those without bytes may all be at one address.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xi8>, %[[EMPTY:[^:]*]]: memref<0xi8>, %[[B:[^:]*]]: memref<4xi8> {meta.device = "cuda:1"})
// CHECK-SAME:    -> (memref<4xi8> {meta.dtype = "uint8", meta.sources = ["a"]},
// CHECK-SAME:    memref<4xi8> {meta.device = "cuda:1", meta.sources = ["b"]},
// CHECK-SAME:    memref<2x0x3xf32, strided<[3, 3, 1]>> {meta.sources = ["e"]})
// CHECK-NEXT:    %[[DISTINCT:.*]]:2 = memref.distinct_objects %[[A]], %[[B]] : memref<4xi8>, memref<4xi8>
// CHECK:         return %[[DISTINCT]]#0, %[[DISTINCT]]#1, %{{.*}} :
%s0 = meta.storage 4 : !meta.storage
%a = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xui8>
meta.source %a, "a" : !meta.tensor<4xui8>
%s1 = meta.storage 0 : !meta.storage
%s2 = meta.storage 4 : !meta.storage<cuda:1>
%b = meta.tensor %s2 : !meta.storage<cuda:1> -> !meta.tensor<4xsi8, cuda:1>
meta.source %b, "b" : !meta.tensor<4xsi8, cuda:1>
// The strides of torch where there are no elements.
%e = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x0x3xf32>
meta.source %e, "e" : !meta.tensor<2x0x3xf32>

// -----

// A file of several descriptions.
// CHECK-LABEL: module @before
// CHECK:         func.func @main(%{{.*}}: memref<8xi8>)
// CHECK-LABEL: module @after
// CHECK:         func.func @main(%{{.*}}: memref<16xi8>)
module @before {
  %s = meta.storage 8 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<2xf32>
  meta.source %t, "t" : !meta.tensor<2xf32>
}
module @after {
  %s = meta.storage 16 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @views_of_a_storage(
// CHECK-SAME:    %[[S:[^:]*]]: memref<?xi8> {meta.device = "cuda:0"}, %[[N:[^:]*]]: index)
// CHECK-SAME:    -> (memref<?x4xf32, strided<[4, 1], offset: ?>> {meta.device = "cuda:0"},
// CHECK-SAME:    memref<3xi8, strided<[1], offset: ?>> {meta.device = "cuda:0", meta.dtype = "bool"})
// CHECK:         %[[F32:.*]] = memref.view %[[S]][%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK:         %[[X:.*]] = memref.reinterpret_cast %[[F32]] to offset: [%[[N]]], sizes: [%[[N]], 4], strides: [4, 1]
// CHECK:         %[[B:.*]] = memref.view %[[S]][%{{.*}}][] : memref<?xi8> to memref<3xi8>
// CHECK:         %[[OPEN:.*]] = memref.cast %[[B]] : memref<3xi8> to memref<3xi8, strided<[1], offset: ?>>
// CHECK:         return %[[X]], %[[OPEN]]
func.func @views_of_a_storage(%s: !meta.storage<cuda:0>, %n: index) -> (!meta.tensor<?x4xf32, cuda:0>, !meta.tensor<3xi1, cuda:0>) {
  %x = meta.view %s[%n] offset %n : !meta.storage<cuda:0> -> !meta.tensor<?x4xf32, cuda:0>
  %b = meta.view %s : !meta.storage<cuda:0> -> !meta.tensor<3xi1, cuda:0>
  return %x, %b : !meta.tensor<?x4xf32, cuda:0>, !meta.tensor<3xi1, cuda:0>
}

// The view is absolute: it is made of the start of the storage, also where it
// is written over a view of the argument.
// CHECK-LABEL: func.func @view_of_a_view(
// CHECK-SAME:    %[[X:.*]]: memref<16xf32, strided<[1], offset: ?>>)
// CHECK-NEXT:    %[[BASE:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[X]]
// CHECK-NEXT:    memref.reinterpret_cast %[[BASE]] to offset: [8], sizes: [8], strides: [1]
// CHECK-NEXT:    %[[AGAIN:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[X]]
// CHECK-NEXT:    %[[V:.*]] = memref.reinterpret_cast %[[AGAIN]] to offset: [0], sizes: [4], strides: [1]
// CHECK:         return
func.func @view_of_a_view(%x: !meta.tensor<16xf32>) -> !meta.tensor<4xf32> {
  %0 = meta.view %x offset 8 : !meta.tensor<16xf32> -> !meta.tensor<8xf32>
  %1 = meta.view %0 : !meta.tensor<8xf32> -> !meta.tensor<4xf32>
  return %1 : !meta.tensor<4xf32>
}

// The same elements by other names.
// CHECK-LABEL: func.func @signs(
// CHECK:         memref.reinterpret_cast {{.*}} : memref<i32> to memref<4xi32
func.func @signs(%x: !meta.tensor<4xsi32>) -> !meta.tensor<4xui32> {
  %0 = meta.view %x : !meta.tensor<4xsi32> -> !meta.tensor<4xui32>
  return %0 : !meta.tensor<4xui32>
}

// CHECK-LABEL: func.func @queries(
// CHECK-SAME:    %[[X:[^:]*]]: memref<?x?xf32, strided<[?, 1], offset: ?>>, %[[Y:[^:]*]]: memref<?xf32, strided<[?], offset: ?>>)
// CHECK-DAG:     %[[DIM:.*]] = memref.dim %[[X]], %{{.*}}
// CHECK-DAG:     %{{[^,]*}}, %{{[^,]*}}, %[[SIZES:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %[[X]]
// CHECK-DAG:     %[[ROW:.*]] = arith.maxsi %[[SIZES]]#1, %{{.*}} : index
// CHECK-DAG:     %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[Y]]
// CHECK-DAG:     %{{[^,]*}}, %[[OFFSET:.*]], %{{[^,]*}}, %{{.*}} = memref.extract_strided_metadata %[[Y]]
// CHECK:         return %[[DIM]], %[[ROW]], %[[STRIDE]], %[[OFFSET]]
func.func @queries(%x: !meta.tensor<?x?xf32>, %y: !meta.tensor<?xf32, strided<[?]>>) -> (index, index, index, index) {
  %0 = meta.size %x[0] : !meta.tensor<?x?xf32>
  %1 = meta.stride %x[0] : !meta.tensor<?x?xf32>
  %2 = meta.stride %y[0] : !meta.tensor<?xf32, strided<[?]>>
  %3 = meta.offset %y : !meta.tensor<?xf32, strided<[?]>>
  return %0, %1, %2, %3 : index, index, index, index
}

// What is made in a function is allocated, aligned as c10 aligns it.
// CHECK-LABEL: func.func @allocates(
// CHECK-SAME:    %[[N:.*]]: index)
// CHECK:         %[[S:.*]] = memref.alloc() {alignment = 64 : i64} : memref<32xi8>
// CHECK:         %[[T:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?xi8>
// CHECK:         memref.view %{{.*}}[%{{.*}}][] : memref<?xi8> to memref<8xf32>
// CHECK:         call @views_of_two(%{{.*}}, %{{.*}}) : (memref<?xi8>, memref<8xf32, strided<[1], offset: ?>>) -> memref<8xf32, strided<[1], offset: ?>>
func.func @allocates(%n: index) -> !meta.tensor<8xf32> {
  %s = meta.storage 32 : !meta.storage
  %t = meta.storage %n : !meta.storage
  %x = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<8xf32>
  meta.source %x, "x" : !meta.tensor<8xf32>
  %y = func.call @views_of_two(%t, %x) : (!meta.storage, !meta.tensor<8xf32>) -> !meta.tensor<8xf32>
  return %y : !meta.tensor<8xf32>
}
// CHECK-LABEL: func.func private @views_of_two(memref<?xi8>, memref<8xf32, strided<[1], offset: ?>>) -> memref<8xf32, strided<[1], offset: ?>>
func.func private @views_of_two(!meta.storage, !meta.tensor<8xf32>) -> !meta.tensor<8xf32>

// CHECK-LABEL: func.func @branches(
// CHECK:         cf.cond_br %{{.*}}, ^[[END:.*]](%{{.*}} : memref<?xf32, strided<[1], offset: ?>>), ^[[MORE:.*]]
// CHECK:       ^[[MORE]]:
// CHECK:         %[[V:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [2], strides: [1] : memref<f32> to memref<2xf32, strided<[1], offset: ?>>
// CHECK:         %[[OPEN:.*]] = memref.cast %[[V]] : memref<2xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK:         cf.br ^[[END]](%[[OPEN]] : memref<?xf32, strided<[1], offset: ?>>)
// CHECK-NOT:     meta.
func.func @branches(%x: !meta.tensor<?xf32>, %flag: i1) -> !meta.tensor<?xf32> {
  cf.cond_br %flag, ^end(%x : !meta.tensor<?xf32>), ^more
^more:
  %offset = meta.offset %x : !meta.tensor<?xf32>
  %0 = meta.view %x offset %offset : !meta.tensor<?xf32> -> !meta.tensor<2xf32>
  %1 = meta.cast %0 : !meta.tensor<2xf32> -> !meta.tensor<?xf32>
  cf.br ^end(%1 : !meta.tensor<?xf32>)
^dead(%dead: !meta.tensor<4xf32, neg>):
  cf.br ^dead(%dead : !meta.tensor<4xf32, neg>)
^end(%result: !meta.tensor<?xf32>):
  return %result : !meta.tensor<?xf32>
}
