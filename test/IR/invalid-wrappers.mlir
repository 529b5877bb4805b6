// RUN: meta-opt %s --split-input-file --verify-diagnostics

// interpreter_c1
// expected-error @+1 {{'meta.interpreter' op expected a level of at least 1, got 0}}
meta.interpreter grad level 0

// -----

// interpreter_c2
// expected-error @+1 {{'meta.interpreter' op expected a batch size with 'vmap' only, which has one}}
meta.interpreter vmap level 1

// -----

// interpreter_c2
// expected-error @+1 {{'meta.interpreter' op expected a batch size with 'vmap' only, which has one}}
meta.interpreter grad level 1 batch_size 3

// -----

// interpreter_c2
%n = meta.symbol "s0"
// expected-error @+1 {{'meta.interpreter' op expected a batch size with 'vmap' only, which has one}}
meta.interpreter jvp level 1 batch_size %n

// -----

// interpreter_c2
// expected-error @+1 {{'meta.interpreter' op expected a randomness with 'vmap' only}}
meta.interpreter grad level 1 randomness same

// -----

// interpreter_c2
// expected-error @+1 {{'meta.interpreter' op expected no negative batch size, got -1}}
meta.interpreter vmap level 1 batch_size -1

// -----

// interpreter_c3
// expected-error @+1 {{'meta.interpreter' op expected 'outer_mode_off' with 'grad' or 'jvp' only}}
meta.interpreter vmap level 1 batch_size 1 outer_mode_off

// -----

// interpreter_c3
// expected-error @+1 {{'meta.interpreter' op expected 'outer_inference' with 'grad' or 'jvp' only}}
meta.interpreter functionalize level 1 outer_inference

// -----

// interpreter_c3
// expected-error @+1 {{'meta.interpreter' op expected 'add_back_views' with 'functionalize' only}}
meta.interpreter jvp level 1 add_back_views

// -----

// batched_c1
func.func @dim(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{expected a dim in [0, 2), got 2}}
  %0 = meta.batched %x dim 2 level 1 : !meta.tensor<2x3xf32>
  return
}

// -----

// batched_c2
func.func @batched_level(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.batched' op expected a level of at least 0, got -1}}
  %0 = meta.batched %x dim 0 level -1 : !meta.tensor<2x3xf32>
  return
}

// -----

// grad_tracking_c1
func.func @grad_level(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.grad_tracking' op expected a level of at least 1, got -2}}
  %0 = meta.grad_tracking %x level -2 : !meta.tensor<2x3xf32>
  return
}

// -----

// functional_c1
func.func @functional_elements(%x: !meta.tensor<2xf32>, %y: !meta.tensor<2xsi32>) {
  // expected-error @+1 {{'meta.functional' op expected elements of 'f32', got '!meta.tensor<2xsi32>'}}
  %0 = meta.functional %x of %y : !meta.tensor<2xf32>, !meta.tensor<2xsi32>
  return
}

// -----

// functional_c2
func.func @functional_level(%x: !meta.tensor<2xf32>) {
  // expected-error @+1 {{'meta.functional' op expected a level of at least 1, got 0}}
  %0 = meta.functional %x of %x level 0 : !meta.tensor<2xf32>, !meta.tensor<2xf32>
  return
}

// -----

// tangent_c1
%s = meta.storage 16 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
// expected-note @+1 {{make a live tensor of it with 'meta.tensor'}}
%0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
// expected-error @+1 {{'meta.tangent' op expected live tensors for 'x', got a geometry}}
meta.tangent %x, %0 : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

// tangent_c2
func.func @tangent_shape(%x: !meta.tensor<4xf32>, %y: !meta.tensor<5xf32>) {
  // expected-error @+1 {{'meta.tangent' op expected a tangent of the shape of '!meta.tensor<4xf32>', got '!meta.tensor<5xf32>'}}
  meta.tangent %x, %y : !meta.tensor<4xf32>, !meta.tensor<5xf32>
  return
}

// -----

// shares_version_c1
%s = meta.storage 16 : !meta.storage
// expected-note @+1 {{make a live tensor of it with 'meta.tensor'}}
%0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
// expected-error @+1 {{'meta.shares_version' op expected live tensors, got a geometry}}
meta.shares_version %0 with %0 : !meta.tensor<4xf32>, !meta.tensor<4xf32>

// -----

// tensor_c7
%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected 'non_leaf' under 'retains_grad'}}
%x = meta.tensor %s requires_grad retains_grad : !meta.storage -> !meta.tensor<4xf32>

// -----

// tensor_c7
%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected 'non_leaf' under 'output'}}
%x = meta.tensor %s requires_grad output 1 : !meta.storage -> !meta.tensor<4xf32>

// -----

// tensor_c7
%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected no negative 'output', got -1}}
%x = meta.tensor %s requires_grad non_leaf output -1 : !meta.storage -> !meta.tensor<4xf32>

// -----

// data_c1
%s = meta.storage 4 : !meta.storage
// expected-error @+1 {{'meta.data' op expected a list of 'i8', got 'tensor<1xi32>'}}
meta.data %s, dense<1> : tensor<1xi32> : !meta.storage

// -----

// data_c2
%s = meta.storage 4 : !meta.storage
// expected-error @+1 {{'meta.data' op expected the 4 bytes of the storage, got 3}}
meta.data %s, dense<1> : tensor<3xi8> : !meta.storage
