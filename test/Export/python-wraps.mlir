// RUN: meta-translate %s --export-python --split-input-file | FileCheck %s

// Transforms are entered first; what is not of them is made outside.

// CHECK-LABEL: Written by MetaUtils
//       CHECK: from torch._C import _functorch
// CHECK-NEXT: from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack, temporarily_restore_interpreter_stack
//      CHECK: def load_args():
// CHECK-NEXT:     """The tensors by their sources."""
// CHECK-NEXT:     with torch.no_grad():
// CHECK-NEXT:         _functorch._grad_increment_nesting()
// CHECK-NEXT:     _functorch._vmap_increment_nesting(3, 'different')
// CHECK-NEXT:     with torch.inference_mode():
// CHECK-NEXT:         with _set_fwd_grad_enabled(False):
// CHECK-NEXT:             _functorch._jvp_increment_nesting()
// CHECK-NEXT:     _functorch._func_increment_nesting(True)
// CHECK-NEXT:     with temporarily_clear_interpreter_stack() as transforms:
// CHECK-NEXT:         t_unwrapped_unwrapped = torch.empty((3, 4), dtype=torch.float32, device='meta')
// CHECK-EMPTY:
// CHECK-NEXT:         with temporarily_restore_interpreter_stack(transforms[-1:]):
// CHECK-NEXT:             t_unwrapped = _functorch._wrap_for_grad(t_unwrapped_unwrapped, 1)
// CHECK-NEXT:         t_unwrapped.requires_grad_()
// CHECK-EMPTY:
// CHECK-NEXT:         t = _functorch._add_batch_dim(t_unwrapped, 0, 2)
//      CHECK:         dead = _functorch._wrap_for_grad(t_unwrapped_unwrapped, _functorch._grad_increment_nesting())
// CHECK-NEXT:         _functorch._grad_decrement_nesting()
//      CHECK:         legacy = torch._add_batch_dim(torch._add_batch_dim(legacy_unwrapped, 2, 1), 0, 2)
//      CHECK:         func = _functorch._wrap_functional_tensor(t_unwrapped, 4)
//      CHECK:     return {
//      CHECK: def leave():
// CHECK-NEXT:     """Leaves what load_args() has entered."""
// CHECK-NEXT:     _functorch._func_decrement_nesting()
// CHECK-NEXT:     _functorch._jvp_decrement_nesting()
// CHECK-NEXT:     _functorch._vmap_decrement_nesting()
// CHECK-NEXT:     _functorch._grad_decrement_nesting()
meta.interpreter grad level 1 outer_mode_off
meta.interpreter vmap level 2 batch_size 3 randomness different
meta.interpreter jvp level 3 outer_mode_off outer_inference
meta.interpreter functionalize level 4 add_back_views
%s = meta.storage 48 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
%0 = meta.grad_tracking %x level 1 : !meta.tensor<3x4xf32>
%g = meta.tensor %0 requires_grad : !meta.tensor<3x4xf32>
%1 = meta.batched %g dim 0 level 2 : !meta.tensor<3x4xf32>
%t = meta.tensor %1 : !meta.tensor<4xf32>
meta.source %t, "t" : !meta.tensor<4xf32>
%2 = meta.grad_tracking %x : !meta.tensor<3x4xf32>
%d = meta.tensor %2 : !meta.tensor<3x4xf32>
meta.source %d, "dead" : !meta.tensor<3x4xf32>
%s1 = meta.storage 96 : !meta.storage
%y = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x3x4xf32>
%3 = meta.batched %y dim 2 level 1 legacy : !meta.tensor<2x3x4xf32>
%4 = meta.batched %3 dim 0 level 2 legacy : !meta.tensor<2x3xf32, strided<[12, 4]>>
%l = meta.tensor %4 : !meta.tensor<3xf32, strided<[4]>>
meta.source %l, "legacy" : !meta.tensor<3xf32, strided<[4]>>
%s2 = meta.storage 48 : !meta.storage
%o = meta.view %s2 : !meta.storage -> !meta.tensor<3x4xf32>
%5 = meta.functional %o of %g level 4 : !meta.tensor<3x4xf32>, !meta.tensor<3x4xf32>
%f = meta.tensor %5 : !meta.tensor<3x4xf32>
meta.shares_version %f with %g : !meta.tensor<3x4xf32>, !meta.tensor<3x4xf32>
meta.source %f, "func" : !meta.tensor<3x4xf32>

