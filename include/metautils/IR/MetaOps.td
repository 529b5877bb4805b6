// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots, the canonical view, identity, names and queries. The views named after
// ATen's are in MetaViewOps.td.

#ifndef METAUTILS_IR_METAOPS_TD
#define METAUTILS_IR_METAOPS_TD

include "metautils/IR/MetaAttrs.td"
include "metautils/IR/MetaInterfaces.td"
include "metautils/IR/MetaTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

def Meta_StorageOp : Meta_Op<"storage",
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "bytes that tensors share";
  let description = [{
    A storage (`c10::StorageImpl`) of so many bytes: a constant, or an `index`
    value. Two storages are never one: they have no bytes in common.

    ```mlir
    %s = meta.storage 128 : !meta.storage
    %n = meta.symbol "s0"
    %t = meta.storage %n : !meta.storage<cuda:0>
    ```

    C1: a constant size is not negative, and an operand stands where there is none.
  }];
  let arguments = (ins Meta_I64Prop:$bytes, Optional<Index>:$dynamicBytes);
  let results = (outs Res<Meta_StorageType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    custom<StorageBytes>($bytes, $dynamicBytes) attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "int64_t":$bytes), [{
      build($_builder, $_state, result, bytes, /*dynamicBytes=*/::mlir::Value());
    }]>];
}

def Meta_SymbolOp : Meta_Op<"symbol", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a size that is known only at run time";
  let description = [{
    An `index` with the name that PyTorch's ShapeEnv gives it. Two symbols of one
    name are one. What is known of it beforehand stands behind the name: the
    range it lies in, the value it had when it was made, and where it comes from.

    ```mlir
    %0 = meta.symbol "s0"
    %1 = meta.symbol "s1" min 2 max 128 hint 8
    %2 = meta.symbol "u0" unbacked min 0
    ```

    C1: not inside a function, where inlining it twice would make two sizes one:
        there an `index` argument, or a query on an argument, says the same.
    C2: a non-empty range, and a hint in it.
    C3: none of these is the reserved value.
  }];
  let arguments = (ins
    StringProp:$name,
    Meta_Since<2, DefaultValuedProp<Meta_EnumProp<Meta_SymbolKind>,
      "::metautils::SymbolKind::Backed">>:$kind,
    Meta_Since<2, OptionalProp<Meta_I64Prop>>:$min,
    Meta_Since<2, OptionalProp<Meta_I64Prop>>:$max,
    Meta_Since<2, OptionalProp<Meta_I64Prop>>:$hint);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $name `` custom<SymbolFacts>($kind, $min, $max, $hint) attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The canonical view
//===----------------------------------------------------------------------===//

def Meta_ViewOp : Meta_Op<"view",
    [Pure, DeclareOpInterfaceMethods<Meta_ViewOpInterface>]> {
  let summary = "any strided geometry over a storage";
  let description = [{
    Sizes, strides and offset over the storage of its base, absolute, whatever
    the base's own geometry is. The form that every chain of views folds to. The
    operands in brackets are the `?` of the result type, sizes first, then
    strides; the offset is in elements of the result.

    ```mlir
    %s = meta.storage 96 : !meta.storage
    // Four rows of three, out of the middle of the storage.
    %a = meta.view %s offset 6 : !meta.storage -> !meta.tensor<4x3xf32>
    // Its transpose, over it: the offset is still counted from the storage.
    %b = meta.view %a offset 6 : !meta.tensor<4x3xf32> -> !meta.tensor<3x4xf32, strided<[1, 3]>>
    %n = meta.symbol "s0"
    %c = meta.view %s[%n] offset %n : !meta.storage -> !meta.tensor<?x3xf32>
    ```

    That it ends within the storage is checked by `--meta-verify-bounds`: a
    constant that folds must not make valid IR invalid.

    C1: one operand for each `?` of the result type, and one for a dynamic offset.
    C2: base and result are on one device.
    C3: base and result are strided.
    C4: the offset is not negative.
    C5: no byte it reaches lies beyond 2^63 - 1.
  }];
  let arguments = (ins Meta_AnyGeometry:$base, Variadic<Index>:$dynamic,
                       DefaultValuedProp<Meta_I64Prop, "0">:$offset);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $base `` custom<ViewOperands>($dynamic, $offset) attr-dict
    `:` qualified(type($base)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$base,
                   CArg<"int64_t", "0">:$offset), [{
      build($_builder, $_state, result, base, /*dynamic=*/{}, offset);
    }]>];
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getBase(); }
    /// The operands of the result type's `?`.
    ::mlir::OperandRange getDynamicLayout() {
      return getDynamic().take_front(getType().getNumDynamic());
    }
    /// The operand that gives the offset, or null where it is a constant.
    ::mlir::Value getDynamicOffset() {
      return ::mlir::ShapedType::isDynamic(getOffset()) ? getDynamic().back()
                                                        : ::mlir::Value();
    }
  }];
}

