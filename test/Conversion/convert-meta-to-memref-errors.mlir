// RUN: meta-opt %s --split-input-file --allow-unregistered-dialect --convert-meta-to-memref --verify-diagnostics

//===----------------------------------------------------------------------===//
// What a memref has not
//===----------------------------------------------------------------------===//

%s = meta.storage 32 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj>
// expected-error @below {{'meta.tensor' op expected a type with a memref for 'freqs', got '!meta.tensor<4xcomplex<f32>, conj>': a memref has no conjugate bit}}
%t = meta.tensor %0 : !meta.tensor<4xcomplex<f32>, conj>
meta.source %t, "freqs" : !meta.tensor<4xcomplex<f32>, conj>

// -----

// expected-error @below {{expected a type with a memref for 'n', got '!meta.tensor<4xf32, neg>': a memref has no negative bit}}
func.func @negative_bit(%n: !meta.tensor<4xf32, neg> {meta.sources = ["n"]}) {
  return
}

// -----

// expected-error @below {{expected a type with a memref for 'sparse', got '!meta.tensor<4x4xf32, #meta.csr>': a memref has no layout without strides}}
func.func private @sparse() -> !meta.tensor<4x4xf32, #meta.csr>

// -----

// expected-error @below {{a quantized element needs its scale}}
func.func @quantized(%q: !meta.tensor<4x!meta.qint8>) {
  return
}

// -----

%s = meta.storage 4 : !meta.storage
// expected-error @below {{'meta.tensor' op expected a type with a memref for 'w', got '!meta.tensor<4x!meta.float4_e2m1fn_x2>': a memref has no elements that share a byte; packed-bytes=true takes each byte as one}}
%t = meta.tensor %s : !meta.storage -> !meta.tensor<4x!meta.float4_e2m1fn_x2>
meta.source %t, "w" : !meta.tensor<4x!meta.float4_e2m1fn_x2>

// -----

// expected-error @below {{a memref has no elements that share a byte}}
func.func @packed_bits(%x: !meta.tensor<4x!meta.bits2x4>) {
  return
}

// -----

// expected-error @below {{got 'tuple<!meta.tensor<4xf32>, index>': a tensor inside of a type is not converted}}
func.func private @tuple_of_tensors(tuple<!meta.tensor<4xf32>, index>)

// -----

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

// expected-note @below {{the storage is defined here}}
%s = meta.storage 96 : !meta.storage
// expected-error @below {{'meta.view' op expected 'encoder.bias' to end within 96 bytes, got 112}}
%0 = meta.view %s offset 16 : !meta.storage -> !meta.tensor<3x4xf32>
%t = meta.tensor %0 : !meta.tensor<3x4xf32>
meta.source %t, "encoder.bias" : !meta.tensor<3x4xf32>

// -----

// A storage may have been freed under a tensor: that is no memory to look at.
// expected-note @below {{the storage is defined here}}
%s = meta.storage 0 : !meta.storage
// expected-error @below {{'meta.tensor' op expected 'freed' to end within 0 bytes, got 16}}
%t = meta.tensor %s beyond_storage : !meta.storage -> !meta.tensor<4xf32>
meta.source %t, "freed" : !meta.tensor<4xf32>

// -----

func.func @beyond_allocation() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 12 : !meta.storage
  // expected-error @below {{'meta.view' op expected the tensor to end within 12 bytes, got 16}}
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  return
}

// -----

// Constants that were not put into the type.
func.func @negative_stride(%x: !meta.tensor<4xf32> {meta.sources = ["x"]}) {
  %c = arith.constant -1 : index
  // expected-error @below {{'meta.view' op expected no negative size, stride or offset of a view of 'x', got -1}}
  %0 = meta.view %x[%c] offset 3 : !meta.tensor<4xf32> -> !meta.tensor<4xf32, strided<[?]>>
  return
}

// -----

// Their count would leave int64, of which stock MLIR takes no note.
// expected-note @below {{the storage is defined here}}
%s = meta.storage 0 : !meta.storage
%c = arith.constant 4000000 : index
// expected-error @below {{'meta.view' op expected 'huge' to end within 0 bytes, got an overflow}}
%0 = meta.view %s[%c, %c, %c] : !meta.storage -> !meta.tensor<?x?x?xsi8>
%t = meta.tensor %0 : !meta.tensor<?x?x?xsi8>
meta.source %t, "huge" : !meta.tensor<?x?x?xsi8>

// -----

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

%s = meta.storage 96 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
%1 = meta.transpose %0, 0, 1 : !meta.tensor<4x6xf32>
// expected-error @below {{'meta.tensor' op expected 't' to be one view of its storage, got a chain of views: run --meta-fold-views first}}
%t = meta.tensor %1 : !meta.tensor<6x4xf32, strided<[1, 6]>>
meta.source %t, "t" : !meta.tensor<6x4xf32, strided<[1, 6]>>

