// RUN: meta-opt %s --split-input-file --allow-unregistered-dialect --convert-meta-to-tensor --verify-diagnostics

//===----------------------------------------------------------------------===//
// What a ranked tensor has not
//===----------------------------------------------------------------------===//

// expected-error @below {{expected a type with a ranked tensor for 'z', got '!meta.tensor<4xcomplex<f32>, conj>': a ranked tensor has no conjugate bit}}
func.func @conjugate_bit(%z: !meta.tensor<4xcomplex<f32>, conj> {meta.sources = ["z"]}) {
  return
}

// -----

// expected-error @below {{expected a type with a ranked tensor for 'negative_bit', got '!meta.tensor<4xf32, neg>': a ranked tensor has no negative bit}}
func.func private @negative_bit() -> !meta.tensor<4xf32, neg>

// -----

// expected-error @below {{for the value, got '!meta.tensor<?x4xf32, #meta.jagged>': a ranked tensor has no layout without strides}}
func.func @jagged(%x: !meta.tensor<?x4xf32, #meta.jagged>) {
  return
}

// -----

// expected-error @below {{got '!meta.tensor<4x4xf32, #meta.opaque_layout<"mkldnn">>': a ranked tensor has no layout without strides}}
ml_program.global private @opaque(#ml_program.extern<!meta.tensor<4x4xf32, #meta.opaque_layout<"mkldnn">>>) : !meta.tensor<4x4xf32, #meta.opaque_layout<"mkldnn">>

// -----

// expected-error @below {{expected a type with a ranked tensor for 'q', got '!meta.tensor<4x!meta.qint8>': a quantized element needs its scale}}
func.func @quantized(%q: !meta.tensor<4x!meta.qint8> {meta.sources = ["q"]}) {
  return
}

// -----

// expected-error @below {{expected a quantized type for 'q': expected integers as zero points, got 5.000000e-01}}
func.func @float_zero_point(%q: !meta.tensor<4x!meta.qint8> {meta.quantization = {scheme = "s", scales = array<f64: 1.0>, zero_points = array<f64: 0.5>}, meta.sources = ["q"]}) {
  return
}

// -----

// expected-error @below {{expected a quantized type for 'q': expected an axis of 2 indices, one for each scale, got dim 1 of '!meta.tensor<2x3x!meta.qint8>'}}
func.func @other_axis(%q: !meta.tensor<2x3x!meta.qint8> {meta.quantization = {axis = 1, scheme = "s", scales = array<f64: 1.0, 2.0>, zero_points = array<f64: 0.0, 0.0>}, meta.sources = ["q"]}) {
  return
}

// -----

// expected-error @below {{expected a quantized type for 'q': expected an axis of 1 indices, one for each scale, got dim 1 of '!meta.tensor<4x!meta.qint8>'}}
func.func @no_axis(%q: !meta.tensor<4x!meta.qint8> {meta.quantization = {axis = 1, scheme = "s", scales = array<f64: 1.0>, zero_points = array<f64: 0.0>}, meta.sources = ["q"]}) {
  return
}

// -----

// expected-error @below {{expected a quantized type for 'q': expected a quantized dtype, got 'f32'}}
func.func @not_quantized(%q: !meta.tensor<4xf32> {meta.quantization = {scheme = "s", scales = array<f64: 1.0>, zero_points = array<f64: 0.0>}, meta.sources = ["q"]}) {
  return
}

// -----

// expected-error @below {{expected a type with a ranked tensor for 'storage_in_declaration', got '!meta.storage': a ranked tensor shares no storage with another}}
func.func private @storage_in_declaration(!meta.storage)

// -----

// expected-error @below {{expected a type with a ranked tensor for the value, got '!meta.storage<cuda:0>': a ranked tensor shares no storage}}
func.func @storage_argument(%s: !meta.storage<cuda:0>) {
  return
}

// -----

// expected-error @below {{expected a type with a ranked tensor for 'tuple_of_tensors', got 'tuple<!meta.tensor<4xf32>, index>': a tensor inside of a type is not converted}}
func.func private @tuple_of_tensors(tuple<!meta.tensor<4xf32>, index>)

// -----

// expected-error @below {{a tensor inside of a type is not converted}}
func.func @function_of_tensors(%callee: (!meta.tensor<4xf32>) -> (), %x: !meta.tensor<4xf32>) {
  func.call_indirect %callee(%x) : (!meta.tensor<4xf32>) -> ()
  return
}

// -----

func.func private @callee(!meta.tensor<4xf32>)
func.func @function_constant(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{got '(!meta.tensor<4xf32>) -> ()': a tensor inside of a type is not converted}}
  %0 = func.constant @callee : (!meta.tensor<4xf32>) -> ()
  func.call_indirect %0(%x) : (!meta.tensor<4xf32>) -> ()
  return
}

