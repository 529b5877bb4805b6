// RUN: meta-opt %s --split-input-file --meta-materialize | FileCheck %s

// A batch within a transform that differentiates; the tensors inside come first.
// CHECK-LABEL: module @functorch
// CHECK-NEXT:    func.func @main()
// CHECK-NEXT:      meta.interpreter grad level 1
// CHECK-NEXT:      meta.interpreter vmap level 2 batch_size 3 randomness same
// CHECK:           %[[X:.*]] = build.tensor 0 "t.unwrapped.unwrapped" : !meta.tensor<3x4xf32> {
// CHECK:           %[[G:.*]] = build.tensor 1 "t.unwrapped" : !meta.tensor<3x4xf32> {
// CHECK-NEXT:        %[[W:.*]] = build.grad_tracking %[[X]] level 1 :
// CHECK-NEXT:        build.requires_grad %[[W]]
// CHECK-NEXT:        build.yield %[[W]]
// CHECK:           build.tensor 2 "t" : !meta.tensor<4xf32> {
// CHECK-NEXT:        build.batched %[[G]] dim 0 level 2 : !meta.tensor<3x4xf32> -> !meta.tensor<4xf32>
module @functorch {
  meta.interpreter grad level 1
  meta.interpreter vmap level 2 batch_size 3 randomness same
  %s = meta.storage 48 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
  %0 = meta.grad_tracking %x level 1 : !meta.tensor<3x4xf32>
  %g = meta.tensor %0 requires_grad : !meta.tensor<3x4xf32>
  %1 = meta.batched %g dim 0 level 2 : !meta.tensor<3x4xf32>
  %t = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// -----

// The transform has ended.
// CHECK-LABEL: module @dead
// CHECK:         build.grad_tracking %{{.*}} : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
module @dead {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %0 = meta.grad_tracking %x : !meta.tensor<4xf32>
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<4xf32>
}

// -----

// Several dimensions in one wrapper, as vmap had it before functorch.
// CHECK-LABEL: module @legacy
// CHECK:         %[[A:.*]] = build.batched %{{.*}} dim 2 level 1 legacy : !meta.tensor<2x3x4xf32> -> !meta.tensor<2x3xf32, strided<[12, 4]>>
// CHECK-NEXT:    %[[B:.*]] = build.batched %[[A]] dim 0 level 2 legacy
// CHECK-NEXT:    build.yield %[[B]]
module @legacy {
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<2x3x4xf32>
  %0 = meta.batched %x dim 2 level 1 legacy : !meta.tensor<2x3x4xf32>
  %1 = meta.batched %0 dim 0 level 2 legacy : !meta.tensor<2x3xf32, strided<[12, 4]>>
  %t = meta.tensor %1 : !meta.tensor<3xf32, strided<[4]>>
  meta.source %t, "t" : !meta.tensor<3xf32, strided<[4]>>
}

// -----

// A functional tensor, and views that functionalization makes: of that, and of
// one that nothing else has.
// CHECK-LABEL: module @functional
// CHECK:         %[[T:.*]] = build.tensor 1 "t" : !meta.tensor<2x3xf32> {
// CHECK-NEXT:      build.functional %[[V:.*]] level 1 : !meta.tensor<2x3xf32> -> !meta.tensor<2x3xf32>
// CHECK:         build.tensor 3 "row" : !meta.tensor<3xf32> {
// CHECK-NEXT:      %[[W:.*]] = build.functional_view %[[T]] no_grad : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32> {
// CHECK-NEXT:        %[[R:.*]] = meta.select %[[T]] dim 0 index 0
// CHECK-NEXT:        build.yield %[[R]]
// CHECK-NEXT:      }
// CHECK-NEXT:      build.creation %[[W]] default
// CHECK:         build.tensor 4 "alone" : !meta.tensor<3xf32> {
// CHECK-NEXT:      %[[F:.*]] = build.functional %[[V]] :
// CHECK-NEXT:      %[[A:.*]] = build.functional_view %[[F]] no_grad :
// CHECK-NEXT:        meta.select %[[F]] dim 0 index 0
// CHECK:           build.shares_version %[[A]], %[[A]]
// CHECK:         build.tensor 5 "uncounted" inference
// CHECK-NOT:       build.shares_version
module @functional {
  %s0 = meta.storage 24 : !meta.storage
  %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<2x3xf32>
  %s1 = meta.storage 24 : !meta.storage
  %o = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
  %0 = meta.functional %o of %v level 1 : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
  %t = meta.tensor %0 : !meta.tensor<2x3xf32>
  %1 = meta.select %v dim 0 index 0 : !meta.tensor<2x3xf32>
  %r = meta.tensor %1 : !meta.tensor<3xf32>
  %p = meta.view %t : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32>
  %2 = meta.functional %p of %r view %1 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
  %u = meta.tensor %2 base %t : !meta.tensor<3xf32>, !meta.tensor<2x3xf32>
  %w = meta.tensor %2 : !meta.tensor<3xf32>
  meta.source %t, "t" : !meta.tensor<2x3xf32>
  meta.source %u, "row" : !meta.tensor<3xf32>
  meta.source %w, "alone" : !meta.tensor<3xf32>
  %i = meta.tensor %2 inference : !meta.tensor<3xf32>
  meta.source %i, "uncounted" : !meta.tensor<3xf32>
}

// -----

// CHECK-LABEL: module @subclass
// CHECK:         %[[A:.*]] = build.tensor 0 "w.data"
// CHECK:         build.tensor 1 "w" : !meta.tensor<4x6xf32> {
// CHECK-NEXT:      %[[W:.*]] = build.subclass "model.Half" of %[[A]] parts <"data" = #meta.operand<0>, "axis" = 0> ctx(#meta.tuple<[true]>) layout "jagged" : (!meta.tensor<2x6xf32>) -> !meta.tensor<4x6xf32>
// CHECK-NEXT:      build.bind_storage %[[W]] to 0 bytes 96 : !meta.tensor<4x6xf32>
// CHECK-NEXT:      build.requires_grad %[[W]]
module @subclass {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 48 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x6xf32>
  %outer = meta.view %s0 : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.subclass %outer of "model.Half"(data = %a, axis = 0) ctx(#meta.tuple<[true]>) layout "jagged" : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>
  %t = meta.tensor %0 requires_grad : !meta.tensor<4x6xf32>
  meta.source %t, "w" : !meta.tensor<4x6xf32>
}

// -----

// A view of such a tensor is made by its class.
// CHECK-LABEL: module @subclass_view
// CHECK-NEXT:    func.func @main()
// CHECK-NEXT:      build.tensor 0 "t._base.data"
// CHECK:           %[[W:.*]] = build.tensor 1 "t._base" : !meta.tensor<4x6xf32> {
// CHECK:           build.tensor 3 "t" : !meta.tensor<6x4xf32, strided<[1, 6]>> {
// CHECK-NEXT:        %[[T:.*]] = build.replay %[[W]] no_grad :
// CHECK-NEXT:          %[[R:.*]] = meta.transpose %[[W]], 0, 1
// CHECK-NEXT:          build.yield %[[R]]
// CHECK-NEXT:        }
// CHECK-NEXT:        build.creation %[[T]] default
module @subclass_view {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 96 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<4x6xf32>
  %outer = meta.view %s0 : !meta.storage -> !meta.tensor<4x6xf32>
  %0 = meta.subclass %outer of "model.Same"(data = %a) : !meta.tensor<4x6xf32>, !meta.tensor<4x6xf32>
  %w = meta.tensor %0 : !meta.tensor<4x6xf32>
  %1 = meta.view %s1 : !meta.storage -> !meta.tensor<6x4xf32, strided<[1, 6]>>
  %b = meta.tensor %1 : !meta.tensor<6x4xf32, strided<[1, 6]>>
  %2 = meta.transpose %w, 0, 1 : !meta.tensor<4x6xf32>
  %3 = meta.subclass %2 of "model.Same"(data = %b) : !meta.tensor<6x4xf32, strided<[1, 6]>>, !meta.tensor<6x4xf32, strided<[1, 6]>>
  %t = meta.tensor %3 base %w : !meta.tensor<6x4xf32, strided<[1, 6]>>, !meta.tensor<4x6xf32>
  meta.source %t, "t" : !meta.tensor<6x4xf32, strided<[1, 6]>>
}

// -----

// A wrapper of a view, which autograd takes for a view of another wrapper.
// CHECK-LABEL: module @wrapped_view
// CHECK:         %[[G:.*]] = build.tensor 1 "t._base"
// CHECK:         %[[V:.*]] = build.tensor 2 "t.unwrapped"
// CHECK:         build.tensor 3 "t" : !meta.tensor<2xf32> {
// CHECK-NEXT:      %[[T:.*]] = build.grad_tracking %[[V]] level 1 :
// CHECK-NEXT:      build.view_of %[[T]], %[[G]] : !meta.tensor<2xf32>, !meta.tensor<4xf32>
// CHECK-NEXT:      build.delayed_error %[[T]]
// CHECK-NEXT:      build.creation %[[T]] default
module @wrapped_view {
  meta.interpreter grad level 1
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %0 = meta.grad_tracking %x level 1 : !meta.tensor<4xf32>
  %g = meta.tensor %0 requires_grad : !meta.tensor<4xf32>
  %1 = meta.view %s : !meta.storage -> !meta.tensor<2xf32>
  %v = meta.tensor %1 base %x : !meta.tensor<2xf32>, !meta.tensor<4xf32>
  %2 = meta.grad_tracking %v level 1 : !meta.tensor<2xf32>
  %t = meta.tensor %2 base %g requires_grad non_leaf : !meta.tensor<2xf32>, !meta.tensor<4xf32>
  meta.source %t, "t" : !meta.tensor<2xf32>
}

// -----

// Views that were made as copies.
// CHECK-LABEL: module @functional_copies
// CHECK:         build.functional_view %{{.*}} copies no_grad : !meta.tensor<3x4xf32> -> !meta.tensor<4x3xf32> {
// CHECK-NEXT:      meta.transpose
// CHECK:         build.functional_view %{{.*}} copies no_grad : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32> {
// CHECK-NEXT:      meta.slice
module @functional_copies {
  %s0 = meta.storage 48 : !meta.storage
  %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<3x4xf32>
  %s1 = meta.storage 48 : !meta.storage
  %o = meta.view %s1 : !meta.storage -> !meta.tensor<3x4xf32>
  %0 = meta.functional %o of %v : !meta.tensor<3x4xf32>, !meta.tensor<3x4xf32>
  %t = meta.tensor %0 : !meta.tensor<3x4xf32>
  meta.shares_version %t with %v : !meta.tensor<3x4xf32>, !meta.tensor<3x4xf32>
  %s2 = meta.storage 48 : !meta.storage
  %r = meta.tensor %s2 : !meta.storage -> !meta.tensor<4x3xf32>
  %p = meta.view %t : !meta.tensor<3x4xf32> -> !meta.tensor<4x3xf32>
  %1 = meta.transpose %v, 0, 1 : !meta.tensor<3x4xf32>
  %2 = meta.functional %p of %r view %1 : !meta.tensor<4x3xf32>, !meta.tensor<4x3xf32>, !meta.tensor<4x3xf32, strided<[1, 4]>>
  %u = meta.tensor %2 base %t : !meta.tensor<4x3xf32>, !meta.tensor<3x4xf32>
  meta.source %u, "u" : !meta.tensor<4x3xf32>
  %s3 = meta.storage 32 : !meta.storage
  %q = meta.tensor %s3 : !meta.storage -> !meta.tensor<2x4xf32>
  %k = meta.view %t : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32>
  %3 = meta.slice %v dim 0 from 1 : !meta.tensor<3x4xf32>
  %4 = meta.functional %k of %q view %3 : !meta.tensor<2x4xf32>, !meta.tensor<2x4xf32>, !meta.tensor<2x4xf32>
  %w = meta.tensor %4 base %t : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
  meta.source %w, "w" : !meta.tensor<2x4xf32>
}
