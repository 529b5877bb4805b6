// RUN: meta-translate %s --export-python --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a description or a program, which has a function 'main', got neither}}
module {}

// -----

// expected-error @+1 {{expected one block of steps to print}}
func.func private @main()

// -----

func.func @main() {
  // expected-error @+1 {{expected a program of the build dialect to print, got an op that is no step of it}}
  %0 = build.empty_strided : !meta.tensor<4xf32>
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    // expected-error @+1 {{expected a program of the build dialect to print, got an op that is no step of it}}
    %c = arith.constant 0 : i32
    %0 = build.empty_strided : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @main(%x: !meta.tensor<4xf32>) -> !meta.tensor<4xf32> {
  // expected-error @+1 {{expected a tensor with 'meta.sources' as result 0}}
  return %x : !meta.tensor<4xf32>
}

// -----

// A dict has one of each name.

// expected-error @below {{expected one tensor of the name 'layer.w' to print, got several}}
module @names {
  %s = meta.storage 16 : !meta.storage
  %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  %y = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
  meta.source %x, "layer.w" : !meta.tensor<4xf32>
  meta.source %y, "layer.w" : !meta.tensor<4xf32>
}

// -----

func.func @main(%n: index) {
  // expected-error @+1 {{expected a batch of a size that is known to print}}
  meta.interpreter vmap level 1 batch_size %n
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{expected a transform that Python can enter}}
  meta.interpreter torch level 1
  return
}

// -----

// Sizes, and where a tensor lies.

%s = meta.storage 96 : !meta.storage
// expected-error @+1 {{expected 's0' to have a hint, which a script takes for its value, got a size that is known only when a model runs}}
%n = meta.symbol "s0"
%0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
%x = meta.tensor %0 : !meta.tensor<?xf32>
meta.source %x, "x" : !meta.tensor<?xf32>

// -----

func.func @main() {
  // expected-error @+1 {{expected a nested int to be named as 'j1' is, got 'j1 = evil()'}}
  %j = build.symbol "j1 = evil()" nested_int
  return
}

// -----

func.func @main() {
  %s = build.symbol "s0" hint 4
  // expected-error @+1 {{expected arithmetic of sizes to print, got an op that is none}}
  %n = arith.xori %s, %s : index
  return
}

// -----

func.func @main() {
  %s = build.symbol "s0" hint 4
  %c = arith.constant -5 : index
  %n = arith.addi %s, %c : index
  %x = build.tensor 0 "x" : !meta.tensor<?xf32> {
    // expected-error @+1 {{expected 'x' to be of sizes that are known, got s0 - 5}}
    %0 = build.empty_strided[%n] : !meta.tensor<?xf32>
    build.yield %0 : !meta.tensor<?xf32>
  }
  return
}

// -----

func.func @main() {
  %j = build.symbol "j1" nested_int
  %x = build.tensor 0 "x" : !meta.tensor<?xf32> {
    // expected-error @+1 {{expected 'x' to be of sizes that are known, got j1}}
    %0 = build.empty_strided[%j] : !meta.tensor<?xf32>
    build.yield %0 : !meta.tensor<?xf32>
  }
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">> {
    // expected-error @+1 {{expected 'x' to be of sizes that are known, got '!meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">>'}}
    %0 = build.opaque : !meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">>
    build.yield %0 : !meta.tensor<?xf32, #meta.opaque_layout<"mkldnn">>
  }
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4x5xf32, #meta.csr> {
    // expected-error @+1 {{expected 'x' to be strided, got '!meta.tensor<4x5xf32, #meta.csr>'}}
    %0 = build.empty_strided : !meta.tensor<4x5xf32, #meta.csr>
    build.yield %0 : !meta.tensor<4x5xf32, #meta.csr>
  }
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{expected bytes as elements of type i8 to print, got 'tensor<1xi32>'}}
  build.data 0, dense<1> : tensor<1xi32>
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    %0 = build.empty_strided : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  %y = build.tensor 1 "y" : !meta.tensor<4xf32> {
    // expected-error @+1 {{expected 'y' to be of a transform that is stated, got level 1 of 0}}
    %0 = build.grad_tracking %x level 1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
  ^bb0(%0: !meta.tensor<4xf32>):
    // expected-error @+1 {{expected 'x' to be made of tensors that steps give}}
    build.yield %0 : !meta.tensor<4xf32>
  }
  return
}

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
    %0 = build.empty_strided : !meta.tensor<4xf32>
    build.bind_storage %0 to 9223372036854775807 bytes 16 : !meta.tensor<4xf32>
    build.yield %0 : !meta.tensor<4xf32>
  }
  %y = build.tensor 1 "y" : !meta.tensor<2xf32> {
    %0 = build.as_strided %x : !meta.tensor<4xf32> -> !meta.tensor<2xf32>
    // expected-error @+1 {{expected 'y' to be a view of what autograd records, got one of a leaf that it does not}}
    build.delayed_error %0 : !meta.tensor<2xf32>
    build.yield %0 : !meta.tensor<2xf32>
  }
  return
}