// -----

func.func @chain(%x: !meta.tensor<4x6xf32> {meta.sources = ["x"]}) {
  // expected-error @below {{'meta.transpose' op expected a view of 'x' to be one view of its root, got a chain of views: run --meta-fold-views first}}
  %0 = meta.transpose %x, 0, 1 : !meta.tensor<4x6xf32>
  return
}

// -----

func.func @other_elements(%x: !meta.tensor<4xcomplex<f32>> {meta.sources = ["x"]}) {
  // expected-error @below {{'meta.view' op expected elements of a view of 'x' as its base has them, 'complex<f32>', got 'f32': memref reads only bytes as other elements, so take the '!meta.storage' as argument}}
  %0 = meta.view %x : !meta.tensor<4xcomplex<f32>> -> !meta.tensor<4x2xf32>
  return
}

// -----

"test.graph"() ({
  // expected-error @below {{'meta.view' op expected the tensor to be a view of a storage or tensor, got a cycle}}
  %0 = meta.view %1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %1 = meta.view %0 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
}) : () -> ()

// -----

%0 = meta.view %1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
%1 = meta.view %0 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
// expected-error @below {{'meta.tensor' op expected 'cycle' to be one view of its storage, got a chain of views}}
%t = meta.tensor %0 : !meta.tensor<4xf32>
meta.source %t, "cycle" : !meta.tensor<4xf32>

// -----

%0 = meta.cast %1 : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
%1 = meta.cast %0 : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
// expected-error @below {{'meta.tensor' op expected 'casts' to be one view of its storage, got a chain of views}}
%t = meta.tensor %1 : !meta.tensor<4xf32>
meta.source %t, "casts" : !meta.tensor<4xf32>

// -----

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

%s = meta.storage 96 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
%1 = meta.slice %0 dim 0 from %c : !meta.tensor<4x6xf32>
// expected-error @below {{'meta.size' op expected numbers to be of symbols and arithmetic on them: run --meta-fold-views first}}
%2 = meta.size %1[0] : !meta.tensor<?x6xf32>
%c = meta.symbol "s0"
%3 = meta.view %s[%2] : !meta.storage -> !meta.tensor<?xf32>
%t = meta.tensor %3 : !meta.tensor<?xf32>
meta.source %t, "t" : !meta.tensor<?xf32>

// -----

%s = meta.storage 96 : !meta.storage
%one = arith.constant 1 : index
%n = arith.addi %m, %one : index
// expected-error @below {{'arith.addi' op expected numbers that do not depend on themselves}}
%m = arith.addi %n, %one : index
%0 = meta.view %s[%m] : !meta.storage -> !meta.tensor<?xf32>
%t = meta.tensor %0 : !meta.tensor<?xf32>
meta.source %t, "t" : !meta.tensor<?xf32>

// -----

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

func.func @unknown_op(%x: !meta.tensor<4xf32> {meta.sources = ["layer.weight"]}) {
  // expected-error @below {{'test.use' op expected no use of 'layer.weight': only functions, calls and branches are converted to memref}}
  "test.use"(%x) : (!meta.tensor<4xf32>) -> ()
  return
}

// -----

// expected-error @below {{expected no type of a tensor in attribute 'type', which has no memref}}
ml_program.global private @global(#ml_program.extern<!meta.tensor<4xf32>>) : !meta.tensor<4xf32>

// -----

"test.graph"() ({
  // expected-error @below {{'meta.symbol' op expected an op that says where a tensor lies in memory}}
  %0 = meta.symbol "s0"
}) : () -> ()

// -----

%s = meta.storage 4 : !meta.storage
%x = func.call @make() : () -> !meta.tensor<4xf32>
func.func private @make() -> !meta.tensor<4xf32>
// expected-error @-2 {{expected 'x' to be the result of 'meta.tensor'}}
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 4 : !meta.storage
// expected-error @below {{'test.use' op expected no use of a description but by descriptions}}
"test.use"(%s) : (!meta.storage) -> ()

// -----

%s = meta.storage 4 : !meta.storage
// expected-error @below {{expected no symbol 'main' yet: give the function another name}}
func.func private @main()

// -----

// expected-note @below {{another one is defined here}}
%a = meta.symbol "s0" min 2 max 7
%b = meta.symbol "s0" min 3
// expected-error @below {{'meta.symbol' op expected symbol 's0' to have a value in common with others of its name, got min 8 and max 7}}
%c = meta.symbol "s0" min 8

// -----

// What is inside of a wrapper has the bytes.
module @subclass {
  %s = meta.storage 16 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %1 = meta.subclass %0 of "m.C"() : !meta.tensor<4xf32>
  // expected-error @below {{'meta.tensor' op expected 'w' to have bytes of its own, got an instance of 'm.C', which wraps others: name the tensors inside of it}}
  %t = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %t, "w" : !meta.tensor<4xf32>
}
