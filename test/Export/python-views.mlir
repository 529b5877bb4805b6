// RUN: meta-translate %s --export-python --split-input-file | FileCheck %s

// Views, so that autograd takes them for what they were. What a view is by itself
// is not said again.

// CHECK-LABEL: load_args
//      CHECK: base = torch.empty((6,), dtype=torch.float32, device='meta').requires_grad_()
// CHECK-NEXT: non_leaf = base[2:6]
//      CHECK: with torch.no_grad():
// CHECK-NEXT:     no_grad = base[2:6]
//      CHECK: with torch.no_grad():
// CHECK-NEXT:     leaf = base[2:6]
// CHECK-NEXT: torch._C._autograd._set_creation_meta(leaf, torch._C._autograd.CreationMeta.DEFAULT)
//      CHECK: with torch.inference_mode():
// CHECK-NEXT:     inference = base[2:6]
//      CHECK: part = base[2:6].expand((2, 4)).unbind()[1]
//      CHECK: custom = base[2:6]
// CHECK-NEXT: torch._C._autograd._set_creation_meta(custom, torch._C._autograd.CreationMeta.IN_CUSTOM_FUNCTION)
%s = meta.storage 24 : !meta.storage
%base = meta.tensor %s requires_grad : !meta.storage -> !meta.tensor<6xf32>
meta.source %base, "base" : !meta.tensor<6xf32>
%0 = meta.view %base offset 2 : !meta.tensor<6xf32> -> !meta.tensor<4xf32>
%1 = meta.tensor %0 base %base requires_grad non_leaf : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %1, "non_leaf" : !meta.tensor<4xf32>
%2 = meta.tensor %0 base %base creation no_grad_mode : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %2, "no_grad" : !meta.tensor<4xf32>
%3 = meta.tensor %0 base %base : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %3, "leaf" : !meta.tensor<4xf32>
%4 = meta.tensor %0 base %base creation inference_mode : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %4, "inference" : !meta.tensor<4xf32>
%5 = meta.tensor %0 base %base creation multi_output_node requires_grad non_leaf output 1 : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %5, "part" : !meta.tensor<4xf32>
%6 = meta.tensor %0 base %base creation in_custom_function requires_grad non_leaf : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %6, "custom" : !meta.tensor<4xf32>

// -----

// A view that is no leaf, of a base that does not require grad, is made of a leaf
// between them, which has passed on how it was made.

// CHECK-LABEL: load_args
//      CHECK: with torch.no_grad():
// CHECK-NEXT:     v_leaf = torch.ops.aten.alias(v_base)
// CHECK-NEXT: v_leaf.requires_grad_()
// CHECK-NEXT: v = v_leaf[2:6]
// CHECK-EMPTY:
%s = meta.storage 24 : !meta.storage
%base = meta.tensor %s : !meta.storage -> !meta.tensor<6xf32>
%0 = meta.view %base offset 2 : !meta.tensor<6xf32> -> !meta.tensor<4xf32>
%v = meta.tensor %0 base %base creation no_grad_mode requires_grad non_leaf : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %v, "v" : !meta.tensor<4xf32>

// -----

// Elements of another kind.

// CHECK-LABEL: load_args
//      CHECK: c_base = torch.empty((15,), dtype=torch.float32, device='meta')
// CHECK-NEXT: c = torch.view_as_complex(c_base[4:12].view((4, 2)))
// CHECK-NEXT: i_base = torch.empty_strided((3, 4), (1, 3), dtype=torch.complex64, device='meta')
// CHECK-NEXT: i = torch.view_as_real(i_base).as_strided((4,), (6,), 1)
%s = meta.storage 60 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<15xf32>
%0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4xcomplex<f32>>
%c = meta.tensor %0 base %x : !meta.tensor<4xcomplex<f32>>, !meta.tensor<15xf32>
meta.source %c, "c" : !meta.tensor<4xcomplex<f32>>
%s1 = meta.storage 96 : !meta.storage
%g = meta.view %s1 : !meta.storage -> !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
%y = meta.tensor %g : !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
%1 = meta.view %s1 offset 1 : !meta.storage -> !meta.tensor<4xf32, strided<[6]>>
%i = meta.tensor %1 base %y : !meta.tensor<4xf32, strided<[6]>>, !meta.tensor<3x4xcomplex<f32>, strided<[1, 3]>>
meta.source %i, "i" : !meta.tensor<4xf32, strided<[6]>>

// -----

// Autograd says it is a view of one tensor, memory that it lies with another.

// CHECK-LABEL: load_args
//      CHECK: y = torch.empty((6,), dtype=torch.float32, device='meta')
//      CHECK: v = v_base[2:6]
// CHECK-NEXT: v.data = torch.empty(0, dtype=torch.float32, device='meta').set_(y.untyped_storage(), 2, (4,), (1,))
%s0 = meta.storage 24 : !meta.storage
%y = meta.tensor %s0 : !meta.storage -> !meta.tensor<6xf32>
meta.source %y, "y" : !meta.tensor<6xf32>
%s1 = meta.storage 24 : !meta.storage
%x = meta.tensor %s1 : !meta.storage -> !meta.tensor<6xf32>
%0 = meta.view %s0 offset 2 : !meta.storage -> !meta.tensor<4xf32>
%v = meta.tensor %0 base %x : !meta.tensor<4xf32>, !meta.tensor<6xf32>
meta.source %v, "v" : !meta.tensor<4xf32>

// -----

