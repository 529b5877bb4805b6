// RUN: meta-opt %s --split-input-file --meta-symbolize | FileCheck %s
// RUN: meta-opt %s --split-input-file --meta-symbolize="sizes=dynamic strides=static" | FileCheck %s --check-prefix=DYNAMIC
// RUN: meta-opt %s --split-input-file --meta-symbolize="sizes=static" | FileCheck %s --check-prefix=STATIC
// RUN: meta-opt %s --split-input-file --meta-symbolize="duck-shape=false specialize-zero-one=false" | FileCheck %s --check-prefix=FREE

// What is expected is what ShapeEnv of PyTorch gives. One symbol for all sizes of
// one value; 0 and 1 stay; a stride is the product of the sizes behind it.

// CHECK-LABEL: module @duck
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]", "x.size()[2]", "y.size()[0]"]
// CHECK: %[[S:.*]] = meta.storage %{{.*}} : !meta.storage
// CHECK: meta.view %{{.*}}[%[[N]], %[[N]]] : !meta.storage -> !meta.tensor<?x1x?xf32>
// CHECK: meta.view %{{.*}}[%[[N]]] : !meta.storage -> !meta.tensor<?xf32>
// DYNAMIC-LABEL: module @duck
// DYNAMIC-NEXT: meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
// DYNAMIC-NEXT: meta.symbol "s73" min 2 hint 4 sources ["x.size()[2]"]
// DYNAMIC-NEXT: meta.symbol "s20" min 2 hint 4 sources ["y.size()[0]"]
// DYNAMIC: meta.view %{{.*}} -> !meta.tensor<?x1x?xf32, strided<[4, 4, 1]>>
// STATIC-LABEL: module @duck
// STATIC-NOT: meta.symbol
// STATIC: meta.tensor %{{.*}} : !meta.storage -> !meta.tensor<4x1x4xf32>
// FREE-LABEL: module @duck
// FREE-NEXT: meta.symbol "s93" min 0 hint 4
// FREE-NEXT: meta.symbol "s44" min 0 hint 1 sources ["x.size()[1]"]
// FREE: !meta.tensor<?x?x?xf32
module @duck {
  %s = meta.storage 64 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4x1x4xf32>
  meta.source %x, "x" : !meta.tensor<4x1x4xf32>
  %t = meta.storage 16 : !meta.storage
  %y = meta.tensor %t : !meta.storage -> !meta.tensor<4xf32>
  meta.source %y, "y" : !meta.tensor<4xf32>
}

// -----

// Offsets and strides that are no product have symbols too; a storage that no
// tensor fills keeps its bytes; a stride 0 stays.

// CHECK-LABEL: module @slice
// CHECK-NEXT: %[[SIZE:.*]] = meta.symbol "s93" min 2 hint 3 sources ["x.size()[0]", "x.size()[1]"]
// CHECK-NEXT: %[[STRIDE:.*]] = meta.symbol "s15" min 2 hint 5 sources ["x.stride()[0]", "x.storage_offset()"]
// CHECK-NEXT: meta.storage 80 : !meta.storage
// CHECK-NEXT: meta.view %{{.*}}[%[[SIZE]], %[[SIZE]], %[[STRIDE]]] offset %[[STRIDE]] : !meta.storage -> !meta.tensor<?x?xf32, strided<[?, 0]>>
module @slice {
  %s = meta.storage 80 : !meta.storage
  %0 = meta.view %s offset 5 : !meta.storage -> !meta.tensor<3x3xf32, strided<[5, 0]>>
  %x = meta.tensor %0 : !meta.tensor<3x3xf32, strided<[5, 0]>>
  meta.source %x, "x" : !meta.tensor<3x3xf32, strided<[5, 0]>>
}

// -----

// The base first, then the view, then its grad; parts of a subclass behind its
// outside.

