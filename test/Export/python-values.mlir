// RUN: meta-translate %s --export-python --python-values=random | FileCheck %s --check-prefix=RANDOM
// RUN: meta-translate %s --export-python --python-values=random --python-device=cuda:1 | FileCheck %s --check-prefix=DEVICE
// RUN: meta-translate %s --export-python --python-values=kept | FileCheck %s --check-prefix=KEPT

// With values, tensors are on the device that was described, or on another one.
// DEVICE: w = torch.nn.Parameter(make_tensor((2, 2), dtype=torch.float32, device='cuda:1'))

// RANDOM: from torch.testing import make_tensor
// RANDOM: torch.manual_seed(0)
// RANDOM: w = torch.nn.Parameter(make_tensor((2, 2), dtype=torch.float32, device='cpu'))
// KEPT{LITERAL}: w = torch.nn.Parameter(torch.tensor([[0.0, 1.0], [-2.5, 0.1]], dtype=torch.float32, device='cpu'))
%s0 = meta.storage 16 : !meta.storage
meta.data %s0, dense<[0, 0, 0, 0, 0, 0, -128, 63, 0, 0, 32, -64, -51, -52, -52, 61]> : tensor<16xi8> : !meta.storage
%w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<2x2xf32>
meta.source %w, "w" : !meta.tensor<2x2xf32>

// All of a storage is made where a tensor is only a part of it.
//      RANDOM: storage = make_tensor((3,), dtype=torch.int16, device='cpu').untyped_storage()
// RANDOM-NEXT: part = torch.empty(0, dtype=torch.int16, device='cpu').set_(storage, 1, (2,), (1,))
//      KEPT: storage = torch.tensor([1, -1, 256], dtype=torch.int16, device='cpu').untyped_storage()
// KEPT-NEXT: part = torch.empty(0, dtype=torch.int16, device='cpu').set_(storage, 1, (2,), (1,))
%s1 = meta.storage 6 : !meta.storage
meta.data %s1, dense<[1, 0, -1, -1, 0, 1]> : tensor<6xi8> : !meta.storage
%0 = meta.view %s1 offset 1 : !meta.storage -> !meta.tensor<2xsi16>
%p = meta.tensor %0 : !meta.tensor<2xsi16>
meta.source %p, "part" : !meta.tensor<2xsi16>

// Bytes that no list of numbers gives again: a NaN, whose bits would be lost, a bool
// that is none, and elements that PyTorch has no numbers for.
// KEPT: storage_1 = torch.frombuffer(bytearray(base64.b64decode(
// KEPT-NEXT:     'AQDAfw=='
// KEPT-NEXT: )), dtype=torch.uint8).to('cpu', copy=True).untyped_storage()
// KEPT-NEXT: nan = torch.empty(0, dtype=torch.float32, device='cpu').set_(storage_1, 0, (1,), (1,))
%s2 = meta.storage 4 : !meta.storage
meta.data %s2, dense<[1, 0, -64, 127]> : tensor<4xi8> : !meta.storage
%n = meta.tensor %s2 : !meta.storage -> !meta.tensor<1xf32>
meta.source %n, "nan" : !meta.tensor<1xf32>
// KEPT: 'AgE='
// KEPT: maybe = torch.empty(0, dtype=torch.bool, device='cpu').set_(storage_2, 0, (2,), (1,))
// KEPT{LITERAL}: yes = torch.tensor([[True], [False]], dtype=torch.bool, device='cpu')
%s3 = meta.storage 2 : !meta.storage
meta.data %s3, dense<[2, 1]> : tensor<2xi8> : !meta.storage
%m = meta.tensor %s3 : !meta.storage -> !meta.tensor<2xi1>
meta.source %m, "maybe" : !meta.tensor<2xi1>
%s4 = meta.storage 2 : !meta.storage
meta.data %s4, dense<[1, 0]> : tensor<2xi8> : !meta.storage
%y = meta.tensor %s4 : !meta.storage -> !meta.tensor<2x1xi1>
meta.source %y, "yes" : !meta.tensor<2x1xi1>
//      RANDOM: storage_1 = make_tensor((2,), dtype=torch.uint8, device='cpu').untyped_storage()
// RANDOM-NEXT: bits = torch.empty(0, dtype=torch.bits16, device='cpu').set_(storage_1, 0, (1,), (1,))
//      KEPT: 'BAM='
//      KEPT: bits = torch.empty(0, dtype=torch.bits16, device='cpu').set_(storage_3, 0, (1,), (1,))
%s5 = meta.storage 2 : !meta.storage
meta.data %s5, dense<[4, 3]> : tensor<2xi8> : !meta.storage
%b = meta.tensor %s5 : !meta.storage -> !meta.tensor<1x!meta.bits16>
meta.source %b, "bits" : !meta.tensor<1x!meta.bits16>

