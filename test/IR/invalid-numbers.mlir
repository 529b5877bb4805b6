// RUN: meta-opt %s --split-input-file --verify-diagnostics

// The minimum of int64 stands for "dynamic", so that it is no number anywhere
// (B32); and no arithmetic wraps (B06, B07).

func.func @reserved_size(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
  %view = meta.expand %x to [-9223372036854775808, 4] : !meta.tensor<4xf32>
  return
}

// -----

func.func @reserved_stride(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
  %view = meta.as_strided %x sizes [2] strides [-9223372036854775808] : !meta.tensor<4xf32>
  return
}

// -----

func.func @reserved_offset(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
  %view = meta.view %x offset -9223372036854775808 : !meta.tensor<4xf32> -> !meta.tensor<2xf32>
  return
}

// -----

func.func @reserved_bound(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
  %view = meta.slice %x dim 0 from -9223372036854775808 : !meta.tensor<4xf32>
  return
}

// -----

func.func @reserved_index(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
  %view = meta.select %x dim 0 index -9223372036854775808 : !meta.tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expected a number or an operand, got the reserved value -9223372036854775808}}
%storage = meta.storage -9223372036854775808 : !meta.storage

// -----

// symbol_c3
// expected-error @+1 {{'meta.symbol' op expected facts about symbol 's0' above the reserved value -9223372036854775808}}
%n = meta.symbol "s0" min -9223372036854775808

// -----

// symbol_c3
// expected-error @+1 {{'meta.symbol' op expected facts about symbol 's0' above the reserved value -9223372036854775808}}
%n = meta.symbol "s0" hint -9223372036854775808

// -----

func.func @reserved_window(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.unfold' op reserved value -9223372036854775808 for window size}}
  %view = meta.unfold %x dim 0 size -9223372036854775808 step 1 : !meta.tensor<4xf32>
  return
}

// -----

func.func @reserved_dim(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.unsqueeze' op expected dim in [0, 2), got -9223372036854775808}}
  %view = meta.unsqueeze %x dim -9223372036854775808 : !meta.tensor<4xf32>
  return
}

// -----

func.func @reserved_diagonal(%x: !meta.tensor<4x4xf32>) {
  // expected-error @+1 {{'meta.diagonal' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.diagonal %x dims 0, 1 offset -9223372036854775808 : !meta.tensor<4x4xf32>
  return
}

// -----

// In the generic form it is a number without its operand.
// expected-error @+1 {{'meta.storage' op expected a constant number of bytes or an operand}}
%storage = "meta.storage"() <{bytes = -9223372036854775808}> : () -> !meta.storage

// -----

func.func @reserved_generic(%x: !meta.tensor<4xf32>) {
  // expected-error @+2 {{'meta.select' op expected 1 index operands, got 0}}
  // expected-error @+1 {{'meta.select' op failed to infer returned types}}
  %view = "meta.select"(%x) <{dim = 0, index = -9223372036854775808}> : (!meta.tensor<4xf32>) -> !meta.tensor<f32>
  return
}

// -----

// An attribute of another width is not cut to fit.
// expected-error @+1 {{expected a 64-bit integer, got 18446744073709551617 : i128}}
%storage = "meta.storage"() <{bytes = 18446744073709551617 : i128}> : () -> !meta.storage

// -----

// expected-error @+1 {{expected a 64-bit integer, got 18446744073709551615 : ui64}}
%storage = "meta.storage"() <{bytes = 18446744073709551615 : ui64}> : () -> !meta.storage

// -----

// expected-error @+1 {{expected a 32-bit integer, got 4294967296 : i64}}
%n = "meta.symbol"() <{name = "s0", kind = 4294967296 : i64}> : () -> index

// -----

// expected-error @+1 {{integer value too large}}
%storage = meta.storage 9223372036854775808 : !meta.storage

// -----

func.func @overflow_offset(%x: !meta.tensor<12xsi64>) {
  // expected-error @+1 {{'meta.view' op expected every byte below 2^63, got an overflow}}
  %view = meta.view %x offset 9223372036854775807 : !meta.tensor<12xsi64> -> !meta.tensor<4xsi64, strided<[3]>>
  return
}

