// RUN: meta-opt %s --split-input-file --verify-diagnostics

// A device is none of the words that may stand beside it.
// storage_type_c1
// expected-error @+1 {{expected a device such as 'cuda:0', got "conj"}}
func.func private @f(!meta.storage<conj>)

// -----

// storage_type_c1
// expected-error @+1 {{expected a device such as 'cuda:0', got "cuda:4294967296"}}
func.func private @f(!meta.storage<cuda:4294967296>)

// -----

// expected-error @+1 {{expected the number of the device}}
func.func private @f(!meta.storage<cuda:x>)

// -----

// expected-error @+1 {{expected the number of the device}}
func.func private @f(!meta.storage<cuda:-1>)

// -----

// expected-error @+1 {{expected the number of the device}}
func.func private @f(!meta.storage<cuda:>)

// -----

// tensor_type_c1
// expected-error @+1 {{expected at most 1024 dimensions, got 1025}}
func.func private @f(!meta.tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)

// -----

// PyTorch has signed and unsigned integers.
// tensor_type_c2
// expected-error @+1 {{expected the element type of a dtype of PyTorch, such as 'si32' for int32, got 'i32'}}
func.func private @f(!meta.tensor<4xi32>)

// -----

// tensor_type_c2
// expected-error @+1 {{expected the element type of a dtype of PyTorch, such as 'si32' for int32, got '!meta.storage'}}
func.func private @f(!meta.tensor<4x!meta.storage>)

// -----

// tensor_type_c2
// expected-error @+1 {{expected no tensor type in another}}
func.func private @f(!meta.tensor<4xcomplex<!meta.tensor<4xf32>>>)

// -----

// tensor_type_c3
// expected-error @+1 {{expected a complex element type under 'conj', got 'f32'}}
func.func private @f(!meta.tensor<4xf32, conj>)

// -----

// Counts that leave int64 (B07), of elements, of contiguous strides though there
// is no element, and of bytes.
// tensor_type_c4
// expected-error @+1 {{expected fewer than 2^63 elements}}
func.func private @f(!meta.tensor<4x1152921504606846976x2xf64>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected fewer than 2^63 elements}}
func.func private @f(!meta.tensor<4611686018427387904x?x2xsi8>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected fewer than 2^63 elements}}
func.func private @f(!meta.tensor<4294967296x2147483648xf32, strided<[0, 0]>>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected contiguous strides below 2^63}}
func.func private @f(!meta.tensor<0x2147483648x8589934592xf64>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected every byte below 2^63}}
func.func private @f(!meta.tensor<2305843009213693952xf64>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected every byte below 2^63}}
func.func private @f(!meta.tensor<3xf32, strided<[4611686018427387904]>>)

// -----

// tensor_type_c4
// expected-error @+1 {{expected every byte below 2^63}}
func.func private @f(!meta.tensor<2x2xsi8, strided<[4611686018427387904, 4611686018427387904]>>)

// -----

// tensor_type_c5
// expected-error @+1 {{expected 2 strides, got 1}}
func.func private @f(!meta.tensor<4x3xf32, strided<[1]>>)

// -----

// tensor_type_c5
// expected-error @+1 {{expected no negative stride, got -1 at dim 1}}
func.func private @f(!meta.tensor<4x3xf32, strided<[3, -1]>>)

// -----

