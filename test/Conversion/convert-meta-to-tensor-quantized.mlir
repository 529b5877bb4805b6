// RUN: meta-opt %s --meta-to-func --convert-meta-to-tensor=layout=permute | mlir-opt-22 | FileCheck %s

// A query is asked of the converted argument.
// CHECK-LABEL: func.func @size(
// CHECK-SAME:    %[[Q:.*]]: tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> index
// CHECK:         %[[N:.*]] = tensor.dim %[[Q]], %{{.*}} : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK:         return %[[N]]
func.func @size(%q: !meta.tensor<?x3x!meta.qint8> {meta.quantization = {scheme = "per_tensor_affine", scales = array<f64: 0.5>, zero_points = array<f64: 0.0>}}) -> index {
  %n = meta.size %q[0] : !meta.tensor<?x3x!meta.qint8>
  return %n : index
}

// What quantized elements stand for goes from the description to the signature,
// and from there into the type.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:   %{{[^:]*}}: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {meta.sources = ["w"]}
// CHECK-SAME:   %{{[^:]*}}: tensor<4x!quant.uniform<i32:f32, 2.500000e-01>> {meta.sources = ["bias"]}
// The axis counts in the order of the ranked tensor.
// CHECK-SAME:   %{{[^:]*}}: tensor<3x2x!quant.uniform<u8:f32:1, {5.000000e-01:3,2.000000e+00:4}>> {meta.permutation = [1, 0], meta.sources = ["channels"]}
%s0 = meta.storage 4 : !meta.storage
%0 = meta.view %s0 : !meta.storage -> !meta.tensor<4x!meta.qint8>
%1 = meta.quantized %0 per_tensor_affine scales [0.5] zero_points [3.0] : !meta.tensor<4x!meta.qint8>
%w = meta.tensor %1 : !meta.tensor<4x!meta.qint8>
meta.source %w, "w" : !meta.tensor<4x!meta.qint8>
%s1 = meta.storage 16 : !meta.storage
%2 = meta.view %s1 : !meta.storage -> !meta.tensor<4x!meta.qint32>
%3 = meta.quantized %2 per_tensor_symmetric scales [0.25] zero_points [0.0] : !meta.tensor<4x!meta.qint32>
%bias = meta.tensor %3 : !meta.tensor<4x!meta.qint32>
meta.source %bias, "bias" : !meta.tensor<4x!meta.qint32>
%s2 = meta.storage 6 : !meta.storage
%4 = meta.view %s2 : !meta.storage -> !meta.tensor<2x3x!meta.quint8, strided<[1, 2]>>
%5 = meta.quantized %4 per_channel_affine scales [0.5, 2.0] zero_points [3.0, 4.0] axis 0 : !meta.tensor<2x3x!meta.quint8, strided<[1, 2]>>
%channels = meta.tensor %5 : !meta.tensor<2x3x!meta.quint8, strided<[1, 2]>>
meta.source %channels, "channels" : !meta.tensor<2x3x!meta.quint8, strided<[1, 2]>>
