// RUN: meta-opt %s --convert-meta-to-tensor=layout=drop 2> %t.drop | mlir-opt-22 | FileCheck %s --check-prefix=DROP
// RUN: FileCheck %s --check-prefix=DROP-REMARK < %t.drop
// RUN: meta-opt %s --convert-meta-to-tensor=layout=permute 2> %t.permute | mlir-opt-22 | FileCheck %s --check-prefix=PERMUTE
// RUN: FileCheck %s --check-prefix=PERMUTE-REMARK < %t.permute
// RUN: meta-opt %s --convert-meta-to-tensor=layout=encoding 2> %t.encoding | mlir-opt-22 | FileCheck %s --check-prefix=ENCODING
// RUN: count 0 < %t.encoding

// What becomes of strides that are not contiguous; the output is read by stock
// MLIR.

// DROP-LABEL:     func.func @transposed(
// DROP-SAME:        %{{.*}}: tensor<4x3xf32> {meta.sources = ["k"], meta.strides = [1, 4]})
// DROP-REMARK:    remark: drops the strides [1, 4] of 'k' from its type
// PERMUTE-LABEL:  func.func @transposed(
// PERMUTE-SAME:     %{{.*}}: tensor<3x4xf32> {meta.permutation = [1, 0], meta.sources = ["k"]})
// ENCODING-LABEL: func.func @transposed(
// ENCODING-SAME:    %{{.*}}: tensor<4x3xf32, {layout = strided<[1, 4]>}> {meta.sources = ["k"]})
func.func @transposed(%k: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) {
  return
}

// Dimension 0 is dimension 2 of what lies in memory, 1 is 0, and 2 is 1.
// DROP-LABEL:     func.func @rotated(
// DROP-SAME:        %{{.*}}: tensor<2x3x4xf32> {meta.strides = [1, 8, 2]})
// DROP-REMARK:    remark: drops the strides [1, 8, 2] of argument 0 from its type
// PERMUTE-LABEL:  func.func @rotated(
// PERMUTE-SAME:     %{{.*}}: tensor<3x4x2xf32> {meta.permutation = [2, 0, 1]})
// ENCODING-LABEL: func.func @rotated(
// ENCODING-SAME:    %{{.*}}: tensor<2x3x4xf32, {layout = strided<[1, 8, 2]>}>)
func.func @rotated(%x: !meta.tensor<2x3x4xf32, strided<[1, 8, 2]>>) {
  return
}

// A stride of a dimension of size 1 addresses nothing: both are channels-last.
// DROP-LABEL:     func.func @channels_last(
// DROP-SAME:        tensor<1x2x6x7xf32> {meta.strides = [84, 1, 14, 2]}
// DROP-SAME:        tensor<1x2x6x7xf32> {meta.strides = [2, 1, 14, 2]}
// DROP-REMARK:    remark: drops the strides [84, 1, 14, 2] of argument 0
// DROP-REMARK:    remark: drops the strides [2, 1, 14, 2] of argument 1
// PERMUTE-LABEL:  func.func @channels_last(
// PERMUTE-SAME:     tensor<1x6x7x2xf32> {meta.permutation = [0, 3, 1, 2]}
// PERMUTE-SAME:     tensor<1x6x7x2xf32> {meta.permutation = [0, 3, 1, 2], meta.strides = [2, 1, 14, 2]}
// PERMUTE-REMARK: remark: drops the strides [2, 1, 14, 2] of argument 1
// ENCODING-LABEL: func.func @channels_last(
// ENCODING-SAME:    tensor<1x2x6x7xf32, {layout = strided<[84, 1, 14, 2]>}>
func.func @channels_last(%q: !meta.tensor<1x2x6x7xf32, strided<[84, 1, 14, 2]>>, %u: !meta.tensor<1x2x6x7xf32, strided<[2, 1, 14, 2]>>) {
  return
}

