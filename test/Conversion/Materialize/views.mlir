// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s

// A leaf view: without grad mode, then told how autograd made it.
// CHECK-LABEL: module @leaf
// CHECK:         %[[POOL:.*]] = build.tensor 0 "pool"
// CHECK:         build.tensor 1 "k" : !meta.tensor<4x3xf32, strided<[1, 4]>> {
// CHECK-NEXT:      %[[K:.*]] = build.as_strided %[[POOL]] offset 2 no_grad : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
// CHECK-NEXT:      build.requires_grad %[[K]]
// CHECK-NEXT:      build.creation %[[K]] no_grad_mode
// CHECK-NEXT:      build.yield %[[K]]
module @leaf {
  %s = meta.storage 96 : !meta.storage
  %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %pool offset 2 : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
  %k = meta.tensor %0 base %pool creation no_grad_mode requires_grad : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
  meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
  meta.source %pool, "pool" : !meta.tensor<24xf32>
}

// -----

// A view that is no leaf of a base that requires grad: its history is the view.
// CHECK-LABEL: module @non_leaf
// CHECK:         build.tensor 1 "v" : !meta.tensor<6x4xf32> {
// CHECK-NEXT:      %[[V:.*]] = build.as_strided %{{.*}} : !meta.tensor<24xf32> -> !meta.tensor<6x4xf32>
// CHECK-NEXT:      build.creation %[[V]] default
// CHECK-NEXT:      build.yield %[[V]]
module @non_leaf {
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<6x4xf32>
  %v = meta.tensor %0 base %x requires_grad non_leaf : !meta.tensor<6x4xf32>, !meta.tensor<24xf32>
  meta.source %v, "v" : !meta.tensor<6x4xf32>
}

// -----

// One of a base that requires none: a leaf that does is between them.
// CHECK-LABEL: module @two_steps
// CHECK:         build.tensor 1 "v" : !meta.tensor<6x4xf32> {
// CHECK-NEXT:      %[[MID:.*]] = build.alias %[[X:.*]] no_grad : !meta.tensor<24xf32> -> !meta.tensor<24xf32>
// CHECK-NEXT:      build.requires_grad %[[MID]]
// CHECK-NEXT:      %[[V:.*]] = build.as_strided %[[MID]] : !meta.tensor<24xf32> -> !meta.tensor<6x4xf32>
// CHECK-NEXT:      build.creation %[[V]] default
module @two_steps {
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<6x4xf32>
  %v = meta.tensor %0 base %x requires_grad non_leaf : !meta.tensor<6x4xf32>, !meta.tensor<24xf32>
  meta.source %v, "v" : !meta.tensor<6x4xf32>
}

// -----

// The second of several results, as `unbind` gives it.
// CHECK-LABEL: module @output
// CHECK:         %[[V:.*]] = build.as_strided
// CHECK-NEXT:    build.delayed_error %[[V]] output 1
// CHECK-NEXT:    build.creation %[[V]] multi_output_node
module @output {
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s requires_grad non_leaf : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s offset 12 : !meta.storage -> !meta.tensor<12xf32>
  %v = meta.tensor %0 base %x creation multi_output_node requires_grad non_leaf output 1 : !meta.tensor<12xf32>, !meta.tensor<24xf32>
  meta.source %v, "v" : !meta.tensor<12xf32>
}

// -----

// Complex numbers in a part of a buffer of odd length: the part comes first.
// CHECK-LABEL: module @complex_of_real
// CHECK:         %[[PAIRS:.*]] = build.as_strided %{{.*}} offset 4 no_grad : !meta.tensor<15xf32> -> !meta.tensor<4x2xf32>
// CHECK-NEXT:    build.view_as_complex %[[PAIRS]] no_grad : !meta.tensor<4x2xf32> -> !meta.tensor<4xcomplex<f32>>
module @complex_of_real {
  %s = meta.storage 60 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<15xf32>
  %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
  %c = meta.tensor %0 base %x : !meta.tensor<4xcomplex<f32>>, !meta.tensor<15xf32>
  meta.source %c, "c" : !meta.tensor<4xcomplex<f32>>
}

