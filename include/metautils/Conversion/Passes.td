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

    Chains of views are folded first (`--meta-fold-views`): a tensor that is more
    than one view away from its storage is an error.
  }];
  let dependentDialects = ["MetaDialect", "::mlir::func::FuncDialect"];
  let options = [
    Option<"functionName", "name", "std::string", "\"main\"",
           "the name of the function">];
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
    | `meta.strides` | strides in elements, where they are not contiguous |
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

    A ranked tensor is a value, not a view: a view op left in a body is an error,
    and so is a conjugate or negative bit, or a layout that has no strides.
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect",
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

#endif // METAUTILS_CONVERSION_PASSES_TD
