// RUN: mlir-opt-22 %s %plugin --pass-pipeline="builtin.module(meta-fold-views)" | FileCheck %s
// RUN: mlir-opt-22 %s %plugin --emit-bytecode | meta-opt --meta-fold-views | FileCheck %s
// RUN: not mlir-opt-22 %s %plugin --pass-pipeline="builtin.module(meta-verify-bounds)" 2>&1 | FileCheck %s --check-prefix=ERROR

// A tool that links the library can be given it as well: there is one copy.
// RUN: meta-opt %s %plugin --meta-fold-views | FileCheck %s

// The distribution's mlir-opt, with the library as its plugin.

// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: %[[STORAGE:.*]] = meta.storage 56
// CHECK-NEXT: %[[RESULT:.*]] = meta.view %[[STORAGE]] offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
// CHECK-NEXT: return %[[RESULT]]
func.func @chain() -> !meta.tensor<4x3xf32, strided<[1, 4]>> {
  %storage = meta.storage 56 : !meta.storage
  // ERROR: [[#@LINE+1]]:{{.*}}: error: 'meta.view' op expected {{.*}} to end within 56 bytes, got 96
  %pool = meta.view %storage : !meta.storage -> !meta.tensor<24xf32>
  %slice = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
  %rows = meta.reshape %slice to [3, 4] : !meta.tensor<12xf32>
  %result = meta.transpose %rows, 0, 1 : !meta.tensor<3x4xf32>
  return %result : !meta.tensor<4x3xf32, strided<[1, 4]>>
}
