// RUN: meta-translate %s --export-python --python-values=random --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: x = make_tensor((4, 5), dtype=torch.float32, device='cpu').to_mkldnn()
%0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
%x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>

// -----

%0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"other">>
// expected-error @+1 {{expected 'x' to be of the layout 'mkldnn', got #meta.opaque_layout<"other">}}
%x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"other">>
meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.opaque_layout<"other">>
