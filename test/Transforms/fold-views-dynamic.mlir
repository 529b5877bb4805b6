// RUN: meta-opt %s --meta-fold-views | FileCheck %s
// RUN: meta-opt %s --meta-fold-views -o %t
// RUN: meta-opt %t --meta-fold-views | diff %t -

// What only run time knows becomes arithmetic on operands and on queries of the
// root.

//===----------------------------------------------------------------------===//
// Views with operands
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @narrow_length(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index)
func.func @narrow_length(%x: !meta.tensor<?x4xf32>, %n: index) -> !meta.tensor<4x?xf32, strided<[1, 4]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[O]], %[[C4]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[N]]] offset %[[SUM]] : !meta.tensor<?x4xf32> -> !meta.tensor<4x?xf32, strided<[1, 4]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
  return %1 : !meta.tensor<4x?xf32, strided<[1, 4]>>
}

// An index counts from the end if it is negative.
// CHECK-LABEL: func.func @select_index(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[I:.*]]: index)
func.func @select_index(%s: !meta.storage, %i: index) -> !meta.tensor<4xf32> {
  // CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
  // CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]], %[[C0]]
  // CHECK-NEXT: %[[FROM_END:.*]] = arith.addi %[[I]], %[[C10]]
  // CHECK-NEXT: %[[INDEX:.*]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[I]]
  // CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-NEXT: %[[SKIPPED:.*]] = arith.muli %[[INDEX]], %[[C4]]
  // CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
  // CHECK-NEXT: %[[OFFSET:.*]] = arith.addi %[[SKIPPED]], %[[C8]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]] offset %[[OFFSET]] : !meta.storage -> !meta.tensor<4xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s offset 8 : !meta.storage -> !meta.tensor<10x4xf32>
  %1 = meta.select %0 dim 0 index %i : !meta.tensor<10x4xf32>
  return %1 : !meta.tensor<4xf32>
}

// A bound of a slice is wrapped, then clamped.
// CHECK-LABEL: func.func @slice_start(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[I:.*]]: index)
func.func @slice_start(%s: !meta.storage, %i: index) -> !meta.tensor<?x4xf32> {
  // CHECK:      %[[WRAPPED:.*]] = arith.select
  // CHECK:      %[[AT_MOST:.*]] = arith.minsi %[[WRAPPED]], %c10{{.*}}
  // CHECK:      %[[START:.*]] = arith.maxsi %[[AT_MOST]], %c0{{.*}}
  // CHECK:      %[[OFFSET:.*]] = arith.muli %[[START]], %c4{{.*}}
  // CHECK:      %[[SIZE:.*]] = arith.subi %c10{{.*}}, %[[START]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]][%[[SIZE]]] offset %[[OFFSET]] : !meta.storage -> !meta.tensor<?x4xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<10x4xf32>
  %1 = meta.slice %0 dim 0 from %i : !meta.tensor<10x4xf32>
  return %1 : !meta.tensor<?x4xf32>
}

// CHECK-LABEL: func.func @slice_step(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[STEP:.*]]: index)
func.func @slice_step(%s: !meta.storage, %step: index) -> !meta.tensor<4x?xf32, strided<[10, ?]>> {
  // CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
  // CHECK-NEXT: %[[SIZE:.*]] = arith.ceildivsi %[[C10]], %[[STEP]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]][%[[SIZE]], %[[STEP]]] : !meta.storage -> !meta.tensor<4x?xf32, strided<[10, ?]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x10xf32>
  %1 = meta.slice %0 dim 1 step %step : !meta.tensor<4x10xf32>
  return %1 : !meta.tensor<4x?xf32, strided<[10, ?]>>
}

