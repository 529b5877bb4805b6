// RUN: meta-opt %s --split-input-file --meta-to-func | FileCheck %s
// RUN: not meta-opt %s --split-input-file --meta-to-func=runtime-checks=true 2> %t.errors | FileCheck %s --check-prefix=CHECKS
// RUN: FileCheck %s --check-prefix=ERROR < %t.errors
// RUN: meta-opt %s --split-input-file --meta-to-func --convert-meta-to-tensor 2>/dev/null | FileCheck %s --check-prefix=TENSOR

// What each number is of the symbols of all; ranges and kinds are the symbols'.
// CHECK-LABEL: module @related
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{[^:]*}}: !meta.tensor<?x?x4xf32> {meta.sizes = affine_map<()[s0, s1] -> (s0, s1, 4)>, meta.sources = ["x"]},
// CHECK-SAME:      %{{[^:]*}}: !meta.tensor<?x4xf32, strided<[?, 1]>> {meta.offset = affine_map<()[s0, s1] -> (((s0 * s1) * 2) floordiv 3 - s0)>,
// CHECK-SAME:        meta.sizes = affine_map<()[s0, s1] -> (s0 * 2, 4)>, meta.sources = ["y"], meta.strides = affine_map<()[s0, s1] -> ((s0 * s1) * 2, 1)>})
// CHECK-SAME:      attributes {meta.symbols = [{hint = 8 : i64, max = 128 : i64, min = 2 : i64, name = "s0"}, {kind = "unbacked", name = "u0"}]} {
// CHECK-NEXT:      return
// CHECKS-LABEL: module @related
// CHECKS:         %[[N:.*]] = meta.size %[[X:[a-z0-9]+]][0]
// CHECKS:         cf.assert %{{.*}}, "expected symbol 's0' (size 0 of 'x') from 2 up to 128"
// CHECKS-NEXT:    %[[K:.*]] = meta.size %[[X]][1]
// CHECKS:         %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECKS-NEXT:    %[[SIZE:.*]] = meta.size %[[Y:[a-z0-9]+]][0]
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %[[TWICE]] : index
// CHECKS-NEXT:    cf.assert %[[SAME]], "expected size 0 of 'y' to agree with 's0' (size 0 of 'x')"
// CHECKS-NEXT:    %[[AREA:.*]] = arith.muli %[[TWICE]], %[[K]] : index
// CHECKS-NEXT:    %[[STRIDE:.*]] = meta.stride %[[Y]][0]
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[STRIDE]], %[[AREA]] : index
// CHECKS-NEXT:    cf.assert %[[SAME]], "expected stride 0 of 'y' to agree with 's0' (size 0 of 'x'), 'u0' (size 1 of 'x')"
// CHECKS:         %[[OFFSET:.*]] = meta.offset %[[Y]]
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[OFFSET]], %{{.*}} : index
// CHECKS-NEXT:    cf.assert %[[SAME]], "expected the offset of 'y' to agree with 's0' (size 0 of 'x'), 'u0' (size 1 of 'x')"
// CHECKS-NEXT:    return
// TENSOR-LABEL: module @related
// TENSOR:         tensor<?x4xf32> {meta.offset = affine_map<{{.*}}>, meta.sizes = affine_map<{{.*}}>, meta.sources = ["y"], meta.strides = affine_map<()[s0, s1] -> ((s0 * s1) * 2, 1)>}
module @related {
  %n = meta.symbol "s0" min 2 max 128 hint 8
  %k = meta.symbol "u0" unbacked
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %twice = arith.muli %n, %c2 : index
  %area = arith.muli %twice, %k : index
  %half = arith.floordivsi %area, %c3 : index
  %rest = arith.subi %half, %n : index
  %sx = meta.storage %twice : !meta.storage
  %0 = meta.view %sx[%n, %k] : !meta.storage -> !meta.tensor<?x?x4xf32>
  %x = meta.tensor %0 : !meta.tensor<?x?x4xf32>
  meta.source %x, "x" : !meta.tensor<?x?x4xf32>
  %sy = meta.storage %area : !meta.storage
  %1 = meta.view %sy[%twice, %area] offset %rest : !meta.storage -> !meta.tensor<?x4xf32, strided<[?, 1]>>
  %y = meta.tensor %1 : !meta.tensor<?x4xf32, strided<[?, 1]>>
  meta.source %y, "y" : !meta.tensor<?x4xf32, strided<[?, 1]>>
}

// -----

