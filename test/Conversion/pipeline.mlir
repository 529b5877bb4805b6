// RUN: meta-opt %s --meta-verify-bounds --meta-fold-views --meta-verify-bounds --meta-to-func --convert-meta-to-tensor 2> %t.remarks | mlir-opt-22 | FileCheck %s --check-prefixes=ALL,DROP
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: meta-opt %s --meta-fold-views --meta-to-func --convert-meta-to-tensor=layout=permute | mlir-opt-22 | FileCheck %s --check-prefixes=ALL,PERMUTE
// RUN: meta-opt %s --meta-fold-views --meta-to-func --convert-meta-to-tensor=layout=encoding | mlir-opt-22 | FileCheck %s --check-prefixes=ALL,ENCODING
// RUN: meta-opt %s --meta-fold-views --canonicalize --cse --symbol-dce --meta-to-func --convert-meta-to-tensor=layout=encoding --emit-bytecode | mlir-opt-22 | FileCheck %s --check-prefixes=ALL,ENCODING
// RUN: meta-opt %s --meta-fold-views --meta-to-func --emit-bytecode | meta-opt --convert-meta-to-tensor=layout=permute | mlir-opt-22 --canonicalize | FileCheck %s --check-prefixes=ALL,PERMUTE

// A description of a small model, from text to what stock MLIR reads.

// ALL-LABEL: func.func @main(

// An embedding that is tied to the head.
// ALL-SAME:  %{{[^:]*}}: tensor<8x4xf32> {meta.sources = ["embedding.weight", "head.weight"]},
%s0 = meta.storage 128 : !meta.storage
%w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
meta.source %w, "embedding.weight" : !meta.tensor<8x4xf32>
meta.source %w, "head.weight" : !meta.tensor<8x4xf32>

// Queries, keys and values are chunks of one packed weight.
// ALL-SAME:  %{{[^:]*}}: tensor<4x4xf32> {meta.alias_group = 1 : i64, meta.sources = ["q"]},
// ALL-SAME:  %{{[^:]*}}: tensor<4x4xf32> {meta.alias_group = 1 : i64, meta.offset = 16 : i64, meta.sources = ["k"]},
// ALL-SAME:  %{{[^:]*}}: tensor<4x4xf32> {meta.alias_group = 1 : i64, meta.offset = 32 : i64, meta.sources = ["v"]},
%s1 = meta.storage 192 : !meta.storage
%packed = meta.tensor %s1 parameter requires_grad : !meta.storage -> !meta.tensor<12x4xf32>
%0:3 = meta.split %packed dim 0 sizes [4, 4, 4] : !meta.tensor<12x4xf32>
%q = meta.tensor %0#0 base %packed creation multi_output_node requires_grad non_leaf : !meta.tensor<4x4xf32>, !meta.tensor<12x4xf32>
%k = meta.tensor %0#1 base %packed creation multi_output_node requires_grad non_leaf : !meta.tensor<4x4xf32>, !meta.tensor<12x4xf32>
%v = meta.tensor %0#2 base %packed creation multi_output_node requires_grad non_leaf : !meta.tensor<4x4xf32>, !meta.tensor<12x4xf32>
meta.source %q, "q" : !meta.tensor<4x4xf32>
meta.source %k, "k" : !meta.tensor<4x4xf32>
meta.source %v, "v" : !meta.tensor<4x4xf32>

// A layer's part of a pool, transposed.
// DROP-SAME:     %{{[^:]*}}: tensor<4x3xf32> {meta.alias_group = 2 : i64, meta.offset = 2 : i64, meta.sources = ["cache.k"], meta.strides = [1, 4]},
// PERMUTE-SAME:  %{{[^:]*}}: tensor<3x4xf32> {meta.alias_group = 2 : i64, meta.offset = 2 : i64, meta.permutation = [1, 0], meta.sources = ["cache.k"]},
// ENCODING-SAME: %{{[^:]*}}: tensor<4x3xf32, {layout = strided<[1, 4]>}> {meta.alias_group = 2 : i64, meta.offset = 2 : i64, meta.sources = ["cache.k"]},
// REMARK:        remark: drops the strides [1, 4] of 'cache.k' from its type
%s2 = meta.storage 96 : !meta.storage
%pool = meta.tensor %s2 : !meta.storage -> !meta.tensor<24xf32>
%1 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
%2 = meta.reshape %1 to [3, 4] : !meta.tensor<12xf32>
%3 = meta.transpose %2, 0, 1 : !meta.tensor<3x4xf32>
%cache = meta.tensor %3 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
meta.source %cache, "cache.k" : !meta.tensor<4x3xf32, strided<[1, 4]>>