// A tensor that was on the meta device has none.
// RANDOM: meta = torch.empty((4,), dtype=torch.float32, device='meta')
// KEPT: meta = torch.empty((4,), dtype=torch.float32, device='meta')
%s6 = meta.storage 16 : !meta.storage<meta>
%e = meta.tensor %s6 : !meta.storage<meta> -> !meta.tensor<4xf32, meta>
meta.source %e, "meta" : !meta.tensor<4xf32, meta>

// Indices are some that a tensor of these sizes may have.
//      RANDOM: coo_indices.copy_(torch.stack(torch.unravel_index(torch.arange(3) % 20, (4, 5))))
// RANDOM-NEXT: coo = torch.sparse_coo_tensor(coo_indices, coo_values, (4, 5), is_coalesced=True)
//  KEPT-NOT: unravel_index
//      KEPT{LITERAL}: coo_indices = torch.tensor([[0, 1, 2], [0, 0, 0]], dtype=torch.int64, device='cpu')
%s7 = meta.storage 48 : !meta.storage
meta.data %s7, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<48xi8> : !meta.storage
%s8 = meta.storage 12 : !meta.storage
meta.data %s8, dense<0> : tensor<12xi8> : !meta.storage
%ci = meta.view %s7 : !meta.storage -> !meta.tensor<2x3xsi64>
%cv = meta.view %s8 : !meta.storage -> !meta.tensor<3xf32>
%1 = meta.sparse_coo %ci, %cv coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
%c = meta.tensor %1 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
meta.source %c, "coo" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
//      RANDOM: csr_compressed.copy_((torch.arange(5) * 1).clamp(max=3))
// RANDOM-NEXT: csr_plain.copy_(torch.arange(3) % 1)
// RANDOM-NEXT: csr = torch.sparse_compressed_tensor(csr_compressed, csr_plain, csr_values, (4, 5), layout=torch.sparse_csr)
%s9 = meta.storage 40 : !meta.storage
meta.data %s9, dense<0> : tensor<40xi8> : !meta.storage
%s10 = meta.storage 24 : !meta.storage
meta.data %s10, dense<0> : tensor<24xi8> : !meta.storage
%rc = meta.view %s9 : !meta.storage -> !meta.tensor<5xsi64>
%rp = meta.view %s10 : !meta.storage -> !meta.tensor<3xsi64>
%2 = meta.sparse_compressed %rc, %rp, %cv : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
%r = meta.tensor %2 : !meta.tensor<4x5xf32, #meta.csr>
meta.source %r, "csr" : !meta.tensor<4x5xf32, #meta.csr>