// -----

// CHECK-LABEL: module @real_of_complex
// CHECK:         %[[PAIRS:.*]] = build.view_as_real %{{.*}} no_grad : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>> -> !meta.tensor<3x4x2xf32, strided<[2, 6, 1]>>
// CHECK-NEXT:    build.as_strided %[[PAIRS]] offset 1 no_grad : !meta.tensor<3x4x2xf32, strided<[2, 6, 1]>> -> !meta.tensor<4xf32, strided<[6]>>
module @real_of_complex {
  %s = meta.storage 96 : !meta.storage
  %g = meta.view %s : !meta.storage -> !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
  %x = meta.tensor %g : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
  %0 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<4xf32, strided<[6]>>
  %i = meta.tensor %0 base %x : !meta.tensor<4xf32, strided<[6]>>, !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
  meta.source %i, "i" : !meta.tensor<4xf32, strided<[6]>>
}

// -----

// The view ops that autograd has recorded are run again.
// CHECK-LABEL: module @replay
// CHECK:         %[[X:.*]] = build.tensor 0 "v._base"
// CHECK:         build.tensor 1 "v" : !meta.tensor<3xcomplex<f32>, conj> {
// CHECK-NEXT:      %[[V:.*]] = build.replay %[[X]] : !meta.tensor<4x3xcomplex<f32>> -> !meta.tensor<3xcomplex<f32>, conj> {
// CHECK-NEXT:        %[[C:.*]] = meta.conj %[[X]]
// CHECK-NEXT:        %[[R:.*]] = meta.select %[[C]] dim 0 index 1
// CHECK-NEXT:        build.yield %[[R]]
// CHECK-NEXT:      }
// CHECK-NEXT:      build.creation %[[V]] default
module @replay {
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<4x3xcomplex<f32>>
  %0 = meta.conj %x : !meta.tensor<4x3xcomplex<f32>>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x3xcomplex<f32>, conj>
  %v = meta.tensor %1 base %x requires_grad non_leaf : !meta.tensor<3xcomplex<f32>, conj>, !meta.tensor<4x3xcomplex<f32>>
  meta.source %v, "v" : !meta.tensor<3xcomplex<f32>, conj>
}

// -----

// Bits that the view does not have from its base.
// CHECK-LABEL: module @bits
// CHECK:         %[[V:.*]] = build.as_strided %{{.*}} : !meta.tensor<4xcomplex<f32>> -> !meta.tensor<2xcomplex<f32>>
// CHECK:         build.set_conj %[[V]] : !meta.tensor<2xcomplex<f32>>
// CHECK:         %[[W:.*]] = build.as_strided %{{.*}} : !meta.tensor<2xcomplex<f32>, conj> -> !meta.tensor<1xcomplex<f32>, conj>
// CHECK:         build.set_conj %[[W]] off : !meta.tensor<1xcomplex<f32>, conj>
module @bits {
  %s = meta.storage 32 : !meta.storage
  %x = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<4xcomplex<f32>>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2xcomplex<f32>, conj>
  %v = meta.tensor %0 base %x requires_grad non_leaf : !meta.tensor<2xcomplex<f32>, conj>, !meta.tensor<4xcomplex<f32>>
  meta.source %v, "v" : !meta.tensor<2xcomplex<f32>, conj>
  %1 = meta.view %s : !meta.storage -> !meta.tensor<1xcomplex<f32>>
  %w = meta.tensor %1 base %v requires_grad non_leaf : !meta.tensor<1xcomplex<f32>>, !meta.tensor<2xcomplex<f32>, conj>
  meta.source %w, "w" : !meta.tensor<1xcomplex<f32>>
}

// -----

