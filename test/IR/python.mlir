// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// What Python makes of tensors, and plain data as attributes.

// CHECK-LABEL: module @subclasses
module @subclasses {
  %s0 = meta.storage 96 : !meta.storage
  %s1 = meta.storage 48 : !meta.storage
  %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x6xf32>
  %b = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x6xf32>
  %outer = meta.view %s0 : !meta.storage -> !meta.tensor<4x6xf32>
  // CHECK: meta.subclass %{{.*}} of "m.Two"(a = %[[A:.*]], b = %[[B:.*]]) : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>, !meta.tensor<2x6xf32>
  %0 = meta.subclass %outer of "m.Two"(a = %a, b = %b) : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>, !meta.tensor<2x6xf32>
  // One tensor may be there twice, and data between tensors.
  // CHECK: meta.subclass %{{.*}} of "m.Two"(a = %[[A]], "not a word" = #meta.none, b = %[[A]]) ctx(#meta.tuple<[1, #meta.none]>) layout "jagged" : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>, !meta.tensor<2x6xf32>
  %1 = meta.subclass %outer of "m.Two"(a = %a, "not a word" = #meta.none, b = %a) ctx(#meta.tuple<[1, #meta.none]>) layout "jagged" : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>, !meta.tensor<2x6xf32>
  %n = meta.symbol "s0"
  // Nothing inside but what the context has.
  // CHECK: meta.subclass %{{.*}} of "m.Ctx"() with %{{.*}}, %[[B]] ctx([#meta.operand<0>, #meta.dict<"t" = #meta.operand<1>>]) : !meta.tensor<4x6xf32>, index, !meta.tensor<2x6xf32>
  %2 = meta.subclass %outer of "m.Ctx"() with %n, %b ctx([#meta.operand<0>, #meta.dict<"t" = #meta.operand<1>>]) : !meta.tensor<4x6xf32>, index, !meta.tensor<2x6xf32>
  // CHECK: meta.subclass %{{.*}} of "m.Empty"() : !meta.tensor<4x6xf32>
  %3 = meta.subclass %outer of "m.Empty"() : !meta.tensor<4x6xf32>
  %t = meta.tensor %3 parameter : !meta.tensor<4x6xf32>
  meta.source %t, "t" : !meta.tensor<4x6xf32>
}

// CHECK-LABEL: module @objects
module @objects {
  %s = meta.storage 16 : !meta.storage
  // CHECK: meta.tensor %{{.*}} class "m.Plain" buffer persistent fake : !meta.storage -> !meta.tensor<4xf32>
  %t = meta.tensor %s class "m.Plain" buffer persistent fake : !meta.storage -> !meta.tensor<4xf32>
  // CHECK: meta.tensor %{{.*}} buffer non_persistent : !meta.storage -> !meta.tensor<4xf32>
  %u = meta.tensor %s buffer non_persistent : !meta.storage -> !meta.tensor<4xf32>
  // CHECK: meta.mark %{{.*}}, "_dynamo_dynamic_indices"(#meta.set<[0]>) : !meta.tensor<4xf32>
  meta.mark %t, "_dynamo_dynamic_indices"(#meta.set<[0]>) : !meta.tensor<4xf32>
  // CHECK: meta.mark %{{.*}}, "count"(3 : i64) : !meta.tensor<4xf32>
  meta.mark %u, "count"(3) : !meta.tensor<4xf32>
  // CHECK: meta.symbol "s0" min 2 hint 5 sources ["L['x'].size()[0]", "L['y']"]
  %0 = meta.symbol "s0" min 2 hint 5 sources ["L['x'].size()[0]", "L['y']"]
  // CHECK: meta.symbol "j1" nested_int
  %1 = meta.symbol "j1" nested_int
}

// CHECK-LABEL: module @data
module @data attributes {
  // CHECK-SAME: test.complex = #meta.complex<-0.000000e+00 : f64, 0x7FF8000000000000 : f64>
  test.complex = #meta.complex<-0.0 : f64, 0x7FF8000000000000 : f64>,
  // CHECK-SAME: test.deep = #meta.tuple<[#meta.slice<#meta.none, 4, #meta.none>, #meta.set<[]>]>
  test.deep = #meta.tuple<[#meta.slice<#meta.none, 4, #meta.none>, #meta.set<[]>]>,
  // CHECK-SAME: test.dict = #meta.dict<"b" = 1, "a" = 2.500000e-01 : f64, 3 = #meta.dict<>>
  test.dict = #meta.dict<"b" = 1, "a" = 0.25, 3 = #meta.dict<>>,
  // CHECK-SAME: test.opaque = #meta.opaque<"m.C", "a \22quoted\22\0Atext">
  test.opaque = #meta.opaque<"m.C", "a \"quoted\"\ntext">,
  // CHECK-SAME: test.record = #meta.record<"m.Shard", {dim = 0 : i64}>
  test.record = #meta.record<"m.Shard", {dim = 0}>,
  // CHECK-SAME: test.texts = [#meta.bytes<"\00\FF">, #meta.device<"cuda:0">, #meta.constant<"strided">, #meta.global<"m.f">, #meta.enum<"m.E", "A">, #meta.size<[2]>, #meta.frozenset<[f32]>]
  test.texts = [#meta.bytes<"\00\FF">, #meta.device<"cuda:0">, #meta.constant<"strided">, #meta.global<"m.f">, #meta.enum<"m.E", "A">, #meta.size<[2]>, #meta.frozenset<[f32]>]
} {}