// A gap, an overlap, and the strides of nothing have no contiguous type.
// DROP-LABEL:     func.func @not_dense(
// DROP-SAME:        tensor<4x3xf32> {meta.strides = [8, 2]}
// DROP-SAME:        tensor<4x3xf32> {meta.strides = [0, 1]}
// DROP-SAME:        tensor<3x0xf32> {meta.strides = [1, 7]}
// DROP-REMARK:    remark: drops the strides [8, 2] of argument 0
// DROP-REMARK:    remark: drops the strides [0, 1] of argument 1
// DROP-REMARK:    remark: drops the strides [1, 7] of argument 2
// PERMUTE-LABEL:  func.func @not_dense(
// PERMUTE-SAME:     tensor<4x3xf32> {meta.strides = [8, 2]}
// PERMUTE-SAME:     tensor<4x3xf32> {meta.strides = [0, 1]}
// PERMUTE-SAME:     tensor<3x0xf32> {meta.strides = [1, 7]}
// PERMUTE-REMARK: remark: drops the strides [8, 2] of argument 0 from its type
// PERMUTE-REMARK: remark: drops the strides [0, 1] of argument 1
// PERMUTE-REMARK: remark: drops the strides [1, 7] of argument 2
// ENCODING-LABEL: func.func @not_dense(
// ENCODING-SAME:    tensor<4x3xf32, {layout = strided<[8, 2]>}>
// ENCODING-SAME:    tensor<4x3xf32, {layout = strided<[0, 1]>}>
// ENCODING-SAME:    tensor<3x0xf32, {layout = strided<[1, 7]>}>
func.func @not_dense(%gap: !meta.tensor<4x3xf32, strided<[8, 2]>>, %expanded: !meta.tensor<4x3xf32, strided<[0, 1]>>, %empty: !meta.tensor<3x0xf32, strided<[1, 7]>>) {
  return
}

// With a dynamic size the strides say what the order is, if it can be one. A
// query asks for the dimension in its new place.
// DROP-LABEL:     func.func @dynamic_size(
// DROP-SAME:        %[[X:.*]]: tensor<4x?xf32> {meta.strides = [1, 4]}) -> (index, index)
// DROP-REMARK:    remark: drops the strides [1, 4] of argument 0
// DROP:             tensor.dim %[[X]], %c1
// PERMUTE-LABEL:  func.func @dynamic_size(
// PERMUTE-SAME:     %[[X:.*]]: tensor<?x4xf32> {meta.permutation = [1, 0]}) -> (index, index)
// PERMUTE:          %[[C0:.*]] = arith.constant 0 : index
// PERMUTE:          %[[SIZE:.*]] = tensor.dim %[[X]], %[[C0]]
// PERMUTE:          %[[STRIDE:.*]] = arith.constant 4 : index
// PERMUTE:          return %[[SIZE]], %[[STRIDE]]
// ENCODING-LABEL: func.func @dynamic_size(
// ENCODING-SAME:    %[[X:.*]]: tensor<4x?xf32, {layout = strided<[1, 4]>}>) -> (index, index)
// ENCODING:         tensor.dim %[[X]], %c1
func.func @dynamic_size(%x: !meta.tensor<4x?xf32, strided<[1, 4]>>) -> (index, index) {
  %0 = meta.size %x[1] : !meta.tensor<4x?xf32, strided<[1, 4]>>
  %1 = meta.stride %x[1] : !meta.tensor<4x?xf32, strided<[1, 4]>>
  return %0, %1 : index, index
}

// Three dimensions, of which the one that is dynamic is the outermost in memory.
// PERMUTE-LABEL:  func.func @dynamic_rotated(
// PERMUTE-SAME:     %[[X:.*]]: tensor<?x4x2xf32> {meta.permutation = [2, 0, 1]}) -> index
// PERMUTE:          %[[C0:.*]] = arith.constant 0 : index
// PERMUTE:          %[[SIZE:.*]] = tensor.dim %[[X]], %[[C0]]
// PERMUTE:          return %[[SIZE]]
// DROP-LABEL:     func.func @dynamic_rotated(
// DROP-REMARK:    remark: drops the strides [1, 8, 2] of argument 0
// ENCODING-LABEL: func.func @dynamic_rotated(
func.func @dynamic_rotated(%x: !meta.tensor<2x?x4xf32, strided<[1, 8, 2]>>) -> index {
  %0 = meta.size %x[1] : !meta.tensor<2x?x4xf32, strided<[1, 8, 2]>>
  return %0 : index
}

