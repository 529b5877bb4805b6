// RUN: meta-translate %s --export-python --split-input-file | FileCheck %s

// Storages. The first tensor in one is made with it where it is all of it.

// CHECK-LABEL: Written by MetaUtils
//      CHECK: u = torch.empty((2,), dtype=torch.float32, device='meta')
// CHECK-NEXT: inside = torch.empty(0, dtype=torch.int8, device='meta').set_(u.untyped_storage(), 3, (2, 2), (1, 0))
// CHECK-NEXT: dense = torch.empty_strided((4, 3), (1, 4), dtype=torch.bool, device='meta')
//      CHECK: resized = torch.empty((4,), dtype=torch.float32, device='meta')
// CHECK-NEXT: resized.untyped_storage().resize_(8)
//      CHECK: past = torch.empty(0, dtype=torch.float32, device='meta').set_(resized.untyped_storage(), 1, (4,), (1,))
// CHECK-NEXT: resized.untyped_storage().resize_(8)
//      CHECK: freed = torch.empty((4,), dtype=torch.float32, device='meta')
// CHECK-NEXT: freed.untyped_storage().resize_(0)
// CHECK-NEXT: freed = torch.nn.Parameter(freed)
//      CHECK: zero = torch._efficientzerotensor((4,), dtype=torch.float32, device='meta')
%s1 = meta.storage 8 : !meta.storage
%u = meta.tensor %s1 : !meta.storage -> !meta.tensor<2xf32>
%0 = meta.view %s1 offset 3 : !meta.storage -> !meta.tensor<2x2xsi8, strided<[1, 0]>>
%v = meta.tensor %0 : !meta.tensor<2x2xsi8, strided<[1, 0]>>
meta.source %u, "u" : !meta.tensor<2xf32>
meta.source %v, "inside" : !meta.tensor<2x2xsi8, strided<[1, 0]>>
%s2 = meta.storage 12 : !meta.storage
%1 = meta.view %s2 : !meta.storage -> !meta.tensor<4x3xi1, strided<[1, 4]>>
%d = meta.tensor %1 : !meta.tensor<4x3xi1, strided<[1, 4]>>
meta.source %d, "dense" : !meta.tensor<4x3xi1, strided<[1, 4]>>
%s3 = meta.storage 8 : !meta.storage
%r = meta.tensor %s3 beyond_storage : !meta.storage -> !meta.tensor<4xf32>
meta.source %r, "resized" : !meta.tensor<4xf32>
%2 = meta.view %s3 offset 1 : !meta.storage -> !meta.tensor<4xf32>
%p = meta.tensor %2 beyond_storage : !meta.tensor<4xf32>
meta.source %p, "past" : !meta.tensor<4xf32>
%s5 = meta.storage 0 : !meta.storage
%f = meta.tensor %s5 parameter requires_grad beyond_storage : !meta.storage -> !meta.tensor<4xf32>
meta.source %f, "freed" : !meta.tensor<4xf32>
%s4 = meta.storage 16 : !meta.storage
%z = meta.tensor %s4 zero : !meta.storage -> !meta.tensor<4xf32>
meta.source %z, "zero" : !meta.tensor<4xf32>

// -----

// Autograd, and bits.

