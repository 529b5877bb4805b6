// RUN: meta-translate %s --split-input-file --verify-diagnostics --meta-to-trace-records

%s = meta.storage 96 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<6x4xf32>
%1 = meta.transpose %0, 0, 1 : !meta.tensor<6x4xf32>
// expected-error @+1 {{expected one 'meta.view' of numbers made of symbols (run --meta-fold-views) for 't'}}
%t = meta.tensor %1 : !meta.tensor<4x6xf32, strided<[1, 4]>>
meta.source %t, "t" : !meta.tensor<4x6xf32, strided<[1, 4]>>

// -----

%s = meta.storage 72 : !meta.storage
%b = meta.view %s : !meta.storage -> !meta.tensor<18xf32>
%0 = meta.nested %b sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
// expected-error @+1 {{expected a tensor that PyTorch's describer can describe, got a strided nested one for 'n'}}
%n = meta.tensor %0 : !meta.tensor<2x?x3xf32, #meta.nested>
meta.source %n, "n" : !meta.tensor<2x?x3xf32, #meta.nested>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected no tensor among its own grads or bases, on which PyTorch's describer does not end, for 'a'}}
%a = meta.tensor %s grad %b : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
%b = meta.tensor %s grad %a : !meta.storage, !meta.tensor<4xf32> -> !meta.tensor<4xf32>
meta.source %a, "a" : !meta.tensor<4xf32>

// -----

// A number that goes round in a circle is not made of symbols.
%s = meta.storage 16 : !meta.storage
%c1 = arith.constant 1 : index
%n = arith.addi %n, %c1 : index
%0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
// expected-error @+1 {{expected one 'meta.view' of numbers made of symbols (run --meta-fold-views) for 'c'}}
%c = meta.tensor %0 : !meta.tensor<?xf32>
meta.source %c, "c" : !meta.tensor<?xf32>
