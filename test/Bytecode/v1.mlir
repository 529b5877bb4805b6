// RUN: meta-opt %s -o %t
// RUN: meta-opt %S/v1.mlirbc | diff %t -

// What version 1 of the dialect could say: all of version 2 but the facts about
// symbols. v1.mlirbc says it as a writer of version 1 did. Neither file is ever
// edited: what has once been written stays readable.

func.func private @dtypes(
    !meta.tensor<2xui8>,
    !meta.tensor<2xsi8>,
    !meta.tensor<2xsi16>,
    !meta.tensor<2xsi32>,
    !meta.tensor<2xsi64>,
    !meta.tensor<2xf16>,
    !meta.tensor<2xf32>,
    !meta.tensor<2xf64>,
    !meta.tensor<2xcomplex<f16>>,
    !meta.tensor<2xcomplex<f32>>,
    !meta.tensor<2xcomplex<f64>>,
    !meta.tensor<2xi1>,
    !meta.tensor<2x!meta.qint8>,
    !meta.tensor<2x!meta.quint8>,
    !meta.tensor<2x!meta.qint32>,
    !meta.tensor<2xbf16>,
    !meta.tensor<2x!meta.quint4x2>,
    !meta.tensor<2x!meta.quint2x4>,
    !meta.tensor<2x!meta.bits1x8>,
    !meta.tensor<2x!meta.bits2x4>,
    !meta.tensor<2x!meta.bits4x2>,
    !meta.tensor<2x!meta.bits8>,
    !meta.tensor<2x!meta.bits16>,
    !meta.tensor<2xf8E5M2>,
    !meta.tensor<2xf8E4M3FN>,
    !meta.tensor<2xf8E5M2FNUZ>,
    !meta.tensor<2xf8E4M3FNUZ>,
    !meta.tensor<2xui16>,
    !meta.tensor<2xui32>,
    !meta.tensor<2xui64>,
    !meta.tensor<2xui1>,
    !meta.tensor<2xui2>,
    !meta.tensor<2xui3>,
    !meta.tensor<2xui4>,
    !meta.tensor<2xui5>,
    !meta.tensor<2xui6>,
    !meta.tensor<2xui7>,
    !meta.tensor<2xsi1>,
    !meta.tensor<2xsi2>,
    !meta.tensor<2xsi3>,
    !meta.tensor<2xsi4>,
    !meta.tensor<2xsi5>,
    !meta.tensor<2xsi6>,
    !meta.tensor<2xsi7>,
    !meta.tensor<2xf8E8M0FNU>,
    !meta.tensor<2x!meta.float4_e2m1fn_x2>)