// -----

// In a block that another branches to, as in the first.
func.func @result_of_call(%cond: i1) {
  cf.br ^bb1
^bb1:
  // expected-error @below {{a ranked tensor has no conjugate bit}}
  %0 = func.call @conjugate() : () -> !meta.tensor<4xcomplex<f32>, conj>
  return
}
func.func private @conjugate() -> !meta.tensor<4xcomplex<f32>, conj>

// -----

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

func.func @view_op(%x: !meta.tensor<4x3xf32>) {
  // expected-error @below {{'meta.transpose' op expected only sizes, strides and casts of tensors: a ranked tensor is a value, which shares no storage with another}}
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<4x3xf32>
  return
}

// -----

func.func @canonical_view(%x: !meta.tensor<4x3xf32>) {
  // expected-error @below {{'meta.view' op expected only sizes, strides and casts}}
  %0 = meta.view %x : !meta.tensor<4x3xf32> -> !meta.tensor<12xf32>
  return
}

// -----

func.func @live_tensor(%x: !meta.tensor<4x3xf32>) {
  // expected-error @below {{'meta.tensor' op expected only sizes, strides and casts}}
  %0 = meta.tensor %x : !meta.tensor<4x3xf32>
  return
}

// -----

// A description has to become a function first.
// expected-error @below {{'meta.storage' op expected only sizes, strides and casts}}
%s = meta.storage 16 : !meta.storage

// -----

func.func @offset(%x: !meta.tensor<4x3xf32>) -> index {
  // expected-error @below {{'meta.offset' op expected only sizes, strides and casts}}
  %0 = meta.offset %x : !meta.tensor<4x3xf32>
  return %0 : index
}

// -----

func.func @dynamic_stride(%x: !meta.tensor<4x3xf32, strided<[?, 1]>> {meta.sources = ["x"]}) -> index {
  // expected-error @below {{'meta.stride' op expected a stride that the type of 'x' says, got '!meta.tensor<4x3xf32, strided<[?, 1]>>'}}
  %0 = meta.stride %x[0] : !meta.tensor<4x3xf32, strided<[?, 1]>>
  return %0 : index
}

// -----

func.func @other_dialect(%cond: i1, %x: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  // expected-error @below {{'scf.if' op expected no tensor: only functions, calls, branches and ml_program ops are converted}}
  %0 = scf.if %cond -> !meta.tensor<4xf32> {
    scf.yield %x : !meta.tensor<4xf32>
  } else {
    scf.yield %x : !meta.tensor<4xf32>
  }
  return %0 : !meta.tensor<4xf32>
}

// -----

func.func @unregistered_op(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{'test.use' op expected no tensor: only functions, calls, branches and ml_program ops are converted}}
  "test.use"(%x) : (!meta.tensor<4xf32>) -> ()
  return
}

// -----

func.func @region_argument() {
  // expected-error @below {{'test.region' op expected no tensor}}
  "test.region"() ({
  ^bb0(%x: !meta.tensor<4xf32>):
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @attribute() {
  // expected-error @below {{'test.op' op expected no type of a tensor in attribute 'types', which is not converted}}
  "test.op"() {types = [index, !meta.tensor<4xf32>]} : () -> ()
  return
}

// -----

func.func @subclass(%x: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  // expected-error @below {{'meta.subclass' op expected only sizes, strides and casts of tensors: a ranked tensor is a value, which shares no storage with another}}
  %0 = meta.subclass %x of "m.C"() : !meta.tensor<4xf32>
  return %0 : !meta.tensor<4xf32>
}