// CHECK-LABEL: Written by MetaUtils
//      CHECK: enter_dual_level()
//      CHECK: y = torch.empty((4,), dtype=torch.float32, device='meta').requires_grad_()
// CHECK-NEXT: y = torch._C._functions.DelayedError('this input has no history', 3)(*3 * [y])[2]
// CHECK-NEXT: y.retain_grad()
//      CHECK: with torch.inference_mode():
// CHECK-NEXT:     i = torch.empty((4,), dtype=torch.float32, device='meta')
//      CHECK: c = torch.empty((4,), dtype=torch.complex64, device='meta')
// CHECK-NEXT: torch._C._set_conj(c, True)
// CHECK-NEXT: torch._C._set_neg(c, True)
//      CHECK: a = torch.empty((4,), dtype=torch.float32, device='meta').requires_grad_()
// CHECK-NEXT: a.grad = b
//      CHECK: dual_tangent = torch.empty((4,), dtype=torch.float32, device='meta')
//      CHECK: dual = torch.empty((4,), dtype=torch.float32, device='meta')
// CHECK-NEXT: dual.copy_(make_dual(dual.detach(), dual_tangent))
//      CHECK: view = dual[:2]
// CHECK-NEXT: view = make_dual(view, view_tangent)
//      CHECK: detached = dual.as_strided((2,), (1,), 0).detach()
//      CHECK: bytes = dual.detach()
// CHECK-NEXT: bytes.data = torch.empty(0, dtype=torch.uint8, device='meta').set_(dual.untyped_storage(), 0, (3,), (1,))
//      CHECK: b.grad = a
//      CHECK: def leave():
// CHECK-NEXT:     """Leaves what load_args() has entered."""
// CHECK-NEXT:     exit_dual_level()
%s0 = meta.storage 16 : !meta.storage<cuda:1>
%y = meta.tensor %s0 requires_grad non_leaf retains_grad output 2 : !meta.storage<cuda:1> -> !meta.tensor<4xf32, cuda:1>
meta.source %y, "y" : !meta.tensor<4xf32, cuda:1>
%s1 = meta.storage 16 : !meta.storage
%i = meta.tensor %s1 inference : !meta.storage -> !meta.tensor<4xf32>
meta.source %i, "i" : !meta.tensor<4xf32>
%s2 = meta.storage 32 : !meta.storage
%0 = meta.view %s2 : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj, neg>
%c = meta.tensor %0 : !meta.tensor<4xcomplex<f32>, conj, neg>
meta.source %c, "c" : !meta.tensor<4xcomplex<f32>, conj, neg>
%s3 = meta.storage 16 : !meta.storage
%a = meta.tensor %s3 grad %b requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
%s4 = meta.storage 16 : !meta.storage
%b = meta.tensor %s4 grad %a requires_grad : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
meta.source %a, "a" : !meta.tensor<4xf32>
meta.source %b, "b" : !meta.tensor<4xf32>
%s5 = meta.storage 16 : !meta.storage
%d = meta.tensor %s5 : !meta.storage -> !meta.tensor<4xf32>
%s6 = meta.storage 16 : !meta.storage
%t = meta.tensor %s6 : !meta.storage -> !meta.tensor<4xf32>
meta.tangent %d, %t : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.source %d, "dual" : !meta.tensor<4xf32>
%1 = meta.view %s5 : !meta.storage -> !meta.tensor<2xf32>
%v = meta.tensor %1 base %d : !meta.tensor<2xf32>, !meta.tensor<4xf32>
%s7 = meta.storage 8 : !meta.storage
%u = meta.tensor %s7 : !meta.storage -> !meta.tensor<2xf32>
meta.tangent %v, %u : !meta.tensor<2xf32>, !meta.tensor<2xf32>
meta.source %v, "view" : !meta.tensor<2xf32>
%e = meta.tensor %1 : !meta.tensor<2xf32>
meta.shares_version %e with %d : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.source %e, "detached" : !meta.tensor<2xf32>
%2 = meta.view %s5 : !meta.storage -> !meta.tensor<3xui8>
%f = meta.tensor %2 : !meta.tensor<3xui8>
meta.shares_version %f with %d : !meta.tensor<3xui8>, !meta.tensor<4xf32>
meta.source %f, "bytes" : !meta.tensor<3xui8>

// -----

// What Python notes of a tensor. Its class comes last: it may change what other
// statements do.

