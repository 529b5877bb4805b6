// RUN: meta-opt %s --split-input-file --verify-diagnostics

// What geometries made of parts refuse. A case is called after the constraint
// in the description of the op.

func.func @sparse_coo_c1(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected a result of layout '#meta.coo', got '!meta.tensor<4x5xf32>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32>
  return
}

// -----

func.func @sparse_coo_c2_type(%i: !meta.tensor<2x3xsi32>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected indices of 'si64', got '!meta.tensor<2x3xsi32>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi32>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_coo_c2_shape(%i: !meta.tensor<1x3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected indices of shape 2x3, got '!meta.tensor<1x3xsi64>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<1x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_coo_c2_no_values(%i: !meta.tensor<3xsi64>, %v: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected indices of shape 2x?, got '!meta.tensor<3xsi64>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<3xsi64>, !meta.tensor<f32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_coo_c3_elements(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf64>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected values of 'f32', got '!meta.tensor<3xf64>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf64> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_coo_c3_sizes(%i: !meta.tensor<1x?xsi64>, %v: !meta.tensor<3x4xf32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected values of shape ?x5, got '!meta.tensor<3x4xf32>'}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<1x?xsi64>, !meta.tensor<3x4xf32> -> !meta.tensor<4x5xf32, #meta.coo<1, 1>>
  return
}

// -----

func.func @sparse_coo_c4(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf32, cuda:0>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected all parts on "cuda:0", got one on "cpu"}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32, cuda:0> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>, cuda:0>
  return
}

// -----

func.func @sparse_coo_c5(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_coo' op expected 1 operands for the '?' of '!meta.tensor<?x5xf32, #meta.coo<2, 0>>', got 0}}
  %0 = meta.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<?x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_compressed_c1(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected a result of layout '#meta.csr', '#meta.csc', '#meta.bsr' or '#meta.bsc', got '!meta.tensor<4x5xf32, #meta.coo<2, 0>>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @sparse_compressed_c2(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi32>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected indices of 'si32' or of 'si64' both, got '!meta.tensor<5xsi64>' and '!meta.tensor<3xsi32>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi32>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

func.func @sparse_compressed_c3_rank(%c: !meta.tensor<2x5xsi64>, %p: !meta.tensor<2x3xsi64>, %v: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected compressed indices of 1 to 1 dimensions, got '!meta.tensor<2x5xsi64>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<2x5xsi64>, !meta.tensor<2x3xsi64>, !meta.tensor<2x3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

// In CSC columns are compressed.
func.func @sparse_compressed_c3_compressed(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected compressed indices of shape 6, got '!meta.tensor<5xsi64>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csc>
  return
}

// -----

func.func @sparse_compressed_c3_plain(%c: !meta.tensor<2x5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected plain indices of shape 2x?, got '!meta.tensor<3xsi64>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<2x5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<2x3xf32> -> !meta.tensor<2x4x5xf32, #meta.csr>
  return
}

// -----

func.func @sparse_compressed_c4_elements(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf16>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected values of 'f32', got '!meta.tensor<3xf16>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf16> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

func.func @sparse_compressed_c4_blocks(%c: !meta.tensor<3xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3x3x2xf32>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected values of shape 3x2x3, got '!meta.tensor<3x3x2xf32>'}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<3xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3x3x2xf32> -> !meta.tensor<4x6xf32, #meta.bsr<2, 3>>
  return
}

// -----

func.func @sparse_compressed_c5(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32, meta>) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected all parts on "cpu", got one on "meta"}}
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32, meta> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

func.func @sparse_compressed_c6(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>, %n: index) {
  // expected-error @+1 {{'meta.sparse_compressed' op expected 0 operands for the '?' of '!meta.tensor<4x5xf32, #meta.csr>', got 1}}
  %0 = meta.sparse_compressed %c, %p, %v [%n] : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

func.func @nested_c1(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected a result of layout '#meta.nested', got '!meta.tensor<2x3xf32>'}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1] offsets [0, 3] : !meta.tensor<18xf32> -> !meta.tensor<2x3xf32>
  return
}

// -----

