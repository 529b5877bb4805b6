// RUN: meta-opt %s --meta-recover-views --split-input-file | FileCheck %s
// RUN: meta-opt %s --meta-recover-views --meta-fold-views --split-input-file \
// RUN:   | FileCheck %s --check-prefix=FOLDED
// RUN: meta-opt %s --meta-recover-views --split-input-file -o %t.once
// RUN: meta-opt %s --meta-recover-views --meta-recover-views --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice

// From the autograd base, where it lies in the storage.
// CHECK-LABEL: module @from_base
// FOLDED-LABEL: module @from_base
module @from_base {
  %s = meta.storage 480 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2x5x12xf32>
  // CHECK: %[[X:.*]] = meta.tensor
  %x = meta.tensor %0 : !meta.tensor<2x5x12xf32>
  meta.source %x, "x" : !meta.tensor<2x5x12xf32>
  // CHECK: %[[K:.*]] = meta.slice %[[X]] dim 2 from 4 to 8
  // CHECK: meta.tensor %[[K]] base %[[X]]
  // FOLDED: meta.view %{{.*}} offset 4 : !meta.storage -> !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
  %1 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
  %k = meta.tensor %1 base %x : !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>, !meta.tensor<2x5x12xf32>
  meta.source %k, "k" : !meta.tensor<2x5x4xf32, strided<[60, 12, 1]>>
}

// -----

// From the tensor that is the whole of the storage, across dtypes and bits.
// CHECK-LABEL: module @from_whole
module @from_whole {
  %s = meta.storage 64 : !meta.storage
  // CHECK: %[[Z:.*]] = meta.tensor
  %z = meta.tensor %s : !meta.storage -> !meta.tensor<2x4xcomplex<f32>>
  meta.source %z, "z" : !meta.tensor<2x4xcomplex<f32>>
  // CHECK: %[[PAIRS:.*]] = meta.view_as_real %[[Z]]
  // CHECK: %[[IMAG:.*]] = meta.select %[[PAIRS]] dim 2 index 1
  // CHECK: %[[NEG:.*]] = meta.neg %[[IMAG]]
  // CHECK: meta.tensor %[[NEG]]
  %0 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<2x4xf32, strided<[8, 2]>, neg>
  %i = meta.tensor %0 : !meta.tensor<2x4xf32, strided<[8, 2]>, neg>
  meta.source %i, "imag of the conjugate" : !meta.tensor<2x4xf32, strided<[8, 2]>, neg>
  // CHECK: %[[BYTES:.*]] = meta.bitcast %[[Z]] as ui8
  // CHECK: %[[ROW:.*]] = meta.select %[[BYTES]] dim 0 index 1
  // CHECK: meta.tensor %[[ROW]]
  %1 = meta.view %s offset 32 : !meta.storage -> !meta.tensor<32xui8>
  %b = meta.tensor %1 : !meta.tensor<32xui8>
  meta.source %b, "bytes" : !meta.tensor<32xui8>
  // CHECK: %[[ALIAS:.*]] = meta.alias %[[Z]]
  // CHECK: meta.tensor %[[ALIAS]]
  %2 = meta.view %s : !meta.storage -> !meta.tensor<2x4xcomplex<f32>>
  %d = meta.tensor %2 : !meta.tensor<2x4xcomplex<f32>>
  meta.source %d, "detached" : !meta.tensor<2x4xcomplex<f32>>
}

// -----

// From an argument, whose offset is not known.
// CHECK-LABEL: func.func @from_argument(
// CHECK-SAME:    %[[X:.*]]: !meta.tensor<8x9xf32>
func.func @from_argument(%x: !meta.tensor<8x9xf32>) -> !meta.tensor<8xf32, strided<[10]>> {
  // CHECK: %[[DIAGONAL:.*]] = meta.diagonal %[[X]] dims 0, 1 offset 1
  // CHECK: return %[[DIAGONAL]]
  %offset = meta.offset %x : !meta.tensor<8x9xf32>
  %c1 = arith.constant 1 : index
  %0 = arith.addi %offset, %c1 : index
  %1 = meta.view %x offset %0 : !meta.tensor<8x9xf32> -> !meta.tensor<8xf32, strided<[10]>>
  return %1 : !meta.tensor<8xf32, strided<[10]>>
}

