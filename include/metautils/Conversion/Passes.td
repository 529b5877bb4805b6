// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from the meta dialect to others. Each example is run by
// utils/doc_passes.py.

#ifndef METAUTILS_CONVERSION_PASSES_TD
#define METAUTILS_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def MetaToFuncPass : Pass<"meta-to-func", "::mlir::ModuleOp"> {
  let summary = "make the named tensors the arguments of a function";
  let description = [{
    Each live tensor that has a source becomes an argument of `func.func @main`,
    in the order of the first sources. The type keeps the layout; the attributes
    say the rest:

    | attribute | meaning |
    |---|---|
    | `meta.sources` | what the user calls the tensor |
    | `meta.alias_group` | the number of its storage, where other live tensors have it too |
    | `meta.offset` | where in the storage it begins, in elements, if not at 0 |
    | `meta.sizes`, `meta.strides` | dynamic ones, by the symbols of the description |
    | `meta.quantization` | what quantized elements stand for: scheme, scales, zero points, axis |

    ```mlir before
    %s0 = meta.storage 128 : !meta.storage
    %w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
    meta.source %w, "e.weight" : !meta.tensor<8x4xf32>
    meta.source %w, "h.weight" : !meta.tensor<8x4xf32>
    %s1 = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s1 : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.view %s1 offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
    %k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
    ```mlir after
    func.func @main(%w: !meta.tensor<8x4xf32> {meta.sources = ["e.weight", "h.weight"]},
                    %k: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.alias_group = 1 : i64, meta.offset = 2 : i64, meta.sources = ["k"]}) {
      return
    }
    ```

    Dynamic sizes, strides and offsets are affine maps of the symbols that
    `meta.symbols` of the function lists. A symbol that is a number of an argument
    is asked of it; any other is an `index` argument behind the tensors. A number
    that no affine map says is a symbol of its own.

    ```mlir before runtime-checks=true
    %n = meta.symbol "s0" min 2
    %c2 = arith.constant 2 : index
    %m = arith.muli %n, %c2 : index
    %c16 = arith.constant 16 : index
    %bytes = arith.muli %n, %c16 : index
    %s0 = meta.storage %bytes : !meta.storage
    %0 = meta.view %s0[%n] : !meta.storage -> !meta.tensor<?x4xf32>
    %x = meta.tensor %0 : !meta.tensor<?x4xf32>
    meta.source %x, "x" : !meta.tensor<?x4xf32>
    %s1 = meta.storage %bytes : !meta.storage
    %1 = meta.view %s1[%m] : !meta.storage -> !meta.tensor<?xf64>
    %y = meta.tensor %1 : !meta.tensor<?xf64>
    meta.source %y, "y" : !meta.tensor<?xf64>
    ```
    ```mlir after
    func.func @main(%x: !meta.tensor<?x4xf32> {meta.sizes = affine_map<()[s0] -> (s0, 4)>, meta.sources = ["x"]},
                    %y: !meta.tensor<?xf64> {meta.sizes = affine_map<()[s0] -> (s0 * 2)>, meta.sources = ["y"]})
        attributes {meta.symbols = [{min = 2 : i64, name = "s0"} ]} {
      %0 = meta.size %x[0] : !meta.tensor<?x4xf32>
      %c2 = arith.constant 2 : index
      %1 = arith.cmpi sge, %0, %c2 : index
      cf.assert %1, "expected symbol 's0' (size 0 of 'x') from 2"
      %c2_0 = arith.constant 2 : index
      %2 = arith.muli %0, %c2_0 : index
      %3 = meta.size %y[0] : !meta.tensor<?xf64>
      %4 = arith.cmpi eq, %3, %2 : index
      cf.assert %4, "expected size 0 of 'y' to agree with 's0' (size 0 of 'x')"
      return
    }
    ```

    Chains of views are folded first (`--meta-fold-views`): a tensor that is more
    than one view away from its storage is an error.
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect"];
  let options = [
    Option<"functionName", "name", "std::string", "\"main\"",
           "the name of the function">,
    Option<"runtimeChecks", "runtime-checks", "bool", "false",
           "assert at run time that the arguments agree on the symbols">];
}

def MetaMaterializePass : Pass<"meta-materialize", "::mlir::ModuleOp"> {
  let summary = "make the program that makes the named tensors";
  let description = [{
    The results of `func.func @main` are the live tensors that have a source, in
    the order of the first sources, which `meta.sources` lists. The function has a
    `build.tensor` for each of them and for each that these need: a base, a tensor
    inside, a grad.

    A view is made of its base as autograd does it: by the ops that were recorded,
    else with one `as_strided`. A leaf is made without grad mode; a view that is no
    leaf of a base that needs no grad is made in two steps.

    ```mlir before
    %s = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.view %pool offset 2 : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
    %k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
    ```mlir after
    func.func @main() -> (!meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) {
      %0 = build.tensor 0 "k._base" : !meta.tensor<24xf32> {
        %2 = build.empty_strided : !meta.tensor<24xf32>
        build.bind_storage %2 to 0 bytes 96 : !meta.tensor<24xf32>
        build.yield %2 : !meta.tensor<24xf32>
      }
      %1 = build.tensor 1 "k" : !meta.tensor<4x3xf32, strided<[1, 4]>> {
        %2 = build.as_strided %0 offset 2 no_grad : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
        build.creation %2 default : !meta.tensor<4x3xf32, strided<[1, 4]>>
        build.yield %2 : !meta.tensor<4x3xf32, strided<[1, 4]>>
      }
      return %1 : !meta.tensor<4x3xf32, strided<[1, 4]>>
    }
    ```

    Symbols become `build.symbol`, in the order in which tensors are made.
  }];
  let dependentDialects = ["MetaDialect", "build::BuildDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
  let options = [
    Option<"functionName", "name", "std::string", "\"main\"",
           "the name of the function">];
}

