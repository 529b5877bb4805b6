// RUN: meta-opt %s --split-input-file --verify-diagnostics

// What the views named after ATen's refuse.

func.func @permute_rank(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.permute' op expected 2 dims to permute, got 1}}
  %result = meta.permute %base [0] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @permute_twice(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.permute' op expected each dim once, got dim 0 twice}}
  %result = meta.permute %base [0, 0] : !meta.tensor<2x3xf32>
  return
}

// -----

// Dims count from the front.
func.func @permute_negative(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.permute' op expected dim in [0, 2), got -1}}
  %result = meta.permute %base [0, -1] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @transpose_dim(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.transpose' op expected dim in [0, 2), got 2}}
  %result = meta.transpose %base, 0, 2 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @transpose_scalar(%base: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.transpose' op expected a tensor with dims, got a 0-d tensor}}
  %result = meta.transpose %base, 0, 1 : !meta.tensor<f32>
  return
}

// -----

func.func @squeeze_dim(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.squeeze' op expected dim in [0, 2), got 2}}
  %result = meta.squeeze %base dims [2] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @squeeze_twice(%base: !meta.tensor<1x3xf32>) {
  // expected-error @+1 {{'meta.squeeze' op expected each dim once, got dim 0 twice}}
  %result = meta.squeeze %base dims [0, 0] : !meta.tensor<1x3xf32>
  return
}

// -----

func.func @unsqueeze_dim(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.unsqueeze' op expected dim in [0, 3), got 3}}
  %result = meta.unsqueeze %base dim 3 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @diagonal_dim(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.diagonal' op expected dim in [0, 2), got 2}}
  %result = meta.diagonal %base dims 0, 2 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @diagonal_twice(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.diagonal' op expected two different dims, got dim 1 twice}}
  %result = meta.diagonal %base dims 1, 1 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @slice_dim(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.slice' op expected dim in [0, 2), got -1}}
  %result = meta.slice %base dim -1 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @slice_step(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.slice' op expected a step of at least 1, got 0}}
  %result = meta.slice %base dim 0 step 0 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @slice_step_negative(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.slice' op expected a step of at least 1, got -1}}
  %result = meta.slice %base dim 0 step -1 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @narrow_dim(%base: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.narrow' op expected a tensor with dims, got a 0-d tensor}}
  %result = meta.narrow %base dim 0 start 0 length 0 : !meta.tensor<f32>
  return
}

// -----

func.func @narrow_start(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.narrow' op expected start in [-10, 10], got 11}}
  %result = meta.narrow %base dim 0 start 11 length 0 : !meta.tensor<10xf32>
  return
}

// -----

func.func @narrow_start_negative(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.narrow' op expected start in [-10, 10], got -11}}
  %result = meta.narrow %base dim 0 start -11 length 0 : !meta.tensor<10xf32>
  return
}

// -----

func.func @narrow_length(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.narrow' op expected a length of at most 2 from start 8 of dim 0, got 3}}
  %result = meta.narrow %base dim 0 start -2 length 3 : !meta.tensor<10xf32>
  return
}

// -----

func.func @narrow_length_of_dynamic(%base: !meta.tensor<10xf32>, %n: index) {
  // expected-error @+1 {{'meta.narrow' op expected a length of at most 10 from start sym of dim 0, got 11}}
  %result = meta.narrow %base dim 0 start %n length 11 : !meta.tensor<10xf32>
  return
}

// -----

func.func @narrow_length_negative(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.narrow' op negative length -1}}
  %result = meta.narrow %base dim 0 start 0 length -1 : !meta.tensor<10xf32>
  return
}

// -----

func.func @select_dim(%base: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.select' op expected a tensor with dims, got a 0-d tensor}}
  %result = meta.select %base dim 0 index 0 : !meta.tensor<f32>
  return
}

// -----

func.func @select_index(%base: !meta.tensor<10x4xf32>) {
  // expected-error @+1 {{'meta.select' op expected index in [-4, 4) of dim 1, got 4}}
  %result = meta.select %base dim 1 index 4 : !meta.tensor<10x4xf32>
  return
}

// -----

func.func @select_index_negative(%base: !meta.tensor<10x4xf32>) {
  // expected-error @+1 {{'meta.select' op expected index in [-4, 4) of dim 1, got -5}}
  %result = meta.select %base dim 1 index -5 : !meta.tensor<10x4xf32>
  return
}

// -----

func.func @select_of_nothing(%base: !meta.tensor<0xf32>) {
  // expected-error @+1 {{'meta.select' op expected index in [-0, 0) of dim 0, got 0}}
  %result = meta.select %base dim 0 index 0 : !meta.tensor<0xf32>
  return
}

// -----

func.func @expand_rank(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.expand' op expected at least 2 sizes, got 1}}
  %result = meta.expand %base to [3] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @expand_size(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.expand' op expected size 2 at dim 0 to be kept, got 4}}
  %result = meta.expand %base to [4, 3] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @expand_of_nothing(%base: !meta.tensor<0x3xf32>) {
  // expected-error @+1 {{'meta.expand' op expected size 0 at dim 0 to be kept, got 1}}
  %result = meta.expand %base to [1, 3] : !meta.tensor<0x3xf32>
  return
}

// -----

func.func @expand_new(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.expand' op expected a size for the new dim 0, got -1}}
  %result = meta.expand %base to [-1, 2, 3] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @expand_negative(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.expand' op negative size -2 at dim 1}}
  %result = meta.expand %base to [2, -2] : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @reshape_negative(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.reshape' op negative size -2 at dim 0}}
  %result = meta.reshape %base to [-2, 6] : !meta.tensor<12xf32>
  return
}

// -----

func.func @reshape_two_inferred(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected at most one size of -1, got [-1, -1]}}
  %result = meta.reshape %base to [-1, -1] : !meta.tensor<12xf32>
  return
}

// -----

func.func @reshape_count(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected sizes of as many elements as [12], got [5, 2]}}
  %result = meta.reshape %base to [5, 2] : !meta.tensor<12xf32>
  return
}

// -----

func.func @reshape_divisor(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected a divisor of the 12 elements beside -1, got [-1, 5]}}
  %result = meta.reshape %base to [-1, 5] : !meta.tensor<12xf32>
  return
}

// -----

func.func @reshape_of_nothing(%base: !meta.tensor<0xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected no size of 0 beside -1, got [-1, 0]}}
  %result = meta.reshape %base to [-1, 0] : !meta.tensor<0xf32>
  return
}

// -----

// No strides put these elements into one row.
func.func @reshape_copies(%base: !meta.tensor<4x3xf32, strided<[1, 4]>>) {
  // expected-error @+1 {{'meta.reshape' op cannot view sizes [4, 3] with strides [1, 4] as [12] without a copy}}
  %result = meta.reshape %base to [12] : !meta.tensor<4x3xf32, strided<[1, 4]>>
  return
}

// -----

func.func @reshape_expanded(%base: !meta.tensor<2x3xf32, strided<[0, 1]>>) {
  // expected-error @+1 {{'meta.reshape' op cannot view sizes [2, 3] with strides [0, 1] as [6] without a copy}}
  %result = meta.reshape %base to [6] : !meta.tensor<2x3xf32, strided<[0, 1]>>
  return
}

// -----

func.func @unflatten_dim(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op expected dim in [0, 2), got 2}}
  %result = meta.unflatten %base dim 2 into [2, 2] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unflatten_nothing(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op expected at least one size for dim 1, got none}}
  %result = meta.unflatten %base dim 1 into [] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unflatten_sizes(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op expected sizes of as many elements as [6], got [2, 2]}}
  %result = meta.unflatten %base dim 1 into [2, 2] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unflatten_divisor(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op expected a divisor of the 6 elements beside -1, got [4, -1]}}
  %result = meta.unflatten %base dim 1 into [4, -1] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unflatten_negative(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op negative size -2 at dim 0}}
  %result = meta.unflatten %base dim 1 into [-2, -3] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unflatten_two_inferred(%base: !meta.tensor<4x6xf32>) {
  // expected-error @+1 {{'meta.unflatten' op expected at most one size of -1, got [-1, -1]}}
  %result = meta.unflatten %base dim 1 into [-1, -1] : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @unfold_dim(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.unfold' op expected dim in [0, 1), got 1}}
  %result = meta.unfold %base dim 1 size 1 step 1 : !meta.tensor<10xf32>
  return
}

// -----

func.func @unfold_size(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.unfold' op expected windows of at most 10 elements, got 11}}
  %result = meta.unfold %base dim 0 size 11 step 1 : !meta.tensor<10xf32>
  return
}

// -----

func.func @unfold_size_negative(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.unfold' op negative window size -1}}
  %result = meta.unfold %base dim 0 size -1 step 1 : !meta.tensor<10xf32>
  return
}

// -----

func.func @unfold_step(%base: !meta.tensor<10xf32>) {
  // expected-error @+1 {{'meta.unfold' op expected a step of at least 1, got 0}}
  %result = meta.unfold %base dim 0 size 1 step 0 : !meta.tensor<10xf32>
  return
}

// -----

func.func @as_strided_rank(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.as_strided' op expected 2 strides, one for each size, got 1}}
  %result = meta.as_strided %base sizes [2, 2] strides [1] : !meta.tensor<12xf32>
  return
}

// -----

func.func @as_strided_size(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.as_strided' op negative size -1 at dim 1}}
  %result = meta.as_strided %base sizes [2, -1] strides [1, 1] : !meta.tensor<12xf32>
  return
}

// -----

func.func @as_strided_stride(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.as_strided' op negative stride -1 at dim 0}}
  %result = meta.as_strided %base sizes [2, 2] strides [-1, 1] : !meta.tensor<12xf32>
  return
}

// -----

func.func @as_strided_offset(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.as_strided' op negative offset -1}}
  %result = meta.as_strided %base sizes [2] strides [1] offset -1 : !meta.tensor<12xf32>
  return
}

// -----

func.func @bitcast_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.bitcast' op expected the element type of a dtype of PyTorch, got i32}}
  %result = meta.bitcast %base as i32 : !meta.tensor<4xf32>
  return
}

// -----

func.func @bitcast_c2_conj(%base: !meta.tensor<4xcomplex<f32>, conj>) {
  // expected-error @+1 {{'meta.bitcast' op expected a base without a conjugate or negative bit}}
  %result = meta.bitcast %base as f64 : !meta.tensor<4xcomplex<f32>, conj>
  return
}

// -----

func.func @bitcast_c2_neg(%base: !meta.tensor<4xf32, neg>) {
  // expected-error @+1 {{'meta.bitcast' op expected a base without a conjugate or negative bit}}
  %result = meta.bitcast %base as si32 : !meta.tensor<4xf32, neg>
  return
}

// -----

func.func @bitcast_size(%base: !meta.tensor<4x3xf32>) {
  // expected-error @+1 {{'meta.bitcast' op expected a last size divisible by 2, got 3}}
  %result = meta.bitcast %base as f64 : !meta.tensor<4x3xf32>
  return
}

// -----

func.func @bitcast_stride(%base: !meta.tensor<4x6xf32, strided<[7, 1]>>) {
  // expected-error @+1 {{'meta.bitcast' op expected strides divisible by 2, got 7}}
  %result = meta.bitcast %base as f64 : !meta.tensor<4x6xf32, strided<[7, 1]>>
  return
}

// -----

func.func @bitcast_stride_of_nothing(%base: !meta.tensor<4x0xf32>) {
  // expected-error @+1 {{'meta.bitcast' op expected strides divisible by 2, got 1}}
  %result = meta.bitcast %base as f64 : !meta.tensor<4x0xf32>
  return
}

// -----

func.func @bitcast_inner_stride(%base: !meta.tensor<6x4xf32, strided<[1, 6]>>) {
  // expected-error @+1 {{'meta.bitcast' op expected the last dim to have stride 1, got 6}}
  %result = meta.bitcast %base as si8 : !meta.tensor<6x4xf32, strided<[1, 6]>>
  return
}

// -----

func.func @bitcast_scalar(%base: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.bitcast' op expected a dim to view 4-byte elements as 8-byte ones, got a 0-d tensor}}
  %result = meta.bitcast %base as f64 : !meta.tensor<f32>
  return
}

// -----

func.func @view_as_real_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.view_as_real' op expected a complex base}}
  %result = meta.view_as_real %base : !meta.tensor<4xf32>
  return
}