// CHECK-LABEL: module @order
// CHECK: meta.symbol "s{{[0-9]+}}" min 2 hint 24 sources ["x._base.size()[0]"]
// CHECK: meta.symbol "s{{[0-9]+}}" min 2 hint 4 sources ["x.size()[0]", "x.storage_offset()", "x.grad.size()[0]"]
// CHECK: meta.symbol "s{{[0-9]+}}" min 2 hint 7 sources ["w.size()[0]", "w.data.size()[0]"]
// CHECK: meta.symbol "s{{[0-9]+}}" min 2 hint 9 sources ["w.data.size()[1]"]
// CHECK: meta.subclass %{{.*}} of "m.Half"(data = %{{.*}}) : !meta.tensor<?xf32>, !meta.tensor<?x?xf32>
// CHECK: meta.tensor %{{.*}} base %{{.*}} grad %{{.*}} requires_grad : !meta.tensor<?xf32>, !meta.tensor<?xf32>, !meta.tensor<?xf32>
module @order {
  %s2 = meta.storage 28 : !meta.storage
  %s3 = meta.storage 252 : !meta.storage
  %d = meta.tensor %s3 : !meta.storage -> !meta.tensor<7x9xf32>
  %1 = meta.view %s2 : !meta.storage -> !meta.tensor<7xf32>
  %2 = meta.subclass %1 of "m.Half"(data = %d) : !meta.tensor<7xf32>, !meta.tensor<7x9xf32>
  %w = meta.tensor %2 : !meta.tensor<7xf32>
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 16 : !meta.storage
  %pool = meta.tensor %s0 : !meta.storage -> !meta.tensor<24xf32>
  %g = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xf32>
  %0 = meta.view %pool offset 4 : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  %x = meta.tensor %0 base %pool grad %g requires_grad : !meta.tensor<4xf32>, !meta.tensor<24xf32>, !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
  meta.source %w, "w" : !meta.tensor<7xf32>
}

// -----

// What PyTorch's own marks say.

