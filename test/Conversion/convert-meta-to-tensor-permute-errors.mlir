// RUN: meta-opt %s --split-input-file --convert-meta-to-tensor=layout=permute --verify-diagnostics

// A cast moves no dimension: where one type is permuted and the other does not
// know that it is, no ranked type fits both.
func.func @cast_forgets_the_order(%x: !meta.tensor<4x3xf32, strided<[1, 4]>>) -> index {
  // expected-error @below {{'meta.cast' op expected types whose dimensions have one order in memory, got '!meta.tensor<4x3xf32, strided<[1, 4]>>' and '!meta.tensor<4x3xf32, strided<[?, ?]>>'}}
  %0 = meta.cast %x : !meta.tensor<4x3xf32, strided<[1, 4]>> -> !meta.tensor<4x3xf32, strided<[?, ?]>>
  %1 = meta.size %0[0] : !meta.tensor<4x3xf32, strided<[?, ?]>>
  return %1 : index
}

// -----

// Nor where the shapes are the same.
func.func @cast_of_a_square(%x: !meta.tensor<4x4xf32, strided<[1, 4]>>) -> index {
  // expected-error @below {{'meta.cast' op expected types whose dimensions have one order in memory}}
  %0 = meta.cast %x : !meta.tensor<4x4xf32, strided<[1, 4]>> -> !meta.tensor<4x4xf32, strided<[?, ?]>>
  %1 = meta.size %0[0] : !meta.tensor<4x4xf32, strided<[?, ?]>>
  return %1 : index
}
