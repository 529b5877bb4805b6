// RUN: meta-opt %s --split-input-file --meta-to-func --allow-unregistered-dialect --verify-diagnostics
// RUN: not meta-opt %s --split-input-file --allow-unregistered-dialect --meta-to-func="name=" 2>&1 | FileCheck %s

// A function needs a name.
// CHECK: error: expected a name for the function, got none

// Chains are folded first.
module @chain {
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %1 = meta.select %0 dim 0 index 1 : !meta.tensor<4x6xf32>
  // expected-error @below {{'meta.tensor' op expected 'encoder.row' to be one view of its storage, got a chain of views: run --meta-fold-views first}}
  %t = meta.tensor %1 : !meta.tensor<6xf32>
  meta.source %t, "encoder.row" : !meta.tensor<6xf32>
}

// -----

module @view_of_tensor {
  %s = meta.storage 96 : !meta.storage
  %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %pool offset 6 : !meta.tensor<24xf32> -> !meta.tensor<6xf32>
  // expected-error @below {{expected 'row' to be one view of its storage}}
  %t = meta.tensor %0 base %pool : !meta.tensor<6xf32>, !meta.tensor<24xf32>
  meta.source %t, "row" : !meta.tensor<6xf32>
}

// -----

module @cycle {
  %0 = meta.cast %1 : !meta.tensor<?xf32> -> !meta.tensor<4xf32>
  %1 = meta.cast %0 : !meta.tensor<4xf32> -> !meta.tensor<?xf32>
  // expected-error @below {{expected 'x' to be one view of its storage}}
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %t, "x" : !meta.tensor<4xf32>
}

// -----

// A name may be of what some other op makes. Where its storage is, that op knows.
module @not_a_description {
  // expected-error @below {{expected 'made' to be the result of 'meta.tensor'}}
  %0 = "test.make"() : () -> !meta.tensor<4xf32>
  meta.source %0, "made" : !meta.tensor<4xf32>
}

// -----

// What something else uses cannot go.
module @tensor_is_used {
  %s = meta.storage 16 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "x" : !meta.tensor<4xf32>
  // expected-error @below {{'test.use' op expected no use of a description but by descriptions}}
  "test.use"(%t) : (!meta.tensor<4xf32>) -> ()
}

// -----

module @symbol_is_used {
  %n = meta.symbol "s0"
  // expected-error @below {{'test.use' op expected no use of a description but by descriptions}}
  "test.use"(%n) : (index) -> ()
}

// -----

module @used_in_a_region {
  %cond = "test.condition"() : () -> i1
  %s = meta.storage 16 : !meta.storage
  scf.if %cond {
    // expected-error @below {{'meta.view' op expected no use of a description but by descriptions}}
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  }
}

// -----

module @name_is_taken {
  // expected-error @below {{'func.func' op expected no symbol 'main' yet: give the function another name}}
  func.func private @main()
  %s = meta.storage 16 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %t, "x" : !meta.tensor<4xf32>
}

// -----

module @ranges_of_a_symbol {
  // expected-note @below {{another one is defined here}}
  %a = meta.symbol "s0" min 2 max 7
  %b = meta.symbol "s0" min 3
  // expected-error @below {{'meta.symbol' op expected symbol 's0' to have a value in common with others of its name, got min 8 and max 7}}
  %c = meta.symbol "s0" min 8
}

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
