// RUN: meta-opt %s --split-input-file --meta-symbolize="sizes=dynamic" | FileCheck %s
// RUN: meta-opt %s --split-input-file --meta-symbolize="sizes=static" | FileCheck %s --check-prefix=STATIC
// RUN: meta-opt %s --split-input-file --meta-symbolize="sizes=dynamic specialize-zero-one=false" --verify-roundtrip -o /dev/null

// Views of a class that wraps tensors are made of the symbolic base, as PyTorch
// replays them. An index is a symbol that no guard can name; the size of what an
// index leaves is the base's.

// CHECK-LABEL: module @select
// CHECK-DAG: %[[ROWS:.*]] = meta.symbol "{{.*}}" min 2 hint 6 sources ["x._base.size()[0]"]
// CHECK-DAG: %[[COLS:.*]] = meta.symbol "{{.*}}" min 2 hint 4 sources ["x._base.size()[1]"]
// CHECK-DAG: %[[INDEX:.*]] = meta.symbol "s12" hint 3 sources ["<ephemeral: symint_visitor_fn>"]
// CHECK-NOT: sources ["x.size()[0]"]
// CHECK: %[[OUTER:.*]] = meta.subclass %{{.*}} : !meta.tensor<?x?xf32>, !meta.tensor<?x?xf32>
// CHECK: %[[BASE:.*]] = meta.tensor %[[OUTER]]
// CHECK-NOT: meta.cast
// CHECK: %[[VIEW:.*]] = meta.select %[[BASE]] dim 0 index %[[INDEX]] : !meta.tensor<?x?xf32>
// CHECK: meta.subclass %[[VIEW]] of "m.Two"
// CHECK: meta.tensor %{{.*}} base %[[BASE]] : !meta.tensor<?xf32>, !meta.tensor<?x?xf32>
// STATIC-LABEL: module @select
// STATIC: meta.select %{{.*}} dim 0 index 3 : !meta.tensor<6x4xf32>
module @select {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 96 : !meta.storage
  %s2 = meta.storage 16 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<6x4xf32>
  %b = meta.tensor %s2 : !meta.storage -> !meta.tensor<4xf32>
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<6x4xf32>
  %1 = meta.subclass %0 of "m.Two"(a = %a) : !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
  %base = meta.tensor %1 : !meta.tensor<6x4xf32>
  %2 = meta.select %base dim 0 index 3 : !meta.tensor<6x4xf32>
  %3 = meta.subclass %2 of "m.Two"(a = %b) : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  %x = meta.tensor %3 base %base : !meta.tensor<4xf32>, !meta.tensor<6x4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
}

// -----

// A bound that is a size of the view has its name, what reaches to the end of
// the base follows from that, and what counts from there goes on to.

