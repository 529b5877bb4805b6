// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s
// RUN: meta-opt %s --split-input-file --meta-materialize | meta-opt --split-input-file --verify-roundtrip | FileCheck %s

// Sizes, a storage and an offset that are known only at run time. Symbols come
// in the order in which tensors have them: those of the base first.

// CHECK-LABEL: module @view
// CHECK: func.func @main() -> (!meta.tensor<?x?xf32, strided<[1, ?]>> {meta.sources = ["y"]})
// CHECK-NEXT: %[[N:.*]] = build.symbol "n" min 2 hint 4 sources ["x.size()[0]"]
// CHECK-NEXT: %[[M:.*]] = build.symbol "m" unbacked
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[NUMEL:.*]] = arith.muli %[[N]], %[[M]]
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[NUMEL]], %[[FOUR]]
// CHECK-NEXT: %[[X:.*]] = build.tensor 0 "y._base"
// CHECK-NEXT:   %[[E:.*]] = build.empty_strided[%[[N]], %[[M]]] : !meta.tensor<?x?xf32>
// CHECK-NEXT:   build.bind_storage %[[E]] to 0 bytes %[[BYTES]] :
// CHECK:      %[[K:.*]] = build.symbol "k"
// CHECK-NEXT: build.tensor 1 "y"
// CHECK-NEXT:   build.as_strided %[[X]][%[[M]], %[[N]], %[[M]]] offset %[[K]] no_grad
module @view {
  %k = meta.symbol "k"
  %m = meta.symbol "m" unbacked
  %n = meta.symbol "n" min 2 hint 4 sources ["x.size()[0]"]
  %c4 = arith.constant 4 : index
  %numel = arith.muli %n, %m : index
  %bytes = arith.muli %numel, %c4 : index
  %s = meta.storage %bytes : !meta.storage
  %0 = meta.view %s[%n, %m] : !meta.storage -> !meta.tensor<?x?xf32>
  %x = meta.tensor %0 : !meta.tensor<?x?xf32>
  %1 = meta.view %x[%m, %n, %m] offset %k : !meta.tensor<?x?xf32> -> !meta.tensor<?x?xf32, strided<[1, ?]>>
  %y = meta.tensor %1 base %x : !meta.tensor<?x?xf32, strided<[1, ?]>>, !meta.tensor<?x?xf32>
  meta.source %y, "y" : !meta.tensor<?x?xf32, strided<[1, ?]>>
}

// -----

// A storage and an offset of symbols under constant sizes, and a symbol that no
// tensor has.

// CHECK-LABEL: module @placement
// CHECK-NOT: "unused"
// CHECK: build.bind_storage %{{.*}} to 0 bytes %s0 offset %s1 :
module @placement {
  %unused = meta.symbol "unused"
  %n = meta.symbol "s0"
  %m = meta.symbol "s1"
  %s = meta.storage %n : !meta.storage
  %0 = meta.view %s offset %m : !meta.storage -> !meta.tensor<4xsi8>
  %x = meta.tensor %0 : !meta.tensor<4xsi8>
  meta.source %x, "x" : !meta.tensor<4xsi8>
}

// -----

// Pairs of reals as complex numbers: strides and offset are counted in reals.

// CHECK-LABEL: module @pairs
// CHECK: %[[N:.*]] = build.symbol "n"
// CHECK: %[[K:.*]] = build.symbol "k"
// CHECK-DAG: %[[STRIDE:.*]] = arith.muli %[[K]], %{{.*}}
// CHECK-DAG: %[[OFFSET:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK: %[[P:.*]] = build.as_strided %{{.*}}[%[[N]], %[[STRIDE]]] offset %[[OFFSET]] no_grad : !meta.tensor<?xf32> -> !meta.tensor<?x2xf32, strided<[?, 1]>>
// CHECK: build.view_as_complex %[[P]] no_grad : !meta.tensor<?x2xf32, strided<[?, 1]>> -> !meta.tensor<?xcomplex<f32>, strided<[?]>>
module @pairs {
  %n = meta.symbol "n"
  %k = meta.symbol "k"
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %x = meta.tensor %0 : !meta.tensor<?xf32>
  %1 = meta.view %s[%n, %k] offset %n : !meta.storage -> !meta.tensor<?xcomplex<f32>, strided<[?]>>
  %y = meta.tensor %1 base %x : !meta.tensor<?xcomplex<f32>, strided<[?]>>, !meta.tensor<?xf32>
  meta.source %y, "y" : !meta.tensor<?xcomplex<f32>, strided<[?]>>
}

