// RUN: meta-opt %s --split-input-file --meta-to-func | FileCheck %s
// RUN: meta-opt %s --split-input-file --meta-to-func="name=entry" | FileCheck %s --check-prefix=NAMED

// Tensors become arguments in the order of their first sources, whatever that of
// the tensors is; one with several sources is one argument.
// CHECK-LABEL: module @order
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{.*}}: !meta.tensor<2xf32> {meta.sources = ["b"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<8x4xf32> {meta.sources = ["e.weight", "h.weight"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<3xsi64, cuda:0> {meta.sources = ["c"]}) {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// NAMED-LABEL: module @order
// NAMED-NEXT:    func.func @entry(
module @order {
  %s0 = meta.storage 128 : !meta.storage
  %w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
  %s1 = meta.storage 8 : !meta.storage
  %b = meta.tensor %s1 : !meta.storage -> !meta.tensor<2xf32>
  meta.source %b, "b" : !meta.tensor<2xf32>
  meta.source %w, "e.weight" : !meta.tensor<8x4xf32>
  %s2 = meta.storage 24 : !meta.storage<cuda:0>
  %c = meta.tensor %s2 : !meta.storage<cuda:0> -> !meta.tensor<3xsi64, cuda:0>
  meta.source %c, "c" : !meta.tensor<3xsi64, cuda:0>
  meta.source %w, "h.weight" : !meta.tensor<8x4xf32>
}

// -----

// The type keeps the layout and the bits; the offset is an attribute. Tensors of
// one storage have its number, and one that no source names counts as well.
// CHECK-LABEL: module @alias_groups
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{.*}}: !meta.tensor<4xf32> {meta.sources = ["alone"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.alias_group = 1 : i64, meta.offset = 2 : i64, meta.sources = ["k"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<2xcomplex<f32>, conj> {meta.alias_group = 3 : i64, meta.sources = ["u"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<f32, neg> {meta.alias_group = 3 : i64, meta.offset = 3 : i64, meta.sources = ["v"]}) {
module @alias_groups {
  %s0 = meta.storage 16 : !meta.storage
  %alone = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
  meta.source %alone, "alone" : !meta.tensor<4xf32>
  %s1 = meta.storage 96 : !meta.storage
  %pool = meta.tensor %s1 : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s1 offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
  %k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
  meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
  %unused = meta.storage 8 : !meta.storage
  %s3 = meta.storage 16 : !meta.storage
  %1 = meta.view %s3 : !meta.storage -> !meta.tensor<2xcomplex<f32>, conj>
  %u = meta.tensor %1 : !meta.tensor<2xcomplex<f32>, conj>
  meta.source %u, "u" : !meta.tensor<2xcomplex<f32>, conj>
  %2 = meta.view %s3 offset 3 : !meta.storage -> !meta.tensor<f32, neg>
  %v = meta.tensor %2 : !meta.tensor<f32, neg>
  meta.source %v, "v" : !meta.tensor<f32, neg>
}

// -----

// Two tensors of one geometry, or of no bytes, are two and share a storage.
// CHECK-LABEL: module @equal_geometry
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{.*}}: !meta.tensor<4xf32> {meta.alias_group = 0 : i64, meta.sources = ["a"]},
// CHECK-SAME:      %{{.*}}: !meta.tensor<4xf32> {meta.alias_group = 0 : i64, meta.sources = ["b"]}) {
module @equal_geometry {
  %s = meta.storage 16 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %a = meta.tensor %0 : !meta.tensor<4xf32>
  %b = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %a, "a" : !meta.tensor<4xf32>
  meta.source %b, "b" : !meta.tensor<4xf32>
}

// -----

// Symbols and arithmetic were of the description, and go with it; what they said
// is on the argument.
// CHECK-LABEL: module @dynamic
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{.*}}: !meta.tensor<?x4xf32, strided<[?, 1]>> {meta.offset = affine_map<()[s0] -> (s0 * 4)>, meta.sizes = affine_map<()[s0] -> (s0, 4)>, meta.sources = ["window"], meta.strides = affine_map<()[s0] -> (4, 1)>})
// CHECK-SAME:      attributes {meta.symbols = [{min = 2 : i64, name = "s0"}]} {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
module @dynamic {
  %n = meta.symbol "s0" min 2
  %c4 = arith.constant 4 : index
  %0 = arith.muli %n, %c4 : index
  %s = meta.storage %0 : !meta.storage
  %1 = meta.view %s[%n, %c4] offset %0 : !meta.storage -> !meta.tensor<?x4xf32, strided<[?, 1]>>
  %t = meta.tensor %1 : !meta.tensor<?x4xf32, strided<[?, 1]>>
  meta.source %t, "window" : !meta.tensor<?x4xf32, strided<[?, 1]>>
}

// -----

// What a tensor has as base or grad may have no source; then it is no argument.
// A cycle of geometry is in no storage.
// CHECK-LABEL: module @unnamed
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{.*}}: !meta.tensor<6xf32> {meta.sources = ["w"]}) {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
module @unnamed {
  %s0 = meta.storage 24 : !meta.storage
  %s1 = meta.storage 24 : !meta.storage
  %grad = meta.tensor %s1 : !meta.storage -> !meta.tensor<6xf32>
  %w = meta.tensor %s0 grad %grad parameter requires_grad : !meta.storage, !meta.tensor<6xf32> -> !meta.tensor<6xf32>
  meta.source %w, "w" : !meta.tensor<6xf32>
  %0 = meta.alias %1 : !meta.tensor<6xf32>
  %1 = meta.alias %0 : !meta.tensor<6xf32>
  %t = meta.tensor %1 : !meta.tensor<6xf32>
}

// -----

// Other functions and nested modules are not part of the description.
// CHECK-LABEL: module @others
// CHECK-NEXT:    func.func @helper(%[[X:.*]]: !meta.tensor<4xf32>) -> !meta.tensor<2xf32> {
// CHECK-NEXT:      %[[V:.*]] = meta.slice %[[X]] dim 0 from 2
// CHECK-NEXT:      return %[[V]]
// CHECK-NEXT:    }
// CHECK-NEXT:    module @nested {
// CHECK-NEXT:      meta.storage 8
// CHECK-NEXT:      meta.tensor
// CHECK-NEXT:      meta.source %{{.*}}, "inner"
// CHECK-NEXT:    }
// CHECK-NEXT:    func.func @main(%{{.*}}: !meta.tensor<4xf32> {meta.sources = ["x"]}) {
module @others {
  func.func @helper(%x: !meta.tensor<4xf32>) -> !meta.tensor<2xf32> {
    %0 = meta.slice %x dim 0 from 2 : !meta.tensor<4xf32>
    return %0 : !meta.tensor<2xf32>
  }
  module @nested {
    %inner_s = meta.storage 8 : !meta.storage
    %inner = meta.tensor %inner_s : !meta.storage -> !meta.tensor<2xf32>
    meta.source %inner, "inner" : !meta.tensor<2xf32>
  }
  %s = meta.storage 16 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "x" : !meta.tensor<4xf32>
}

// -----

// Definitions may follow their uses.
// CHECK-LABEL: module @reversed
// CHECK-NEXT:    func.func @main(%{{.*}}: !meta.tensor<2xf32> {meta.offset = 1 : i64, meta.sources = ["x"]}) {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
module @reversed {
  meta.source %t, "x" : !meta.tensor<2xf32>
  %t = meta.tensor %0 : !meta.tensor<2xf32>
  %0 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<2xf32>
  %s = meta.storage 16 : !meta.storage
}

// -----

// Of nothing, a function of nothing.
// CHECK-LABEL: module @empty
// CHECK-NEXT:    func.func @main() {
// CHECK-NEXT:      return
module @empty {
}

// -----

// What quantized elements stand for is said by no type.
// CHECK-LABEL: module @quantized
// CHECK-NEXT:    func.func @main(%{{.*}}: !meta.tensor<2x3x!meta.quint8> {meta.quantization = {axis = 0 : i64, scales = array<f64: 5.000000e-01, 2.000000e+00>, scheme = "per_channel_affine", zero_points = array<f64: 3.000000e+00, 4.000000e+00>}, meta.sources = ["q"]})
module @quantized {
  %s = meta.storage 6 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2x3x!meta.quint8>
  %1 = meta.quantized %0 per_channel_affine scales [0.5, 2.0] zero_points [3.0, 4.0] axis 0 : !meta.tensor<2x3x!meta.quint8>
  %q = meta.tensor %1 : !meta.tensor<2x3x!meta.quint8>
  meta.source %q, "q" : !meta.tensor<2x3x!meta.quint8>
}
