// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s
// RUN: meta-opt %s --split-input-file --meta-materialize="name=make" | FileCheck %s --check-prefix=NAMED

// Results are in the order of the first names, numbers in that of the tensors and
// storages.
// CHECK-LABEL: module @order
// CHECK-NEXT:    func.func @main() -> (!meta.tensor<2xf32> {meta.sources = ["b"]}, !meta.tensor<8x4xf32> {meta.sources = ["e", "h"]}) {
// CHECK-NEXT:      %[[B:.*]] = build.tensor 1 "b" : !meta.tensor<2xf32> {
// CHECK-NEXT:        %[[R:.*]] = build.empty_strided : !meta.tensor<2xf32>
// CHECK-NEXT:        build.bind_storage %[[R]] to 1 bytes 8 : !meta.tensor<2xf32>
// CHECK-NEXT:        build.yield %[[R]] : !meta.tensor<2xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[W:.*]] = build.tensor 0 "e" : !meta.tensor<8x4xf32> {
// CHECK-NEXT:        %[[R:.*]] = build.empty_strided : !meta.tensor<8x4xf32>
// CHECK-NEXT:        build.requires_grad %[[R]] : !meta.tensor<8x4xf32>
// CHECK-NEXT:        build.bind_storage %[[R]] to 0 bytes 128 : !meta.tensor<8x4xf32>
// CHECK-NEXT:        build.object %[[R]] parameter : !meta.tensor<8x4xf32>
// CHECK-NEXT:        build.yield %[[R]] : !meta.tensor<8x4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %[[B]], %[[W]] : !meta.tensor<2xf32>, !meta.tensor<8x4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// NAMED-LABEL: module @order
// NAMED-NEXT:    func.func @make()
module @order {
  %s0 = meta.storage 128 : !meta.storage
  %w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
  %s1 = meta.storage 8 : !meta.storage
  %b = meta.tensor %s1 : !meta.storage -> !meta.tensor<2xf32>
  meta.source %b, "b" : !meta.tensor<2xf32>
  meta.source %w, "e" : !meta.tensor<8x4xf32>
  meta.source %w, "h" : !meta.tensor<8x4xf32>
}

// -----

// Two tensors of one storage, without a base: each is bound to it where it lies.
// The storage has the bytes that it was described with, whoever comes first.
// CHECK-LABEL: module @shared_storage
// CHECK:         build.bind_storage %{{.*}} to 0 bytes 24 : !meta.tensor<2xf32>
// CHECK:         %[[W:.*]] = build.empty_strided : !meta.tensor<2x2xf32, strided<[1, 0]>>
// CHECK-NEXT:    build.bind_storage %[[W]] to 0 bytes 24 offset 3 : !meta.tensor<2x2xf32, strided<[1, 0]>>
module @shared_storage {
  %s = meta.storage 24 : !meta.storage
  %u = meta.tensor %s : !meta.storage -> !meta.tensor<2xf32>
  %0 = meta.view %s offset 3 : !meta.storage -> !meta.tensor<2x2xf32, strided<[1, 0]>>
  %w = meta.tensor %0 : !meta.tensor<2x2xf32, strided<[1, 0]>>
  meta.source %u, "u" : !meta.tensor<2xf32>
  meta.source %w, "w" : !meta.tensor<2x2xf32, strided<[1, 0]>>
}

// -----

// A tensor whose storage was resized under it.
// CHECK-LABEL: module @beyond_storage
// CHECK:         build.bind_storage %{{.*}} to 0 bytes 0 : !meta.tensor<4xf32>
module @beyond_storage {
  %s = meta.storage 0 : !meta.storage
  %w = meta.tensor %s beyond_storage : !meta.storage -> !meta.tensor<4xf32>
  meta.source %w, "w" : !meta.tensor<4xf32>
}

// -----

// What is no leaf has a history in which it was one of several results. Its device
// is left to who runs the program.
// CHECK-LABEL: module @non_leaf
// CHECK:         build.tensor 0 "y" : !meta.tensor<4xf32, cuda:1> {
// CHECK-NEXT:      %[[Y:.*]] = build.empty_strided
// CHECK-NEXT:      build.delayed_error %[[Y]] output 2 : !meta.tensor<4xf32, cuda:1>
// CHECK-NEXT:      build.bind_storage %[[Y]] to 0 bytes 16
// CHECK-NEXT:      build.retains_grad %[[Y]] : !meta.tensor<4xf32, cuda:1>
// CHECK-NEXT:      build.yield %[[Y]]
module @non_leaf {
  %s = meta.storage 16 : !meta.storage<cuda:1>
  %y = meta.tensor %s requires_grad non_leaf retains_grad output 2 : !meta.storage<cuda:1> -> !meta.tensor<4xf32, cuda:1>
  meta.source %y, "y" : !meta.tensor<4xf32, cuda:1>
}

// -----

// CHECK-LABEL: module @inference
// CHECK:         build.tensor 0 "i" inference : !meta.tensor<4xf32> {
module @inference {
  %s = meta.storage 16 : !meta.storage
  %i = meta.tensor %s inference : !meta.storage -> !meta.tensor<4xf32>
  meta.source %i, "i" : !meta.tensor<4xf32>
}

// -----

// Bits are set when the tensor is there.
// CHECK-LABEL: module @bits
// CHECK:         %[[C:.*]] = build.empty_strided : !meta.tensor<4xcomplex<f32>>
// CHECK:         build.set_conj %[[C]] : !meta.tensor<4xcomplex<f32>>
// CHECK-NEXT:    build.set_neg %[[C]] : !meta.tensor<4xcomplex<f32>>
// CHECK-NEXT:    build.yield %[[C]] : !meta.tensor<4xcomplex<f32>>
// CHECK:         %[[Z:.*]] = build.zero_tensor : !meta.tensor<4xf32>
// CHECK-NEXT:    build.bind_storage %[[Z]] to 1 bytes 16
module @bits {
  %s = meta.storage 32 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj, neg>
  %c = meta.tensor %0 : !meta.tensor<4xcomplex<f32>, conj, neg>
  meta.source %c, "c" : !meta.tensor<4xcomplex<f32>, conj, neg>
  %s1 = meta.storage 16 : !meta.storage
  %z = meta.tensor %s1 zero : !meta.storage -> !meta.tensor<4xf32>
  meta.source %z, "z" : !meta.tensor<4xf32>
}

// -----

// What Python knows of a tensor, and what storages hold.
// CHECK-LABEL: module @objects
// CHECK-NEXT:    func.func @main()
// CHECK-NEXT:      build.data 0, dense<[0, 0, -128, 63]> : tensor<4xi8>
// CHECK:           build.object %[[X:.*]] class "m.Buffer" buffer non_persistent fake : !meta.tensor<f32>
// CHECK-NEXT:      build.mark %[[X]], "first"(1 : i64) : !meta.tensor<f32>
// CHECK-NEXT:      build.mark %[[X]], "second"(#meta.set<[0]>) : !meta.tensor<f32>
module @objects {
  %s = meta.storage 4 : !meta.storage
  meta.data %s, dense<[0, 0, -128, 63]> : tensor<4xi8> : !meta.storage
  %x = meta.tensor %s class "m.Buffer" buffer non_persistent fake : !meta.storage -> !meta.tensor<f32>
  meta.mark %x, "first"(1 : i64) : !meta.tensor<f32>
  meta.mark %x, "second"(#meta.set<[0]>) : !meta.tensor<f32>
  meta.source %x, "x" : !meta.tensor<f32>
}