// A dynamic size that would have to be known, and a stride that is not.
// DROP-LABEL:     func.func @dynamic_strides(
// DROP-SAME:        tensor<?x4xf32> {meta.strides = [1, 8]}
// DROP-SAME:        tensor<?x4xf32> {meta.strides = strided<[1, ?]>}
// DROP-REMARK:    remark: drops the strides [1, 8] of argument 0
// DROP-REMARK:    remark: drops the strides [1, ?] of argument 1
// PERMUTE-LABEL:  func.func @dynamic_strides(
// PERMUTE-SAME:     tensor<?x4xf32> {meta.strides = [1, 8]}
// PERMUTE-SAME:     tensor<?x4xf32> {meta.strides = strided<[1, ?]>}
// PERMUTE-REMARK: remark: drops the strides [1, 8] of argument 0
// PERMUTE-REMARK: remark: drops the strides [1, ?] of argument 1
// ENCODING-LABEL: func.func @dynamic_strides(
// ENCODING-SAME:    tensor<?x4xf32, {layout = strided<[1, 8]>}>
// ENCODING-SAME:    tensor<?x4xf32, {layout = strided<[1, ?]>}>
func.func @dynamic_strides(%x: !meta.tensor<?x4xf32, strided<[1, 8]>>, %y: !meta.tensor<?x4xf32, strided<[1, ?]>>) {
  return
}

// A result, and all between it and an argument, have one type.
// DROP-LABEL:     func.func @result(
// DROP-SAME:        -> (tensor<4x3xf32> {meta.device = "cuda", meta.strides = [1, 4]})
// DROP-REMARK:    remark: drops the strides [1, 4] of argument 1
// DROP-REMARK:    remark: drops the strides [1, 4] of result 0 from its type
// PERMUTE-LABEL:  func.func @result(
// PERMUTE-SAME:     %[[COND:.*]]: i1, %[[X:.*]]: tensor<3x4xf32> {{.*}} -> (tensor<3x4xf32> {meta.device = "cuda", meta.permutation = [1, 0]}) {
// PERMUTE-NEXT:     %[[Y:.*]] = call @result(%[[COND]], %[[X]]) : (i1, tensor<3x4xf32>) -> tensor<3x4xf32>
// PERMUTE-NEXT:     cf.cond_br %[[COND]], ^bb1(%[[X]] : tensor<3x4xf32>), ^bb1(%[[Y]] : tensor<3x4xf32>)
// PERMUTE-NEXT:   ^bb1(%[[Z:.*]]: tensor<3x4xf32>):
// PERMUTE-NEXT:     return %[[Z]] : tensor<3x4xf32>
// ENCODING-LABEL: func.func @result(
// ENCODING:         return %{{.*}} : tensor<4x3xf32, {layout = strided<[1, 4]>}>
func.func @result(%cond: i1, %x: !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>) -> !meta.tensor<4x3xf32, strided<[1, 4]>, cuda> {
  %0 = call @result(%cond, %x) : (i1, !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>) -> !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>
  cf.cond_br %cond, ^bb1(%x : !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>), ^bb1(%0 : !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>)
^bb1(%1: !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>):
  return %1 : !meta.tensor<4x3xf32, strided<[1, 4]>, cuda>
}

// A cast keeps the order of dimensions.
// DROP-LABEL:     func.func @cast(
// DROP-REMARK:    remark: drops the strides [1, 4] of argument 0
// DROP:             tensor.cast %{{.*}} : tensor<4x?xf32> to tensor<4x3xf32>
// PERMUTE-LABEL:  func.func @cast(
// PERMUTE:          tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<3x4xf32>
// ENCODING-LABEL: func.func @cast(
// ENCODING:         tensor.cast %{{.*}} : tensor<4x?xf32, {layout = strided<[1, 4]>}> to tensor<4x3xf32, {layout = strided<[1, 4]>}>
func.func @cast(%x: !meta.tensor<4x?xf32, strided<[1, 4]>>) -> !meta.tensor<4x3xf32, strided<[1, 4]>> {
  %0 = meta.cast %x : !meta.tensor<4x?xf32, strided<[1, 4]>> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
  return %0 : !meta.tensor<4x3xf32, strided<[1, 4]>>
}

// Globals are reported last.
// DROP:            ml_program.global private @transposed_weight(#{{.*}}) : tensor<4x3xf32> {meta.strides = [1, 4]}
// DROP-REMARK:     remark: drops the strides [1, 4] of 'transposed_weight' from its type
// PERMUTE:         ml_program.global private @transposed_weight(#{{.*}}) : tensor<3x4xf32> {meta.permutation = [1, 0]}
// ENCODING:        ml_program.global private @transposed_weight(#{{.*}}) : tensor<4x3xf32, {layout = strided<[1, 4]>}>
ml_program.global private @transposed_weight(#ml_program.extern<!meta.tensor<4x3xf32, strided<[1, 4]>>>) : !meta.tensor<4x3xf32, strided<[1, 4]>>