// CHECK-LABEL: module @marks
// CHECK-DAG: meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-DAG: meta.symbol "u0" unbacked min 0 sources ["x.size()[1]"]
// The strides of what may be of size 1 are stated.
// CHECK: meta.view %{{.*}} -> !meta.tensor<?x?x4xf32, strided<[?, 4, 1]>>
// STATIC-LABEL: module @marks
// STATIC: meta.symbol "s93"
// STATIC: meta.symbol "u0"
// STATIC: !meta.tensor<?x?x4xf32, strided<[?, 4, 1]>>
// STATIC: meta.tensor %{{.*}} : !meta.tensor<?xf32>
module @marks {
  %s = meta.storage 256 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4x4x4xf32>
  meta.source %x, "x" : !meta.tensor<4x4x4xf32>
  meta.mark %x, "_dynamo_dynamic_indices"(#meta.set<[0]>) : !meta.tensor<4x4x4xf32>
  meta.mark %x, "_dynamo_unbacked_indices"(#meta.set<[1]>) : !meta.tensor<4x4x4xf32>
  meta.mark %x, "_dynamo_static_indices"(#meta.set<[2]>) : !meta.tensor<4x4x4xf32>
  %r = meta.storage 20 : !meta.storage
  %y = meta.tensor %r : !meta.storage -> !meta.tensor<5xf32>
  meta.source %y, "y" : !meta.tensor<5xf32>
  meta.mark %y, "_dynamo_propagated_dynamic_indices"(#meta.set<[0]>) : !meta.tensor<5xf32>
}

// -----

// Symbols that are there stay, and new ones are called otherwise.

// CHECK-LABEL: module @present
// CHECK-NEXT: %[[OLD:.*]] = meta.symbol "s93" hint 8
// CHECK-NEXT: %[[NEW:.*]] = meta.symbol "s94" min 2 hint 4 sources ["x.size()[0]"]
// CHECK: meta.view %{{.*}}[%[[OLD]]] : !meta.storage -> !meta.tensor<?xf32>
module @present {
  %n = meta.symbol "s93" hint 8
  %s = meta.storage 64 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %y = meta.tensor %0 : !meta.tensor<?xf32>
  meta.source %y, "y" : !meta.tensor<?xf32>
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
}

// -----

// A cycle of grads, and a tensor without sizes or elements.

// CHECK-LABEL: module @cycle
// CHECK: meta.tensor %{{.*}} grad %{{.*}} : !meta.tensor<?xf32>, !meta.tensor<?xf32>
// CHECK: meta.tensor %{{.*}} : !meta.storage -> !meta.tensor<f32>
// CHECK: meta.tensor %{{.*}} : !meta.tensor<0x?xf32
module @cycle {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s grad %y : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %y = meta.tensor %s grad %x : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  meta.source %x, "x" : !meta.tensor<4xf32>
  %s1 = meta.storage 4 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<f32>
  meta.source %a, "a" : !meta.tensor<f32>
  %s2 = meta.storage 0 : !meta.storage
  %b = meta.tensor %s2 : !meta.storage -> !meta.tensor<0x3xf32>
  meta.source %b, "b" : !meta.tensor<0x3xf32>
}

// -----

// Strides that nothing needs are not left: those of a contiguous tensor are in
// its type.

// CHECK-LABEL: module @contiguous
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-NEXT: %[[M:.*]] = meta.symbol "s44" min 2 hint 5 sources ["x.size()[1]"]
// CHECK-NEXT: %[[K:.*]] = meta.symbol "s73" min 2 hint 6 sources ["x.size()[2]"]
// CHECK-NEXT: %[[S:.*]] = meta.storage 512 : !meta.storage
// CHECK-NEXT: meta.view %[[S]][%[[N]], %[[M]], %[[K]]] : !meta.storage -> !meta.tensor<?x?x?xf32>
module @contiguous {
  %s = meta.storage 512 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x5x6xf32>
  %x = meta.tensor %0 : !meta.tensor<4x5x6xf32>
  meta.source %x, "x" : !meta.tensor<4x5x6xf32>
}

// -----

// In coordinate format: dense sizes are those of the values, too, of which there
// are as many as before.

// CHECK-LABEL: module @coordinates
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-NEXT: %[[M:.*]] = meta.symbol "s44" min 2 hint 5 sources ["x.size()[1]"]
// CHECK-NEXT: %[[K:.*]] = meta.symbol "s73" min 2 hint 6 sources ["x.size()[2]"]
// CHECK-NEXT: arith.constant 3
// CHECK-NEXT: %[[E:.*]] = arith.muli %[[K]], %{{.*}}
// CHECK-NEXT: arith.constant 4
// CHECK-NEXT: %[[B:.*]] = arith.muli %[[E]], %{{.*}}
// CHECK-NEXT: meta.storage 48 : !meta.storage
// CHECK-NEXT: %[[S:.*]] = meta.storage %[[B]] : !meta.storage
// CHECK: %[[I:.*]] = meta.view %{{.*}} : !meta.storage -> !meta.tensor<2x3xsi64>
// CHECK: %[[V:.*]] = meta.view %[[S]][%[[K]]] : !meta.storage -> !meta.tensor<3x?xf32>
// CHECK: meta.sparse_coo %[[I]], %[[V]][%[[N]], %[[M]], %[[K]]] coalesced :
// STATIC-LABEL: module @coordinates
// STATIC: meta.tensor %{{.*}} : !meta.tensor<4x5x6xf32, #meta.coo<2, 1>>
module @coordinates {
  %s0 = meta.storage 48 : !meta.storage
  %s1 = meta.storage 72 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
  %v = meta.view %s1 : !meta.storage -> !meta.tensor<3x6xf32>
  %0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3x6xf32> -> !meta.tensor<4x5x6xf32, #meta.coo<2, 1>>
  %x = meta.tensor %0 : !meta.tensor<4x5x6xf32, #meta.coo<2, 1>>
  meta.source %x, "x" : !meta.tensor<4x5x6xf32, #meta.coo<2, 1>>
}

// -----

// A functional tensor has the symbols of its value, under its own name.

// CHECK-LABEL: module @functional
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-NEXT: %[[M:.*]] = meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
// CHECK-NOT: meta.symbol
// CHECK: %[[V:.*]] = meta.tensor %{{.*}} : !meta.tensor<?x?xf32>
// CHECK: %[[S:.*]] = meta.storage %{{.*}} : !meta.storage
// CHECK: %[[O:.*]] = meta.view %[[S]][%[[N]], %[[M]]] : !meta.storage -> !meta.tensor<?x?xf32>
// CHECK: meta.functional %[[O]] of %[[V]] :
module @functional {
  %s0 = meta.storage 96 : !meta.storage
  %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<4x6xf32>
  %s1 = meta.storage 96 : !meta.storage
  %o = meta.view %s1 : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.functional %o of %v : !meta.tensor<4x6xf32>, !meta.tensor<4x6xf32>
  %x = meta.tensor %0 : !meta.tensor<4x6xf32>
  meta.source %x, "x" : !meta.tensor<4x6xf32>
}

// -----

// A jagged tensor keeps its ragged size, and its parts are as those of any class.
// It has as many bytes as its values.

// CHECK-LABEL: module @jagged
// CHECK-NEXT: %[[J:.*]] = meta.symbol "j1" nested_int
// CHECK-NEXT: %[[B:.*]] = meta.symbol "s93" min 2 hint 3 sources ["x.size()[0]"]
// CHECK-NEXT: %[[D:.*]] = meta.symbol "s73" min 2 hint 5 sources ["x.size()[2]", "x._values.size()[1]"]
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s41" min 2 hint 9 sources ["x._values.size()[0]"]
// CHECK-NEXT: %[[O:.*]] = meta.symbol "s32" min 2 hint 4 sources ["x._offsets.size()[0]"]
// CHECK-NOT: meta.symbol
// CHECK: %[[E:.*]] = arith.muli %[[N]], %[[D]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[E]], %{{.*}}
// CHECK: meta.storage %[[BYTES]] : !meta.storage
// CHECK-NEXT: meta.view %{{.*}}[%[[N]], %[[D]]] : !meta.storage -> !meta.tensor<?x?xf32>
// CHECK: meta.view %{{.*}}[%[[O]]] : !meta.storage -> !meta.tensor<?xsi64>
// CHECK: meta.storage %[[BYTES]] : !meta.storage
// CHECK-NEXT: meta.view %{{.*}}[%[[B]], %[[J]], %[[D]]] : !meta.storage -> !meta.tensor<?x?x?xf32>
// DYNAMIC-LABEL: module @jagged
// DYNAMIC: meta.symbol "s73" min 2 hint 5 sources ["x.size()[2]"]
// DYNAMIC: !meta.tensor<?x?x?xf32, strided<[?, 5, 1]>>
// STATIC-LABEL: module @jagged
// STATIC-NEXT: meta.symbol "j1" nested_int
// STATIC-NOT: meta.symbol
// STATIC: !meta.tensor<3x?x5xf32>
module @jagged {
  %j1 = meta.symbol "j1" nested_int
  %s0 = meta.storage 180 : !meta.storage
  %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<9x5xf32>
  %s1 = meta.storage 32 : !meta.storage
  %o = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xsi64>
  %s2 = meta.storage 180 : !meta.storage
  %0 = meta.view %s2[%j1] : !meta.storage -> !meta.tensor<3x?x5xf32>
  %1 = meta.subclass %0 of "m.Jagged"(_values = %v, _offsets = %o) layout "jagged" : !meta.tensor<3x?x5xf32>, !meta.tensor<9x5xf32>, !meta.tensor<4xsi64>
  %x = meta.tensor %1 : !meta.tensor<3x?x5xf32>
  meta.source %x, "x" : !meta.tensor<3x?x5xf32>
}

// -----

// The stride that counts the ragged size is a product of it, also where the other
// one is no size.

// CHECK-LABEL: module @ragged_stride
// CHECK-NEXT: %[[J:.*]] = meta.symbol "j1" nested_int
// CHECK: %[[B:.*]] = meta.symbol "s{{[0-9]+}}" min 2 hint 3 sources ["x.size()[0]"]
// CHECK: %[[D:.*]] = meta.symbol "s{{[0-9]+}}" min 2 hint 4 sources ["x.size()[1]", "x._values.size()[0]"]
// CHECK: %[[N:.*]] = meta.symbol "s{{[0-9]+}}" min 2 hint 5 sources ["x.stride()[2]", "x._values.stride()[1]"]
// CHECK: %[[M:.*]] = arith.muli %[[J]], %[[N]]
// CHECK: meta.view %{{.*}}[%[[B]], %[[D]], %[[J]], %[[M]], %[[N]]] : !meta.storage -> !meta.tensor<?x?x?xf32, strided<[?, 1, ?]>>
module @ragged_stride {
  %j1 = meta.symbol "j1" nested_int
  %s0 = meta.storage 180 : !meta.storage
  %0 = meta.view %s0 : !meta.storage -> !meta.tensor<4x9xf32, strided<[1, 5]>>
  %v = meta.tensor %0 : !meta.tensor<4x9xf32, strided<[1, 5]>>
  %s2 = meta.storage 180 : !meta.storage
  %c5 = arith.constant 5 : index
  %1 = arith.muli %j1, %c5 : index
  %2 = meta.view %s2[%j1, %1] : !meta.storage -> !meta.tensor<3x4x?xf32, strided<[?, 1, 5]>>
  %3 = meta.subclass %2 of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<3x4x?xf32, strided<[?, 1, 5]>>, !meta.tensor<4x9xf32, strided<[1, 5]>>
  %x = meta.tensor %3 : !meta.tensor<3x4x?xf32, strided<[?, 1, 5]>>
  meta.source %x, "x" : !meta.tensor<3x4x?xf32, strided<[?, 1, 5]>>
}

// -----

// What has other symbols than its ragged size stays.

// CHECK-LABEL: module @symbolic_jagged
// CHECK-NOT: "x.size()
// CHECK: meta.tensor %{{.*}} : !meta.tensor<2x?x?xf32>
// CHECK: meta.tensor %{{.*}} : !meta.tensor<2x?x3xf32>
// CHECK: meta.tensor %{{.*}} : !meta.tensor<2x?x3xf32, strided<[?, 3, 1]>>
module @symbolic_jagged {
  %j1 = meta.symbol "j1" nested_int
  %n = meta.symbol "s0" hint 4
  %s = meta.storage 16 : !meta.storage
  %v = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %0 = meta.view %s[%j1, %n] : !meta.storage -> !meta.tensor<2x?x?xf32>
  %1 = meta.subclass %0 of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<2x?x?xf32>, !meta.tensor<4xf32>
  %x = meta.tensor %1 : !meta.tensor<2x?x?xf32>
  meta.source %x, "x" : !meta.tensor<2x?x?xf32>
  %2 = meta.view %s[%n] : !meta.storage -> !meta.tensor<2x?x3xf32>
  %3 = meta.subclass %2 of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<2x?x3xf32>, !meta.tensor<4xf32>
  %y = meta.tensor %3 : !meta.tensor<2x?x3xf32>
  meta.source %y, "y" : !meta.tensor<2x?x3xf32>
  %4 = meta.view %s[%j1, %n] : !meta.storage -> !meta.tensor<2x?x3xf32, strided<[?, 3, 1]>>
  %5 = meta.subclass %4 of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<2x?x3xf32, strided<[?, 3, 1]>>, !meta.tensor<4xf32>
  %z = meta.tensor %5 : !meta.tensor<2x?x3xf32, strided<[?, 3, 1]>>
  meta.source %z, "z" : !meta.tensor<2x?x3xf32, strided<[?, 3, 1]>>
}

// -----

// The largest size and stride that there are.

// CHECK-LABEL: module @largest
// CHECK-NEXT: %[[N:.*]] = meta.symbol "s93" min 2 hint 9223372036854775807 sources ["x.size()[0]"]
// CHECK: meta.view %{{.*}}[%[[N]], %[[N]]] : !meta.storage -> !meta.tensor<?x1xsi8, strided<[1, ?]>>
module @largest {
  %s = meta.storage 9223372036854775807 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<9223372036854775807x1xsi8, strided<[1, 9223372036854775807]>>
  %x = meta.tensor %0 : !meta.tensor<9223372036854775807x1xsi8, strided<[1, 9223372036854775807]>>
  meta.source %x, "x" : !meta.tensor<9223372036854775807x1xsi8, strided<[1, 9223372036854775807]>>
}