def Meta_CastOp : Meta_Op<"cast",
    [Pure, DeclareOpInterfaceMethods<Meta_ViewOpInterface>]> {
  let summary = "the same tensor, more or less of its type known";
  let description = [{
    Says at run time what the type does not: a `?` becomes a number or a number
    a `?`. Both types describe the same bytes.

    ```mlir
    func.func @f(%x: !meta.tensor<?x4xf32>) -> !meta.tensor<8x4xf32> {
      %0 = meta.cast %x : !meta.tensor<?x4xf32> -> !meta.tensor<8x4xf32>
      return %0 : !meta.tensor<8x4xf32>
    }
    ```

    C1: the types agree in all but what one of them does not know.
  }];
  let arguments = (ins Meta_TensorType:$base);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = "$base attr-dict `:` qualified(type($base)) `->` qualified(type($result))";
  let hasVerifier = 1;
  // MLIR's CastOpInterface would fold a cast into its base, live tensor or not,
  // and one of itself into nothing.
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getBase(); }
  }];
}

//===----------------------------------------------------------------------===//
// Identity and names
//===----------------------------------------------------------------------===//

def Meta_TensorOp : Meta_Op<"tensor",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a live tensor: a geometry with an identity and autograd state";
  let description = [{
    Says that a geometry is a tensor that exists (`c10::TensorImpl`), distinct
    from all others even where their geometry is the same. Straight over a
    storage it is contiguous and begins with the storage.

    | word | meaning |
    |---|---|
    | `parameter` | an `nn.Parameter` |
    | `requires_grad` | autograd records what is done with it |
    | `non_leaf` | the result of recorded operations |
    | `inference` | made in inference mode |
    | `retains_grad` | its grad is kept although it is no leaf |
    | `output` | which of the results of the op that made it |
    | `zero` | all zeros, without data (`_efficientzerotensor`) |
    | `beyond_storage` | reaches past its storage, which was resized under it |
    | `creation` | how autograd made a view: `no_grad_mode` and others |
    | `base` | the tensor that autograd says it is a view of (`_base`) |
    | `grad` | its `.grad` |

    The storage is the truth of memory, the base that of autograd. They can
    disagree (`detach`, `set_`), so both are kept.

    ```mlir
    %s = meta.storage 96 : !meta.storage
    %p = meta.tensor %s parameter requires_grad : !meta.storage -> !meta.tensor<6x4xf32>
    %0 = meta.transpose %p, 0, 1 : !meta.tensor<6x4xf32>
    %t = meta.tensor %0 base %p requires_grad non_leaf : !meta.tensor<4x6xf32, strided<[1, 4]>>, !meta.tensor<6x4xf32>
    ```

    C1: of a geometry or a storage, not of a live tensor.
    C2: straight over a storage: static, contiguous, on its device.
    C3: over a geometry: of its type.
    C4: base and grad are live tensors, and not this one.
    C5: `creation` only with a base.
    C6: `non_leaf` only with `requires_grad`.
    C7: `retains_grad` and `output` only with `non_leaf`, and the latter is not
        negative.
  }];
  let arguments = (ins Meta_AnyGeometry:$geometry,
                       Optional<Meta_TensorType>:$base,
                       Optional<Meta_TensorType>:$grad,
                       UnitProp:$parameter, UnitProp:$requiresGrad,
                       UnitProp:$nonLeaf, UnitProp:$inference,
                       UnitProp:$beyondStorage,
                       DefaultValuedProp<Meta_EnumProp<Meta_CreationMeta>,
                         "::metautils::CreationMeta::Default">:$creation,
                       Meta_Since<5, UnitProp>:$retainsGrad,
                       Meta_Since<5, DefaultValuedProp<Meta_I64Prop, "0">>:$output,
                       Meta_Since<5, UnitProp>:$zero);
  let results = (outs Res<Meta_TensorType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $geometry (`base` $base^)? (`creation` $creation^)? (`grad` $grad^)?
    (`parameter` $parameter^)? (`requires_grad` $requiresGrad^)?
    (`non_leaf` $nonLeaf^)? (`retains_grad` $retainsGrad^)?
    (`output` $output^)? (`inference` $inference^)? (`zero` $zero^)?
    (`beyond_storage` $beyondStorage^)? attr-dict `:`
    custom<TensorTypes>(ref($base), ref($grad), type($geometry), type($base),
                        type($grad), type($result))
  }];
  let hasVerifier = 1;
}