// -----

// View ops that were recorded, with a symbol among their numbers.

// CHECK-LABEL: module @replay
// CHECK: %[[N:.*]] = build.symbol "n"
// CHECK: %[[K:.*]] = build.symbol "k"
// CHECK: build.replay %{{.*}} no_grad
// CHECK-NEXT: %[[NARROW:.*]] = meta.narrow %{{.*}} dim 0 start 0 length %[[K]]
// CHECK-NEXT: meta.conj %[[NARROW]]
module @replay {
  %n = meta.symbol "n"
  %k = meta.symbol "k"
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xcomplex<f32>>
  %x = meta.tensor %0 : !meta.tensor<?xcomplex<f32>>
  %1 = meta.narrow %x dim 0 start 0 length %k : !meta.tensor<?xcomplex<f32>>
  %2 = meta.conj %1 : !meta.tensor<?xcomplex<f32>>
  %y = meta.tensor %2 base %x : !meta.tensor<?xcomplex<f32>, conj>, !meta.tensor<?xcomplex<f32>>
  meta.source %y, "y" : !meta.tensor<?xcomplex<f32>, conj>
}

// -----

// Sparse tensors.

// CHECK-LABEL: module @sparse
// CHECK: %[[N:.*]] = build.symbol "n"
// CHECK: build.sparse_coo %{{.*}}, %{{.*}}[%[[N]]] coalesced :
module @sparse {
  %n = meta.symbol "n"
  %s0 = meta.storage 48 : !meta.storage
  %s1 = meta.storage 12 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
  %v = meta.view %s1 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_coo %i, %v[%n] coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<?x5xf32, #meta.coo<2, 0>>
  %x = meta.tensor %0 : !meta.tensor<?x5xf32, #meta.coo<2, 0>>
  meta.source %x, "x" : !meta.tensor<?x5xf32, #meta.coo<2, 0>>
}

// -----

// A subclass whose outside and context have symbols, in a batch of one.

// CHECK-LABEL: module @wraps
// CHECK: %[[B:.*]] = build.symbol "b"
// CHECK-NEXT: meta.interpreter vmap level 1 batch_size %[[B]]
// CHECK: %[[N:.*]] = build.symbol "n"
// CHECK: build.subclass "m.Cut"[%[[N]]] of %{{.*}}, %[[N]] parts <"data" = #meta.operand<0>> ctx(#meta.size<[#meta.operand<1>, 6]>) : (!meta.tensor<4x6xf32>, index) -> !meta.tensor<?x6xf32>
module @wraps {
  %b = meta.symbol "b"
  meta.interpreter vmap level 1 batch_size %b
  %n = meta.symbol "n"
  %s = meta.storage 96 : !meta.storage
  %a = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
  %outer = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x6xf32>
  %0 = meta.subclass %outer of "m.Cut"(data = %a) with %n ctx(#meta.size<[#meta.operand<1>, 6]>) : !meta.tensor<?x6xf32>, !meta.tensor<4x6xf32>, index
  %x = meta.tensor %0 : !meta.tensor<?x6xf32>
  meta.source %x, "x" : !meta.tensor<?x6xf32>
}

// -----

// A ragged size, which is that of the offsets.

// CHECK-LABEL: module @ragged
// CHECK: %[[J:.*]] = build.symbol "j1" nested_int
// CHECK: build.subclass "m.Jagged"[%[[J]]] of %{{.*}} parts <"_values" = #meta.operand<0>> layout "jagged" : (!meta.tensor<7x5xf32>) -> !meta.tensor<2x?x5xf32, strided<[5, 5, 1]>>
module @ragged {
  %j1 = meta.symbol "j1" nested_int
  %s = meta.storage 140 : !meta.storage
  %v = meta.tensor %s : !meta.storage -> !meta.tensor<7x5xf32>
  %s1 = meta.storage 140 : !meta.storage
  %outer = meta.view %s1[%j1] : !meta.storage -> !meta.tensor<2x?x5xf32, strided<[5, 5, 1]>>
  %0 = meta.subclass %outer of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<2x?x5xf32, strided<[5, 5, 1]>>, !meta.tensor<7x5xf32>
  %x = meta.tensor %0 : !meta.tensor<2x?x5xf32, strided<[5, 5, 1]>>
  meta.source %x, "x" : !meta.tensor<2x?x5xf32, strided<[5, 5, 1]>>
}