// Autograd says it is a view of one tensor, memory that it lies with another.
// CHECK-LABEL: module @other_storage
// CHECK:         %[[V:.*]] = build.as_strided %{{.*}} offset 2 no_grad
// CHECK-NEXT:    build.bind_storage %[[V]] to 1 bytes 64 offset 2
module @other_storage {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %s1 = meta.storage 64 : !meta.storage
  %0 = meta.view %s1 offset 2 : !meta.storage -> !meta.tensor<8xf32>
  %v = meta.tensor %0 base %x : !meta.tensor<8xf32>, !meta.tensor<4xf32>
  meta.source %v, "v" : !meta.tensor<8xf32>
}

// -----

// The values of a sparse tensor say that they are a view of it.
// CHECK-LABEL: module @values
// CHECK:         %[[X:.*]] = build.tensor 0 "v._base"
// CHECK:         build.values %[[X]] no_grad : !meta.tensor<4x5xf32, #meta.csr> -> !meta.tensor<3xf32>
module @values {
  %s0 = meta.storage 40 : !meta.storage
  %s1 = meta.storage 24 : !meta.storage
  %s2 = meta.storage 12 : !meta.storage
  %c = meta.view %s0 : !meta.storage -> !meta.tensor<5xsi64>
  %p = meta.view %s1 : !meta.storage -> !meta.tensor<3xsi64>
  %d = meta.view %s2 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_compressed %c, %p, %d : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  %x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.csr>
  %v = meta.tensor %d base %x : !meta.tensor<3xf32>, !meta.tensor<4x5xf32, #meta.csr>
  meta.source %v, "v" : !meta.tensor<3xf32>
}

// -----

// A part of the values is a view of them.
// CHECK-LABEL: module @part_of_values
// CHECK:         %[[V:.*]] = build.values %{{.*}} no_grad : !meta.tensor<4x5xf32, #meta.csr> -> !meta.tensor<3xf32>
// CHECK-NEXT:    build.as_strided %[[V]] offset 2 no_grad : !meta.tensor<3xf32> -> !meta.tensor<1xf32>
module @part_of_values {
  %s0 = meta.storage 40 : !meta.storage
  %s1 = meta.storage 24 : !meta.storage
  %s2 = meta.storage 12 : !meta.storage
  %c = meta.view %s0 : !meta.storage -> !meta.tensor<5xsi64>
  %p = meta.view %s1 : !meta.storage -> !meta.tensor<3xsi64>
  %d = meta.view %s2 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_compressed %c, %p, %d : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  %x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.csr>
  %1 = meta.view %s2 offset 2 : !meta.storage -> !meta.tensor<1xf32>
  %v = meta.tensor %1 base %x : !meta.tensor<1xf32>, !meta.tensor<4x5xf32, #meta.csr>
  meta.source %v, "v" : !meta.tensor<1xf32>
}

// -----

// Selecting from a sparse tensor copies, though autograd takes it for a view.
// CHECK-LABEL: module @outside_of_parts
// CHECK:         %[[X:.*]] = build.tensor 0 "v._base"
// CHECK:         %[[V:.*]] = build.empty_strided : !meta.tensor<6xf32>
// CHECK-NEXT:    build.view_of %[[V]], %[[X]]
// CHECK-NEXT:    build.creation %[[V]] default
// CHECK-NEXT:    build.bind_storage %[[V]] to 2 bytes 24
module @outside_of_parts {
  %s0 = meta.storage 16 : !meta.storage
  %s1 = meta.storage 48 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<1x2xsi64>
  %d = meta.view %s1 : !meta.storage -> !meta.tensor<2x6xf32>
  %0 = meta.sparse_coo %i, %d : !meta.tensor<1x2xsi64>, !meta.tensor<2x6xf32> -> !meta.tensor<4x6xf32, #meta.coo<1, 1>>
  %x = meta.tensor %0 : !meta.tensor<4x6xf32, #meta.coo<1, 1>>
  %s2 = meta.storage 24 : !meta.storage
  %1 = meta.view %s2 : !meta.storage -> !meta.tensor<6xf32>
  %v = meta.tensor %1 base %x : !meta.tensor<6xf32>, !meta.tensor<4x6xf32, #meta.coo<1, 1>>
  meta.source %v, "v" : !meta.tensor<6xf32>
}