def AssertCastsPass : Pass<"meta-assert-casts"> {
  let summary = "assert at run time what casts in functions say of tensors";
  let description = [{
    A cast that knows more than the type of its base is believed: what is folded
    through it (`--meta-fold-views`) counts on it, and the cast goes. Run before
    that, this puts a `cf.assert` at each such cast, with a message that names
    the tensor. In a description a cast is a fact, and there is nothing to run.

    ```mlir before
    func.func @rows(%x: !meta.tensor<?x4xf32> {meta.sources = ["x"]}) -> !meta.tensor<8x4xf32> {
      %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
      return %0 : !meta.tensor<8x4xf32>
    }
    ```
    ```mlir after
    func.func @rows(%x: !meta.tensor<?x4xf32> {meta.sources = ["x"]}) -> !meta.tensor<8x4xf32> {
      %size = meta.size %x[0] : !meta.tensor<?x4xf32>
      %c8 = arith.constant 8 : index
      %0 = arith.cmpi eq, %size, %c8 : index
      cf.assert %0, "expected a view of 'x' to be !meta.tensor<8x4xf32>"
      %1 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
      return %1 : !meta.tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

def ConvertMetaToTensorPass
    : Pass<"convert-meta-to-tensor", "::mlir::ModuleOp"> {
  let summary = "convert `!meta.tensor` to ranked tensors";
  let description = [{
    Converts signatures, calls, returns, branches, queries and
    `ml_program.global`. What the ranked type does not say becomes attributes of
    the arguments, so that nothing is lost:

    | attribute | meaning |
    |---|---|
    | `meta.strides` | strides in elements, where they are not contiguous: a layout where one is dynamic |
    | `meta.permutation` | dimension `i` of the tensor is dimension `p_i` of the type |
    | `meta.device` | the device, where it is not the CPU |
    | `meta.dtype` | the dtype, where the element type does not say it |

    By default the layout is dropped from the type, with a remark:

    ```mlir before
    func.func @main(%k: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) {
      return
    }
    ```
    ```mlir after
    func.func @main(%k: tensor<4x3xf32> {meta.sources = ["k"], meta.strides = [1, 4]}) {
      return
    }
    ```
    ```text after
    remark: drops the strides [1, 4] of 'k' from its type
    ```

    `layout=permute` gives a dense permuted tensor the type of its memory:

    ```mlir before layout=permute
    func.func @main(%k: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) -> index {
      %0 = meta.size %k[0] : !meta.tensor<4x3xf32, strided<[1, 4]>>
      return %0 : index
    }
    ```
    ```mlir after
    func.func @main(%k: tensor<3x4xf32> {meta.permutation = [1, 0], meta.sources = ["k"]}) -> index {
      %c4 = arith.constant 4 : index
      return %c4 : index
    }
    ```

    `layout=encoding` keeps the layout in the type, as a dictionary that MLIR
    reads without MetaUtils:

    ```mlir before layout=encoding
    func.func @main(%k: !meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) {
      return
    }
    ```
    ```mlir after
    func.func @main(%k: tensor<4x3xf32, {layout = strided<[1, 4]>}> {meta.sources = ["k"]}) {
      return
    }
    ```

    A sparse layout becomes the encoding of MLIR's sparse compiler, as torch-mlir
    writes it for indices of 64 bits:

    ```mlir before
    func.func @main(%a: !meta.tensor<8x8xf32, #meta.csr> {meta.sources = ["a"]}) {
      return
    }
    ```
    ```mlir after
    func.func @main(%a: tensor<8x8xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 64 }>> {meta.sources = ["a"]}) {
      return
    }
    ```

    A quantized argument with `meta.quantization` has it in its element type:

    ```mlir before
    func.func @main(%q: !meta.tensor<2x3x!meta.quint8> {meta.quantization = {axis = 0 : i64, scales = array<f64: 0.5, 2.0>, scheme = "per_channel_affine", zero_points = array<f64: 3.0, 4.0>}, meta.sources = ["q"]}) {
      return
    }
    ```
    ```mlir after
    func.func @main(%q: tensor<2x3x!quant.uniform<u8:f32:0, {0.5:3, 2.0:4}>> {meta.sources = ["q"]}) {
      return
    }
    ```

    A ranked tensor is a value, not a view: a view op left in a body is an error,
    and so is a conjugate or negative bit, or any other layout without strides.
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect",
                           "::mlir::quant::QuantDialect",
                           "::mlir::sparse_tensor::SparseTensorDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"layout", "layout", "TensorLayout", "TensorLayout::Drop",
           "what becomes of strides that are not contiguous",
           [{::llvm::cl::values(
             clEnumValN(TensorLayout::Drop, "drop",
                        "the type is the shape alone (default)"),
             clEnumValN(TensorLayout::Permute, "permute",
                        "a dense permuted tensor has the type of its memory"),
             clEnumValN(TensorLayout::Encoding, "encoding",
                        "the type has the strides in a dictionary"))}]>,
    Option<"signedIntegers", "signed-integers", "bool", "false",
           "keep the signs of integer types">];
}

def ConvertMetaToMemRefPass
    : Pass<"convert-meta-to-memref", "::mlir::ModuleOp"> {
  let summary = "convert storages to buffers of bytes, tensors to views of them";
  let description = [{
    A description becomes one function. It takes a buffer of bytes for each
    storage and an `index` for each symbol, in the order in which they are
    described, and returns the memref of each named tensor, in the order of the
    first names. Two storages are distinct objects.

    ```mlir before
    %s0 = meta.storage 128 : !meta.storage
    %w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
    meta.source %w, "e.weight" : !meta.tensor<8x4xf32>
    meta.source %w, "h.weight" : !meta.tensor<8x4xf32>
    %s1 = meta.storage 96 : !meta.storage
    %0 = meta.view %s1 offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
    %k = meta.tensor %0 : !meta.tensor<4x3xf32, strided<[1, 4]>>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
    ```mlir after
    func.func @main(%s0: memref<128xi8>, %s1: memref<96xi8>)
        -> (memref<8x4xf32> {meta.sources = ["e.weight", "h.weight"]},
            memref<4x3xf32, strided<[1, 4], offset: 2>> {meta.sources = ["k"]}) {
      %0:2 = memref.distinct_objects %s0, %s1 : memref<128xi8>, memref<96xi8>
      %c0 = arith.constant 0 : index
      %w = memref.view %0#0[%c0][] : memref<128xi8> to memref<8x4xf32>
      %1 = memref.view %0#1[%c0][] : memref<96xi8> to memref<24xf32>
      %k = memref.reinterpret_cast %1 to offset: [2], sizes: [4, 3], strides: [1, 4]
          : memref<24xf32> to memref<4x3xf32, strided<[1, 4], offset: 2>>
      return %w, %k : memref<8x4xf32>, memref<4x3xf32, strided<[1, 4], offset: 2>>
    }
    ```

    In functions, `!meta.storage` becomes `memref<?xi8>`, a storage that is made
    there an allocation, and a tensor a memref with its strides and a dynamic
    offset. The aligned pointer of each is the start of the storage: offsets stay
    absolute, also across calls, and a view of an argument is one of its storage.

    ```mlir before
    func.func @rows(%x: !meta.tensor<?x4xf32>, %n: index) -> !meta.tensor<4x?xf32, strided<[1, 4]>> {
      %offset = meta.offset %x : !meta.tensor<?x4xf32>
      %c4 = arith.constant 4 : index
      %0 = arith.addi %offset, %c4 : index
      %1 = meta.view %x[%n] offset %0 : !meta.tensor<?x4xf32> -> !meta.tensor<4x?xf32, strided<[1, 4]>>
      return %1 : !meta.tensor<4x?xf32, strided<[1, 4]>>
    }
    ```
    ```mlir after
    func.func @rows(%x: memref<?x4xf32, strided<[4, 1], offset: ?>>, %n: index) -> memref<4x?xf32, strided<[1, 4], offset: ?>> {
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x : memref<?x4xf32, strided<[4, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
      %c4 = arith.constant 4 : index
      %0 = arith.addi %offset, %c4 : index
      %base_0, %offset_0, %sizes_0:2, %strides_0:2 = memref.extract_strided_metadata %x : memref<?x4xf32, strided<[4, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
      %1 = memref.reinterpret_cast %base_0 to offset: [%0], sizes: [4, %n], strides: [1, 4]
          : memref<f32> to memref<4x?xf32, strided<[1, 4], offset: ?>>
      return %1 : memref<4x?xf32, strided<[1, 4], offset: ?>>
    }
    ```

    Integers are signless, and an element that takes a byte though it has fewer
    bits (bool, 4-bit integers) is an `i8`; `meta.dtype` on arguments and results
    says what it was, and `meta.device` where the bytes are. Autograd's state is
    none of memory's.

    What memref cannot say is an error: a conjugate or negative bit, a layout
    without strides, a quantized element, elements that share a byte, a view of
    an argument as other elements, a chain of views (`--meta-fold-views` first),
    a tensor that ends beyond its storage, any op but functions, calls and
    branches that takes a tensor.

    ```mlir before
    %s = meta.storage 32 : !meta.storage
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4xcomplex<f32>, conj>
    %t = meta.tensor %0 : !meta.tensor<4xcomplex<f32>, conj>
    meta.source %t, "freqs" : !meta.tensor<4xcomplex<f32>, conj>
    ```
    ```text after
    error: 'meta.tensor' op expected a type with a memref for 'freqs', got '!meta.tensor<4xcomplex<f32>, conj>': a memref has no conjugate bit
    ```
  }];
  let dependentDialects = [
    "MetaDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"functionName", "name", "std::string", "\"main\"",
           "the name of the function that a description becomes">,
    Option<"distinctObjects", "distinct-objects", "bool", "true",
           "say that storages have no bytes in common; the lowering to LLVM "
           "pairs each with each">,
    Option<"runtimeChecks", "runtime-checks", "bool", "false",
           "assert at run time what only run time knows: that buffers are as "
           "large as described, and that sizes, strides and symbols agree "
           "(--meta-assert-casts before folding asserts casts)">,
    Option<"packedBytes", "packed-bytes", "bool", "false",
           "take each byte of a packed dtype as one element">];
}

#endif // METAUTILS_CONVERSION_PASSES_TD