// CHECK-LABEL: module @slices
// CHECK-DAG: %[[LENGTH:.*]] = meta.symbol "{{.*}}" min 2 hint 3 sources ["x.size()[0]"]
// CHECK-DAG: %[[START:.*]] = meta.symbol "s13" hint 2 sources ["<ephemeral: symint_visitor_fn>"]
// CHECK-DAG: %[[BACK:.*]] = meta.symbol "s12" hint -5 sources ["<ephemeral: symint_visitor_fn>"]
// CHECK-DAG: %[[ROWS:.*]] = meta.symbol "{{.*}}" min 2 hint 8 sources ["x._base.size()[0]"]
// CHECK-DAG: %[[COLS:.*]] = meta.symbol "{{.*}}" min 2 hint 6 sources ["x._base.size()[1]"]
// CHECK-DAG: %[[FROM:.*]] = arith.addi %[[ROWS]], %[[BACK]] : index
// CHECK-DAG: %[[REST:.*]] = arith.subi %[[ROWS]], %[[FROM]] : index
// CHECK: %[[A:.*]] = meta.narrow %{{.*}} dim 0 start %[[FROM]] length %[[REST]] : !meta.tensor<?x?xf32>
// CHECK: %[[B:.*]] = meta.narrow %[[A]] dim 1 start %[[START]] length %[[LENGTH]]
// CHECK: meta.transpose %[[B]], 0, 1
// CHECK: meta.tensor %{{.*}} base %{{.*}} : !meta.tensor<?x?xf32, strided<[1, ?]>>
// STATIC-LABEL: module @slices
// STATIC: !meta.tensor<3x5xf32, strided<[1, 6]>>
module @slices {
  %s0 = meta.storage 192 : !meta.storage
  %s1 = meta.storage 192 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<8x6xf32>
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<8x6xf32>
  %1 = meta.subclass %0 of "m.Two"(a = %a) : !meta.tensor<8x6xf32>, !meta.tensor<8x6xf32>
  %base = meta.tensor %1 : !meta.tensor<8x6xf32>
  %2 = meta.slice %base dim 0 from -5 : !meta.tensor<8x6xf32>
  %3 = meta.slice %2 dim 1 from 2 to 5 : !meta.tensor<5x6xf32>
  %4 = meta.transpose %3, 0, 1 : !meta.tensor<5x3xf32, strided<[6, 1]>>
  %5 = meta.view %s1 offset 20 : !meta.storage -> !meta.tensor<3x5xf32, strided<[1, 6]>>
  %b = meta.tensor %5 : !meta.tensor<3x5xf32, strided<[1, 6]>>
  %6 = meta.subclass %4 of "m.Two"(a = %b) : !meta.tensor<3x5xf32, strided<[1, 6]>>, !meta.tensor<3x5xf32, strided<[1, 6]>>
  %x = meta.tensor %6 base %base : !meta.tensor<3x5xf32, strided<[1, 6]>>, !meta.tensor<8x6xf32>
  meta.source %x, "x" : !meta.tensor<3x5xf32, strided<[1, 6]>>
}

// -----

// Sizes of a reshape that are those of the base stay, the last of the others
// follows; an expanded one has its own name.

