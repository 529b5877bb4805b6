// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that wrap another one for a transform of the program: those of
// functorch, and those of functionalization.

#ifndef METAUTILS_IR_METAWRAPPEROPS_TD
#define METAUTILS_IR_METAWRAPPEROPS_TD

include "metautils/IR/MetaWrapOps.td"

//===----------------------------------------------------------------------===//
// functorch
//===----------------------------------------------------------------------===//

def Meta_InterpreterOp : Meta_Op<"interpreter"> {
  let summary = "a transform of functorch that was running (DynamicLayer)";
  let description = [{
    One of the stack of transforms within which tensors were described, the
    outermost first. What wraps tensors for it is on its level.

    | word | meaning |
    |---|---|
    | `batch_size` | `vmap`: the size of the dimension that it hides, or an operand |
    | `randomness` | `vmap`: what random ops do, if they are no error |
    | `outer_mode_off` | `grad`: grad mode was off outside of it; `jvp`: forward grad mode was |
    | `outer_inference` | `grad`, `jvp`: inference mode was on outside of it |
    | `add_back_views` | `functionalize`: view ops stay view ops |

    ```mlir
    meta.interpreter vmap level 1 batch_size 3 randomness different
    meta.interpreter grad level 2
    %n = meta.symbol "s0"
    meta.interpreter vmap level 3 batch_size %n
    ```

    C1: the level counts from 1.
    C2: `vmap` has a batch size, which is not negative, and no other transform
        has one or a randomness.
    C3: `outer_mode_off` and `outer_inference` are of `grad` and `jvp`,
        `add_back_views` of `functionalize`.
  }];
  let arguments = (ins Meta_EnumProp<Meta_Transform>:$transform,
                       Meta_I64Prop:$level,
                       OptionalProp<Meta_I64Prop>:$batchSize,
                       Optional<Index>:$dynamicBatchSize,
                       DefaultValuedProp<Meta_EnumProp<Meta_Randomness>,
                         "::metautils::Randomness::Error">:$randomness,
                       UnitProp:$outerModeOff,
                       UnitProp:$outerInference, UnitProp:$addBackViews);
  let assemblyFormat = [{
    $transform `level` $level `` custom<BatchSize>($batchSize, $dynamicBatchSize)
    (`randomness` $randomness^)? (`outer_mode_off` $outerModeOff^)?
    (`outer_inference` $outerInference^)? (`add_back_views` $addBackViews^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Meta_BatchedOp : Meta_WrapOp<"batched",
    [InferTypeOpAdaptor]> {
  let summary = "a tensor one dimension of which vmap hides (BatchedTensorImpl)";
  let description = [{
    Each index of the dimension is a tensor of its own to the function that is
    mapped. `legacy`: of `torch._vmap_internals`, from before functorch.

    ```mlir
    %s = meta.storage 48 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<3x4xf32>
    %0 = meta.batched %x dim 0 level 1 : !meta.tensor<3x4xf32>
    %t = meta.tensor %0 : !meta.tensor<4xf32>
    meta.source %t, "x" : !meta.tensor<4xf32>
    ```

    C1: the tensor has the dimension.
    C2: the level is not negative.
  }];
  let arguments = (ins Meta_TensorType:$inner, Meta_I64Prop:$dim,
                       Meta_I64Prop:$level, UnitProp:$legacy);
  let assemblyFormat = [{
    $inner `dim` $dim `level` $level (`legacy` $legacy^)? attr-dict `:`
    qualified(type($inner))
  }];
}

def Meta_GradTrackingOp : Meta_WrapOp<"grad_tracking",
    [AllTypesMatch<["inner", "result"]>]> {
  let summary = "a tensor that grad, vjp or jvp differentiates by (TensorWrapper)";
  let description = [{
    Its autograd state is that of one level, apart from that of the tensor in it.
    Without a level the transform has ended, and the wrapper is dead.

    ```mlir
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %0 = meta.grad_tracking %x level 1 : !meta.tensor<4xf32>
    %t = meta.tensor %0 requires_grad : !meta.tensor<4xf32>
    meta.source %t, "x" : !meta.tensor<4xf32>
    ```

    C1: the level counts from 1.
  }];
  let arguments = (ins Meta_TensorType:$inner,
                       OptionalProp<Meta_I64Prop>:$level);
  let assemblyFormat = [{
    $inner (`level` $level^)? attr-dict `:` qualified(type($inner))
  }];
}

//===----------------------------------------------------------------------===//
// Functionalization
//===----------------------------------------------------------------------===//

def Meta_FunctionalOp : Meta_WrapOp<"functional",
    [AllTypesMatch<["outer", "result"]>]> {
  let summary = "a tensor whose mutations are recorded (FunctionalTensorWrapper)";
  let description = [{
    `outer` is the geometry that the wrapper shows, over a storage without bytes
    that stands for what its views share. `inner` is its value at present. Where
    the wrapper was made by view ops, `view` is that value as they give it, out
    of the value of what they began with (the sequence of its `ViewMeta`). The
    level is that of the functionalize transform it belongs to, if one does.

    ```mlir
    %s0 = meta.storage 24 : !meta.storage
    %v = meta.tensor %s0 : !meta.storage -> !meta.tensor<2x3xf32>
    %s1 = meta.storage 24 : !meta.storage
    %o = meta.view %s1 : !meta.storage -> !meta.tensor<2x3xf32>
    %0 = meta.functional %o of %v : !meta.tensor<2x3xf32>, !meta.tensor<2x3xf32>
    %t = meta.tensor %0 : !meta.tensor<2x3xf32>
    // Its first row.
    %1 = meta.select %v dim 0 index 0 : !meta.tensor<2x3xf32>
    %r = meta.tensor %1 : !meta.tensor<3xf32>
    %p = meta.view %t : !meta.tensor<2x3xf32> -> !meta.tensor<3xf32>
    %2 = meta.functional %p of %r view %1 : !meta.tensor<3xf32>, !meta.tensor<3xf32>, !meta.tensor<3xf32>
    %u = meta.tensor %2 : !meta.tensor<3xf32>
    meta.source %u, "row" : !meta.tensor<3xf32>
    ```

    C1: outer, inner and view have one element type.
    C2: the level counts from 1.
  }];
  let arguments = (ins Meta_TensorType:$outer, Meta_TensorType:$inner,
                       Optional<Meta_TensorType>:$view,
                       OptionalProp<Meta_I64Prop>:$level);
  let assemblyFormat = [{
    $outer `of` $inner (`view` $view^)? (`level` $level^)? attr-dict `:`
    qualified(type($outer)) `,` qualified(type($inner))
    (`,` qualified(type($view))^)?
  }];
}

#endif // METAUTILS_IR_METAWRAPPEROPS_TD
