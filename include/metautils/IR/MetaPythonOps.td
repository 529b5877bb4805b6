// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Python makes of tensors: subclasses that wrap others, and marks.

#ifndef METAUTILS_IR_METAPYTHONOPS_TD
#define METAUTILS_IR_METAPYTHONOPS_TD

include "metautils/IR/MetaWrapperOps.td"

def Meta_SubclassOp : Meta_WrapOp<"subclass",
    [Meta_SameGeometryTrait, AllTypesMatch<["outer", "result"]>]> {
  let summary = "a tensor whose class makes it of others";
  let description = [{
    What the class says with `__tensor_flatten__`: the tensors inside of it, by the
    attributes that have them, its other parts, and the context. Sizes, strides and
    storage are those of the outer tensor, which PyTorch gives memory of its own
    though its bytes are inside.

    ```mlir
    %s0 = meta.storage 96 : !meta.storage
    %s1 = meta.storage 48 : !meta.storage
    %a = meta.tensor %s1 : !meta.storage -> !meta.tensor<2x6xf32>
    %outer = meta.view %s0 : !meta.storage -> !meta.tensor<4x6xf32>
    %0 = meta.subclass %outer of "model.Half"(data = %a, axis = 0) ctx(#meta.tuple<[true]>) : !meta.tensor<4x6xf32>, !meta.tensor<2x6xf32>
    %t = meta.tensor %0 : !meta.tensor<4x6xf32>
    meta.source %t, "w" : !meta.tensor<4x6xf32>
    ```

    Where the context, or a part, has a tensor or a symbolic size in it, it has an
    operand's number there; such operands stand behind `with`. The layout is that
    which the class claims, if it is not `strided`. `by_attribute`: the class does
    not say what it wraps (`__tensor_flatten__`), and these are the tensors among
    its attributes.

    ```mlir
    %s = meta.storage 96 : !meta.storage
    %n = meta.symbol "s0"
    %a = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>
    %outer = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x6xf32>
    %0 = meta.subclass %outer of "model.Cut"(data = %a) with %n ctx(#meta.size<[#meta.operand<1>, 6]>) : !meta.tensor<?x6xf32>, !meta.tensor<4x6xf32>, index
    ```

    C1: all tensors inside are live ones.
    C2: parts have names, and the operands among them come first and in order.
    C3: each operand is named, and each number that is named is an operand's.
    C4: the class has a name.
  }];
  let arguments = (ins Meta_TensorType:$outer,
                       Variadic<AnyTypeOf<[Meta_TensorType, Index]>>:$inner,
                       StringProp:$className, Meta_DictAttr:$parts,
                       OptionalAttr<AnyAttr>:$ctx,
                       DefaultValuedProp<StringProp, "\"\"">:$layout,
                       UnitProp:$byAttribute);
  let assemblyFormat = [{
    $outer `of` $className `` custom<SubclassParts>($inner, $parts)
    (`ctx` `(` $ctx^ `)`)? (`layout` $layout^)? (`by_attribute` $byAttribute^)?
    attr-dict `:` qualified(type($outer))
    (`,` qualified(type($inner))^)?
  }];
}

def Meta_MarkOp : Meta_Op<"mark"> {
  let summary = "what Python notes of a live tensor, by name";
  let description = [{
    What `torch._dynamo.mark_dynamic` and its kin have left on the object; under
    `nested_int` the number of the ragged size (`j1` has 1) that is made of these
    offsets.

    ```mlir
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    meta.mark %x, "_dynamo_dynamic_indices"(#meta.set<[0]>) : !meta.tensor<4xf32>
    ```

    C1: of a live tensor, not of a geometry.
    C2: the name is not empty.
  }];
  let arguments = (ins Arg<Meta_TensorType, "", [MemWrite]>:$tensor,
                       StringProp:$name, AnyAttr:$value);
  let assemblyFormat = [{
    $tensor `,` $name `` `(` $value `)` attr-dict `:` qualified(type($tensor))
  }];
  let hasVerifier = 1;
}

#endif // METAUTILS_IR_METAPYTHONOPS_TD
