// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from the meta dialect to itself. Each example is run by
// utils/doc_passes.py.

#ifndef METAUTILS_TRANSFORMS_PASSES_TD
#define METAUTILS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldViewsPass : Pass<"meta-fold-views"> {
  let summary = "fold each chain of views into one view of its root";
  let description = [{
    A chain of views, however long or mixed, becomes at most one `meta.view` on
    its root: the storage, or where that is not known the argument it begins
    with. What was between goes, unless it is a live tensor. Autograd bases stay:
    they are another truth than memory's.

    ```mlir before
    %s = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
    %1 = meta.reshape %0 to [3, 4] : !meta.tensor<12xf32>
    %2 = meta.transpose %1, 0, 1 : !meta.tensor<3x4xf32>
    %k = meta.tensor %2 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
    ```mlir after
    %s = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
    %k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```

    What is known only at run time becomes `arith` on the operands of the chain
    and on queries of its root. Queries are answered by what the chain says.

    ```mlir before
    func.func @rows(%x: !meta.tensor<?x4xf32>, %n: index) -> (!meta.tensor<4x?xf32, strided<[1, 4]>>, index) {
      %0 = meta.narrow %x dim 0 start 1 length %n : !meta.tensor<?x4xf32>
      %1 = meta.transpose %0, 0, 1 : !meta.tensor<?x4xf32>
      %2 = meta.size %1[1] : !meta.tensor<4x?xf32, strided<[1, 4]>>
      return %1, %2 : !meta.tensor<4x?xf32, strided<[1, 4]>>, index
    }
    ```
    ```mlir after
    func.func @rows(%x: !meta.tensor<?x4xf32>, %n: index) -> (!meta.tensor<4x?xf32, strided<[1, 4]>>, index) {
      %offset = meta.offset %x : !meta.tensor<?x4xf32>
      %c4 = arith.constant 4 : index
      %0 = arith.addi %offset, %c4 : index
      %1 = meta.view %x[%n] offset %0 : !meta.tensor<?x4xf32> -> !meta.tensor<4x?xf32, strided<[1, 4]>>
      return %1, %n : !meta.tensor<4x?xf32, strided<[1, 4]>>, index
    }
    ```

    Equal static layouts give equal views but for the strides of dimensions of
    size 1, which address nothing and which PyTorch leaves as they came about.
    An option gives these a normal form:

    ```mlir before normalize-unit-strides=true
    %s = meta.storage 96 : !meta.storage
    %0 = meta.view %s : !meta.storage -> !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
    %t = meta.tensor %0 : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
    meta.source %t, "t" : !meta.tensor<3x1x2xf32, strided<[2, 9, 1]>>
    ```
    ```mlir after
    %s = meta.storage 96 : !meta.storage
    %0 = meta.view %s : !meta.storage -> !meta.tensor<3x1x2xf32>
    %t = meta.tensor %0 : !meta.tensor<3x1x2xf32>
    meta.source %t, "t" : !meta.tensor<3x1x2xf32>
    ```

    A view whose geometry depends on what only run time decides (a reshape of
    strides that nothing is known of) stays, with a remark, and is the root of
    what follows. So is one view of each cycle.
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"normalizeUnitStrides", "normalize-unit-strides", "bool", "false",
           "give the strides of size-1 dimensions a normal form">];
}

def VerifyBoundsPass : Pass<"meta-verify-bounds"> {
  let summary = "check that each view ends within its storage";
  let description = [{
    Each op that states a geometry of its own (`meta.view`, `meta.as_strided`, a
    `meta.tensor` straight over its storage) is held against the bytes of its
    storage; the other views lie within their base. A tensor that is
    `beyond_storage` says so itself (its storage was resized under it) and
    passes. What is known only at run time is not checked.

    ```mlir before
    %s = meta.storage 96 : !meta.storage
    %0 = meta.view %s offset 16 : !meta.storage -> !meta.tensor<3x4xf32>
    %t = meta.tensor %0 : !meta.tensor<3x4xf32>
    meta.source %t, "encoder.bias" : !meta.tensor<3x4xf32>
    ```
    ```text after
    error: 'meta.view' op expected 'encoder.bias' to end within 96 bytes, got 112
    note: the storage is defined here
    ```
  }];
  let dependentDialects = ["MetaDialect"];
}

def RecoverViewsPass : Pass<"meta-recover-views"> {
  let summary = "write folded views as the views that a person would have written";
  let description = [{
    A static `meta.view` becomes the shortest chain of named views known that
    leads to it: from its autograd base, from the tensor that is the whole of its
    storage, or from the argument it is over. A view that none leads to exactly
    stays as it is, and so does one whose numbers are known only at run time.
    `--meta-fold-views` gives the same view back.

    ```mlir before
    %s = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.view %s offset 2 : !meta.storage -> !meta.tensor<4x3xf32, strided<[1, 4]>>
    %k = meta.tensor %0 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
    ```mlir after
    %s = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
    %1 = meta.reshape %0 to [3, 4] : !meta.tensor<12xf32>
    %2 = meta.transpose %1, 0, 1 : !meta.tensor<3x4xf32>
    %k = meta.tensor %2 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```
  }];
  let dependentDialects = ["MetaDialect"];
}