func.func private @layouts(
    !meta.storage<cuda:1>, !meta.tensor<f32>, !meta.tensor<4x0x3xf32, privateuseone>,
    !meta.tensor<4x?xcomplex<f32>, strided<[?, 1]>, cuda:0, conj, neg>,
    !meta.tensor<4x3xf32, #meta.coo<2, 0>>, !meta.tensor<4x3xf32, #meta.csr>,
    !meta.tensor<4x3xf32, #meta.csc>, !meta.tensor<4x6xf32, #meta.bsr<2, 3>>,
    !meta.tensor<4x6xf32, #meta.bsc<1, 2>>, !meta.tensor<3x?xf32, #meta.jagged>,
    !meta.tensor<4xf32, #meta.opaque_layout<"mkldnn">>)

func.func private @attributes(
    !meta.tensor<4x3xf32> {meta.sources = ["a", "b"], meta.alias_group = 1, meta.offset = 2, meta.strides = [1, 4],
                           meta.permutation = [1, 0], meta.device = "cuda:0", meta.dtype = "bool"},
    !meta.tensor<4xf32> {meta.offset})

module @model {
  %n = meta.symbol "s0"
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage %n : !meta.storage
  %p = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<6x4xf32>
  %g = meta.tensor %s0 inference beyond_storage : !meta.storage -> !meta.tensor<6x4xf32>
  meta.source %p, "p" : !meta.tensor<6x4xf32>
  meta.source %p, "tied" : !meta.tensor<6x4xf32>
  %v = meta.view %s1[%n, %n] offset %n : !meta.storage -> !meta.tensor<?x4xf32, strided<[?, 1]>>
  %t = meta.tensor %v base %p creation no_grad_mode grad %g requires_grad non_leaf : !meta.tensor<?x4xf32, strided<[?, 1]>>, !meta.tensor<6x4xf32>, !meta.tensor<6x4xf32>
  meta.source %t, "t" : !meta.tensor<?x4xf32, strided<[?, 1]>>
}

func.func @views(%x: !meta.tensor<4x6xf32>, %y: !meta.tensor<?x4xf32>, %z: !meta.tensor<4xcomplex<f32>>, %n: index) -> (index, index, index) {
  %view = meta.view %x offset 3 : !meta.tensor<4x6xf32> -> !meta.tensor<2x3xf32>
  %cast = meta.cast %y : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
  %permute = meta.permute %x [1, 0] : !meta.tensor<4x6xf32>
  %transpose = meta.transpose %x, 0, 1 : !meta.tensor<4x6xf32>
  %squeeze = meta.squeeze %x : !meta.tensor<4x6xf32>
  %squeeze_dims = meta.squeeze %x dims [0, 1] : !meta.tensor<4x6xf32>
  %unsqueeze = meta.unsqueeze %x dim 1 : !meta.tensor<4x6xf32>
  %diagonal = meta.diagonal %x dims 0, 1 offset -1 : !meta.tensor<4x6xf32>
  %slice = meta.slice %x dim 1 from 1 to -1 step 2 : !meta.tensor<4x6xf32>
  %slice_n = meta.slice %y dim 0 from %n to %n step %n : !meta.tensor<?x4xf32>
  %narrow = meta.narrow %x dim 0 start 1 length 2 : !meta.tensor<4x6xf32>
  %narrow_n = meta.narrow %x dim 0 start %n length %n : !meta.tensor<4x6xf32>
  %select = meta.select %x dim 0 index -1 : !meta.tensor<4x6xf32>
  %select_n = meta.select %x dim 0 index %n : !meta.tensor<4x6xf32>
  %split:2 = meta.split %y dim 0 sizes [4, %n] : !meta.tensor<?x4xf32>
  %unbind:4 = meta.unbind %x dim 0 : !meta.tensor<4x6xf32>
  %expand = meta.expand %x to [2, -1, 6] : !meta.tensor<4x6xf32>
  %expand_n = meta.expand %x to [%n, 4, 6] : !meta.tensor<4x6xf32>
  %reshape = meta.reshape %x to [3, -1] : !meta.tensor<4x6xf32>
  %reshape_n = meta.reshape %y to [%n, 2, 2] : !meta.tensor<?x4xf32>
  %unfold = meta.unfold %x dim 1 size 3 step 2 : !meta.tensor<4x6xf32>
  %as_strided = meta.as_strided %x sizes [2, 2] strides [6, 1] : !meta.tensor<4x6xf32>
  %as_strided_n = meta.as_strided %x sizes [%n, 2] strides [%n, 1] offset %n : !meta.tensor<4x6xf32>
  %as_strided_0 = meta.as_strided %x sizes [] strides [] offset 0 : !meta.tensor<4x6xf32>
  %alias = meta.alias %x : !meta.tensor<4x6xf32>
  %bitcast = meta.bitcast %x as si8 : !meta.tensor<4x6xf32>
  %view_as_real = meta.view_as_real %z : !meta.tensor<4xcomplex<f32>>
  %view_as_complex = meta.view_as_complex %view_as_real : !meta.tensor<4x2xf32>
  %real = meta.real %z : !meta.tensor<4xcomplex<f32>>
  %imag = meta.imag %z : !meta.tensor<4xcomplex<f32>>
  %conj = meta.conj %z : !meta.tensor<4xcomplex<f32>>
  %neg = meta.neg %x : !meta.tensor<4x6xf32>
  %size = meta.size %y[0] : !meta.tensor<?x4xf32>
  %stride = meta.stride %y[1] : !meta.tensor<?x4xf32>
  %offset = meta.offset %y : !meta.tensor<?x4xf32>
  return %size, %stride, %offset : index, index, index
}