def Meta_SourceOp : Meta_Op<"source"> {
  let summary = "what the user calls a live tensor";
  let description = [{
    A name of a tensor: of a parameter in its module, of an argument, of a local.
    A tensor with two names is tied.

    ```mlir
    %s = meta.storage 16 : !meta.storage
    %w = meta.tensor %s parameter requires_grad : !meta.storage -> !meta.tensor<4xf32>
    meta.source %w, "emb.weight" : !meta.tensor<4xf32>
    meta.source %w, "head.weight" : !meta.tensor<4xf32>
    ```

    C1: names a live tensor, not a geometry.
    C2: the name is not empty.
  }];
  let arguments = (ins Arg<Meta_TensorType, "", [MemWrite]>:$tensor,
                       StringProp:$name);
  let assemblyFormat = "$tensor `,` $name attr-dict `:` qualified(type($tensor))";
  let hasVerifier = 1;
}

def Meta_TangentOp : Meta_Op<"tangent"> {
  let summary = "the forward-mode tangent of a live tensor (unpack_dual)";
  let description = [{
    ```mlir
    %s0 = meta.storage 16 : !meta.storage
    %x = meta.tensor %s0 : !meta.storage -> !meta.tensor<4xf32>
    %s1 = meta.storage 16 : !meta.storage
    %d = meta.tensor %s1 : !meta.storage -> !meta.tensor<4xf32>
    meta.tangent %x, %d : !meta.tensor<4xf32>, !meta.tensor<4xf32>
    meta.source %x, "x" : !meta.tensor<4xf32>
    ```

    C1: both are live tensors.
    C2: of one shape.
  }];
  let arguments = (ins Arg<Meta_TensorType, "", [MemWrite]>:$tensor,
                       Meta_TensorType:$tangent);
  let assemblyFormat = [{
    $tensor `,` $tangent attr-dict `:` qualified(type($tensor)) `,`
    qualified(type($tangent))
  }];
  let hasVerifier = 1;
}

def Meta_SharesVersionOp : Meta_Op<"shares_version"> {
  let summary = "a write to one of two live tensors counts for both";
  let description = [{
    Autograd counts the writes to a tensor, and a view has the counter of its
    base. Here a tensor has that of another one instead, as one that was detached
    from it; or one of its own, where `with` is the tensor itself.

    ```mlir
    %s = meta.storage 16 : !meta.storage
    %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
    %d = meta.tensor %0 : !meta.tensor<4xf32>
    meta.shares_version %d with %x : !meta.tensor<4xf32>, !meta.tensor<4xf32>
    meta.source %d, "x.detach()" : !meta.tensor<4xf32>
    ```

    C1: both are live tensors.
  }];
  let arguments = (ins Arg<Meta_TensorType, "", [MemWrite]>:$tensor,
                       Meta_TensorType:$other);
  let assemblyFormat = [{
    $tensor `with` $other attr-dict `:` qualified(type($tensor)) `,`
    qualified(type($other))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

class Meta_QueryOp<string mnemonic, dag parameters, string format>
    : Meta_Op<mnemonic, [Pure]> {
  let arguments = !con((ins Meta_TensorType:$tensor), parameters);
  let results = (outs Index:$result);
  let assemblyFormat = "$tensor" # format # " attr-dict `:` qualified(type($tensor))";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Meta_SizeOp : Meta_QueryOp<"size", (ins Meta_I64Prop:$dim), " `[` $dim `]`"> {
  let summary = "the size of one dimension";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<?x4xf32>) -> index {
      %0 = meta.size %x[0] : !meta.tensor<?x4xf32>
      return %0 : index
    }
    ```

    C1: the tensor has the dimension.
  }];
}

def Meta_StrideOp : Meta_QueryOp<"stride", (ins Meta_I64Prop:$dim),
                                 " `[` $dim `]`"> {
  let summary = "the stride of one dimension, in elements";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4x?xf32>) -> index {
      %0 = meta.stride %x[0] : !meta.tensor<4x?xf32>
      return %0 : index
    }
    ```

    C1: the tensor has the dimension.
    C2: the tensor is strided.
  }];
}

def Meta_OffsetOp : Meta_QueryOp<"offset", (ins), ""> {
  let summary = "where a tensor begins in its storage, in its elements";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>) -> index {
      %0 = meta.offset %x : !meta.tensor<4xf32>
      return %0 : index
    }
    ```

    C1: the tensor is strided.
  }];
}

#endif // METAUTILS_IR_METAOPS_TD
