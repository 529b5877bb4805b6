// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --canonicalize --cse | FileCheck %s

// Each op once, and in its order: nothing is merged, removed or moved.
// CHECK-LABEL: func.func @main()
// CHECK-NEXT:    build.data 0, dense<1> : tensor<16xi8>
// CHECK-NEXT:    %x = build.tensor 0 "x" inference : !meta.tensor<4xf32> {
// CHECK-NEXT:      %[[X:.*]] = build.empty_strided : !meta.tensor<4xf32>
// CHECK-NEXT:      build.zero_tensor : !meta.tensor<4xf32>
// CHECK-NEXT:      build.bind_storage %[[X]] to 0 bytes 16 :
// CHECK-NEXT:      build.bind_storage %[[X]] to 0 bytes 16 offset 4 :
// CHECK-NEXT:      build.set_conj %[[X]] :
// CHECK-NEXT:      build.set_conj %[[X]] off :
// CHECK-NEXT:      build.set_neg %[[X]] off :
// CHECK-NEXT:      build.requires_grad %[[X]] :
// CHECK-NEXT:      build.delayed_error %[[X]] output 2 :
// CHECK-NEXT:      build.retains_grad %[[X]] :
// CHECK-NEXT:      build.object %[[X]] parameter class "m.C" buffer persistent fake :
// CHECK-NEXT:      build.mark %[[X]], "a"(1 : i64) :
// CHECK-NEXT:      build.yield %[[X]] :
// CHECK-NEXT:    }
// CHECK-NEXT:    %t._base = build.tensor 1 "t._base" : !meta.tensor<2x4xcomplex<f32>, conj> {
// CHECK-NEXT:      %[[V:.*]] = build.empty_strided :
// CHECK-NEXT:      %[[R:.*]] = build.view_as_real %[[V]] no_grad :
// CHECK-NEXT:      %[[C:.*]] = build.view_as_complex %[[R]] :
// CHECK-NEXT:      %[[A:.*]] = build.alias %[[C]] :
// CHECK-NEXT:      build.replay %[[A]] no_grad :
// CHECK-NEXT:        %[[J:.*]] = meta.conj %[[A]] :
// CHECK-NEXT:        build.yield %[[J]] :
// CHECK-NEXT:      }
// CHECK-NEXT:      build.creation %[[A]] multi_output_node :
// CHECK-NEXT:      build.yield %[[A]] :
// CHECK-NEXT:    }
// CHECK-NEXT:    %w = build.tensor 2 "w" : !meta.tensor<4xf32> {
// CHECK-NEXT:      build.batched %x dim 0 level 1 legacy :
// CHECK-NEXT:      build.grad_tracking %x level 2 :
// CHECK-NEXT:      %[[F:.*]] = build.functional %x level 3 :
// CHECK-NEXT:      build.view_of %[[F]], %x :
// CHECK-NEXT:      build.functional_view %[[F]] copies no_grad :
// CHECK-NEXT:        %[[L:.*]] = meta.select %[[F]] dim 0 index 1 :
// CHECK-NEXT:        build.yield %[[L]] :
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[S:.*]] = build.subclass "m.S" of %x, %x parts <"a" = #meta.operand<0>> ctx(#meta.none) layout "jagged" by_attribute :
// CHECK-NEXT:      build.yield %[[S]] :
// CHECK-NEXT:    }
// CHECK-NEXT:    build.grad %x, %w :
// CHECK-NEXT:    build.tangent %x, %w :
// CHECK-NEXT:    build.shares_version %x, %w :
func.func @main() -> !meta.tensor<4xf32> {
  build.data 0, dense<1> : tensor<16xi8>
  %x = build.tensor 0 "x" inference : !meta.tensor<4xf32> {
    %0 = build.empty_strided : !meta.tensor<4xf32>
    %1 = build.zero_tensor : !meta.tensor<4xf32>
    build.bind_storage %0 to 0 bytes 16 : !meta.tensor<4xf32>
    build.bind_storage %0 to 0 bytes 16 offset 4 : !meta.tensor<4xf32>
    build.set_conj %0 : !meta.tensor<4xf32>
    build.set_conj %0 off : !meta.tensor<4xf32>
    build.set_neg %0 off : !meta.tensor<4xf32>
    build.requires_grad %0 : !meta.tensor<4xf32>
    build.delayed_error %0 output 2 : !meta.tensor<4xf32>
    build.retains_grad %0 : !meta.tensor<4xf32>
    build.object %0 parameter class "m.C" buffer persistent fake : !meta.tensor<4xf32>
    build.mark %0, "a"(1 : i64) : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  %v = build.tensor 1 "t._base" : !meta.tensor<2x4xcomplex<f32>, conj> {
    %0 = build.empty_strided : !meta.tensor<2x4xcomplex<f32>>
    %1 = build.view_as_real %0 no_grad : !meta.tensor<2x4xcomplex<f32>> -> !meta.tensor<2x4x2xf32>
    %2 = build.view_as_complex %1 : !meta.tensor<2x4x2xf32> -> !meta.tensor<2x4xcomplex<f32>>
    %3 = build.alias %2 : !meta.tensor<2x4xcomplex<f32>> -> !meta.tensor<2x4xcomplex<f32>>
    %4 = build.replay %3 no_grad : !meta.tensor<2x4xcomplex<f32>> -> !meta.tensor<2x4xcomplex<f32>, conj> {
      %5 = meta.conj %3 : !meta.tensor<2x4xcomplex<f32>>
      build.yield %5 : !meta.tensor<2x4xcomplex<f32>, conj>
    }
    build.creation %3 multi_output_node : !meta.tensor<2x4xcomplex<f32>>
    build.yield %3 : !meta.tensor<2x4xcomplex<f32>>
  }
  %w = build.tensor 2 "w" : !meta.tensor<4xf32> {
    %0 = build.batched %x dim 0 level 1 legacy : !meta.tensor<4xf32> -> !meta.tensor<f32>
    %1 = build.grad_tracking %x level 2 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    %2 = build.functional %x level 3 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    build.view_of %2, %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
    %3 = build.functional_view %2 copies no_grad : !meta.tensor<4xf32> -> !meta.tensor<f32> {
      %5 = meta.select %2 dim 0 index 1 : !meta.tensor<4xf32>
      build.yield %5 : !meta.tensor<f32>
    }
    %4 = build.subclass "m.S" of %x, %x parts <"a" = #meta.operand<0>> ctx(#meta.none) layout "jagged" by_attribute : (!meta.tensor<4xf32>, !meta.tensor<4xf32>) -> !meta.tensor<4xf32>
    build.yield %4 : !meta.tensor<4xf32>
  }
  build.grad %x, %w : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  build.tangent %x, %w : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  build.shares_version %x, %w : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return %x : !meta.tensor<4xf32>
}