func.func @nested_c2_offsets(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected 2 offsets, got 1}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1] offsets [0] : !meta.tensor<18xf32> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c2_rank(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected 2 sizes for each component, got 2 for all}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1] offsets [0, 3] : !meta.tensor<18xf32> -> !meta.tensor<2x3x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c2_strides(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected 2 sizes and strides, got 2 and 3}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1, 1] offsets [0, 3] : !meta.tensor<18xf32> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c3_negative(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op component 1: negative stride -1 at dim 0}}
  %0 = meta.nested %b sizes [3, 3] strides [1, -1] offsets [0, 3] : !meta.tensor<18xf32> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c3_overflow(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected component 0 to end below 2^63 bytes, got an overflow}}
  %0 = meta.nested %b sizes [3] strides [4611686018427387904] offsets [0] : !meta.tensor<18xf32> -> !meta.tensor<1x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c4(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{'meta.nested' op expected a result of ? behind the first dimension, got '!meta.tensor<2x3xf32, #meta.nested>'}}
  %0 = meta.nested %b sizes [3, 4] strides [1, 1] offsets [0, 3] : !meta.tensor<18xf32> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c5_shape(%b: !meta.tensor<2x9xf32>) {
  // expected-error @+1 {{'meta.nested' op expected a buffer of shape ?, got '!meta.tensor<2x9xf32>'}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1] offsets [0, 3] : !meta.tensor<2x9xf32> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_c5_elements(%b: !meta.tensor<18xf64>) {
  // expected-error @+1 {{'meta.nested' op expected a buffer of 'f32', got '!meta.tensor<18xf64>'}}
  %0 = meta.nested %b sizes [3, 3] strides [1, 1] offsets [0, 3] : !meta.tensor<18xf64> -> !meta.tensor<2x3xf32, #meta.nested>
  return
}

// -----

func.func @nested_attr_c1(%b: !meta.tensor<18xf32>) {
  // expected-error @+1 {{expected the number of components as the first size for #meta.nested}}
  %0 = meta.nested %b sizes [] strides [] offsets [] : !meta.tensor<18xf32> -> !meta.tensor<?x3xf32, #meta.nested>
  return
}

// -----

// expected-error @+1 {{'meta.opaque' op expected a result that is not strided, got '!meta.tensor<4xf32>'}}
%opaque_c1 = meta.opaque : !meta.tensor<4xf32>

// -----

// expected-error @+1 {{'meta.opaque' op expected known sizes of an opaque layout, got '!meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">>'}}
%opaque_c1_sizes = meta.opaque : !meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">>

// -----

func.func @quantized_c1(%x: !meta.tensor<4xsi8>) {
  // expected-error @+1 {{'meta.quantized' op expected elements of a quantized dtype, got '!meta.tensor<4xsi8>'}}
  %0 = meta.quantized %x per_tensor_affine scales [0.5] zero_points [0.0] : !meta.tensor<4xsi8>
  return
}

// -----

func.func @quantized_c2_axis(%x: !meta.tensor<4x!meta.qint8>) {
  // expected-error @+1 {{'meta.quantized' op expected no axis under a scheme of the whole tensor}}
  %0 = meta.quantized %x per_tensor_affine scales [0.5] zero_points [0.0] axis 0 : !meta.tensor<4x!meta.qint8>
  return
}

// -----

func.func @quantized_c2_scales(%x: !meta.tensor<4x!meta.qint8>) {
  // expected-error @+1 {{'meta.quantized' op expected as many scales as zero points, 1, got 2 and 1}}
  %0 = meta.quantized %x per_tensor_symmetric scales [0.5, 0.5] zero_points [0.0] : !meta.tensor<4x!meta.qint8>
  return
}

// -----

func.func @quantized_c3_axis(%x: !meta.tensor<4x!meta.qint8>) {
  // expected-error @+1 {{'meta.quantized' op expected an axis in [0, 1) under a scheme of channels}}
  %0 = meta.quantized %x per_channel_affine scales [0.5] zero_points [0.0] axis 1 : !meta.tensor<4x!meta.qint8>
  return
}

// -----

func.func @quantized_c3_scales(%x: !meta.tensor<?x!meta.qint8>) {
  // expected-error @+1 {{'meta.quantized' op expected as many scales as zero points, got 2 and 1}}
  %0 = meta.quantized %x per_channel_affine scales [0.5, 0.5] zero_points [0.0] axis 0 : !meta.tensor<?x!meta.qint8>
  return
}

// -----

func.func @float_list(%x: !meta.tensor<4x!meta.qint8>) {
  // expected-error @+1 {{expected an array of 64-bit floats, got 1 : i64}}
  %0 = "meta.quantized"(%x) <{scheme = 0 : i32, scales = 1, zeroPoints = array<f64: 0.0>}> : (!meta.tensor<4x!meta.qint8>) -> !meta.tensor<4x!meta.qint8>
  return
}
