// REQUIRES: torch
// RUN: meta-run %s --statistics 2>&1 >/dev/null | FileCheck %s
// RUN: meta-run %s --statistics --verify 2>&1 | FileCheck %s

// Each is made once: a base that has a name is what its view was made of. A program
// that runs once finds none that was there before.
// CHECK: tensors: 4 made, 0 found, 4 live; storages: 2 live
%s0 = meta.storage 64 : !meta.storage
%s1 = meta.storage 64 : !meta.storage
%base = meta.tensor %s0 : !meta.storage -> !meta.tensor<16xf32>
%grad = meta.tensor %s1 : !meta.storage -> !meta.tensor<16xf32>
%x = meta.tensor %s0 grad %grad requires_grad : !meta.storage, !meta.tensor<16xf32> -> !meta.tensor<16xf32>
%0 = meta.view %base offset 4 : !meta.tensor<16xf32> -> !meta.tensor<4xf32>
%view = meta.tensor %0 base %base : !meta.tensor<4xf32>, !meta.tensor<16xf32>
meta.source %view, "view" : !meta.tensor<4xf32>
meta.source %base, "base" : !meta.tensor<16xf32>
meta.source %x, "x" : !meta.tensor<16xf32>