// tensor_type_c5
#layout = strided<[1], offset: 2>
// expected-error @+1 {{expected strides without an offset: the offset belongs to the op, not to the type}}
func.func private @f(!meta.tensor<4xf32, #layout>)

// -----

// tensor_type_c5
// expected-error @+1 {{expected a stride or '?', got the reserved value -9223372036854775808}}
func.func private @f(!meta.tensor<4xf32, strided<[-9223372036854775808]>>)

// -----

// tensor_type_c6
#layout = affine_map<(d0) -> (d0)>
// expected-error @+1 {{expected 'strided' or a layout of the meta dialect, got affine_map<(d0) -> (d0)>}}
func.func private @f(!meta.tensor<4xf32, #layout>)

// -----

// tensor_type_c7
// expected-error @+1 {{expected a device such as 'cuda:0', got "cuda:4294967296"}}
func.func private @f(!meta.tensor<4xf32, cuda:4294967296>)

// -----

// expected-error @+1 {{expected a layout, a device, 'conj' and 'neg' once each, in this order}}
func.func private @f(!meta.tensor<4xf32, strided<[1]>, strided<[2]>>)

// -----

// expected-error @+1 {{expected a layout, a device, 'conj' and 'neg' once each, in this order}}
func.func private @f(!meta.tensor<4xf32, cuda, cpu>)

// -----

// expected-error @+1 {{expected a layout, a device, 'conj' and 'neg' once each, in this order}}
func.func private @f(!meta.tensor<4xcomplex<f32>, neg, conj>)

// -----

// expected-error @+1 {{expected a layout, a device, 'conj' and 'neg' once each, in this order}}
func.func private @f(!meta.tensor<4xf32, cuda, #meta.jagged>)

// -----

// expected-error @+1 {{expected attribute value}}
func.func private @f(!meta.tensor<4xf32, >)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @f(!meta.tensor)

// -----

// expected-error @+1 {{invalid dimension}}
func.func private @f(!meta.tensor<9223372036854775808xf32>)

// -----

// expected-error @+1 {{unknown  type `int8` in dialect `meta`}}
func.func private @f(!meta.int8)

// -----

// expected-error @+1 {{unknown attribute `ragged` in dialect `meta`}}
func.func private @f(!meta.tensor<4xf32, #meta.ragged>)

// -----

// coo_attr_c1
// expected-error @+1 {{expected the sparse and dense dimensions of #meta.coo<1, 0> to add up to rank 2}}
func.func private @f(!meta.tensor<4x3xf32, #meta.coo<1, 0>>)

// -----

// coo_attr_c1
// expected-error @+1 {{expected the sparse and dense dimensions of #meta.coo<3, -1> to add up to rank 2}}
func.func private @f(!meta.tensor<4x3xf32, #meta.coo<3, -1>>)

// -----

// coo_attr_c1
// expected-error @+1 {{expected the sparse and dense dimensions of #meta.coo<9223372036854775807, 9223372036854775807> to add up to rank 0}}
func.func private @f(!meta.tensor<f32, #meta.coo<9223372036854775807, 9223372036854775807>>)

// -----

// csr_attr_c1
// expected-error @+1 {{expected at least 2 dimensions for #meta.csr, got 1}}
func.func private @f(!meta.tensor<4xf32, #meta.csr>)

// -----

// csc_attr_c1
// expected-error @+1 {{expected at least 2 dimensions for #meta.csc, got 1}}
func.func private @f(!meta.tensor<4xf32, #meta.csc>)

// -----

// bsr_attr_c1
// expected-error @+1 {{expected at least 2 dimensions for #meta.bsr<1, 1>, got 1}}
func.func private @f(!meta.tensor<4xf32, #meta.bsr<1, 1>>)

// -----

// bsc_attr_c1
// expected-error @+1 {{expected at least 2 dimensions for #meta.bsc<1, 1>, got 1}}
func.func private @f(!meta.tensor<4xf32, #meta.bsc<1, 1>>)

// -----

// bsr_attr_c2
// expected-error @+1 {{expected a block of at least 1 by 1, got 0 by 2}}
func.func private @f(!meta.tensor<4x4xf32, #meta.bsr<0, 2>>)

// -----

// bsc_attr_c2
// expected-error @+1 {{expected a block of at least 1 by 1, got 2 by -1}}
func.func private @f(!meta.tensor<4x4xf32, #meta.bsc<2, -1>>)

// -----

// jagged_attr_c1
// expected-error @+1 {{expected a dynamic dimension for #meta.jagged, the ragged one}}
func.func private @f(!meta.tensor<4x3xf32, #meta.jagged>)