// -----

func.func @view_as_real_c1_conj(%base: !meta.tensor<4xcomplex<f32>, conj>) {
  // expected-error @+1 {{'meta.view_as_real' op expected a base without a conjugate bit}}
  %result = meta.view_as_real %base : !meta.tensor<4xcomplex<f32>, conj>
  return
}

// -----

func.func @view_as_complex_c1(%base: !meta.tensor<4x2xbf16>) {
  // expected-error @+1 {{'meta.view_as_complex' op expected a base of f16, f32 or f64}}
  %result = meta.view_as_complex %base : !meta.tensor<4x2xbf16>
  return
}

// -----

func.func @view_as_complex_scalar(%base: !meta.tensor<f32>) {
  // expected-error @+1 {{'meta.view_as_complex' op expected a last dim of size 2, got a 0-d tensor}}
  %result = meta.view_as_complex %base : !meta.tensor<f32>
  return
}

// -----

func.func @view_as_complex_size(%base: !meta.tensor<4x3xf32>) {
  // expected-error @+1 {{'meta.view_as_complex' op expected a last dim of size 2, got 3}}
  %result = meta.view_as_complex %base : !meta.tensor<4x3xf32>
  return
}

// -----

func.func @view_as_complex_stride(%base: !meta.tensor<4x2xf32, strided<[5, 1]>>) {
  // expected-error @+1 {{'meta.view_as_complex' op expected strides divisible by 2, got 5}}
  %result = meta.view_as_complex %base : !meta.tensor<4x2xf32, strided<[5, 1]>>
  return
}

