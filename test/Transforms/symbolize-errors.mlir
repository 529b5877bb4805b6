// RUN: meta-opt %s --split-input-file --meta-symbolize="dims=dynamic:named" --verify-diagnostics
// RUN: not meta-opt %s --split-input-file --meta-symbolize="sizes=infer" 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not meta-opt %s --split-input-file --meta-symbolize="strides=other" 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not meta-opt %s --split-input-file --meta-symbolize="dims=infer:x" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not meta-opt %s --split-input-file --meta-symbolize="dims=dynamic" 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not meta-opt %s --split-input-file --meta-symbolize="dims=dynamic:short:3" 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: not meta-opt %s --split-input-file --meta-symbolize="dims=dynamic:short:4294967295" 2>&1 | FileCheck %s --check-prefix=LAST

// SIZES: error: expected policies such as dynamic, duck, static or unbacked, got 'infer'
// STRIDES: error: expected policies such as dynamic, duck, static or unbacked, got 'other'
// WORD: error: expected a policy such as 'dynamic:x' or 'static:x:0' (dynamic, duck, static, unbacked), got 'infer:x'
// SOURCE: error: expected a policy such as 'dynamic:x' or 'static:x:0' (dynamic, duck, static, unbacked), got 'dynamic'
// DIM: error: 'meta.tensor' op expected 'short' to have dim 3, got '!meta.tensor<4xf32>'
// DIM: error: 'meta.tensor' op expected 'short' to have dim 3, got '!meta.tensor<?xf32>'
// LAST: error: 'meta.tensor' op expected 'short' to have dim 4294967295, got '!meta.tensor<4xf32>'

// expected-error @below {{expected a tensor 'named' to have a policy, got none of that name}}
module @none {
}

// -----

module @compressed {
  %s0 = meta.storage 40 : !meta.storage
  %s1 = meta.storage 24 : !meta.storage
  %s2 = meta.storage 12 : !meta.storage
  %c = meta.view %s0 : !meta.storage -> !meta.tensor<5xsi64>
  %p = meta.view %s1 : !meta.storage -> !meta.tensor<3xsi64>
  %v = meta.view %s2 : !meta.storage -> !meta.tensor<3xf32>
  %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  // expected-error @below {{expected 'named' to be strided or in coordinate format and wrapped by no transform, since it has a policy}}
  %x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.csr>
  meta.source %x, "named" : !meta.tensor<4x5xf32, #meta.csr>
}

// -----

module @wrapped {
  %s = meta.storage 48 : !meta.storage
  // expected-remark @below {{'x' keeps its sizes: expected a tensor that is strided or in coordinate format and that no transform wraps, to be symbolic}}
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
  meta.source %x, "x" : !meta.tensor<3x4xf32>
  %0 = meta.batched %x dim 0 level 1 : !meta.tensor<3x4xf32>
  // expected-error @below {{expected 'named' to be strided or in coordinate format and wrapped by no transform, since it has a policy}}
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %t, "named" : !meta.tensor<4xf32>
}

// -----

// The geometry of two tensors cannot have the symbols of one of them.
module @jagged {
  %j1 = meta.symbol "j1" nested_int
  %s0 = meta.storage 100 : !meta.storage
  %s2 = meta.storage 100 : !meta.storage
  %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<5x5xf32>
  %0 = meta.view %s2[%j1] : !meta.storage -> !meta.tensor<2x?x5xf32>
  %1 = meta.subclass %0 of "m.Jagged"(_values = %v) layout "jagged" : !meta.tensor<2x?x5xf32>, !meta.tensor<5x5xf32>
  // expected-remark @below {{'x' keeps its sizes}}
  %x = meta.tensor %1 base %v : !meta.tensor<2x?x5xf32>, !meta.tensor<5x5xf32>
  meta.source %x, "x" : !meta.tensor<2x?x5xf32>
  // expected-error @below {{expected 'named' to be strided or in coordinate format and wrapped by no transform, since it has a policy}}
  %y = meta.tensor %1 : !meta.tensor<2x?x5xf32>
  meta.source %y, "named" : !meta.tensor<2x?x5xf32>
}

// -----

module @chain {
  %s = meta.storage 32 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<8xf32>
  // expected-remark @below {{kept as it is: its geometry overflows}}
  %1 = meta.as_strided %0 sizes [2] strides [1] offset 4611686018427387904 : !meta.tensor<8xf32>
  // expected-error @below {{expected 'named' to be one view of its storage, got a chain of views that cannot be folded}}
  %t = meta.tensor %1 : !meta.tensor<2xf32>
  meta.source %t, "named" : !meta.tensor<2xf32>
}

// -----

module @short {
  %s = meta.storage 16 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "short" : !meta.tensor<4xf32>
  meta.source %t, "named" : !meta.tensor<4xf32>
}

// -----

module @short_with_symbols {
  %n = meta.symbol "s0" hint 4
  %s = meta.storage 16 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %t = meta.tensor %0 : !meta.tensor<?xf32>
  meta.source %t, "short" : !meta.tensor<?xf32>
  meta.source %t, "named" : !meta.tensor<?xf32>
}

// -----

// Values that are not contiguous, and what functionalization makes of its views.
module @values {
  %s0 = meta.storage 48 : !meta.storage
  %s1 = meta.storage 20 : !meta.storage
  %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
  %v = meta.view %s1 : !meta.storage -> !meta.tensor<3xf32, strided<[2]>>
  %0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32, strided<[2]>> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  // expected-remark @below {{'x' keeps its sizes}}
  %x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
  %s2 = meta.storage 24 : !meta.storage
  %s3 = meta.storage 24 : !meta.storage
  %w = meta.tensor %s2 : !meta.storage -> !meta.tensor<2x3xf32>
  %1 = meta.view %s3 : !meta.storage -> !meta.tensor<2x3xf32>
  %2 = meta.alias %w : !meta.tensor<2x3xf32>
  %3 = meta.functional %1 of %w view %2 : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
  // expected-error @below {{expected 'named' to be strided or in coordinate format and wrapped by no transform, since it has a policy}}
  %f = meta.tensor %3 : !meta.tensor<2x3xf32>
  meta.source %f, "named" : !meta.tensor<2x3xf32>
}