// CHECK-LABEL: func.func @split_sizes(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[N:.*]]: index, %[[M:.*]]: index)
func.func @split_sizes(%s: !meta.storage, %n: index, %m: index) -> (!meta.tensor<?xf32>, !meta.tensor<?xf32>) {
  // CHECK-NEXT: %[[A:.*]] = meta.view %[[S]][%[[N]]] : !meta.storage -> !meta.tensor<?xf32>
  // CHECK-NEXT: %[[B:.*]] = meta.view %[[S]][%[[M]]] offset %[[N]] : !meta.storage -> !meta.tensor<?xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<10xf32>
  %a, %b = meta.split %0 dim 0 sizes [%n, %m] : !meta.tensor<10xf32>
  return %a, %b : !meta.tensor<?xf32>, !meta.tensor<?xf32>
}

// What the type does not say to be 1 is not squeezed, though the chain knows it.
// CHECK-LABEL: func.func @squeezed_by_the_type(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x5x4xf32>)
func.func @squeezed_by_the_type(%x: !meta.tensor<4x5x4xf32>) -> !meta.tensor<?x5xf32, strided<[20, 4]>> {
  // CHECK-NOT:  meta.squeeze
  // CHECK:      %[[V:.*]] = meta.view %[[X]] offset %{{.*}} -> !meta.tensor<1x5xf32, strided<[20, 4]>>
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[V]] :
  // CHECK-NEXT: return %[[CAST]]
  %c1 = arith.constant 1 : index
  %0 = meta.narrow %x dim 0 start 0 length %c1 : !meta.tensor<4x5x4xf32>
  %1 = meta.squeeze %0 dims [0] : !meta.tensor<?x5x4xf32>
  %2 = meta.select %1 dim 2 index 1 : !meta.tensor<?x5x4xf32>
  return %2 : !meta.tensor<?x5xf32, strided<[20, 4]>>
}

// CHECK-LABEL: func.func @expand_sizes(
// CHECK-SAME:    %[[S:.*]]: !meta.storage, %[[N:.*]]: index)
func.func @expand_sizes(%s: !meta.storage, %n: index) -> !meta.tensor<3x?xf32, strided<[1, 0]>> {
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]][%[[N]]] : !meta.storage -> !meta.tensor<3x?xf32, strided<[1, 0]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x1xf32>
  %1 = meta.expand %0 to [-1, %n] : !meta.tensor<3x1xf32>
  return %1 : !meta.tensor<3x?xf32, strided<[1, 0]>>
}

// CHECK-LABEL: func.func @as_strided_sizes(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x6xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index)
func.func @as_strided_sizes(%x: !meta.tensor<4x6xf32>, %n: index, %m: index, %k: index) -> !meta.tensor<3x?xf32, strided<[?, 7]>> {
  // CHECK:      %[[V:.*]] = meta.view %[[X]][%[[N]], %[[M]]] offset %[[K]] : !meta.tensor<4x6xf32> -> !meta.tensor<3x?xf32, strided<[?, 7]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.as_strided %x sizes [3, %n] strides [%m, 7] offset %k : !meta.tensor<4x6xf32>
  return %0 : !meta.tensor<3x?xf32, strided<[?, 7]>>
}

//===----------------------------------------------------------------------===//
// Roots with dynamic sizes
//===----------------------------------------------------------------------===//

// The strides of a contiguous tensor count a size of 0 as 1.
// CHECK-LABEL: func.func @transposed_contiguous(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x?xf32>)
func.func @transposed_contiguous(%x: !meta.tensor<?x?xf32>) -> !meta.tensor<?x?xf32, strided<[1, ?]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK-DAG:  %[[M:.*]] = meta.size %[[X]][1]
  // CHECK-DAG:  %[[STRIDE:.*]] = arith.maxsi %[[M]], %c1{{.*}}
  // CHECK:      %[[V:.*]] = meta.view %[[X]][%[[M]], %[[N]], %[[STRIDE]]] offset %[[O]] : !meta.tensor<?x?xf32> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<?x?xf32>
  return %0 : !meta.tensor<?x?xf32, strided<[1, ?]>>
}

