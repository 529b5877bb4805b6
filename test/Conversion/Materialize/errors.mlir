// RUN: meta-opt %s --split-input-file --meta-materialize --allow-unregistered-dialect --verify-diagnostics
// RUN: not meta-opt %s --split-input-file --allow-unregistered-dialect --meta-materialize="name=" 2>&1 | FileCheck %s

// CHECK: error: expected a name for the function, got none

module @symbol {
  // expected-error @below {{expected no symbol 'main' yet: give the function another name}}
  func.func private @main()
}

// -----

module @number {
  %n = meta.symbol "s0"
  // expected-error @below {{expected numbers to be of symbols and arithmetic on them: run --meta-fold-views first}}
  %m = "test.number"(%n) : (index) -> index
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%m] : !meta.storage -> !meta.tensor<?xsi8>
  %x = meta.tensor %0 : !meta.tensor<?xsi8>
  meta.source %x, "x" : !meta.tensor<?xsi8>
}

// -----

module @chain {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x6xf32>
  // expected-error @below {{expected 'encoder.row' to be one view of its storage, got a chain of views: run --meta-fold-views first}}
  %t = meta.tensor %1 : !meta.tensor<6xf32>
  meta.source %t, "encoder.row" : !meta.tensor<6xf32>
}

// -----

module @chain_cycle {
  %0 = meta.alias %1 : !meta.tensor<6xf32>
  %1 = meta.alias %0 : !meta.tensor<6xf32>
  // expected-error @below {{expected 't' to be one view of its storage, got a chain of views}}
  %t = meta.tensor %1 : !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
}

// -----

// Each is the base of the other one.
module @base_cycle {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<6xf32>
  // expected-error @below {{expected no tensor made of itself, got 'a._base._base'}}
  %a = meta.tensor %0 base %b : !meta.tensor<6xf32>, !meta.tensor<6xf32>
  %b = meta.tensor %0 base %a : !meta.tensor<6xf32>, !meta.tensor<6xf32>
  meta.source %a, "a" : !meta.tensor<6xf32>
}

// -----

module @zero_view {
  %s = meta.storage 0 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32, strided<[0]>>
  // expected-error @below {{expected 'z' to be contiguous, since it has no data, got '!meta.tensor<4xf32, strided<[0]>>'}}
  %z = meta.tensor %0 zero beyond_storage : !meta.tensor<4xf32, strided<[0]>>
  meta.source %z, "z" : !meta.tensor<4xf32, strided<[0]>>
}

// -----

module @no_geometry {
  %0 = meta.grad_tracking %g level 1 : !meta.tensor<6xf32>
  %s = meta.storage 24 : !meta.storage
  %g = meta.view %s : !meta.storage -> !meta.tensor<6xf32>
  // expected-error @below {{expected 't' to wrap live tensors, got a geometry: give it a 'meta.tensor'}}
  %t = meta.tensor %0 : !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
}

// -----

module @no_live_batch {
  %0 = meta.batched %1 dim 0 level 1 : !meta.tensor<2x2xf32>
  %1 = "some.unbatch"(%0) : (!meta.tensor<2xf32, strided<[1]>>) -> !meta.tensor<2x2xf32>
  // expected-error @below {{expected 't' to wrap live tensors, got a geometry}}
  %t = meta.tensor %0 : !meta.tensor<2xf32, strided<[1]>>
  meta.source %t, "t" : !meta.tensor<2xf32, strided<[1]>>
}

// -----

// Autograd does not see through a change of the dtype.
module @other_elements {
  %s = meta.storage 24 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<6xf32>
  %0 = meta.view %s : !meta.storage -> !meta.tensor<6xsi32>
  // expected-error @below {{expected 't' to be a view of elements that autograd can see in those of its base ('!meta.tensor<6xf32>'), got '!meta.tensor<6xsi32>'}}
  %t = meta.tensor %0 base %x : !meta.tensor<6xsi32>, !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xsi32>
}

// -----

module @undescribed_base {
  %x = "some.tensor"() : () -> !meta.tensor<6xf32>
  %s = meta.storage 24 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<6xf32>
  // expected-error @below {{expected 't' to be described with its base and grad, got one that is no 'meta.tensor'}}
  %t = meta.tensor %0 base %x : !meta.tensor<6xf32>, !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
}

// -----

module @undescribed_other {
  %x = "some.tensor"() : () -> !meta.tensor<6xf32>
  %s = meta.storage 24 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<6xf32>
  // expected-error @below {{expected 't' to be told of a 'meta.tensor', got another tensor}}
  meta.shares_version %t with %x : !meta.tensor<6xf32>, !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
}

// -----

module @undescribed_source {
  %x = "some.tensor"() : () -> !meta.tensor<6xf32>
  // expected-error @below {{expected 'x' to be the result of 'meta.tensor'}}
  meta.source %x, "x" : !meta.tensor<6xf32>
}

// -----

module @undescribed_data {
  %s = "some.storage"() : () -> !meta.storage
  // expected-error @below {{expected the bytes of a 'meta.storage'}}
  meta.data %s, dense<[0]> : tensor<1xi8> : !meta.storage
}

// -----

module @used_elsewhere {
  %s = meta.storage 24 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<6xf32>
  meta.source %t, "t" : !meta.tensor<6xf32>
  // expected-error @below {{expected no use of a description but by descriptions}}
  "some.use"(%t) : (!meta.tensor<6xf32>) -> ()
}