// CHECK-LABEL: module @shapes
// CHECK-DAG: %[[HALF:.*]] = meta.symbol "{{.*}}" min 2 hint 2 sources ["x.size()[1]"]
// CHECK-DAG: %[[TIMES:.*]] = meta.symbol "{{.*}}" min 2 hint 5 sources ["x.size()[0]"]
// CHECK-DAG: %[[ROWS:.*]] = meta.symbol "{{.*}}" min 2 hint 6 sources ["x._base.size()[0]"]
// CHECK-NOT: ephemeral
// CHECK: %[[A:.*]] = meta.unflatten %{{.*}} dim 0 into [%[[HALF]], -1] : !meta.tensor<?x4xf32
// CHECK: %[[B:.*]] = meta.unsqueeze %[[A]] dim 0
// CHECK: meta.expand %[[B]] to [%[[TIMES]], -1, -1, -1]
// STATIC-LABEL: module @shapes
// STATIC: !meta.tensor<5x2x3x4xf32, strided<[0, 12, 4, 1]>>
module @shapes {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 96 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<6x4xf32>
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<6x4xf32>
  %1 = meta.subclass %0 of "m.Two"(a = %a) : !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
  %base = meta.tensor %1 : !meta.tensor<6x4xf32>
  meta.mark %base, "_dynamo_static_indices"(#meta.set<[1]>) : !meta.tensor<6x4xf32>
  %2 = meta.unflatten %base dim 0 into [2, -1] : !meta.tensor<6x4xf32>
  %3 = meta.unsqueeze %2 dim 0 : !meta.tensor<2x3x4xf32>
  %4 = meta.expand %3 to [5, 2, 3, 4] : !meta.tensor<1x2x3x4xf32>
  %x = meta.tensor %4 base %base : !meta.tensor<5x2x3x4xf32, strided<[0, 12, 4, 1]>>, !meta.tensor<6x4xf32>
  meta.source %x, "x" : !meta.tensor<5x2x3x4xf32, strided<[0, 12, 4, 1]>>
}

// -----

// One of several parts: those beside it are what is left. One of as many as a
// dimension is large is selected.

// CHECK-LABEL: module @parts
// CHECK-DAG: %[[PART:.*]] = meta.symbol "{{.*}}" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-DAG: %[[ROWS:.*]] = meta.symbol "{{.*}}" min 2 hint 6 sources ["x._base.size()[0]"]
// CHECK-DAG: %[[INDEX:.*]] = meta.symbol "s12" hint 2 sources ["<ephemeral: symint_visitor_fn>"]
// CHECK-DAG: %[[OTHER:.*]] = arith.subi %[[ROWS]], %[[PART]] : index
// CHECK: %[[A:.*]]:2 = meta.split %{{.*}} dim 0 sizes [%[[OTHER]], %[[PART]]]
// CHECK: meta.select %[[A]]#1 dim 1 index %[[INDEX]]
// STATIC-LABEL: module @parts
// STATIC: !meta.tensor<4xf32, strided<[3]>>
module @parts {
  %s0 = meta.storage 72 : !meta.storage
  %s1 = meta.storage 72 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<6x3xf32>
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<6x3xf32>
  %1 = meta.subclass %0 of "m.Two"(a = %a) : !meta.tensor<6x3xf32>, !meta.tensor<6x3xf32>
  %base = meta.tensor %1 : !meta.tensor<6x3xf32>
  %2:2 = meta.split %base dim 0 sizes [2, 4] : !meta.tensor<6x3xf32>
  %3:3 = meta.unbind %2#1 dim 1 : !meta.tensor<4x3xf32>
  %x = meta.tensor %3#2 base %base : !meta.tensor<4xf32, strided<[3]>>, !meta.tensor<6x3xf32>
  meta.source %x, "x" : !meta.tensor<4xf32, strided<[3]>>
}

// -----

// A size of the view that is static is in the chain, too. A view that is not
// met stays what it was.

// CHECK-LABEL: module @mixed
// CHECK: %[[OLD:.*]] = meta.cast %[[BASE:.*]] : !meta.tensor<?x?xf32> -> !meta.tensor<6x4xf32>
// CHECK-DAG: meta.alias %[[OLD]] : !meta.tensor<6x4xf32>
// CHECK-DAG: meta.narrow %[[BASE]] dim 0 start 0 length 3 : !meta.tensor<?x?xf32>
// CHECK-DAG: meta.tensor %{{.*}} base %[[BASE]] : !meta.tensor<3x?xf32>, !meta.tensor<?x?xf32>
// STATIC-LABEL: module @mixed
module @mixed {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 96 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<6x4xf32>
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<6x4xf32>
  %1 = meta.subclass %0 of "m.Two"(a = %a) : !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
  %base = meta.tensor %1 : !meta.tensor<6x4xf32>
  %2 = meta.slice %base dim 0 to 3 : !meta.tensor<6x4xf32>
  %x = meta.tensor %2 base %base : !meta.tensor<3x4xf32>, !meta.tensor<6x4xf32>
  meta.mark %x, "_dynamo_static_indices"(#meta.set<[0]>) : !meta.tensor<3x4xf32>
  meta.source %x, "x" : !meta.tensor<3x4xf32>
  %3 = meta.alias %base : !meta.tensor<6x4xf32>
  %y = meta.tensor %3 base %base : !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
}

// -----

// Views of other tensors are what `as_strided` makes, with symbols of their own.

// CHECK-LABEL: module @dense
// CHECK-DAG: %[[SIZE:.*]] = meta.symbol "{{.*}}" min 2 hint 3 sources ["x.size()[0]"]
// CHECK-DAG: %[[OFFSET:.*]] = meta.symbol "{{.*}}" min 2 hint 6 sources ["x.storage_offset()"]
// CHECK: meta.view %{{.*}}[%[[SIZE]]] offset %[[OFFSET]] : {{.*}} -> !meta.tensor<?xf32>
// CHECK-NOT: meta.select
// STATIC-LABEL: module @dense
// STATIC: meta.view %{{.*}} offset 6 : {{.*}} -> !meta.tensor<3xf32>
module @dense {
  %s = meta.storage 96 : !meta.storage
  %base = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.select %base dim 0 index 1 : !meta.tensor<4x6xf32>
  %1 = meta.slice %0 dim 0 to 3 : !meta.tensor<6xf32>
  %x = meta.tensor %1 base %base : !meta.tensor<3xf32>, !meta.tensor<4x6xf32>
  meta.source %x, "x" : !meta.tensor<3xf32>
}