// -----

func.func @overflow_offset_by_one(%x: !meta.tensor<12xsi8>) {
  // expected-error @+1 {{'meta.view' op expected every byte below 2^63, got an overflow}}
  %view = meta.view %x offset 9223372036854775807 : !meta.tensor<12xsi8> -> !meta.tensor<si8>
  return
}

// -----

func.func @overflow_slice(%x: !meta.tensor<10x4xf32>) {
  // expected-error @+1 {{'meta.slice' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.slice %x dim 0 step 9223372036854775807 : !meta.tensor<10x4xf32>
  return
}

// -----

func.func @overflow_expand(%x: !meta.tensor<1x1xf32>) {
  // expected-error @+1 {{'meta.expand' op expected fewer than 2^63 elements}}
  %view = meta.expand %x to [4611686018427387904, 2] : !meta.tensor<1x1xf32>
  return
}

// -----

func.func @overflow_as_strided(%x: !meta.tensor<1xf32>) {
  // expected-error @+1 {{'meta.as_strided' op expected every byte below 2^63}}
  %view = meta.as_strided %x sizes [3] strides [4611686018427387904] : !meta.tensor<1xf32>
  return
}

// -----

func.func @overflow_narrow_elements(%x: !meta.tensor<0x4611686018427387904xcomplex<f64>, strided<[1, 1]>>) {
  // expected-error @+1 {{'meta.bitcast' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.bitcast %x as si8 : !meta.tensor<0x4611686018427387904xcomplex<f64>, strided<[1, 1]>>
  return
}

// -----

func.func @overflow_view_as_real(%x: !meta.tensor<1x4611686018427387904xcomplex<f64>, strided<[0, 0]>>) {
  // expected-error @+1 {{expected fewer than 2^63 elements}}
  %view = meta.view_as_real %x : !meta.tensor<1x4611686018427387904xcomplex<f64>, strided<[0, 0]>>
  return
}

// -----

func.func @overflow_real(%x: !meta.tensor<2x0xcomplex<f64>, strided<[9223372036854775807, 1]>>) {
  // expected-error @+1 {{'meta.real' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.real %x : !meta.tensor<2x0xcomplex<f64>, strided<[9223372036854775807, 1]>>
  return
}

// -----

func.func @overflow_diagonal(%x: !meta.tensor<1x0xf32, strided<[9223372036854775807, 1]>>) {
  // expected-error @+1 {{'meta.diagonal' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.diagonal %x dims 0, 1 : !meta.tensor<1x0xf32, strided<[9223372036854775807, 1]>>
  return
}

// -----

func.func @overflow_unsqueeze(%x: !meta.tensor<4x0xf32, strided<[4611686018427387904, 1]>>) {
  // expected-error @+1 {{'meta.unsqueeze' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.unsqueeze %x dim 0 : !meta.tensor<4x0xf32, strided<[4611686018427387904, 1]>>
  return
}

// -----

func.func @overflow_reshape(%x: !meta.tensor<?xf32>) {
  // expected-error @+1 {{'meta.reshape' op expected a number of elements within int64, got [sym] as [4611686018427387904, 4]}}
  %view = meta.reshape %x to [4611686018427387904, 4] : !meta.tensor<?xf32>
  return
}

// -----

func.func @overflow_split(%x: !meta.tensor<?xf32>) {
  // expected-error @+1 {{'meta.split' op expected sizes, strides and offset within int64, got an overflow}}
  %views:2 = meta.split %x dim 0 sizes [9223372036854775807, 1] : !meta.tensor<?xf32>
  return
}

// -----

func.func @overflow_unfold(%x: !meta.tensor<2x0xf32, strided<[4611686018427387904, 1]>>) {
  // expected-error @+1 {{'meta.unfold' op expected sizes, strides and offset within int64, got an overflow}}
  %view = meta.unfold %x dim 0 size 1 step 4 : !meta.tensor<2x0xf32, strided<[4611686018427387904, 1]>>
  return
}