// What the meta device has none of.
//      RANDOM: torch._empty_affine_quantized((2, 3), scale=0.5, zero_point=3, dtype=torch.quint8, device='cpu').set_(storage_2, 0, (2, 3), (3, 1))
//      RANDOM: turned = q.as_strided((3, 2), (1, 3), 0)
%s11 = meta.storage 6 : !meta.storage
meta.data %s11, dense<3> : tensor<6xi8> : !meta.storage
%qv = meta.view %s11 : !meta.storage -> !meta.tensor<2x3x!meta.quint8>
%3 = meta.quantized %qv per_tensor_affine scales [0.5] zero_points [3.0] : !meta.tensor<2x3x!meta.quint8>
%q = meta.tensor %3 : !meta.tensor<2x3x!meta.quint8>
meta.source %q, "q" : !meta.tensor<2x3x!meta.quint8>
%qt = meta.view %q : !meta.tensor<2x3x!meta.quint8> -> !meta.tensor<3x2x!meta.quint8, strided<[1, 3]>>
%4 = meta.quantized %qt per_tensor_affine scales [0.5] zero_points [3.0] : !meta.tensor<3x2x!meta.quint8, strided<[1, 3]>>
%qu = meta.tensor %4 base %q : !meta.tensor<3x2x!meta.quint8, strided<[1, 3]>>, !meta.tensor<2x3x!meta.quint8>
meta.source %qu, "turned" : !meta.tensor<3x2x!meta.quint8, strided<[1, 3]>>
// RANDOM: torch._empty_per_channel_affine_quantized((2,), scales=torch.tensor([0.5, 0.25], dtype=torch.float64), zero_points=torch.tensor([0.0, 1.0]).to(torch.int64), axis=0, dtype=torch.qint8, device='cpu').set_(
%s12 = meta.storage 2 : !meta.storage
meta.data %s12, dense<3> : tensor<2xi8> : !meta.storage
%qc = meta.view %s12 : !meta.storage -> !meta.tensor<2x!meta.qint8>
%5 = meta.quantized %qc per_channel_affine scales [0.5, 0.25] zero_points [0.0, 1.0] axis 0 : !meta.tensor<2x!meta.qint8>
%qd = meta.tensor %5 : !meta.tensor<2x!meta.qint8>
meta.source %qd, "channels" : !meta.tensor<2x!meta.qint8>
//      RANDOM: nested_buffer = make_tensor((18,), dtype=torch.float32, device='cpu')
// RANDOM-NEXT{LITERAL}: nested = torch._nested_view_from_buffer(nested_buffer, torch.tensor([[2, 3], [4, 3]]), torch.tensor([[3, 1], [3, 1]]), torch.tensor([0, 6])).detach()
//      RANDOM{LITERAL}: nested_turned = torch._nested_view_from_buffer(nested.values(), torch.tensor([[3, 2], [3, 4]]), torch.tensor([[1, 3], [1, 3]]), torch.tensor([0, 6]))
//      RANDOM: again = nested.detach()
%s13 = meta.storage 72 : !meta.storage
meta.data %s13, dense<0> : tensor<72xi8> : !meta.storage
%nb = meta.view %s13 : !meta.storage -> !meta.tensor<18xf32>
%6 = meta.nested %nb sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
%ne = meta.tensor %6 : !meta.tensor<2x?x3xf32, #meta.nested>
meta.source %ne, "nested" : !meta.tensor<2x?x3xf32, #meta.nested>
%7 = meta.nested %nb sizes [3, 2, 3, 4] strides [1, 3, 1, 3] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x3x?xf32, #meta.nested>
%nt = meta.tensor %7 base %ne : !meta.tensor<2x3x?xf32, #meta.nested>, !meta.tensor<2x?x3xf32, #meta.nested>
meta.source %nt, "nested.turned" : !meta.tensor<2x3x?xf32, #meta.nested>
%na = meta.tensor %6 : !meta.tensor<2x?x3xf32, #meta.nested>
meta.shares_version %na with %ne : !meta.tensor<2x?x3xf32, #meta.nested>, !meta.tensor<2x?x3xf32, #meta.nested>
meta.source %na, "again" : !meta.tensor<2x?x3xf32, #meta.nested>