// -----

func.func @view_as_complex_inner_stride(%base: !meta.tensor<4x2xf32, strided<[1, 4]>>) {
  // expected-error @+1 {{'meta.view_as_complex' op expected the last dim to have stride 1, got 4}}
  %result = meta.view_as_complex %base : !meta.tensor<4x2xf32, strided<[1, 4]>>
  return
}

// -----

func.func @real_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.real' op expected a complex base}}
  %result = meta.real %base : !meta.tensor<4xf32>
  return
}

// -----

func.func @imag_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.imag' op expected a complex base}}
  %result = meta.imag %base : !meta.tensor<4xf32>
  return
}

// -----

func.func @conj_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.conj' op expected a complex base}}
  %result = meta.conj %base : !meta.tensor<4xf32>
  return
}

// -----

// A view is of what has strides.
func.func @sparse_base(%base: !meta.tensor<4x3xf32, #meta.csr>) {
  // expected-error @+1 {{'meta.transpose' op expected a strided base}}
  %result = meta.transpose %base, 0, 1 : !meta.tensor<4x3xf32, #meta.csr>
  return
}

// -----

func.func @split_c1(%base: !meta.tensor<0x4xf32>) {
  // expected-error @+1 {{'meta.split' op expected at least one size}}
  meta.split %base dim 0 sizes [] : !meta.tensor<0x4xf32>
  return
}

