// RUN: meta-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'meta.interpreter' op expected a level of at least 1, got 0}}
meta.interpreter grad level 0

// -----

// expected-error @+1 {{'meta.interpreter' op expected a batch size with 'vmap' only, which has one}}
meta.interpreter vmap level 1

// -----

// expected-error @+1 {{'meta.interpreter' op expected a batch size with 'vmap' only, which has one}}
meta.interpreter grad level 1 batch_size 3

// -----

// expected-error @+1 {{'meta.interpreter' op expected a randomness with 'vmap' only}}
meta.interpreter grad level 1 randomness same

// -----

// expected-error @+1 {{'meta.interpreter' op expected no negative batch size, got -1}}
meta.interpreter vmap level 1 batch_size -1

// -----

// expected-error @+1 {{'meta.interpreter' op expected 'outer_mode_off' with 'grad' or 'jvp' only}}
meta.interpreter vmap level 1 batch_size 1 outer_mode_off

// -----

// expected-error @+1 {{'meta.interpreter' op expected 'outer_inference' with 'grad' or 'jvp' only}}
meta.interpreter functionalize level 1 outer_inference

// -----

// expected-error @+1 {{'meta.interpreter' op expected 'add_back_views' with 'functionalize' only}}
meta.interpreter jvp level 1 add_back_views

// -----

func.func @dim(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{expected a dim in [0, 2), got 2}}
  %0 = meta.batched %x dim 2 level 1 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @batched_level(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.batched' op expected a level of at least 0, got -1}}
  %0 = meta.batched %x dim 0 level -1 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @grad_level(%x: !meta.tensor<2x3xf32>) {
  // expected-error @+1 {{'meta.grad_tracking' op expected a level of at least 1, got -2}}
  %0 = meta.grad_tracking %x level -2 : !meta.tensor<2x3xf32>
  return
}

// -----

func.func @functional_elements(%x: !meta.tensor<2xf32>, %y: !meta.tensor<2xsi32>) {
  // expected-error @+1 {{'meta.functional' op expected elements of 'f32', got '!meta.tensor<2xsi32>'}}
  %0 = meta.functional %x of %y : !meta.tensor<2xf32>, !meta.tensor<2xsi32>
  return
}

// -----

func.func @functional_level(%x: !meta.tensor<2xf32>) {
  // expected-error @+1 {{'meta.functional' op expected a level of at least 1, got 0}}
  %0 = meta.functional %x of %x level 0 : !meta.tensor<2xf32>, !meta.tensor<2xf32>
  return
}

// -----

%s = meta.storage 16 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
// expected-note @+1 {{make a live tensor of it with 'meta.tensor'}}
%0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
// expected-error @+1 {{'meta.tangent' op expected live tensors for 'x', got a geometry}}
meta.tangent %x, %0 : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

func.func @tangent_shape(%x: !meta.tensor<4xf32>, %y: !meta.tensor<5xf32>) {
  // expected-error @+1 {{'meta.tangent' op expected a tangent of the shape of '!meta.tensor<4xf32>', got '!meta.tensor<5xf32>'}}
  meta.tangent %x, %y : !meta.tensor<4xf32>, !meta.tensor<5xf32>
  return
}

// -----

%s = meta.storage 16 : !meta.storage
// expected-note @+1 {{make a live tensor of it with 'meta.tensor'}}
%0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
// expected-error @+1 {{'meta.shares_version' op expected live tensors, got a geometry}}
meta.shares_version %0 with %0 : !meta.tensor<4xf32>, !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected 'non_leaf' under 'retains_grad'}}
%x = meta.tensor %s requires_grad retains_grad : !meta.storage -> !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected 'non_leaf' under 'output'}}
%x = meta.tensor %s requires_grad output 1 : !meta.storage -> !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{'meta.tensor' op expected no negative 'output', got -1}}
%x = meta.tensor %s requires_grad non_leaf output -1 : !meta.storage -> !meta.tensor<4xf32>
