// RUN: meta-opt %s --convert-meta-to-memref="name=bind distinct-objects=false packed-bytes=true" | FileCheck %s --check-prefix=PLAIN
// RUN: meta-opt %s --convert-meta-to-memref="runtime-checks=true packed-bytes=true" | FileCheck %s --check-prefix=CHECKS

// A memref does not say that its strides follow from its sizes.
// CHECKS-LABEL: func.func @contiguous_argument(
// CHECKS-SAME:    %[[X:[^:]*]]: memref<2x?xf32, strided<[?, 1], offset: ?>> {meta.sources = ["x"]})
// CHECKS-NEXT:    %{{[^,]*}}, %{{[^,]*}}, %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECKS:         %[[ROW:.*]] = arith.maxsi %[[SIZES]]#1, %{{.*}} : index
// CHECKS-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[ROW]], %[[STRIDES]]#0 : index
// CHECKS-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECKS-NEXT:    %[[EMPTY:.*]] = arith.cmpi eq, %[[SIZES]]#1, %[[ZERO]] : index
// CHECKS-NEXT:    %[[FITS:.*]] = arith.ori %[[SAME]], %[[EMPTY]] : i1
// CHECKS-NEXT:    cf.assert %[[FITS]], "expected 'x' to be !meta.tensor<2x?xf32>"
// CHECKS-NEXT:    return
// PLAIN-LABEL: func.func @contiguous_argument(
// PLAIN-NEXT:    return
func.func @contiguous_argument(%x: !meta.tensor<2x?xf32> {meta.sources = ["x"]}) {
  return
}

// Nor is it asked what the type says.
// CHECKS-LABEL: func.func @static_argument(
// CHECKS-NEXT:    return
func.func @static_argument(%x: !meta.tensor<2x3xf32>, %y: !meta.tensor<?xf32, strided<[?]>>) {
  return
}

// CHECKS-LABEL: func.func @cast(
// CHECKS:         %[[SIZE:.*]] = arith.cmpi eq, %{{.*}} : index
// CHECKS:         cf.assert %[[SIZE]], "expected a view of 'y' to be !meta.tensor<8xf32, strided<[2]>>"
// CHECKS:         memref.cast %{{.*}} : memref<?xf32, strided<[2], offset: ?>> to memref<8xf32, strided<[2], offset: ?>>
func.func @cast(%y: !meta.tensor<?xf32, strided<[2]>> {meta.sources = ["y"]}) -> !meta.tensor<8xf32, strided<[2]>> {
  %whole = meta.cast %y : !meta.tensor<?xf32, strided<[2]>> -> !meta.tensor<8xf32, strided<[2]>>
  return %whole : !meta.tensor<8xf32, strided<[2]>>
}

// A cast in a description says which number a symbol is.
// PLAIN-LABEL:  func.func @bind(%{{[^:]*}}: memref<32xi8>,
// CHECKS-LABEL: func.func @main(%{{[^:]*}}: memref<32xi8>,
// CHECKS-SAME:    %[[N:[^:]*]]: index {meta.symbol = "s0"})
// CHECKS:         %[[C8:.*]] = arith.constant 8 : index
// CHECKS-NEXT:    %[[IS:.*]] = arith.cmpi eq, %[[N]], %[[C8]] : index
// CHECKS-NEXT:    cf.assert %[[IS]], "expected 'w' to be !meta.tensor<8xf32>"
module @cast_of_symbol {
  %m = meta.symbol "s0"
  %u = meta.storage 32 : !meta.storage
  %1 = meta.view %u[%m] : !meta.storage -> !meta.tensor<?xf32>
  %2 = meta.cast %1 : !meta.tensor<?xf32> -> !meta.tensor<8xf32>
  %w = meta.tensor %2 : !meta.tensor<8xf32>
  meta.source %w, "w" : !meta.tensor<8xf32>
}

// PLAIN-LABEL: func.func @bind(
// PLAIN-SAME:    %[[S:[^:]*]]: memref<?xi8>, %[[T:[^:]*]]: memref<8xi8>, %[[N:[^:]*]]: index {meta.symbol = "s0"})
// PLAIN-SAME:    memref<8xi8> {meta.dtype = "float4_e2m1fn_x2", meta.sources = ["weight"]}
// PLAIN-NOT:     memref.distinct_objects
// PLAIN-NOT:     cf.assert

// What is known beforehand is not asserted: the static tensor in its static
// storage is.
// CHECKS-LABEL: func.func @main(
// CHECKS-SAME:    %{{[^:]*}}: memref<?xi8>, %{{[^:]*}}: memref<8xi8>, %[[N:[^:]*]]: index {meta.symbol = "s0"})
// CHECKS:         %[[S:.*]]:2 = memref.distinct_objects
// CHECKS-NEXT:    %[[MIN:.*]] = arith.constant 2 : index
// CHECKS-NEXT:    %[[ABOVE:.*]] = arith.cmpi sge, %[[N]], %[[MIN]] : index
// CHECKS-NEXT:    %[[MAX:.*]] = arith.constant 100 : index
// CHECKS-NEXT:    %[[BELOW:.*]] = arith.cmpi sle, %[[N]], %[[MAX]] : index
// CHECKS-NEXT:    %[[IN_RANGE:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECKS-NEXT:    cf.assert %[[IN_RANGE]], "expected symbol 's0' from 2 up to 100"
// CHECKS:         %[[BYTES:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECKS:         %[[SIZE:.*]] = memref.dim %[[S]]#0, %{{.*}} : memref<?xi8>
// CHECKS-NEXT:    %[[HOLDS:.*]] = arith.cmpi sge, %[[SIZE]], %[[BYTES]] : index
// CHECKS-NEXT:    cf.assert %[[HOLDS]], "expected a buffer of all bytes of the storage of 'tokens'"
// CHECKS-NOT:     cf.assert
// CHECKS:         cf.assert %{{.*}}, "expected 'tokens' to end within its storage"
// CHECKS-NOT:     cf.assert
// CHECKS:         return
%n = meta.symbol "s0" min 2 max 100
%c32 = arith.constant 32 : index
%bytes = arith.muli %n, %c32 : index
%s = meta.storage %bytes : !meta.storage
%0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x4xsi64>
%tokens = meta.tensor %0 : !meta.tensor<?x4xsi64>
meta.source %tokens, "tokens" : !meta.tensor<?x4xsi64>
%t = meta.storage 8 : !meta.storage
%weight = meta.tensor %t : !meta.storage -> !meta.tensor<8x!meta.float4_e2m1fn_x2>
meta.source %weight, "weight" : !meta.tensor<8x!meta.float4_e2m1fn_x2>