// CHECK-LABEL: func.func @strided_root(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<4x?xf32, strided<[?, 2]>>)
func.func @strided_root(%x: !meta.tensor<4x?xf32, strided<[?, 2]>>) -> !meta.tensor<?xf32, strided<[2]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][1]
  // CHECK-DAG:  %[[STRIDE:.*]] = meta.stride %[[X]][0]
  // CHECK:      %[[SKIPPED:.*]] = arith.muli %[[STRIDE]], %c3{{.*}}
  // CHECK-NEXT: %[[OFFSET:.*]] = arith.addi %[[O]], %[[SKIPPED]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[N]]] offset %[[OFFSET]] : {{.*}} -> !meta.tensor<?xf32, strided<[2]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.select %x dim 0 index 3 : !meta.tensor<4x?xf32, strided<[?, 2]>>
  return %0 : !meta.tensor<?xf32, strided<[2]>>
}

// CHECK-LABEL: func.func @flattened(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>)
func.func @flattened(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<?xf32> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK:      %[[SIZE:.*]] = arith.muli %[[N]], %c4{{.*}}
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[SIZE]]] offset %[[O]] : {{.*}} -> !meta.tensor<?xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.reshape %x to [-1] : !meta.tensor<?x4xf32>
  return %0 : !meta.tensor<?xf32>
}

// Apart and together again: the size is that of the argument.
// CHECK-LABEL: func.func @reshaped_back(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>)
func.func @reshaped_back(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<?x2xf32> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK:      %[[SIZE:.*]] = arith.muli %[[N]], %c2{{.*}}
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[SIZE]]] offset %[[O]] : {{.*}} -> !meta.tensor<?x2xf32>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.reshape %x to [-1] : !meta.tensor<?x4xf32>
  %1 = meta.reshape %0 to [-1, 2] : !meta.tensor<?xf32>
  return %1 : !meta.tensor<?x2xf32>
}

// A dim can be cut however the rows lie, which a reshape cannot decide.
// CHECK-LABEL: func.func @unflatten(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x?xf32, strided<[?, 1]>>, %[[N:.*]]: index)
func.func @unflatten(%x: !meta.tensor<?x?xf32, strided<[?, 1]>>, %n: index) -> !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[ROWS:.*]] = meta.size %[[X]][0]
  // CHECK-DAG:  %[[STRIDE:.*]] = meta.stride %[[X]][0]
  // CHECK-NOT:  arith
  // CHECK:      %[[V:.*]] = meta.view %[[X]][%[[ROWS]], %[[N]], %[[STRIDE]]] offset %[[O]] : {{.*}} -> !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.unflatten %x dim 1 into [%n, 2] : !meta.tensor<?x?xf32, strided<[?, 1]>>
  return %0 : !meta.tensor<?x?x2xf32, strided<[?, 2, 1]>>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>)
func.func @diagonal(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<?xf32, strided<[5]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK:      %[[SIZE:.*]] = arith.minsi %[[N]], %c4{{.*}}
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[SIZE]]] offset %[[O]] : {{.*}} -> !meta.tensor<?xf32, strided<[5]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.diagonal %x dims 0, 1 : !meta.tensor<?x4xf32>
  return %0 : !meta.tensor<?xf32, strided<[5]>>
}

// Windows of 4, 2 apart, out of n: (n - 4) / 2 + 1.
// CHECK-LABEL: func.func @unfolded(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?xf32>)
func.func @unfolded(%x: !meta.tensor<?xf32>) -> !meta.tensor<?x4xf32, strided<[2, 1]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK:      %[[ROOM:.*]] = arith.subi %[[N]], %c4{{.*}}
  // CHECK:      %[[MOVES:.*]] = arith.floordivsi %[[ROOM]], %c2{{.*}}
  // CHECK:      %[[SIZE:.*]] = arith.addi %[[MOVES]], %c1{{.*}}
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]][%[[SIZE]]] offset %[[O]] : {{.*}} -> !meta.tensor<?x4xf32, strided<[2, 1]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.unfold %x dim 0 size 4 step 2 : !meta.tensor<?xf32>
  return %0 : !meta.tensor<?x4xf32, strided<[2, 1]>>
}

