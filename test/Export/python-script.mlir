// RUN: meta-translate %s --export-python | FileCheck %s --match-full-lines

// A description is materialized first. The whole script.

//      CHECK:"""Makes tensors that were described. Written by MetaUtils."""
// CHECK-EMPTY:
// CHECK-NEXT:import torch
// CHECK-EMPTY:
// CHECK-EMPTY:
// CHECK-NEXT:def load_args():
// CHECK-NEXT:    """The tensors by their sources."""
// CHECK-NEXT:    embed_weight = torch.nn.Parameter(torch.empty((8, 4), dtype=torch.float32, device='meta'))
// CHECK-NEXT:    l_k_base = torch.empty((24,), dtype=torch.float32, device='meta')
// CHECK-NEXT:    l_k = l_k_base[2:14].view((3, 4)).transpose(0, 1)
// CHECK-EMPTY:
// CHECK-NEXT:    storage = torch.UntypedStorage(96, device='meta')
// CHECK-NEXT:    head_bias = torch.empty(0, dtype=torch.float64, device='meta').set_(storage, 1, (2,), (5,))
// CHECK-EMPTY:
// CHECK-NEXT:    return {
// CHECK-NEXT:        'embed.weight': embed_weight,
// CHECK-NEXT:        'head.weight': embed_weight,
// CHECK-NEXT:        "L['k']": l_k,
// CHECK-NEXT:        'head.bias': head_bias,
// CHECK-NEXT:    }
//  CHECK-NOT:{{.}}

%s0 = meta.storage 128 : !meta.storage
%embed = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
meta.source %embed, "embed.weight" : !meta.tensor<8x4xf32>
meta.source %embed, "head.weight" : !meta.tensor<8x4xf32>
%s1 = meta.storage 96 : !meta.storage
%pool = meta.tensor %s1 : !meta.storage -> !meta.tensor<24xf32>
%0 = meta.view %pool offset 2 : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
%k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
meta.source %k, "L['k']" : !meta.tensor<4x3xf32, strided<[1, 4]>>
%s2 = meta.storage 96 : !meta.storage
%1 = meta.view %s2 offset 1 : !meta.storage -> !meta.tensor<2xf64, strided<[5]>>
%bias = meta.tensor %1 : !meta.tensor<2xf64, strided<[5]>>
meta.source %bias, "head.bias" : !meta.tensor<2xf64, strided<[5]>>
