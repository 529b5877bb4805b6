// RUN: meta-translate %s --split-input-file --meta-to-trace-records | FileCheck %s

// A parameter that is tied, and a view of it. The base comes before the view,
// and both after their storage; ids are given the other way round.

// CHECK: {"describe_storage":{"id":0,"describer_id":0,"size":96}}
// CHECK-NEXT: {"describe_tensor":{"id":0,"ndim":2,"dtype":"torch.float32","device":"device(type='cuda', index=1)","size":[6,4],"dynamo_hint_overrides":{},"is_leaf":true,"requires_grad":true,"is_parameter":true,"stride":[4,1],"storage":0,"view_func":"_CustomViewFunc(func=<built-in method _view_func_unsafe of Parameter object>)","describer_id":0}}
// CHECK-NEXT: {"describe_source":{"describer_id":0,"id":0,"source":"L['p']"}}
// CHECK-NEXT: {"describe_source":{"describer_id":0,"id":0,"source":"L['q']"}}
// CHECK-NEXT: {"describe_tensor":{"id":1,"ndim":1,{{.*}}"size":[6],{{.*}}"is_view":true,"stride":[4],"storage_offset":2,"storage":0,"base":0,"creation_meta":"CreationMeta.NO_GRAD_MODE"
// CHECK-NEXT: {"describe_source":{"describer_id":0,"id":1,"source":"L['v']"}}
%s = meta.storage 96 : !meta.storage<cuda:1>
%p = meta.tensor %s parameter requires_grad : !meta.storage<cuda:1> -> !meta.tensor<6x4xf32, cuda:1>
meta.source %p, "L['p']" : !meta.tensor<6x4xf32, cuda:1>
meta.source %p, "L['q']" : !meta.tensor<6x4xf32, cuda:1>
%0 = meta.view %s offset 2 : !meta.storage<cuda:1> -> !meta.tensor<6xf32, strided<[4]>, cuda:1>
%v = meta.tensor %0 base %p creation no_grad_mode requires_grad : !meta.tensor<6xf32, strided<[4]>, cuda:1>, !meta.tensor<6x4xf32, cuda:1>
meta.source %v, "L['v']" : !meta.tensor<6xf32, strided<[4]>, cuda:1>

// -----

// Numbers that are known at run time are expressions.

// CHECK: {"describe_storage":{"id":0,"describer_id":0,"size":"((s0 + 1)*32)"}}
// CHECK-NEXT: "size":["(s0 + 1)",2,4]{{.*}}"stride":[8,4,1]
// CHECK: "size":[3,"s0"]{{.*}}"stride":["s0",1],"storage_offset":"s0"
%n = meta.symbol "s0"
%c1 = arith.constant 1 : index
%c32 = arith.constant 32 : index
%m = arith.addi %n, %c1 : index
%bytes = arith.muli %m, %c32 : index
%s = meta.storage %bytes : !meta.storage
%0 = meta.view %s[%m] : !meta.storage -> !meta.tensor<?x2x4xf32>
%x = meta.tensor %0 : !meta.tensor<?x2x4xf32>
meta.source %x, "x" : !meta.tensor<?x2x4xf32>
%1 = meta.view %s[%n] offset %n : !meta.storage -> !meta.tensor<3x?xf32>
%y = meta.tensor %1 : !meta.tensor<3x?xf32>
meta.source %y, "y" : !meta.tensor<3x?xf32>