// CHECK-LABEL: func.func @bitcast(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?xf32>)
func.func @bitcast(%x: !meta.tensor<?xf32>) -> !meta.tensor<?xsi8> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK-DAG:  %[[BYTES:.*]] = arith.muli %[[N]], %c4{{.*}}
  // CHECK-DAG:  %[[OFFSET:.*]] = arith.muli %[[O]], %c4{{.*}}
  // CHECK:      %[[V:.*]] = meta.view %[[X]][%[[BYTES]]] offset %[[OFFSET]] : {{.*}} -> !meta.tensor<?xsi8>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.bitcast %x as si8 : !meta.tensor<?xf32>
  return %0 : !meta.tensor<?xsi8>
}

// An argument that is permuted: which of its strides is which stays right.
// CHECK-LABEL: func.func @all_dynamic(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x?xf32, strided<[?, ?]>>)
func.func @all_dynamic(%x: !meta.tensor<?x?xf32, strided<[?, ?]>>) -> !meta.tensor<?x1x?xf32, strided<[?, ?, ?]>> {
  // CHECK-DAG:  %[[O:.*]] = meta.offset %[[X]]
  // CHECK-DAG:  %[[N:.*]] = meta.size %[[X]][0]
  // CHECK-DAG:  %[[M:.*]] = meta.size %[[X]][1]
  // CHECK-DAG:  %[[A:.*]] = meta.stride %[[X]][0]
  // CHECK-DAG:  %[[B:.*]] = meta.stride %[[X]][1]
  // CHECK-DAG:  %[[EXTENT:.*]] = arith.muli %[[N]], %[[A]]
  // CHECK:      %[[V:.*]] = meta.view %[[X]][%[[M]], %[[N]], %[[B]], %[[EXTENT]], %[[A]]] offset %[[O]] : {{.*}} -> !meta.tensor<?x1x?xf32, strided<[?, ?, ?]>>
  // CHECK-NEXT: return %[[V]]
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<?x?xf32, strided<[?, ?]>>
  %1 = meta.unsqueeze %0 dim 1 : !meta.tensor<?x?xf32, strided<[?, ?]>>
  return %1 : !meta.tensor<?x1x?xf32, strided<[?, ?, ?]>>
}

// A window at an offset that only run time knows is one description, whether
// that is 0, 1 or 5.
// CHECK-LABEL: module @window
module @window {
  // CHECK-NEXT: %[[BYTES:.*]] = meta.symbol "s2"
  // CHECK-NEXT: %[[N:.*]] = meta.symbol "s0"
  // CHECK-NEXT: %[[START:.*]] = meta.symbol "s1" min 0
  // CHECK-NEXT: %[[S:.*]] = meta.storage %[[BYTES]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[S]][%[[N]]] offset %[[START]] : !meta.storage -> !meta.tensor<?xf32>
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[V]] : !meta.tensor<?xf32>
  // CHECK-NEXT: meta.source %[[T]], "x"
  %s2 = meta.symbol "s2"
  %s0 = meta.symbol "s0"
  %s1 = meta.symbol "s1" min 0
  %s = meta.storage %s2 : !meta.storage
  %0 = meta.view %s[%s2] : !meta.storage -> !meta.tensor<?xf32>
  %1 = meta.as_strided %0 sizes [%s0] strides [1] offset %s1 : !meta.tensor<?xf32>
  %t = meta.tensor %1 : !meta.tensor<?xf32>
  meta.source %t, "x" : !meta.tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// Casts and constants
//===----------------------------------------------------------------------===//