// CHECK-LABEL: Written by MetaUtils
//       CHECK: from model import Named
//  CHECK-NEXT: from torch._dynamo.decorators import _DimRange
//       CHECK: def make_record(cls, /, **fields):
//       CHECK: plain = torch.nn.Parameter(torch.empty((4,), dtype=torch.float32, device='meta'), requires_grad=False)
//       CHECK: view = view_base[:2]
//  CHECK-NEXT: view.__class__ = torch.nn.Parameter
//       CHECK: buffer = torch.nn.Buffer(torch.empty((4,), dtype=torch.float32, device='meta'), persistent=False)
//       CHECK: part = view_base[:2]
//  CHECK-NEXT: part._is_buffer = True
//  CHECK-NEXT: part.persistent = True
//       CHECK: named = torch.empty((4,), dtype=torch.float32, device='meta')
//  CHECK-NEXT: named._dynamo_dynamic_range = {make_record(_DimRange, dim=0, max=None)}
//       CHECK: offsets = torch.empty((4,), dtype=torch.int64, device='meta')
//  CHECK-NEXT: torch.nested._internal.nested_tensor._tensor_symint_registry[offsets] = j7
//       CHECK: named.__class__ = Named
// CHECK-EMPTY:
//  CHECK-NEXT: return {
%s0 = meta.storage 16 : !meta.storage
%p = meta.tensor %s0 parameter : !meta.storage -> !meta.tensor<4xf32>
meta.source %p, "plain" : !meta.tensor<4xf32>
%s1 = meta.storage 16 : !meta.storage
%x = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.view %s1 : !meta.storage -> !meta.tensor<2xf32>
%v = meta.tensor %0 base %x parameter : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.source %v, "view" : !meta.tensor<2xf32>
%s2 = meta.storage 16 : !meta.storage
%b = meta.tensor %s2 buffer non_persistent : !meta.storage -> !meta.tensor<4xf32>
meta.source %b, "buffer" : !meta.tensor<4xf32>
%w = meta.tensor %0 base %x buffer persistent : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.source %w, "part" : !meta.tensor<2xf32>
%s3 = meta.storage 16 : !meta.storage
%n = meta.tensor %s3 class "model.Named" : !meta.storage -> !meta.tensor<4xf32>
meta.mark %n, "_dynamo_dynamic_range"(#meta.set<[#meta.record<"torch._dynamo.decorators._DimRange", {dim = 0 : i64, max = #meta.none}>]>) : !meta.tensor<4xf32>
meta.source %n, "named" : !meta.tensor<4xf32>
%s4 = meta.storage 32 : !meta.storage
%o = meta.tensor %s4 : !meta.storage -> !meta.tensor<4xsi64>
meta.mark %o, "nested_int"(7 : i64) : !meta.tensor<4xsi64>
meta.source %o, "offsets" : !meta.tensor<4xsi64>

// -----

// Fake tensors are of one mode and keep their device. They have no bytes.

// CHECK-LABEL: Written by MetaUtils
//       CHECK: fake_mode = FakeTensorMode()
//  CHECK-NEXT: with fake_mode:
//  CHECK-NEXT:     storage = torch.UntypedStorage(25, device='meta')
//  CHECK-NEXT:     fake = torch.nn.Parameter(torch.empty(0, dtype=torch.float32, device='cuda:0').set_(storage, 3, (2, 2), (1, 0)))
//       CHECK: real = torch.empty((4,), dtype=torch.float32, device='meta')
%s0 = meta.storage 25 : !meta.storage<cuda:0>
%0 = meta.view %s0 offset 3 : !meta.storage<cuda:0> -> !meta.tensor<2x2xf32, strided<[1, 0]>, cuda:0>
%f = meta.tensor %0 parameter requires_grad fake : !meta.tensor<2x2xf32, strided<[1, 0]>, cuda:0>
meta.source %f, "fake" : !meta.tensor<2x2xf32, strided<[1, 0]>, cuda:0>
%s1 = meta.storage 16 : !meta.storage<cuda:0>
%r = meta.tensor %s1 : !meta.storage<cuda:0> -> !meta.tensor<4xf32, cuda:0>
meta.source %r, "real" : !meta.tensor<4xf32, cuda:0>

// -----

// Names that are none in Python, keywords, and those that the script has itself.

// CHECK-LABEL: Written by MetaUtils
//      CHECK: t0 = torch.empty(
// CHECK-NEXT: t = torch.empty(
// CHECK-NEXT: l_x = torch.empty(
// CHECK-NEXT: l_x_1 = torch.empty(
// CHECK-NEXT: torch_1 = torch.empty(
// CHECK-NEXT: lambda_1 = torch.empty(
//      CHECK: '0': t0,
// CHECK-NEXT: '\u202e\n"""': t,
// CHECK-NEXT: "L['x']": l_x,
// CHECK-NEXT: 'L["x"]': l_x_1,
// CHECK-NEXT: 'torch': torch_1,
// CHECK-NEXT: 'lambda': lambda_1,
%s = meta.storage 4 : !meta.storage
%0 = meta.tensor %s : !meta.storage -> !meta.tensor<f32>
meta.source %0, "0" : !meta.tensor<f32>
%s1 = meta.storage 4 : !meta.storage
%1 = meta.tensor %s1 : !meta.storage -> !meta.tensor<f32>
meta.source %1, "\E2\80\AE\0A\22\22\22" : !meta.tensor<f32>
%s2 = meta.storage 4 : !meta.storage
%2 = meta.tensor %s2 : !meta.storage -> !meta.tensor<f32>
meta.source %2, "L['x']" : !meta.tensor<f32>
%s3 = meta.storage 4 : !meta.storage
%3 = meta.tensor %s3 : !meta.storage -> !meta.tensor<f32>
meta.source %3, "L[\22x\22]" : !meta.tensor<f32>
%s4 = meta.storage 4 : !meta.storage
%4 = meta.tensor %s4 : !meta.storage -> !meta.tensor<f32>
meta.source %4, "torch" : !meta.tensor<f32>
%s5 = meta.storage 4 : !meta.storage
%5 = meta.tensor %s5 : !meta.storage -> !meta.tensor<f32>
meta.source %5, "lambda" : !meta.tensor<f32>