// Every other column of a weight, which is not dense.
// DROP-SAME:     %{{[^:]*}}: tensor<3x2xbf16> {meta.sources = ["gate"], meta.strides = [4, 2]},
// PERMUTE-SAME:  %{{[^:]*}}: tensor<3x2xbf16> {meta.sources = ["gate"], meta.strides = [4, 2]},
// ENCODING-SAME: %{{[^:]*}}: tensor<3x2xbf16, {layout = strided<[4, 2]>}> {meta.sources = ["gate"]},
// REMARK:        remark: drops the strides [4, 2] of 'gate' from its type
%s3 = meta.storage 24 : !meta.storage
%4 = meta.view %s3 : !meta.storage -> !meta.tensor<3x4xbf16>
%5 = meta.slice %4 dim 1 step 2 : !meta.tensor<3x4xbf16>
%gate = meta.tensor %5 : !meta.tensor<3x2xbf16, strided<[4, 2]>>
meta.source %gate, "gate" : !meta.tensor<3x2xbf16, strided<[4, 2]>>

// A complex table, and its second row as pairs of reals.
// ALL-SAME:  %{{[^:]*}}: tensor<2x3xcomplex<f32>> {meta.alias_group = 4 : i64, meta.sources = ["rotary"]},
// ALL-SAME:  %{{[^:]*}}: tensor<3x2xf32> {meta.alias_group = 4 : i64, meta.offset = 6 : i64, meta.sources = ["rotary_row"]},
%s4 = meta.storage 48 : !meta.storage
%rotary = meta.tensor %s4 : !meta.storage -> !meta.tensor<2x3xcomplex<f32>>
meta.source %rotary, "rotary" : !meta.tensor<2x3xcomplex<f32>>
%6 = meta.select %rotary dim 0 index 1 : !meta.tensor<2x3xcomplex<f32>>
%7 = meta.view_as_real %6 : !meta.tensor<3xcomplex<f32>>
%row = meta.tensor %7 base %rotary : !meta.tensor<3x2xf32>, !meta.tensor<2x3xcomplex<f32>>
meta.source %row, "rotary_row" : !meta.tensor<3x2xf32>

// A mask on a device, in packed integers, and a batch whose size is not known.
// ALL-SAME:  %{{[^:]*}}: tensor<8xi8> {meta.device = "cuda:0", meta.dtype = "uint4", meta.sources = ["mask"]},
// ALL-SAME:  %{{[^:]*}}: tensor<?x4xi64> {meta.offset = affine_map<()[s0, s1] -> (s1)>, meta.sizes = affine_map<()[s0, s1] -> (s0, 4)>, meta.sources = ["tokens"]})
// ALL-SAME:  attributes {meta.symbols = [{min = 2 : i64, name = "s0"}, {min = 0 : i64, name = "s1"}]} {
// ALL-NEXT:    return
// ALL-NEXT:  }
// ALL-NEXT: }
%s5 = meta.storage 8 : !meta.storage<cuda:0>
%mask = meta.tensor %s5 : !meta.storage<cuda:0> -> !meta.tensor<8xui4, cuda:0>
meta.source %mask, "mask" : !meta.tensor<8xui4, cuda:0>
%batch = meta.symbol "s0" min 2
%skipped = meta.symbol "s1" min 0
%bytes = meta.symbol "s2"
%s6 = meta.storage %bytes : !meta.storage
%8 = meta.view %s6[%batch] offset %skipped : !meta.storage -> !meta.tensor<?x4xsi64>
%9 = meta.alias %8 : !meta.tensor<?x4xsi64>
%tokens = meta.tensor %9 : !meta.tensor<?x4xsi64>
meta.source %tokens, "tokens" : !meta.tensor<?x4xsi64>