// What a cast knows holds for what follows.
// CHECK-LABEL: func.func @cast_to_static(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>)
func.func @cast_to_static(%x: !meta.tensor<?x4xf32>) -> (!meta.tensor<32xf32>, index) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<?x4xf32> -> !meta.tensor<32xf32>
  // CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
  // CHECK-NEXT: return %[[V]], %[[C8]]
  %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
  %1 = meta.reshape %0 to [32] : !meta.tensor<8x4xf32>
  %2 = meta.cast %0 : !meta.tensor<8x4xf32> -> !meta.tensor<?x4xf32>
  %3 = meta.size %2[0] : !meta.tensor<?x4xf32>
  return %1, %3 : !meta.tensor<32xf32>, index
}

// A cast that forgets is passed by; its type is what the users were given.
// CHECK-LABEL: func.func @cast_to_dynamic(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<8x4xf32>)
func.func @cast_to_dynamic(%x: !meta.tensor<8x4xf32>) -> !meta.tensor<4x?xf32, strided<[?, ?]>> {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[X]] offset %[[O]] : !meta.tensor<8x4xf32> -> !meta.tensor<4x8xf32, strided<[1, 4]>>
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[V]] : !meta.tensor<4x8xf32, strided<[1, 4]>> -> !meta.tensor<4x?xf32, strided<[?, ?]>>
  // CHECK-NEXT: return %[[CAST]]
  %0 = meta.cast %x : !meta.tensor<8x4xf32> -> !meta.tensor<?x4xf32, strided<[?, ?]>>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32, strided<[?, ?]>>
  return %1 : !meta.tensor<4x?xf32, strided<[?, ?]>>
}

// A constant operand is a constant, and a live tensor keeps its type.
// CHECK-LABEL: func.func @constant_operands(
// CHECK-SAME:    %[[S:.*]]: !meta.storage)
func.func @constant_operands(%s: !meta.storage) {
  // CHECK:      %[[V:.*]] = meta.view %[[S]] offset 9 : !meta.storage -> !meta.tensor<2x3xf32>
  // CHECK-NEXT: %[[CAST:.*]] = meta.cast %[[V]] : !meta.tensor<2x3xf32> -> !meta.tensor<?x3xf32>
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[CAST]] : !meta.tensor<?x3xf32>
  // CHECK-NEXT: meta.source %[[T]], "t"
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = meta.view %s : !meta.storage -> !meta.tensor<10x3xf32>
  %1 = meta.narrow %0 dim 0 start %c3 length %c2 : !meta.tensor<10x3xf32>
  %t = meta.tensor %1 : !meta.tensor<?x3xf32>
  meta.source %t, "t" : !meta.tensor<?x3xf32>
  return
}

// The reserved value is no constant: it stays where it is.
// CHECK-LABEL: func.func @reserved_constant(
// CHECK-SAME:    %[[S:.*]]: !meta.storage)
func.func @reserved_constant(%s: !meta.storage) -> (!meta.tensor<?xf32>, !meta.tensor<2xf32>) {
  // CHECK-NEXT: %[[MIN:.*]] = arith.constant -9223372036854775808 : index
  // CHECK-NEXT: %[[SIZE:.*]] = meta.view %[[S]][%[[MIN]]] : !meta.storage -> !meta.tensor<?xf32>
  // CHECK-NEXT: %[[OFFSET:.*]] = meta.view %[[S]] offset %[[MIN]] : !meta.storage -> !meta.tensor<2xf32>
  // CHECK-NEXT: return %[[SIZE]], %[[OFFSET]]
  %min = arith.constant -9223372036854775808 : index
  %0 = meta.view %s : !meta.storage -> !meta.tensor<8xf32>
  %1 = meta.narrow %0 dim 0 start 0 length %min : !meta.tensor<8xf32>
  %2 = meta.as_strided %0 sizes [2] strides [1] offset %min : !meta.tensor<8xf32>
  return %1, %2 : !meta.tensor<?xf32>, !meta.tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @queries(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index)
func.func @queries(%x: !meta.tensor<?x4xf32>, %n: index) -> (index, index, index) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK:      %[[OFFSET:.*]] = arith.addi %[[O]], %c4{{.*}}
  // CHECK-NEXT: %[[STRIDE:.*]] = arith.constant 4 : index
  // CHECK-NEXT: return %[[N]], %[[STRIDE]], %[[OFFSET]]
  %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32>
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
  %size = meta.size %1[1] : !meta.tensor<4x?xf32, strided<[1, 4]>>
  %stride = meta.stride %1[1] : !meta.tensor<4x?xf32, strided<[1, 4]>>
  %offset = meta.offset %1 : !meta.tensor<4x?xf32, strided<[1, 4]>>
  return %size, %stride, %offset : index, index, index
}