// -----

// A wrapper that is a view, and all that is in it, are made by the view op inside
// of the transform; a tangent, too, comes with those of the base.

// CHECK-LABEL: Written by MetaUtils
//       CHECK:     enter_dual_level()
//       CHECK:         with temporarily_restore_interpreter_stack(transforms[-1:]):
//       CHECK:             g = _functorch._wrap_for_grad(x, 1)
//  CHECK-NEXT:             g.copy_(make_dual(g.detach(), g_tangent))
//   CHECK-NOT: v_unwrapped
//       CHECK:         with temporarily_restore_interpreter_stack(transforms[-1:]):
//  CHECK-NEXT:             v = g.as_strided((2, 4), (4, 1), 4)
meta.interpreter jvp level 1
%s = meta.storage 48 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
meta.source %x, "x" : !meta.tensor<3x4xf32>
%0 = meta.grad_tracking %x level 1 : !meta.tensor<3x4xf32>
%g = meta.tensor %0 : !meta.tensor<3x4xf32>
%s1 = meta.storage 48 : !meta.storage
%t = meta.tensor %s1 : !meta.storage -> !meta.tensor<3x4xf32>
%1 = meta.grad_tracking %t level 1 : !meta.tensor<3x4xf32>
%u = meta.tensor %1 : !meta.tensor<3x4xf32>
meta.tangent %g, %u : !meta.tensor<3x4xf32>, !meta.tensor<3x4xf32>
meta.source %g, "g" : !meta.tensor<3x4xf32>
%2 = meta.view %x offset 4 : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32>
%xv = meta.tensor %2 base %x : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
%3 = meta.grad_tracking %xv level 1 : !meta.tensor<2x4xf32>
%v = meta.tensor %3 base %g : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
%4 = meta.view %t offset 4 : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32>
%tv = meta.tensor %4 base %t : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
%5 = meta.grad_tracking %tv level 1 : !meta.tensor<2x4xf32>
%uv = meta.tensor %5 base %u : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
meta.tangent %v, %uv : !meta.tensor<2x4xf32>, !meta.tensor<2x4xf32>
meta.source %v, "v" : !meta.tensor<2x4xf32>

// -----

// Functional tensors, views of them, and one that has a version counter of its
// own: the result of an op.

// CHECK-LABEL: Written by MetaUtils
//      CHECK: t = torch._to_functional_tensor(t_unwrapped)
//      CHECK: torch._enable_functionalization(reapply_views=True)
// CHECK-NEXT: row = t.select(0, 1)
// CHECK-NEXT: torch._disable_functionalization()
//      CHECK: result_unwrapped = torch.empty((2, 3), dtype=torch.float32, device='meta')
//      CHECK: result = torch._to_functional_tensor(result_unwrapped)
// CHECK-NEXT: torch._enable_functionalization(reapply_views=False)
// CHECK-NEXT: result.copy_(result.clone())
// CHECK-NEXT: torch._disable_functionalization()
%s0 = meta.storage 24 : !meta.storage
%v = meta.tensor %s0 : !meta.storage -> !meta.tensor<2x3xf32>
%s1 = meta.storage 24 : !meta.storage
%o = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
%0 = meta.functional %o of %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
%t = meta.tensor %0 : !meta.tensor<2x3xf32>
meta.shares_version %t with %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
meta.source %t, "t" : !meta.tensor<2x3xf32>
%1 = meta.view %s0 offset 3 : !meta.storage -> !meta.tensor<3xf32>
%r = meta.tensor %1 : !meta.tensor<3xf32>
%2 = meta.view %t offset 3 : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32>
%3 = meta.select %v dim 0 index 1 : !meta.tensor<2x3xf32>
%4 = meta.functional %2 of %r view %3 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
%u = meta.tensor %4 base %t : !meta.tensor<3xf32>, !meta.tensor<2x3xf32>
meta.source %u, "row" : !meta.tensor<3xf32>
%s2 = meta.storage 24 : !meta.storage
%c = meta.tensor %s2 : !meta.storage -> !meta.tensor<2x3xf32>
%s3 = meta.storage 24 : !meta.storage
%5 = meta.view %s3 : !meta.storage -> !meta.tensor<2x3xf32>
%6 = meta.functional %5 of %c : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
%d = meta.tensor %6 : !meta.tensor<2x3xf32>
meta.source %d, "result" : !meta.tensor<2x3xf32>