// A symbol that no number is by itself is an argument; two ops of one name are
// one symbol, in the range of both.
// CHECK-LABEL: module @unbound
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{[^:]*}}: !meta.tensor<?x?xf32> {meta.sizes = affine_map<()[s0] -> (s0 * 2, s0 * 3)>, meta.sources = ["x"]},
// CHECK-SAME:      %{{[^:]*}}: index {meta.symbol = "s0"}) attributes {meta.symbols = [{max = 100 : i64, min = 3 : i64, name = "s0"}]} {
// CHECKS-LABEL: module @unbound
// CHECKS:         func.func @main(%{{[^:]*}}: !meta.tensor<?x?xf32> {{.*}}, %[[N:[^:]*]]: index
// CHECKS:         cf.assert %{{.*}}, "expected symbol 's0' from 1 up to 100"
// CHECKS:         cf.assert %{{.*}}, "expected symbol 's0' from 3"
// CHECKS:         %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECKS:         cf.assert %{{.*}}, "expected size 0 of 'x' to agree with 's0'"
// CHECKS:         arith.addi %[[TWICE]], %[[N]] : index
// CHECKS:         cf.assert %{{.*}}, "expected size 1 of 'x' to agree with 's0'"
module @unbound {
  %n = meta.symbol "s0" min 1 max 100
  %again = meta.symbol "s0" min 3
  %c2 = arith.constant 2 : index
  %twice = arith.muli %n, %c2 : index
  %thrice = arith.addi %twice, %again : index
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%twice, %thrice] : !meta.storage -> !meta.tensor<?x?xf32>
  %x = meta.tensor %0 : !meta.tensor<?x?xf32>
  meta.source %x, "x" : !meta.tensor<?x?xf32>
}

// -----

// What is no affine map is a symbol of its own, by the words of PyTorch; an
// offset is said to be known at run time.
// CHECK-LABEL: module @own
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{[^:]*}}: !meta.tensor<?xf32, strided<[?]>> {meta.offset, meta.sizes = affine_map<()[s0, s1] -> (s1)>, meta.sources = ["x"], meta.strides = affine_map<()[s0, s1] -> (s0)>})
// CHECK-SAME:      attributes {meta.symbols = [{name = "s0"}, {name = "x.size()[0]"}]} {
// CHECKS-LABEL: module @own
// CHECKS:         %[[N:.*]] = meta.stride
// CHECKS:         %[[MOST:.*]] = arith.maxsi %[[N]], %{{.*}} : index
// CHECKS-NEXT:    %[[SIZE:.*]] = meta.size
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %[[MOST]] : index
// CHECKS-NEXT:    cf.assert %[[SAME]], "expected size 0 of 'x' to agree with the description"
// CHECKS-NEXT:    %[[OFFSET:.*]] = meta.offset
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[OFFSET]], %[[MOST]] : index
// CHECKS-NEXT:    cf.assert %[[SAME]], "expected the offset of 'x' to agree with the description"
module @own {
  %n = meta.symbol "s0"
  %c1 = arith.constant 1 : index
  %most = arith.maxsi %n, %c1 : index
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%most, %n] offset %most : !meta.storage -> !meta.tensor<?xf32, strided<[?]>>
  %x = meta.tensor %0 : !meta.tensor<?xf32, strided<[?]>>
  meta.source %x, "x" : !meta.tensor<?xf32, strided<[?]>>
}

// -----

// A view that is folded knows more than its tensor says.
// CHECK-LABEL: module @cast
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      %{{[^:]*}}: !meta.tensor<?x3xf32> {meta.offset = 9 : i64, meta.sizes = affine_map<() -> (2, 3)>, meta.sources = ["t"]}) {
// CHECKS-LABEL: module @cast
// CHECKS:         cf.assert %{{.*}}, "expected size 0 of 't' to be 2"
module @cast {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s offset 9 : !meta.storage -> !meta.tensor<2x3xf32>
  %1 = meta.cast %0 : !meta.tensor<2x3xf32> -> !meta.tensor<?x3xf32>
  %t = meta.tensor %1 : !meta.tensor<?x3xf32>
  meta.source %t, "t" : !meta.tensor<?x3xf32>
}

// -----

// Definitions may follow uses.
// CHECK-LABEL: module @reversed
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      {meta.sizes = affine_map<()[s0] -> (s0 * 2, 4)>, meta.sources = ["x"]}
module @reversed {
  meta.source %x, "x" : !meta.tensor<?x4xf32>
  %x = meta.tensor %0 : !meta.tensor<?x4xf32>
  %0 = meta.view %s[%twice] : !meta.storage -> !meta.tensor<?x4xf32>
  %s = meta.storage %twice : !meta.storage
  %twice = arith.addi %n, %n : index
  %n = meta.symbol "s0"
}

// -----

// What depends on itself has no expression, and cannot be checked.
// ERROR: error: 'arith.addi' op expected numbers that do not depend on themselves
// CHECK-LABEL: module @cycle
// CHECK-NEXT:    func.func @main(
// CHECK-SAME:      {meta.sizes = affine_map<()[s0] -> (s0)>, meta.sources = ["x"]})
// CHECK-SAME:      attributes {meta.symbols = [{name = "x.size()[0]"}]} {
module @cycle {
  %c1 = arith.constant 1 : index
  %n = arith.addi %m, %c1 : index
  %m = arith.addi %n, %c1 : index
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %x = meta.tensor %0 : !meta.tensor<?xf32>
  meta.source %x, "x" : !meta.tensor<?xf32>
}

// -----

// The largest number that there is.
// CHECKS-LABEL: module @largest
// CHECKS:         %[[N:.*]] = meta.size
// CHECKS:         %[[LARGEST:.*]] = arith.constant 9223372036854775807 : index
// CHECKS-NEXT:    arith.cmpi sle, %[[N]], %[[LARGEST]] : index
module @largest {
  %n = meta.symbol "s0" min 2 max 9223372036854775807
  %s = meta.storage %n : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xsi8>
  %x = meta.tensor %0 : !meta.tensor<?xsi8>
  meta.source %x, "x" : !meta.tensor<?xsi8>
}
