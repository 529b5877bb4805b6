// RUN: meta-translate %s --export-python --python-values=kept --split-input-file --verify-diagnostics

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be described with its bytes, of which there are 16, got 0}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
// expected-error @+1 {{expected 'x' to be described with its bytes, which only the library of its layout can find}}
%x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4x!meta.quint8> {
    // expected-error @+1 {{expected 'x' to be of finite scales and zero points, one if there is no axis}}
    %0 = build.quantized per_tensor_affine scales [] zero_points [3.0] : !meta.tensor<4x!meta.quint8>
    build.yield %0 : !meta.tensor<4x!meta.quint8>
  }
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<2x?x3xf32, #meta.nested> {
    %b = build.empty_strided : !meta.tensor<18xf32>
    // expected-error @+1 {{expected 'x' to be of 2 components of rank 2, got other numbers of sizes, strides and offsets}}
    %0 = build.nested %b sizes [2, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
    build.yield %0 : !meta.tensor<2x?x3xf32, #meta.nested>
  }
  return
}