// -----

// No chain leads there: strides that no view of the base has, sizes known only
// at run time, no tensor to begin with, a tensor beyond its base.
// CHECK-LABEL: module @negative_no_chain
module @negative_no_chain {
  // CHECK: %[[S:.*]] = meta.storage 96
  %s = meta.storage 96 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4x5xf32>
  meta.source %x, "x" : !meta.tensor<4x5xf32>
  // CHECK: meta.view %[[S]] : !meta.storage -> !meta.tensor<3x2xf32, strided<[7, 3]>>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x2xf32, strided<[7, 3]>>
  %a = meta.tensor %0 : !meta.tensor<3x2xf32, strided<[7, 3]>>
  meta.source %a, "a" : !meta.tensor<3x2xf32, strided<[7, 3]>>
  // CHECK: meta.view %[[S]] offset 20
  %1 = meta.view %s offset 20 : !meta.storage -> !meta.tensor<4xf32>
  %b = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %b, "b" : !meta.tensor<4xf32>
  // CHECK: %[[N:.*]] = meta.symbol
  %n = meta.symbol "n"
  // CHECK: meta.view %[[S]][%[[N]]]
  %2 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %c = meta.tensor %2 : !meta.tensor<?xf32>
  meta.source %c, "c" : !meta.tensor<?xf32>
  // CHECK: %[[T:.*]] = meta.storage 64
  %t = meta.storage 64 : !meta.storage
  // CHECK: meta.view %[[T]]
  %3 = meta.view %t : !meta.storage -> !meta.tensor<4x4xf32, strided<[1, 4]>>
  %d = meta.tensor %3 : !meta.tensor<4x4xf32, strided<[1, 4]>>
  meta.source %d, "d" : !meta.tensor<4x4xf32, strided<[1, 4]>>
}

// -----

// Bases that name each other: no geometry is lost to a circle.
// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK: %[[S:.*]] = meta.storage 96
  %s = meta.storage 96 : !meta.storage
  // CHECK: meta.view %[[S]] offset 2
  %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4xf32>
  %a = meta.tensor %0 base %b : !meta.tensor<4xf32>, !meta.tensor<2xf32>
  // CHECK: meta.view %[[S]] offset 3
  %1 = meta.view %s offset 3 : !meta.storage -> !meta.tensor<2xf32>
  %b = meta.tensor %1 base %a : !meta.tensor<2xf32>, !meta.tensor<4xf32>
  meta.source %b, "b" : !meta.tensor<2xf32>
}

// -----

// A tensor that is defined behind the view cannot be what it begins with, in a
// function; in a description it can.
// CHECK-LABEL: func.func @negative_order(
func.func @negative_order() {
  // CHECK: meta.view
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<4xf32>
  %k = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %k, "k" : !meta.tensor<4xf32>
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  meta.source %x, "x" : !meta.tensor<24xf32>
  return
}

// CHECK-LABEL: module @reversed
module @reversed {
  // CHECK: meta.tensor %[[K:.*]] : !meta.tensor<4xf32>
  %k = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %k, "k" : !meta.tensor<4xf32>
  // CHECK: %[[K]] = meta.slice %[[X:.*]] dim 0 from 4 to 8
  %0 = meta.view %s offset 4 : !meta.storage -> !meta.tensor<4xf32>
  // CHECK: %[[X]] = meta.tensor
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  meta.source %x, "x" : !meta.tensor<24xf32>
  %s = meta.storage 96 : !meta.storage
}