// -----

func.func @split_dim(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.split' op expected dim in [0, 1), got 1}}
  %results:1 = meta.split %base dim 1 sizes [12] : !meta.tensor<12xf32>
  return
}

// -----

func.func @split_sum(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.split' op expected pieces that sum to 12, got [4, 4]}}
  %results:2 = meta.split %base dim 0 sizes [4, 4] : !meta.tensor<12xf32>
  return
}

// -----

func.func @split_negative(%base: !meta.tensor<12xf32>) {
  // expected-error @+1 {{'meta.split' op negative piece -1}}
  %results:2 = meta.split %base dim 0 sizes [13, -1] : !meta.tensor<12xf32>
  return
}

// -----

func.func @unbind_c1(%base: !meta.tensor<?x4xf32>) {
  // expected-error @+1 {{'meta.unbind' op expected a dim of a static size up to 2^20}}
  %results:1 = meta.unbind %base dim 0 : !meta.tensor<?x4xf32>
  return
}

// -----

func.func @unbind_c1_huge(%base: !meta.tensor<1048577xf32>) {
  // expected-error @+1 {{'meta.unbind' op expected a dim of a static size up to 2^20}}
  %results:1 = meta.unbind %base dim 0 : !meta.tensor<1048577xf32>
  return
}

// -----

func.func @unbind_dim(%base: !meta.tensor<3x4xf32>) {
  // expected-error @+1 {{'meta.unbind' op expected dim in [0, 2), got 2}}
  %results:1 = meta.unbind %base dim 2 : !meta.tensor<3x4xf32>
  return
}

// -----

func.func @unbind_results(%base: !meta.tensor<3x4xf32>) {
  // expected-error @+1 {{operation defines 3 results but was provided 2 to bind}}
  %results:2 = meta.unbind %base dim 0 : !meta.tensor<3x4xf32>
  return
}

// -----

func.func @operands_missing(%base: !meta.tensor<10xf32>, %n: index) {
  // expected-error @+2 {{'meta.narrow' op expected 2 index operands, got 1}}
  // expected-error @+1 {{'meta.narrow' op failed to infer returned types}}
  %result = "meta.narrow"(%base, %n) <{dim = 0, start = -9223372036854775808, length = -9223372036854775808}> : (!meta.tensor<10xf32>, index) -> !meta.tensor<?xf32>
  return
}

// -----

func.func @operands_too_many(%base: !meta.tensor<10xf32>, %n: index) {
  // expected-error @+2 {{'meta.expand' op expected 0 index operands, got 1}}
  // expected-error @+1 {{'meta.expand' op failed to infer returned types}}
  %result = "meta.expand"(%base, %n) <{sizes = array<i64: 2, 10>}> : (!meta.tensor<10xf32>, index) -> !meta.tensor<2x10xf32>
  return
}

// -----

func.func @sizes_too_many(%base: !meta.tensor<1xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected at most 1024 sizes, got 1025}}
  %result = meta.reshape %base to [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : !meta.tensor<1xf32>
  return
}

// -----

// A type that is written is that which is inferred.
func.func @other_result(%base: !meta.tensor<2x3xf32>) {
  // expected-error @+2 {{'meta.transpose' op inferred type(s) '!meta.tensor<3x2xf32, strided<[1, 3]>>' are incompatible with return type(s) of operation '!meta.tensor<3x2xf32>'}}
  // expected-error @+1 {{'meta.transpose' op failed to infer returned types}}
  %result = "meta.transpose"(%base) <{dim0 = 0, dim1 = 1}> : (!meta.tensor<2x3xf32>) -> !meta.tensor<3x2xf32>
  return
}