// An answer is an operand of the next view, and its size the next answer.
// CHECK-LABEL: func.func @query_as_operand(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?xf32>, %[[Y:.*]]: !meta.tensor<?xf32>, %[[N:.*]]: index)
func.func @query_as_operand(%x: !meta.tensor<?xf32>, %y: !meta.tensor<?xf32>, %n: index) -> (!meta.tensor<?xf32>, index) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[Y]]
  // CHECK-NEXT: %[[V:.*]] = meta.view %[[Y]][%[[N]]] offset %[[O]] : !meta.tensor<?xf32> -> !meta.tensor<?xf32>
  // CHECK-NEXT: return %[[V]], %[[N]]
  %0 = meta.narrow %x dim 0 start 0 length %n : !meta.tensor<?xf32>
  %1 = meta.size %0[0] : !meta.tensor<?xf32>
  %2 = meta.narrow %y dim 0 start 0 length %1 : !meta.tensor<?xf32>
  %3 = meta.size %2[0] : !meta.tensor<?xf32>
  return %2, %3 : !meta.tensor<?xf32>, index
}

// The same in an order in which the operand is answered after it was read.
// CHECK-LABEL: module @query_answered_late
module @query_answered_late {
  // CHECK:      %[[S:.*]] = meta.storage 96
  // CHECK-NEXT: %[[N:.*]] = meta.symbol "s0"
  // CHECK-NEXT: %[[T:.*]] = meta.tensor %[[V:.*]] : !meta.tensor<4x?xf32, strided<[1, 4]>>
  // CHECK-NEXT: meta.source %[[T]], "t"
  // CHECK-NEXT: %[[V]] = meta.view %[[S]][%[[N]]] : !meta.storage -> !meta.tensor<4x?xf32, strided<[1, 4]>>
  // CHECK-NEXT: }
  %s = meta.storage 96 : !meta.storage
  %n = meta.symbol "s0"
  %0 = meta.view %s[%1] : !meta.storage -> !meta.tensor<?x4xf32>
  %1 = meta.size %2[0] : !meta.tensor<?xf32>
  %2 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %t = meta.tensor %3 : !meta.tensor<4x?xf32, strided<[1, 4]>>
  meta.source %t, "t" : !meta.tensor<4x?xf32, strided<[1, 4]>>
  %3 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

// A chain through several blocks; what is emitted dominates its uses.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index, %[[COND:.*]]: i1)
func.func @blocks(%x: !meta.tensor<?x4xf32>, %n: index, %cond: i1) -> index {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK:      %[[SUM:.*]] = arith.addi %[[O]], %c4{{.*}}
  // CHECK-NEXT: cf.cond_br %[[COND]], ^bb1, ^bb2
  // CHECK-NEXT: ^bb1:
  // CHECK-NEXT:   %[[V:.*]] = meta.view %[[X]][%[[N]]] offset %[[SUM]] : {{.*}} -> !meta.tensor<4x?xf32, strided<[1, 4]>>
  // CHECK-NEXT:   call @use(%[[V]])
  // CHECK-NEXT:   cf.br ^bb2
  // CHECK-NEXT: ^bb2:
  // CHECK-NEXT:   return %[[N]]
  %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32>
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
  call @use(%1) : (!meta.tensor<4x?xf32, strided<[1, 4]>>) -> ()
  cf.br ^bb2
^bb2:
  %2 = meta.size %0[0] : !meta.tensor<?x4xf32>
  return %2 : index
}
func.func private @use(!meta.tensor<4x?xf32, strided<[1, 4]>>)

// A block may stand before the one that dominates it.
// CHECK-LABEL: func.func @block_before_its_dominator(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<?x4xf32>, %[[N:.*]]: index)
func.func @block_before_its_dominator(%x: !meta.tensor<?x4xf32>, %n: index) -> !meta.tensor<4x?xf32, strided<[1, 4]>> {
  // CHECK-NEXT:   %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT:   cf.br ^[[LATER:bb[0-9]+]]
  // CHECK-NEXT: ^[[EARLIER:bb[0-9]+]]:
  // CHECK-NEXT:   %[[V:.*]] = meta.view %[[X]][%[[N]]] offset %[[SUM:.*]] : {{.*}} -> !meta.tensor<4x?xf32, strided<[1, 4]>>
  // CHECK-NEXT:   return %[[V]]
  // CHECK-NEXT: ^[[LATER]]:
  // CHECK:        %[[SUM]] = arith.addi %[[O]], %c4{{.*}}
  // CHECK-NEXT:   cf.br ^[[EARLIER]]
  cf.br ^later
^earlier:
  %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
  return %1 : !meta.tensor<4x?xf32, strided<[1, 4]>>
^later:
  %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32>
  cf.br ^earlier
}

// An argument of a block is a root, with its queries at the head of that block.
// CHECK-LABEL: func.func @block_argument(
func.func @block_argument(%x: !meta.tensor<?xf32>, %cond: i1) -> !meta.tensor<?xf32> {
  // CHECK:      ^bb1(%[[Y:.*]]: !meta.tensor<?xf32>):
  // CHECK-DAG:    %[[O:.*]] = meta.offset %[[Y]]
  // CHECK-DAG:    %[[N:.*]] = meta.size %[[Y]][0]
  // CHECK-DAG:    %[[SIZE:.*]] = arith.subi %[[N]]
  // CHECK-DAG:    %[[OFFSET:.*]] = arith.addi %[[O]]
  // CHECK:        %[[V:.*]] = meta.view %[[Y]][%[[SIZE]]] offset %[[OFFSET]]
  // CHECK-NEXT:   cf.cond_br %{{.*}}, ^bb1(%[[V]] : !meta.tensor<?xf32>), ^bb2
  cf.br ^bb1(%x : !meta.tensor<?xf32>)
^bb1(%y: !meta.tensor<?xf32>):
  %0 = meta.slice %y dim 0 from 1 : !meta.tensor<?xf32>
  cf.cond_br %cond, ^bb1(%0 : !meta.tensor<?xf32>), ^bb2
^bb2:
  return %y : !meta.tensor<?xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<8x4xf32>
func.func @loop(%x: !meta.tensor<8x4xf32>, %from: index, %to: index, %step: index) {
  // CHECK-NEXT: %[[O:.*]] = meta.offset %[[X]]
  // CHECK-NEXT: scf.for %[[I:.*]] =
  // CHECK:        %[[INDEX:.*]] = arith.select %{{.*}}, %{{.*}}, %[[I]]
  // CHECK:        %[[SKIPPED:.*]] = arith.muli %[[INDEX]], %c4{{.*}}
  // CHECK-NEXT:   %[[OFFSET:.*]] = arith.addi %[[O]], %[[SKIPPED]]
  // CHECK-NEXT:   %[[V:.*]] = meta.view %[[X]] offset %[[OFFSET]] : !meta.tensor<8x4xf32> -> !meta.tensor<4xf32>
  // CHECK-NEXT:   call @use_row(%[[V]])
  scf.for %i = %from to %to step %step {
    %0 = meta.alias %x : !meta.tensor<8x4xf32>
    %1 = meta.select %0 dim 0 index %i : !meta.tensor<8x4xf32>
    func.call @use_row(%1) : (!meta.tensor<4xf32>) -> ()
  }
  return
}
func.func private @use_row(!meta.tensor<4xf32>)
