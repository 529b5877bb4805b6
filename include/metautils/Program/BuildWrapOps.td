// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors made of others: for a transform of the program, or by their class.

#ifndef METAUTILS_PROGRAM_BUILDWRAPOPS_TD
#define METAUTILS_PROGRAM_BUILDWRAPOPS_TD

include "metautils/Program/BuildBase.td"

class Build_WrapOp<string mnemonic, dag parameters, string format>
    : Build_Op<mnemonic> {
  let arguments = !con((ins Meta_TensorType:$inner), parameters);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = "$inner " # format # [{
    attr-dict `:` qualified(type($inner)) `->` qualified(type($result))
  }];
}

def Build_BatchedOp : Build_WrapOp<"batched",
    (ins Meta_I64Prop:$dim, Meta_I64Prop:$level, UnitProp:$legacy),
    "`dim` $dim `level` $level (`legacy` $legacy^)?"> {
  let summary = "a tensor one dimension of which vmap hides";
  let description = [{
    The transforms that tensors are wrapped for, the outermost first, are stated by
    `meta.interpreter` as in a description. Roots are made outside of them.

    ```mlir
    func.func @main() -> !meta.tensor<4xf32> {
      meta.interpreter vmap level 1 batch_size 3
      %x = build.tensor 0 "x._unwrapped" : !meta.tensor<3x4xf32> {
        %0 = build.empty_strided : !meta.tensor<3x4xf32>
        build.bind_storage %0 to 0 bytes 48 : !meta.tensor<3x4xf32>
        build.yield %0 : !meta.tensor<3x4xf32>
      }
      %y = build.tensor 1 "x" : !meta.tensor<4xf32> {
        %0 = build.batched %x dim 0 level 1 : !meta.tensor<3x4xf32> -> !meta.tensor<4xf32>
        build.yield %0 : !meta.tensor<4xf32>
      }
      return %y : !meta.tensor<4xf32>
    }
    ```

    C1: the dimension is one of the tensor inside.
    C2: the level is 0 or more.
  }];
  let hasVerifier = 1;
}

def Build_GradTrackingOp : Build_WrapOp<"grad_tracking",
    (ins OptionalProp<Meta_I64Prop>:$level), "(`level` $level^)?"> {
  let summary = "a tensor that grad, vjp or jvp differentiates by";
  let description = [{
    Without a level the transform has ended, and the wrapper is dead.

    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>) {
      %0 = build.grad_tracking %x level 1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
      %1 = build.grad_tracking %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
      return
    }
    ```

    C1: the level is 1 or more.
  }];
  let hasVerifier = 1;
}

def Build_FunctionalOp : Build_WrapOp<"functional",
    (ins OptionalProp<Meta_I64Prop>:$level), "(`level` $level^)?"> {
  let summary = "a tensor whose mutations are recorded, and its value";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>) {
      %0 = build.functional %x level 1 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
      return
    }
    ```

    C1: the level is 1 or more.
  }];
  let hasVerifier = 1;
}

def Build_FunctionalViewOp : Build_Op<"functional_view",
    [SingleBlock, Build_ReplayRegionTrait]> {
  let summary = "a view of a functional tensor, made by recorded view ops";
  let description = [{
    The ops of the region are run on the functional base, which records them. With
    `copies` each is run as its twin that copies, and the view is contiguous.

    ```mlir
    func.func @f(%x: !meta.tensor<2x3xf32>) {
      %0 = build.functional_view %x : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32> {
        %1 = meta.select %x dim 0 index 0 : !meta.tensor<2x3xf32>
        build.yield %1 : !meta.tensor<3xf32>
      }
      return
    }
    ```

    C1: the region has views of the base, and yields one of the result's type,
        or of its sizes where views are copied.
  }];
  let arguments = (ins Meta_TensorType:$base, UnitProp:$copies,
                       UnitProp:$noGrad);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $base (`copies` $copies^)? (`no_grad` $noGrad^)? attr-dict-with-keyword `:`
    qualified(type($base)) `->` qualified(type($result)) $body
  }];
  let hasRegionVerifier = 1;
}

def Build_SubclassOp : Build_Op<"subclass", [AttrSizedOperandSegments]> {
  let summary = "a tensor whose class makes it of others (__tensor_unflatten__)";
  let description = [{
    Parts and context as of `meta.subclass`: an operand has its number in them.
    The class must give sizes and strides of the result's type; the operands in
    brackets are the `?` of that.

    ```mlir
    func.func @f(%a: !meta.tensor<2x6xf32>) {
      %0 = build.subclass "model.Half" of %a parts <"data" = #meta.operand<0>, "axis" = 0> ctx(true) : (!meta.tensor<2x6xf32>) -> !meta.tensor<4x6xf32>
      return
    }
    ```

    C1: one operand in brackets for each `?` of the result type.
  }];
  let hasVerifier = 1;
  let arguments = (ins Variadic<Index>:$dynamic,
                       Variadic<AnyTypeOf<[Meta_TensorType, Index]>>:$inner,
                       StringProp:$className,
                       Meta_DictAttr:$parts, OptionalAttr<AnyAttr>:$ctx,
                       DefaultValuedProp<StringProp, "\"\"">:$layout,
                       UnitProp:$byAttribute);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $className (`` `[` $dynamic^ `]`)? `of` $inner `parts` $parts (`ctx` `(` $ctx^ `)`)? (`layout` $layout^)?
    (`by_attribute` $byAttribute^)? attr-dict `:`
    functional-type($inner, $result)
  }];
}

#endif // METAUTILS_PROGRAM_BUILDWRAPOPS_TD