// -----

// What the meta device has none of.

%0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
// expected-error @+1 {{expected 'x' to be on a device that has such tensors, got the meta device: give --python-values, for '!meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>'}}
%x = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
meta.source %x, "x" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>

// -----

// Relations that Python cannot make.

%s = meta.storage 16 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.view %s : !meta.storage -> !meta.tensor<2xf32>
// expected-error @+1 {{expected 'v' to be made of the tensor whose version counter it shares, got one that is made otherwise}}
%v = meta.tensor %0 base %x : !meta.tensor<2xf32>, !meta.tensor<4xf32>
meta.shares_version %v with %v : !meta.tensor<2xf32>, !meta.tensor<2xf32>
meta.source %v, "v" : !meta.tensor<2xf32>

// -----

%s0 = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be a view, since its tangent is used elsewhere, got a tensor that is none}}
%x = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
%s1 = meta.storage 16 : !meta.storage
%t = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xf32>
meta.source %t, "t" : !meta.tensor<4xf32>
meta.tangent %x, %t : !meta.tensor<4xf32>, !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

meta.interpreter grad level 1
%s = meta.storage 48 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
%0 = meta.grad_tracking %x level 1 : !meta.tensor<3x4xf32>
%g = meta.tensor %0 requires_grad : !meta.tensor<3x4xf32>
%1 = meta.view %x : !meta.tensor<3x4xf32> -> !meta.tensor<2x4xf32>
%v = meta.tensor %1 base %x : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
%2 = meta.grad_tracking %v level 1 : !meta.tensor<2x4xf32>
// expected-error @+1 {{expected 'w' to be made of its base by a view op, got a tensor that wraps a view}}
%w = meta.tensor %2 base %g creation no_grad_mode : !meta.tensor<2x4xf32>, !meta.tensor<3x4xf32>
meta.source %w, "w" : !meta.tensor<2x4xf32>

// -----

func.func @main() {
  %x = build.tensor 0 "x" : !meta.tensor<2x3xf32> {
    %0 = build.empty_strided : !meta.tensor<2x3xf32>
    build.yield %0 : !meta.tensor<2x3xf32>
  }
  %f = build.tensor 1 "f" : !meta.tensor<3xf32> {
    %0 = build.functional %x : !meta.tensor<2x3xf32> -> !meta.tensor<2x3xf32>
    // expected-error @+1 {{expected 'f' to be a view that autograd knows as such}}
    %1 = build.functional_view %0 no_grad : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32> {
      %2 = meta.select %0 dim 0 index 0 : !meta.tensor<2x3xf32>
      build.yield %2 : !meta.tensor<3xf32>
    }
    build.yield %1 : !meta.tensor<3xf32>
  }
  return
}

// -----