def SymbolizePass : Pass<"meta-symbolize", "::mlir::ModuleOp"> {
  let summary = "make the sizes of a description symbols";
  let description = [{
    Sizes, strides and offsets become numbers that are known only at run time, by
    the policies that PyTorch has for dynamic shapes. Symbols are called, shared
    and ordered as a new ShapeEnv does it.

    ```mlir before
    %s = meta.storage 96 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
    meta.source %x, "x" : !meta.tensor<4x6xf32>
    ```
    ```mlir after
    %s93 = meta.symbol "s93" min 2 hint 4 sources ["x.size()[0]"]
    %s44 = meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
    %0 = arith.muli %s93, %s44 : index
    %c4 = arith.constant 4 : index
    %1 = arith.muli %0, %c4 : index
    %s = meta.storage %1 : !meta.storage
    %2 = meta.view %s[%s93, %s44] : !meta.storage -> !meta.tensor<?x?xf32>
    %x = meta.tensor %2 : !meta.tensor<?x?xf32>
    meta.source %x, "x" : !meta.tensor<?x?xf32>
    ```

    | policy | a size becomes |
    |---|---|
    | `duck` | one symbol for all sizes of the same value |
    | `dynamic` | a symbol of its own |
    | `unbacked` | a symbol without a value |
    | `static` | what it is |
    | `infer` | (strides) a product of other numbers where it is one, else as its sizes |

    A tensor is given its policy by its source, as in `dims=dynamic:x`, and a single
    dimension as in `dims=static:x:0`. Else `torch._dynamo.mark_dynamic` and its kin
    are heard, and then `sizes`. The base of a tensor that has a policy is dynamic,
    unless it has one (`dims=static:x._base`); so are the tensors inside of a
    subclass; its grad is as the tensor.

    ```mlir before sizes=static dims=dynamic:x:1
    %s = meta.storage 96 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
    meta.source %x, "x" : !meta.tensor<4x6xf32>
    ```
    ```mlir after
    %s44 = meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
    %c4 = arith.constant 4 : index
    %0 = arith.muli %s44, %c4 : index
    %1 = arith.muli %0, %c4 : index
    %s = meta.storage %1 : !meta.storage
    %2 = meta.view %s[%s44] : !meta.storage -> !meta.tensor<4x?xf32>
    %x = meta.tensor %2 : !meta.tensor<4x?xf32>
    meta.source %x, "x" : !meta.tensor<4x?xf32>
    ```

    A storage that a tensor fills is as large as the tensor; others keep their
    bytes. A tensor in coordinate format keeps the number of its elements; a
    functional tensor is as large as its value. Other layouts keep their sizes, with
    a remark, and so does what vmap and grad wrap, as PyTorch's converter lets them;
    the components of a strided nested tensor have sizes that no one number is.

    A jagged tensor keeps its ragged size, and the stride that counts it is a product
    of it by any policy. Its parts have symbols of their own, as PyTorch gives them:
    that there is one offset more than sizes in the batch, and that its values are
    as wide as the tensor, is a guard where the tensor is made. An `unbacked` batch
    does not decide that, nor does it in PyTorch.

    ```mlir before dims=dynamic:x
    %j1 = meta.symbol "j1" nested_int
    %s = meta.storage 180 : !meta.storage
    %values = meta.tensor %s : !meta.storage -> !meta.tensor<9x5xf32>
    %outer = meta.storage 180 : !meta.storage
    %0 = meta.view %outer[%j1] : !meta.storage -> !meta.tensor<3x?x5xf32>
    %1 = meta.subclass %0 of "model.Jagged"(_values = %values) layout "jagged" : !meta.tensor<3x?x5xf32>, !meta.tensor<9x5xf32>
    %x = meta.tensor %1 : !meta.tensor<3x?x5xf32>
    meta.source %x, "x" : !meta.tensor<3x?x5xf32>
    ```
    ```mlir after
    %j1 = meta.symbol "j1" nested_int
    %s93 = meta.symbol "s93" min 2 hint 3 sources ["x.size()[0]"]
    %s73 = meta.symbol "s73" min 2 hint 5 sources ["x.size()[2]"]
    %s41 = meta.symbol "s41" min 2 hint 9 sources ["x._values.size()[0]"]
    %s3 = meta.symbol "s3" min 2 hint 5 sources ["x._values.size()[1]"]
    %0 = arith.muli %s41, %s3 : index
    %c4 = arith.constant 4 : index
    %1 = arith.muli %0, %c4 : index
    %s = meta.storage %1 : !meta.storage
    %2 = meta.view %s[%s41, %s3] : !meta.storage -> !meta.tensor<?x?xf32>
    %t = meta.tensor %2 : !meta.tensor<?x?xf32>
    %s_0 = meta.storage %1 : !meta.storage
    %3 = meta.view %s_0[%s93, %j1, %s73] : !meta.storage -> !meta.tensor<?x?x?xf32>
    %4 = meta.subclass %3 of "model.Jagged"(_values = %t) layout "jagged" : !meta.tensor<?x?x?xf32>, !meta.tensor<?x?xf32>
    %x = meta.tensor %4 : !meta.tensor<?x?x?xf32>
    meta.source %x, "x" : !meta.tensor<?x?x?xf32>
    ```
  }];
  let dependentDialects = ["MetaDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"sizePolicy", "sizes", "std::string", "\"duck\"",
           "the policy of sizes: dynamic, duck, static or unbacked">,
    Option<"stridePolicy", "strides", "std::string", "\"infer\"",
           "the policy of strides, with infer">,
    ListOption<"dims", "dims", "std::string",
               "policies of tensors and of their dimensions">,
    Option<"duckShape", "duck-shape", "bool", "true",
           "let equal sizes share a symbol where the policy is duck">,
    Option<"specializeZeroOne", "specialize-zero-one", "bool", "true",
           "keep the sizes 0 and 1">];
}

#endif // METAUTILS_TRANSFORMS_PASSES_TD