// View ops that were recorded are calls, one for each.

// CHECK-LABEL: load_args
//      CHECK: a = torch._conj(x).select(0, 1)
// CHECK-NEXT: b = torch.imag(torch.ops.aten.alias(x))[:, 1:9:2].permute((1, 0)).transpose(0, 1)
// CHECK-NEXT: c = torch.view_as_real(x).narrow(0, 1, 2).unsqueeze(2).squeeze((2,)).squeeze()
%s = meta.storage 96 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4x3xcomplex<f32>>
meta.source %x, "x" : !meta.tensor<4x3xcomplex<f32>>
%0 = meta.conj %x : !meta.tensor<4x3xcomplex<f32>>
%1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x3xcomplex<f32>, conj>
%a = meta.tensor %1 base %x : !meta.tensor<3xcomplex<f32>, conj>, !meta.tensor<4x3xcomplex<f32>>
meta.source %a, "a" : !meta.tensor<3xcomplex<f32>, conj>
%b0 = meta.alias %x : !meta.tensor<4x3xcomplex<f32>>
%b1 = meta.imag %b0 : !meta.tensor<4x3xcomplex<f32>>
%b2 = meta.slice %b1 dim 1 from 1 to 9 step 2 : !meta.tensor<4x3xf32, strided<[6, 2]>>
%b3 = meta.permute %b2 [1, 0] : !meta.tensor<4x1xf32, strided<[6, 4]>>
%b4 = meta.transpose %b3, 0, 1 : !meta.tensor<1x4xf32, strided<[4, 6]>>
%b = meta.tensor %b4 base %x : !meta.tensor<4x1xf32, strided<[6, 4]>>, !meta.tensor<4x3xcomplex<f32>>
meta.source %b, "b" : !meta.tensor<4x1xf32, strided<[6, 4]>>
%c0 = meta.view_as_real %x : !meta.tensor<4x3xcomplex<f32>>
%c1 = meta.narrow %c0 dim 0 start 1 length 2 : !meta.tensor<4x3x2xf32>
%c2 = meta.unsqueeze %c1 dim 2 : !meta.tensor<2x3x2xf32>
%c3 = meta.squeeze %c2 dims [2] : !meta.tensor<2x3x1x2xf32>
%c4 = meta.squeeze %c3 : !meta.tensor<2x3x2xf32>
%c = meta.tensor %c4 base %x : !meta.tensor<2x3x2xf32>, !meta.tensor<4x3xcomplex<f32>>
meta.source %c, "c" : !meta.tensor<2x3x2xf32>

// -----

// CHECK-LABEL: load_args
//      CHECK: d = torch.view_as_complex(x.diagonal(1, 0, 1).expand((7, -1, -1)).transpose(1, 2)).unflatten(0, (7, 1))
// CHECK-NEXT: e = torch._neg_view(x).split((1, 2), 0)[1].unbind(1)[2]
// CHECK-NEXT: f = torch.ops.aten.slice(x, 1).view((-1,)).unfold(0, 4, 2).as_strided((2,), (1,), 3).view(torch.int16)
%s = meta.storage 96 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4x2xf32>
meta.source %x, "x" : !meta.tensor<3x4x2xf32>
%d0 = meta.diagonal %x dims 0, 1 offset 1 : !meta.tensor<3x4x2xf32>
%d1 = meta.expand %d0 to [7, -1, -1] : !meta.tensor<2x3xf32, strided<[1, 10]>>
%d2 = meta.transpose %d1, 1, 2 : !meta.tensor<7x2x3xf32, strided<[0, 1, 10]>>
%d3 = meta.view_as_complex %d2 : !meta.tensor<7x3x2xf32, strided<[0, 10, 1]>>
%d4 = meta.unflatten %d3 dim 0 into [7, 1] : !meta.tensor<7x3xcomplex<f32>, strided<[0, 5]>>
%d = meta.tensor %d4 base %x : !meta.tensor<7x1x3xcomplex<f32>, strided<[0, 15, 5]>>, !meta.tensor<3x4x2xf32>
meta.source %d, "d" : !meta.tensor<7x1x3xcomplex<f32>, strided<[0, 15, 5]>>
%e0 = meta.neg %x : !meta.tensor<3x4x2xf32>
%e1:2 = meta.split %e0 dim 0 sizes [1, 2] : !meta.tensor<3x4x2xf32, neg>
%e2:4 = meta.unbind %e1#1 dim 1 : !meta.tensor<2x4x2xf32, neg>
%e = meta.tensor %e2#2 base %x creation multi_output_node : !meta.tensor<2x2xf32, strided<[8, 1]>, neg>, !meta.tensor<3x4x2xf32>
meta.source %e, "e" : !meta.tensor<2x2xf32, strided<[8, 1]>, neg>
%f0 = meta.slice %x dim 1 : !meta.tensor<3x4x2xf32>
%f1 = meta.reshape %f0 to [-1] : !meta.tensor<3x4x2xf32>
%f2 = meta.unfold %f1 dim 0 size 4 step 2 : !meta.tensor<24xf32>
%f3 = meta.as_strided %f2 sizes [2] strides [1] offset 3 : !meta.tensor<11x4xf32, strided<[2, 1]>>
%f4 = meta.bitcast %f3 as si16 : !meta.tensor<2xf32>
%f = meta.tensor %f4 base %x : !meta.tensor<4xsi16>, !meta.tensor<3x4x2xf32>
meta.source %f, "f" : !meta.tensor<4xsi16>
