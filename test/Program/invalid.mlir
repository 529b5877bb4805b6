// RUN: meta-opt %s --split-input-file --verify-diagnostics

func.func @build_tensor_c1() {
  // expected-error @below {{expected no negative number of 'x', got -1}}
  %x = build.tensor -1 "x" : !meta.tensor<4xf32> {
    %0 = build.empty_strided : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_tensor_c2() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    %0 = build.empty_strided : !meta.tensor<5xf32>
    // expected-error @below {{expected 'x' to be '!meta.tensor<4xf32>', got '!meta.tensor<5xf32>'}}
    build.yield %0 : !meta.tensor<5xf32>
  }
  return
}

// -----

func.func @build_tensor_c2_bits() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32, neg> {
    %0 = build.empty_strided : !meta.tensor<4xf32>
    build.set_neg %0 : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  %y = build.tensor 1 "y" : !meta.tensor<4xf32> {
    // expected-error @below {{expected 'y' to be made in its region}}
    build.yield %x : !meta.tensor<4xf32, neg>
  }
  return
}

// -----

func.func @build_tensor_c2_return() {
  // expected-error @below {{expected the region of 'x' to yield a tensor}}
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    llvm.unreachable
  }
  return
}

// -----

func.func @build_tensor_c3(%base: !meta.tensor<4xf32>) {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    // expected-error @below {{expected 'x' to be made of tensors that 'build.tensor' gives}}
    %0 = build.alias %base : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_zero_tensor_c1() {
  // expected-error @below {{expected a contiguous layout, got '!meta.tensor<4xf32, strided<[2]>>'}}
  %0 = build.zero_tensor : !meta.tensor<4xf32, strided<[2]>>
  return
}

// -----

func.func @build_zero_tensor_c2() {
  // expected-error @below {{expected 1 operands for what is dynamic, got 0}}
  %0 = build.zero_tensor : !meta.tensor<?xf32>
  return
}

// -----

func.func @build_sparse_coo_c1(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @below {{expected the layout '#meta.coo', got '!meta.tensor<4x5xf32>'}}
  %0 = build.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32>
  return
}

// -----

func.func @build_sparse_compressed_c1(%i: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @below {{expected a compressed layout, got '!meta.tensor<4x5xf32>'}}
  %0 = build.sparse_compressed %i, %i, %v : !meta.tensor<3xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32>
  return
}

// -----

func.func @build_as_strided_c1(%base: !meta.tensor<4xf32>) {
  // expected-error @below {{expected elements of 'f32', got 'si32'}}
  %0 = build.as_strided %base : !meta.tensor<4xf32> -> !meta.tensor<4xsi32>
  return
}

// -----

func.func @build_bind_storage_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected no negative number, got -16}}
  build.bind_storage %x to 0 bytes -16 : !meta.tensor<4xf32>
  return
}

// -----

func.func @build_delayed_error_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected an output from 0 to 65535, got 65536}}
  build.delayed_error %x output 65536 : !meta.tensor<4xf32>
  return
}

// -----

func.func @build_replay_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected the region to yield a view that is '!meta.tensor<5xf32>'}}
  %0 = build.replay %x : !meta.tensor<4xf32> -> !meta.tensor<5xf32> {
    %1 = meta.alias %x : !meta.tensor<4xf32>
    build.yield %1 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_replay_c1_no_view(%x: !meta.tensor<4xf32>) {
  %0 = build.replay %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32> {
    // expected-error @below {{expected nothing but views of the base where views are replayed}}
    %1 = build.alias %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    build.yield %1 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_replay_c1_other_base(%x: !meta.tensor<4xf32>, %y: !meta.tensor<4xf32>) {
  %0 = build.replay %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32> {
    // expected-error @below {{expected nothing but views of the base where views are replayed}}
    %1 = meta.alias %y : !meta.tensor<4xf32>
    build.yield %1 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_functional_view_c1(%x: !meta.tensor<4xf32>, %y: !meta.tensor<4xf32>) {
  // expected-error @below {{expected the region to yield a view that is '!meta.tensor<4xf32>'}}
  %0 = build.functional_view %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32> {
    build.yield %y : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @build_empty_strided_c1() {
  // expected-error @below {{expected 1 operands for what is dynamic, got 0}}
  %0 = build.empty_strided : !meta.tensor<?x3xf32>
  return
}

// -----

func.func @build_as_strided_c2(%b: !meta.tensor<24xf32>, %n: index) {
  // expected-error @below {{expected 2 operands for what is dynamic, got 3}}
  %0 = build.as_strided %b[%n, %n] offset %n : !meta.tensor<24xf32> -> !meta.tensor<?x3xf32>
  return
}

// -----

func.func @build_bind_storage_c2(%b: !meta.tensor<24xf32>, %n: index) {
  // expected-error @below {{expected 1 operands for what is dynamic, got 0}}
  "build.bind_storage"(%b) <{storage = 0 : i64, bytes = -9223372036854775808 : i64, offset = 0 : i64}> : (!meta.tensor<24xf32>) -> ()
  return
}

// -----

func.func @build_bind_storage_c1_reserved(%b: !meta.tensor<24xf32>) {
  // expected-error @below {{expected no negative number, got -9223372036854775808}}
  build.bind_storage %b to -9223372036854775808 bytes 4 : !meta.tensor<24xf32>
  return
}

// -----

func.func @build_sparse_coo_c2(%i: !meta.tensor<2x3xsi64>, %v: !meta.tensor<3xf32>) {
  // expected-error @below {{expected 2 operands for what is dynamic, got 0}}
  %0 = build.sparse_coo %i, %v : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<?x?xf32, #meta.coo<2, 0>>
  return
}

// -----

func.func @build_sparse_compressed_c2(%c: !meta.tensor<5xsi64>, %p: !meta.tensor<3xsi64>, %v: !meta.tensor<3xf32>, %n: index) {
  // expected-error @below {{expected 0 operands for what is dynamic, got 1}}
  %0 = build.sparse_compressed %c, %p, %v[%n] : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
  return
}

// -----

func.func @build_subclass_c1(%a: !meta.tensor<2x6xf32>) {
  // expected-error @below {{expected 1 operands for what is dynamic, got 0}}
  %0 = build.subclass "model.Half" of %a parts <"data" = #meta.operand<0>> : (!meta.tensor<2x6xf32>) -> !meta.tensor<?x6xf32>
  return
}

// -----

func.func @build_symbol_c1() {
  // expected-error @below {{expected a range for symbol 's0', got min 9 and max 2}}
  %n = build.symbol "s0" min 9 max 2
  return
}

// -----

func.func @build_batched_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected a dim in [0, 1), got 7}}
  %0 = build.batched %x dim 7 level 1 : !meta.tensor<4xf32> -> !meta.tensor<f32>
  return
}

// -----

func.func @build_batched_c2(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected a level of at least 0, got -1}}
  %0 = build.batched %x dim 0 level -1 : !meta.tensor<4xf32> -> !meta.tensor<f32>
  return
}

// -----

func.func @build_grad_tracking_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected a level of at least 1, got 0}}
  %0 = build.grad_tracking %x level 0 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  return
}

// -----

func.func @build_functional_c1(%x: !meta.tensor<4xf32>) {
  // expected-error @below {{expected a level of at least 1, got -9}}
  %0 = build.functional %x level -9 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  return
}
