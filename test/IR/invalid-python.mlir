// RUN: meta-opt %s --split-input-file --verify-diagnostics

// What subclasses, marks and plain data refuse. A case is called after the
// constraint in the description.

func.func @subclass_c1(%s: !meta.storage, %g: !meta.tensor<4xf32>) {
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  // expected-error @+1 {{'meta.subclass' op expected live tensors inside of m.C, got a geometry}}
  %1 = meta.subclass %0 of "m.C"(a = %0) : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return
}

// -----

func.func @subclass_c2_name(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.subclass' op expected names of parts, and their operands first and in order, got #meta.dict<"" = #meta.operand<0>>}}
  %0 = meta.subclass %x of "m.C"("" = %x) : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return
}

// -----

func.func @subclass_c2_order(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected names of parts, and their operands first and in order, got #meta.dict<"a" = #meta.operand<1>>}}
  %0 = "meta.subclass"(%x, %x, %x) <{className = "m.C", layout = "", parts = #meta.dict<"a" = #meta.operand<1>>}> : (!meta.tensor<4xf32>, !meta.tensor<4xf32>, !meta.tensor<4xf32>) -> !meta.tensor<4xf32>
  return
}

// -----

func.func @subclass_c3_unnamed(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.subclass' op expected each operand in a part or the context, not so number 0}}
  %0 = meta.subclass %x of "m.C"() with %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return
}

// -----

func.func @subclass_c3_number(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.subclass' op expected numbers of operands below 1 in #meta.tuple<[#meta.operand<1>]>}}
  %0 = meta.subclass %x of "m.C"(a = %x) ctx(#meta.tuple<[#meta.operand<1>]>) : !meta.tensor<4xf32>, !meta.tensor<4xf32>
  return
}

// -----

func.func @subclass_c4(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.subclass' op expected the name of a class}}
  %0 = meta.subclass %x of ""() : !meta.tensor<4xf32>
  return
}

// -----

func.func @mark_c1(%s: !meta.storage) {
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  // expected-error @+1 {{'meta.mark' op expected a live tensor for the mark 'm', got a geometry}}
  meta.mark %0, "m"(1) : !meta.tensor<4xf32>
  return
}

// -----

func.func @mark_c2(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{'meta.mark' op expected the name of a mark, got an empty one}}
  meta.mark %x, ""(1) : !meta.tensor<4xf32>
  return
}

// -----

// complex_attr_c1
// expected-error @+1 {{expected two 64-bit floats, got 1.000000e+00 : f32 and 1.000000e+00 : f64}}
module attributes {test.a = #meta.complex<1.0 : f32, 1.0 : f64>} {}

// -----

// dict_attr_c1
// expected-error @+1 {{expected each key once, got "a" twice}}
module attributes {test.a = #meta.dict<"a" = 1, "a" = 2>} {}

// -----

// A part is named twice: as in a dict.
func.func @parts(%x: !meta.tensor<4xf32>) {
  // expected-error @+1 {{expected each key once, got "a" twice}}
  %0 = meta.subclass %x of "m.C"(a = 1, a = 2) : !meta.tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expected another kind of attribute, got 1 : i64}}
module attributes {test.a = #meta.tuple<1>} {}

// -----

// expected-error @+1 {{expected an array of strings, got [1]}}
%0 = "meta.symbol"() <{name = "s0", sources = [1]}> : () -> index