// -----

// A class makes its tensors of their parts and its context: plain data in all of
// its kinds.

// CHECK-LABEL: Written by MetaUtils
//       CHECK: from model import Half, Outer
// CHECK-NEXT: from other import Half as Half_1
// CHECK-NEXT: from torch.distributed.device_mesh import DeviceMesh
// CHECK-NEXT: from torch.distributed.tensor.placement_types import Shard
// CHECK-NEXT: from torch.nn.functional import relu
//      CHECK: w = Half.__tensor_unflatten__({'data': w_data, 'axis': 0}, (True,), torch.Size((4, 6)), (6, 1))
//      CHECK: w._is_param = True
//      CHECK: many = Outer.Inner.__tensor_unflatten__({'data': w_data, 'numbers': [1, -0.5, float('inf'), complex(0.0, float('nan'))]}, {'text': 'it\'s "\u202e', 'bytes': b'\x00a', 'none': None, 'device': torch.device('cuda:0'), 'layout': torch.strided, 'dtype': torch.int8, 'relu': relu, 'slice': slice(0, 8, None), 'size': torch.Size([1]), 'sets': (set(), {1}, frozenset([2])), 'kind': Outer.Kind.FAST, 'mesh': DeviceMesh(device_type='cpu', mesh=[0, 1], mesh_dim_names=None, _init_backend=False, _rank=0), 'shard': Shard(dim=0), 'self': w_data}, torch.Size((4, 6)), (6, 1))
//      CHECK: other = Half_1.__tensor_unflatten__({}, None, torch.Size((4, 6)), (6, 1))
%s0 = meta.storage 96 : !meta.storage
%s1 = meta.storage 48 : !meta.storage
%a = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x6xf32>
%outer = meta.view %s0 : !meta.storage -> !meta.tensor<4x6xf32>
%0 = meta.subclass %outer of "model.Half"(data = %a, axis = 0) ctx(#meta.tuple<[true]>) : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>
%t = meta.tensor %0 parameter : !meta.tensor<4x6xf32>
meta.source %t, "w" : !meta.tensor<4x6xf32>
%s2 = meta.storage 96 : !meta.storage
%o2 = meta.view %s2 : !meta.storage -> !meta.tensor<4x6xf32>
%1 = meta.subclass %o2 of "model.Outer.Inner"(data = %a, numbers = [1, -0.5 : f64, 0x7FF0000000000000 : f64, #meta.complex<0.0 : f64, 0x7FF8000000000000 : f64>]) ctx(#meta.dict<"text" = "it's \22\E2\80\AE", "bytes" = #meta.bytes<"\00a">, "none" = #meta.none, "device" = #meta.device<"cuda:0">, "layout" = #meta.constant<"strided">, "dtype" = si8, "relu" = #meta.global<"torch.nn.functional.relu">, "slice" = #meta.slice<0, 8, #meta.none>, "size" = #meta.size<[1]>, "sets" = #meta.tuple<[#meta.set<[]>, #meta.set<[1]>, #meta.frozenset<[2]>]>, "kind" = #meta.enum<"model.Outer.Kind", "FAST">, "mesh" = #meta.record<"torch.distributed.device_mesh.DeviceMesh", {device_type = "cpu", mesh = [0, 1], mesh_dim_names = #meta.none}>, "shard" = #meta.record<"torch.distributed.tensor.placement_types.Shard", {dim = 0 : i64}>, "self" = #meta.operand<0>>) : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>
%u = meta.tensor %1 : !meta.tensor<4x6xf32>
meta.source %u, "many" : !meta.tensor<4x6xf32>
%s3 = meta.storage 96 : !meta.storage
%o3 = meta.view %s3 : !meta.storage -> !meta.tensor<4x6xf32>
%2 = meta.subclass %o3 of "other.Half"() : !meta.tensor<4x6xf32>
%v = meta.tensor %2 : !meta.tensor<4x6xf32>
meta.source %v, "other" : !meta.tensor<4x6xf32>
