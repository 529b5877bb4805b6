// RUN: meta-opt %s --split-input-file --verify-diagnostics

// What roots, the canonical view, identity, names and queries refuse. A case is
// called after the constraint in the description of the op.

// storage_c1
// expected-error @+1 {{'meta.storage' op expected no negative number of bytes, got -1}}
%storage = meta.storage -1 : !meta.storage

// -----

func.func @storage_c1_operand(%n: index) {
  // expected-error @+1 {{'meta.storage' op expected a constant number of bytes or an operand}}
  %storage = "meta.storage"(%n) <{bytes = 4}> : (index) -> !meta.storage
  return
}

// -----

// expected-error @+1 {{'meta.storage' op result #0 must be a storage, the bytes behind one or more tensors, but got '!meta.tensor<4xf32>'}}
%storage = meta.storage 16 : !meta.tensor<4xf32>

// -----

// A size is an operand of the function or a query: what is inlined twice would
// give two sizes one name.
func.func @symbol_c1() {
  // expected-error @+1 {{'meta.symbol' op expected symbol 's0' outside of functions: inside one, take an index argument or query an argument}}
  %n = meta.symbol "s0"
  return
}

// -----

// symbol_c2
// expected-error @+1 {{'meta.symbol' op expected a range for symbol 's0', got min 3 and max 2}}
%n = meta.symbol "s0" min 3 max 2

// -----

// symbol_c2
// expected-error @+1 {{'meta.symbol' op expected the hint of symbol 's0' in its range, got 9}}
%n = meta.symbol "s0" max 8 hint 9

// -----

// expected-error @+1 {{expected integer value}}
%n = meta.symbol "s0" min max 8

// -----

// expected-error @+1 {{'meta.symbol' op property 'kind' failed to satisfy constraint: where a symbol comes from}}
%n = "meta.symbol"() <{name = "s0", kind = 3 : i32}> : () -> index

// -----

func.func @view_c1(%base: !meta.tensor<24xf32>, %n: index) {
  // expected-error @+1 {{'meta.view' op expected 2 index operands for the '?' of '!meta.tensor<?x?xf32>' and the offset, got 1}}
  %view = meta.view %base[%n] : !meta.tensor<24xf32> -> !meta.tensor<?x?xf32>
  return
}

// -----

func.func @view_c1_offset(%base: !meta.tensor<24xf32>, %n: index) {
  // expected-error @+1 {{'meta.view' op expected 0 index operands for the '?' of '!meta.tensor<4xf32>' and the offset, got 1}}
  %view = meta.view %base[%n] : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  return
}

// -----

func.func @view_c2(%base: !meta.tensor<24xf32, cuda:0>) {
  // expected-error @+1 {{'meta.view' op expected a result on "cuda:0", got "cuda:1"}}
  %view = meta.view %base : !meta.tensor<24xf32, cuda:0> -> !meta.tensor<4xf32, cuda:1>
  return
}

// -----

// view_c2
%storage = meta.storage 16 : !meta.storage<cuda>
// expected-error @+1 {{'meta.view' op expected a result on "cuda", got "cpu"}}
%view = meta.view %storage : !meta.storage<cuda> -> !meta.tensor<4xf32>

// -----

func.func @view_c3_base(%base: !meta.tensor<4x6xf32, #meta.csr>) {
  // expected-error @+1 {{'meta.view' op expected a strided layout, got '!meta.tensor<4x6xf32, #meta.csr>'}}
  %view = meta.view %base : !meta.tensor<4x6xf32, #meta.csr> -> !meta.tensor<24xf32>
  return
}

// -----

