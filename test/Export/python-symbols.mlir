// RUN: meta-translate %s --export-python --split-input-file | FileCheck %s

// A symbol of @main is a variable with its hint, whatever the file names it;
// sizes, strides, offsets and bytes are expressions of it.

// CHECK-LABEL: def load_args():
//  CHECK-NEXT: """The tensors by their sources."""
//  CHECK-NEXT: s77 = 4  # x.size()[0], at least 2
//  CHECK-NEXT: import_evil = 3  # a\nb, at least 0, at most 8
//  CHECK-NEXT: x = torch.empty((s77, import_evil), dtype=torch.float32, device='meta')
//       CHECK: v = x.as_strided((s77 - 1,), (import_evil,), import_evil)
//       CHECK: storage = torch.UntypedStorage((s77 + 1) // 2 * 16, device='meta')
//       CHECK: y = torch.empty(0, dtype=torch.float32, device='meta').set_(storage, 0, (min(s77, import_evil),), (max(s77, import_evil) % 2,))
//       CHECK: n = s77 if s77 < import_evil else import_evil
//       CHECK: z = torch.empty((n, s77 * (s77 // 2), (s77 + 2) // 3), dtype=torch.float32, device='meta')
func.func @main() -> (!meta.tensor<?x?xf32> {meta.sources = ["x"]}) {
  %s = build.symbol "s77" min 2 hint 4 sources ["x.size()[0]"]
  %t = build.symbol "import evil" min 0 max 8 hint 3 sources ["a\0Ab"]
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %0 = arith.muli %s, %t : index
  %bytes = arith.muli %0, %c4 : index
  %x = build.tensor 0 "x" : !meta.tensor<?x?xf32> {
    %made = build.empty_strided[%s, %t] : !meta.tensor<?x?xf32>
    build.bind_storage %made to 0 bytes %bytes : !meta.tensor<?x?xf32>
    build.yield %made : !meta.tensor<?x?xf32>
  }
  %1 = arith.addi %s, %c-1 : index
  %v = build.tensor 1 "v" : !meta.tensor<?xf32, strided<[?]>> {
    %made = build.as_strided %x[%1, %t] offset %t : !meta.tensor<?x?xf32> -> !meta.tensor<?xf32, strided<[?]>>
    build.yield %made : !meta.tensor<?xf32, strided<[?]>>
  }
  %2 = arith.addi %s, %c1 : index
  %3 = arith.floordivsi %2, %c2 : index
  %more = arith.muli %3, %c16 : index
  %4 = arith.minsi %s, %t : index
  %5 = arith.maxsi %s, %t : index
  %6 = arith.remsi %5, %c2 : index
  %y = build.tensor 2 "y" : !meta.tensor<?xf32, strided<[?]>> {
    %made = build.empty_strided[%4, %6] : !meta.tensor<?xf32, strided<[?]>>
    build.bind_storage %made to 1 bytes %more : !meta.tensor<?xf32, strided<[?]>>
    build.yield %made : !meta.tensor<?xf32, strided<[?]>>
  }
  %7 = arith.cmpi slt, %s, %t : index
  %8 = arith.select %7, %s, %t : index
  %9 = arith.floordivsi %s, %c2 : index
  %10 = arith.muli %s, %9 : index
  %11 = arith.ceildivsi %s, %c3 : index
  %z = build.tensor 3 "z" : !meta.tensor<?x?x?xf32> {
    %made = build.empty_strided[%8, %10, %11] : !meta.tensor<?x?x?xf32>
    build.yield %made : !meta.tensor<?x?x?xf32>
  }
  return %x : !meta.tensor<?x?xf32>
}

// -----

// What is long gets a name: it would grow with each use.

// CHECK-LABEL: def load_args():
//       CHECK: s0 = 2
//       CHECK: n = s0 * s0 * (s0 * s0) * (s0 * s0 * (s0 * s0))
//  CHECK-NEXT: x = torch.empty((n,), dtype=torch.float32, device='meta')
func.func @main() -> (!meta.tensor<?xf32> {meta.sources = ["x"]}) {
  %s = build.symbol "s0" hint 2
  %0 = arith.muli %s, %s : index
  %1 = arith.muli %0, %0 : index
  %2 = arith.muli %1, %1 : index
  %x = build.tensor 0 "x" : !meta.tensor<?xf32> {
    %made = build.empty_strided[%2] : !meta.tensor<?xf32>
    build.yield %made : !meta.tensor<?xf32>
  }
  return %x : !meta.tensor<?xf32>
}

// -----

// A ragged size is only of a tensor that its class makes; a view by such a class
// is what a view op gives.

// CHECK-LABEL: class ViewAs(TorchDispatchMode):
//       CHECK: j1 = torch._C._get_nested_int(1, 1)
//       CHECK: with ViewAs(Jagged.__tensor_unflatten__({'a': b}, None, torch.Size((2, j1)), (j1, 1))):
//  CHECK-NEXT:     with torch.no_grad():
//  CHECK-NEXT:         x = torch.ops.aten.alias(b)
func.func @main() -> (!meta.tensor<2x?xf32> {meta.sources = ["x"]}) {
  %b = build.tensor 0 "b" : !meta.tensor<6xf32> {
    %made = build.empty_strided : !meta.tensor<6xf32>
    build.yield %made : !meta.tensor<6xf32>
  }
  %j = build.symbol "j1" nested_int
  %x = build.tensor 1 "x" : !meta.tensor<2x?xf32> {
    %made = build.subclass "model.Jagged"[%j] of %b parts <"a" = #meta.operand<0>> : (!meta.tensor<6xf32>) -> !meta.tensor<2x?xf32>
    build.view_of %made, %b : !meta.tensor<2x?xf32>, !meta.tensor<6xf32>
    build.creation %made no_grad_mode : !meta.tensor<2x?xf32>
    build.yield %made : !meta.tensor<2x?xf32>
  }
  return %x : !meta.tensor<2x?xf32>
}