// What Python knows of a tensor: no text of a file becomes code.

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be of a class that can be imported, got '__main__.C'}}
%x = meta.tensor %s class "__main__.C" : !meta.storage -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be of a class that can be imported, got 'model.make.<locals>.C'}}
%x = meta.tensor %s class "model.make.<locals>.C" : !meta.storage -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be of a class that can be imported, got 'os; import evil.C'}}
%x = meta.tensor %s class "os; import evil.C" : !meta.storage -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
%o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.subclass %o of "C"() : !meta.tensor<4xf32>
// expected-error @+1 {{expected 'x' to be of a class that can be imported, got 'C'}}
%x = meta.tensor %0 : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s0 = meta.storage 16 : !meta.storage
%a = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
%s1 = meta.storage 16 : !meta.storage
%o = meta.view %s1 : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.subclass %o of "model.C"(a = %a) by_attribute : !meta.tensor<4xf32>, !meta.tensor<4xf32>
// expected-error @+1 {{expected 'x' to be of a class that says what it wraps (__tensor_flatten__), got 'model.C'}}
%x = meta.tensor %0 : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>
%o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.subclass %o of "model.C"() : !meta.tensor<4xf32>
// expected-error @+1 {{expected 'y' to be in a storage of its own, since its class makes it, got one that it shares}}
%y = meta.tensor %0 : !meta.tensor<4xf32>
meta.source %y, "y" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
%o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
%0 = meta.subclass %o of "model.C"() ctx(#meta.opaque<"model.Context", "<it>">) : !meta.tensor<4xf32>
// expected-error @+1 {{expected 'x' to be unflattened from plain data of classes that can be imported, got #meta.opaque<"model.Context", "<it>">}}
%x = meta.tensor %0 : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked as torch._dynamo marks tensors, got '_dynamo_x = evil()'}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "_dynamo_x = evil()"(true) : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked with plain data of classes that can be imported, got [#meta.constant<"strided; evil()">]}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "_dynamo_x"([#meta.constant<"strided; evil()">]) : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked with plain data of classes that can be imported, got #meta.enum<"enum.Enum", "A(evil())">}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "_dynamo_x"(#meta.enum<"enum.Enum", "A(evil())">) : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked with plain data of classes that can be imported, got #meta.record<"model.C", {"a=evil(), b" = true}>}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "_dynamo_x"(#meta.record<"model.C", {"a=evil(), b" = true}>) : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked with plain data of classes that can be imported, got #meta.operand<0>}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "_dynamo_x"(#meta.operand<0>) : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

%s = meta.storage 16 : !meta.storage
// expected-error @+1 {{expected 'x' to be marked with the number of a nested int, got "evil()"}}
%x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
meta.mark %x, "nested_int"("evil()") : !meta.tensor<4xf32>
meta.source %x, "x" : !meta.tensor<4xf32>

// -----

func.func @main() {
  %n = build.symbol "s0" hint 4
  %x = build.tensor 0 "x" : !meta.tensor<8xf32> {
    %0 = build.empty_strided : !meta.tensor<8xf32>
    build.yield %0 : !meta.tensor<8xf32>
  }
  %y = build.tensor 1 "y" : !meta.tensor<?xf32> {
    // expected-error @+1 {{expected 'y' to be a view by numbers, got one by a symbol}}
    %0 = build.replay %x : !meta.tensor<8xf32> -> !meta.tensor<?xf32> {
      %1 = meta.view %x[%n] : !meta.tensor<8xf32> -> !meta.tensor<?xf32>
      build.yield %1 : !meta.tensor<?xf32>
    }
    build.yield %0 : !meta.tensor<?xf32>
  }
  return
}

// -----

func.func @main(%n: index) -> (!meta.tensor<?xf32> {meta.sources = ["x"]}) {
  %x = build.tensor 0 "x" : !meta.tensor<?xf32> {
    // expected-error @+1 {{expected 'x' to be of sizes that are known, got a block argument}}
    %0 = build.empty_strided[%n] : !meta.tensor<?xf32>
    build.yield %0 : !meta.tensor<?xf32>
  }
  return %x : !meta.tensor<?xf32>
}