func.func @view_c3_result(%base: !meta.tensor<24xf32>) {
  // expected-error @+1 {{'meta.view' op expected a strided layout, got '!meta.tensor<4x6xf32, #meta.coo<2, 0>>'}}
  %view = meta.view %base : !meta.tensor<24xf32> -> !meta.tensor<4x6xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @view_c4(%base: !meta.tensor<24xf32>) {
  // expected-error @+1 {{'meta.view' op expected no negative offset, got -1}}
  %view = meta.view %base offset -1 : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  return
}

// -----

// The first offset at which the last byte is number 2^63.
func.func @view_c5(%base: !meta.tensor<24xf32>) {
  // expected-error @+1 {{'meta.view' op expected every byte below 2^63, got an overflow}}
  %view = meta.view %base offset 2305843009213693948 : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
  return
}

// -----

func.func @view_of_index(%base: index) {
  // expected-error @+1 {{'meta.view' op operand #0 must be a storage or a tensor, but got 'index'}}
  %view = meta.view %base : index -> !meta.tensor<4xf32>
  return
}

// -----

func.func @cast_c1(%base: !meta.tensor<?x4xf32>) {
  // expected-error @+1 {{'meta.cast' op expected types of which one says what the other leaves open, got '!meta.tensor<?x4xf32>' and '!meta.tensor<8x5xf32>'}}
  %cast = meta.cast %base : !meta.tensor<?x4xf32> -> !meta.tensor<8x5xf32>
  return
}

// -----

func.func @cast_c1_rank(%base: !meta.tensor<?x4xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<?x4xf32> -> !meta.tensor<?xf32>
  return
}

// -----

func.func @cast_c1_element(%base: !meta.tensor<?xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<?xf32> -> !meta.tensor<?xsi32>
  return
}

// -----

func.func @cast_c1_device(%base: !meta.tensor<?xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<?xf32> -> !meta.tensor<?xf32, cuda>
  return
}

// -----

func.func @cast_c1_conj(%base: !meta.tensor<?xcomplex<f32>>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<?xcomplex<f32>> -> !meta.tensor<?xcomplex<f32>, conj>
  return
}

// -----

func.func @cast_c1_neg(%base: !meta.tensor<?xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<?xf32> -> !meta.tensor<?xf32, neg>
  return
}

// -----

func.func @cast_c1_stride(%base: !meta.tensor<4x3xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<4x3xf32> -> !meta.tensor<4x3xf32, strided<[?, 2]>>
  return
}

// -----

// Rows of a contiguous tensor are as far apart as they are long.
func.func @cast_c1_contiguous(%base: !meta.tensor<4x?xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<4x?xf32> -> !meta.tensor<4x5xf32, strided<[7, 1]>>
  return
}

// -----

// No contiguous tensor has these sizes.
func.func @cast_c1_overflow(%base: !meta.tensor<0x4611686018427387904x?xsi8>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<0x4611686018427387904x?xsi8> -> !meta.tensor<0x4611686018427387904x4xsi8, strided<[1, 4, 1]>>
  return
}

// -----

func.func @cast_c1_layout(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{expected types of which one says what the other leaves open}}
  %cast = meta.cast %base : !meta.tensor<4x6xf32> -> !meta.tensor<4x6xf32, #meta.csr>
  return
}

// -----

// tensor_c1
%storage = meta.storage 16 : !meta.storage
// expected-note @+1 {{the live tensor is defined here}}
%live = meta.tensor %storage : !meta.storage -> !meta.tensor<4xf32>
// expected-error @+1 {{'meta.tensor' op expected a geometry for 'again', got a live tensor}}
%again = meta.tensor %live : !meta.tensor<4xf32>
meta.source %again, "again" : !meta.tensor<4xf32>

// -----

// tensor_c1
// expected-note @+2 {{the live tensor is defined here}}
// expected-error @+1 {{'meta.tensor' op expected a geometry, got a live tensor}}
%cycle = meta.tensor %cycle : !meta.tensor<4xf32>

// -----

// tensor_c2
%storage = meta.storage 48 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected a static contiguous type on "cpu" over a storage for 'w', got '!meta.tensor<4x3xf32, strided<[1, 4]>>'}}
%w = meta.tensor %storage : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
meta.source %w, "w" : !meta.tensor<4x3xf32, strided<[1, 4]>>

// -----

// tensor_c2
%storage = meta.storage 48 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected a static contiguous type on "cpu" over a storage, got '!meta.tensor<?xf32>'}}
%t = meta.tensor %storage : !meta.storage -> !meta.tensor<?xf32>

// -----

// tensor_c2
%storage = meta.storage 48 : !meta.storage<cuda:0>
// expected-error @+1 {{'meta.tensor' op expected a static contiguous type on "cuda:0" over a storage, got '!meta.tensor<12xf32>'}}
%t = meta.tensor %storage : !meta.storage<cuda:0> -> !meta.tensor<12xf32>

// -----

// tensor_c2
%storage = meta.storage 48 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected a static contiguous type on "cpu" over a storage, got '!meta.tensor<4x3xf32, #meta.csr>'}}
%t = meta.tensor %storage : !meta.storage -> !meta.tensor<4x3xf32, #meta.csr>

// -----

func.func @tensor_c3(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.tensor' op expected the type of its geometry, '!meta.tensor<4xf32>', got '!meta.tensor<4xsi32>'}}
  %t = "meta.tensor"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!meta.tensor<4xf32>) -> !meta.tensor<4xsi32>
  return
}

// -----

func.func @tensor_c4_base(%x: !meta.tensor<4xf32>) {
  %geometry = meta.alias %x : !meta.tensor<4xf32>
  // expected-error @+1 {{'meta.tensor' op expected another live tensor as base for 'y'}}
  %y = meta.tensor %geometry base %geometry : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  meta.source %y, "y" : !meta.tensor<4xf32>
  return
}

// -----

func.func @tensor_c4_grad(%x: !meta.tensor<4xf32>) {
  %geometry = meta.alias %x : !meta.tensor<4xf32>
  // expected-error @+1 {{'meta.tensor' op expected another live tensor as grad}}
  %y = meta.tensor %geometry grad %geometry requires_grad : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return
}

// -----

// tensor_c4
%storage = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected another live tensor as base}}
%t = meta.tensor %storage base %t : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>

// -----

func.func @tensor_c5(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.tensor' op expected a base under 'creation'}}
  %t = meta.tensor %x creation no_grad_mode : !meta.tensor<4xf32>
  return
}

// -----

func.func @tensor_c6(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.tensor' op expected 'requires_grad' under 'non_leaf'}}
  %t = meta.tensor %x non_leaf : !meta.tensor<4xf32>
  return
}

// -----

func.func @source_c1(%x: !meta.tensor<4xf32>) {
  // expected-note @+1 {{make a live tensor of it with 'meta.tensor'}}
  %geometry = meta.alias %x : !meta.tensor<4xf32>
  // expected-error @+1 {{'meta.source' op expected a live tensor for 'x', got a geometry}}
  meta.source %geometry, "x" : !meta.tensor<4xf32>
  return
}

// -----

func.func @source_c2(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.source' op expected a name that is not empty}}
  meta.source %x, "" : !meta.tensor<4xf32>
  return
}

// -----

func.func @size_c1(%x: !meta.tensor<4xf32>) -> index {
  // expected-error @+1 {{'meta.size' op expected a dim in [0, 1), got 1}}
  %size = meta.size %x[1] : !meta.tensor<4xf32>
  return %size : index
}

// -----

func.func @size_c1_negative(%x: !meta.tensor<4xf32>) -> index {
  // expected-error @+1 {{'meta.size' op expected a dim in [0, 1), got -1}}
  %size = meta.size %x[-1] : !meta.tensor<4xf32>
  return %size : index
}

// -----

func.func @stride_c1(%x: !meta.tensor<f32>) -> index {
  // expected-error @+1 {{'meta.stride' op expected a dim in [0, 0), got 0}}
  %stride = meta.stride %x[0] : !meta.tensor<f32>
  return %stride : index
}

// -----

func.func @stride_c2(%x: !meta.tensor<4x3xf32, #meta.csr>) -> index {
  // expected-error @+1 {{'meta.stride' op expected a strided tensor, got '!meta.tensor<4x3xf32, #meta.csr>'}}
  %stride = meta.stride %x[0] : !meta.tensor<4x3xf32, #meta.csr>
  return %stride : index
}

// -----

func.func @offset_c1(%x: !meta.tensor<3x?xf32, #meta.jagged>) -> index {
  // expected-error @+1 {{'meta.offset' op expected a strided tensor, got '!meta.tensor<3x?xf32, #meta.jagged>'}}
  %offset = meta.offset %x : !meta.tensor<3x?xf32, #meta.jagged>
  return %offset : index
}

// -----

// expected-error @+1 {{use of undeclared SSA value name}}
%storage = meta.storage %s0 : !meta.storage

// -----

// expected-error @+1 {{expected an attribute that the meta dialect has, got 'meta.source'}}
func.func private @attribute_unknown(!meta.tensor<4xf32> {meta.source = "x"})

// -----

// expected-error @+1 {{expected 'meta.sources' to be an array of strings, got "x"}}
func.func private @attribute_sources(!meta.tensor<4xf32> {meta.sources = "x"})

// -----

// expected-error @+1 {{expected 'meta.alias_group' to be an integer or an array of integers, got unit}}
func.func private @attribute_alias_group(!meta.tensor<4xf32> {meta.alias_group})

// -----

// expected-error @+1 {{expected 'meta.offset' to be an integer, a map of symbols, or no value, got "2"}}
func.func private @attribute_offset() -> (!meta.tensor<4xf32> {meta.offset = "2"})

// -----

// expected-error @+1 {{expected 'meta.strides' to be an array of integers, a strided layout, or a map of symbols, got [1, "4"]}}
func.func private @attribute_strides(!meta.tensor<4xf32> {meta.strides = [1, "4"]})

// -----

// expected-error @+1 {{expected 'meta.sizes' to be a map of symbols, got affine_map<(d0) -> (d0)>}}
func.func private @attribute_sizes(!meta.tensor<?xf32> {meta.sizes = affine_map<(d0) -> (d0)>})

// -----

// expected-error @+1 {{expected 'meta.symbols' to be an array of dictionaries with a 'name', got [{min = 2 : i64}]}}
func.func private @attribute_symbols() attributes {meta.symbols = [{min = 2}]}

// -----

// expected-error @+1 {{expected 'meta.permutation' to be an array of integers, got 1}}
func.func private @attribute_permutation(!meta.tensor<4xf32> {meta.permutation = 1})

// -----

// expected-error @+1 {{expected 'meta.device' to be a string, got 0}}
func.func private @attribute_device(!meta.tensor<4xf32> {meta.device = 0})

// -----

// expected-error @+1 {{expected 'meta.dtype' to be a string, got i1}}
module attributes {meta.dtype = i1} {}

// -----

// expected-error @+1 {{expected 'meta.quantization' to be a dictionary of a scheme, scales, zero points and perhaps an axis, got {scheme = "per_tensor_affine"}}}
func.func private @attribute_quantization(!meta.tensor<4x!meta.qint8> {meta.quantization = {scheme = "per_tensor_affine"}})

// -----

// expected-error @+1 {{expected 'meta.quantization' to be a dictionary of a scheme, scales, zero points and perhaps an axis, got {axis = "0",}}
func.func private @attribute_axis(!meta.tensor<4x!meta.qint8> {meta.quantization = {axis = "0", scheme = "per_channel_affine", scales = array<f64: 0.5>, zero_points = array<f64: 0.0>}})
