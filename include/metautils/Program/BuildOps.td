// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live tensors, and the steps that make them out of nothing or of a base. What
// is then done to a tensor in place is in BuildStateOps.td, tensors that wrap
// others are in BuildWrapOps.td.

#ifndef METAUTILS_PROGRAM_BUILDOPS_TD
#define METAUTILS_PROGRAM_BUILDOPS_TD

include "metautils/Program/BuildStateOps.td"
include "metautils/Program/BuildWrapOps.td"

def Build_TensorOp : Build_Op<"tensor", [SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "one live tensor: the one in the memo, or what the region makes";
  let description = [{
    The number is that of the tensor in its description, and the key of the memo.
    The name is for messages. `inference`: the region runs in inference mode, else
    outside of it.

    ```mlir
    func.func @main() -> !meta.tensor<4xf32> {
      %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
        %0 = build.empty_strided : !meta.tensor<4xf32>
        build.bind_storage %0 to 0 bytes 16 : !meta.tensor<4xf32>
        build.yield %0 : !meta.tensor<4xf32>
      }
      return %x : !meta.tensor<4xf32>
    }
    ```

    C1: the number is not negative.
    C2: the region yields a tensor that it makes, of the result's type. Its
        conjugate and negative bits may have been changed in place.
    C3: the tensors that the region takes from outside are results of
        `build.tensor`.
  }];
  let arguments = (ins Meta_I64Prop:$number, StringProp:$source,
                       UnitProp:$inference);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $number $source (`inference` $inference^)? attr-dict-with-keyword `:`
    qualified(type($result)) $body
  }];
  let hasRegionVerifier = 1;
}

def Build_YieldOp : Build_Op<"yield",
    [Terminator, ParentOneOf<["TensorOp", "ReplayOp", "FunctionalViewOp"]>]> {
  let summary = "what a region has made";
  let arguments = (ins Meta_TensorType:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
  let extraClassDeclaration = [{
    /// In the place of MLIR's own, see Note [Names of traits].
    static ::mlir::OperationName::HasTraitFn getHasTraitFn();
  }];
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

class Build_RootOp<string mnemonic, dag parameters = (ins), string format = "">
    : Build_Op<mnemonic> {
  let arguments = parameters;
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = format # " attr-dict `:` qualified(type($result))";
}

def Build_SymbolOp : Build_Op<"symbol",
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a size that is known only at run time";
  let description = [{
    Words as of `meta.symbol`. A run makes a symbol when a step first needs it or
    one behind it, and one of each name as long as its memo lives.

    ```mlir
    func.func @f() {
      %n = build.symbol "s0" min 2 hint 8 sources ["L['x'].size()[0]"]
      %0 = build.empty_strided[%n] : !meta.tensor<?x3xf32>
      return
    }
    ```

    C1: the facts are such as `meta.symbol` may have.
  }];
  let hasVerifier = 1;
  let arguments = (ins StringProp:$name,
    DefaultValuedProp<Meta_EnumProp<Meta_SymbolKind>,
      "::metautils::SymbolKind::Backed">:$kind,
    OptionalProp<Meta_I64Prop>:$min, OptionalProp<Meta_I64Prop>:$max,
    OptionalProp<Meta_I64Prop>:$hint,
    DefaultValuedProp<Meta_StringListProp, "::llvm::ArrayRef<std::string>{}",
      "::llvm::SmallVector<std::string, 0>{}">:$sources);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $name `` custom<SymbolFacts>($kind, $min, $max, $hint, $sources) attr-dict
  }];
}

def Build_EmptyStridedOp : Build_RootOp<"empty_strided",
    (ins Variadic<Index>:$dynamic), "(`` `[` $dynamic^ `]`)?"> {
  let summary = "a tensor with a storage of its own (at::empty_strided)";
  let description = [{
    The operands in brackets are the `?` of the type, sizes first, then strides.

    ```mlir
    func.func @f() {
      %0 = build.empty_strided : !meta.tensor<4x3xf32, strided<[1, 4]>>
      return
    }
    ```

    C1: one operand for each `?` of the result type.
  }];
  let hasVerifier = 1;
}

def Build_ZeroTensorOp : Build_RootOp<"zero_tensor",
    (ins Variadic<Index>:$dynamic), "(`` `[` $dynamic^ `]`)?"> {
  let summary = "all zeros, without data (at::_efficientzerotensor)";
  let description = [{
    The operands in brackets are the `?` of the type.

    ```mlir
    func.func @f() {
      %0 = build.zero_tensor : !meta.tensor<4xf32>
      return
    }
    ```

    C1: the layout is contiguous.
    C2: one operand for each `?` of the result type.
  }];
  let hasVerifier = 1;
}

def Build_SparseCooOp : Build_Op<"sparse_coo"> {
  let summary = "a sparse tensor in coordinate format, of its parts";
  let description = [{
    `at::_sparse_coo_tensor_with_dims_and_tensors`: so it keeps how many elements
    there are. PyTorch's converter makes it without any.

    ```mlir
    func.func @f() {
      %i = build.empty_strided : !meta.tensor<2x3xsi64>
      %v = build.empty_strided : !meta.tensor<3xf32>
      %0 = build.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
      return
    }
    ```

    C1: the result is in coordinate format.
    C2: one operand for each `?` of the result type.
  }];
  let hasVerifier = 1;
  let arguments = (ins Meta_TensorType:$indices, Meta_TensorType:$values,
                       Variadic<Index>:$dynamic, UnitProp:$coalesced);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $indices `,` $values (`` `[` $dynamic^ `]`)? (`coalesced` $coalesced^)? attr-dict `:`
    qualified(type($indices)) `,` qualified(type($values)) `->`
    qualified(type($result))
  }];
}

def Build_SparseCompressedOp : Build_Op<"sparse_compressed"> {
  let summary = "a sparse tensor in compressed format, of its parts";
  let description = [{
    ```mlir
    func.func @f() {
      %c = build.empty_strided : !meta.tensor<5xsi64>
      %p = build.empty_strided : !meta.tensor<3xsi64>
      %v = build.empty_strided : !meta.tensor<3xf32>
      %0 = build.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
      return
    }
    ```

    C1: the result is in a compressed format.
    C2: one operand for each `?` of the result type.
  }];
  let hasVerifier = 1;
  let arguments = (ins Meta_TensorType:$compressed, Meta_TensorType:$plain,
                       Meta_TensorType:$values, Variadic<Index>:$dynamic);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $compressed `,` $plain `,` $values (`` `[` $dynamic^ `]`)? attr-dict `:`
    qualified(type($compressed)) `,` qualified(type($plain)) `,`
    qualified(type($values)) `->` qualified(type($result))
  }];
}

def Build_OpaqueOp : Build_RootOp<"opaque"> {
  let summary = "a tensor whose bytes only its library can find";
  let description = [{
    ```mlir
    func.func @f() {
      %0 = build.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
      return
    }
    ```
  }];
}

def Build_QuantizedOp : Build_RootOp<"quantized",
    (ins Meta_EnumProp<Meta_QScheme>:$scheme, Meta_FloatListProp:$scales,
         Meta_FloatListProp:$zeroPoints, OptionalProp<Meta_I64Prop>:$axis),
    "$scheme `scales` $scales `zero_points` $zeroPoints (`axis` $axis^)?"> {
  let summary = "a quantized tensor with a storage of its own";
  let description = [{
    ```mlir
    func.func @f() {
      %0 = build.quantized per_tensor_affine scales [0.5] zero_points [3.0] : !meta.tensor<4x3x!meta.qint8>
      return
    }
    ```
  }];
}

def Build_NestedOp : Build_Op<"nested"> {
  let summary = "tensors of several sizes in one buffer (torch.nested, strided)";
  let description = [{
    Sizes, strides and offsets are listed as by `meta.nested`.

    ```mlir
    func.func @f() {
      %b = build.empty_strided : !meta.tensor<18xf32>
      %0 = build.nested %b sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
      return
    }
    ```
  }];
  let arguments = (ins Meta_TensorType:$buffer, Meta_IndexListProp:$sizes,
                       Meta_IndexListProp:$strides,
                       Meta_IndexListProp:$offsets);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $buffer `sizes` $sizes `strides` $strides `offsets` $offsets attr-dict `:`
    qualified(type($buffer)) `->` qualified(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

def Build_AsStridedOp : Build_ViewOp<"as_strided",
    (ins Variadic<Index>:$dynamic,
         DefaultValuedProp<Meta_I64Prop, "0">:$offset),
    "`` custom<ViewOperands>($dynamic, $offset)"> {
  let summary = "any strided view of a base (at::as_strided)";
  let description = [{
    The offset is absolute, in elements of the base. Operands as of `meta.view`.

    ```mlir
    func.func @f(%b: !meta.tensor<24xf32>) {
      %0 = build.as_strided %b offset 2 no_grad : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
      return
    }
    ```

    C1: base and result have one element type.
    C2: one operand for each `?` of the result type, and one for a dynamic offset.
  }];
  let hasVerifier = 1;
}

class Build_PlainViewOp<string mnemonic, string what>
    : Build_ViewOp<mnemonic> {
  let summary = what # " (at::" # mnemonic # ")";
}

def Build_AliasOp : Build_PlainViewOp<"alias", "the base once more">;
def Build_ViewAsRealOp
    : Build_PlainViewOp<"view_as_real", "a complex base as pairs">;
def Build_ViewAsComplexOp
    : Build_PlainViewOp<"view_as_complex", "pairs as a complex tensor">;
def Build_ValuesOp : Build_PlainViewOp<"values", "the values of a sparse base">;

def Build_ReplayOp : Build_Op<"replay",
    [SingleBlock, Build_ReplayRegionTrait]> {
  let summary = "the view ops that were recorded, on a base";
  let description = [{
    The ops of the view function that autograd has recorded, as the description has
    them, over the base.

    ```mlir
    func.func @f(%b: !meta.tensor<4xcomplex<f32>>) {
      %0 = build.replay %b no_grad : !meta.tensor<4xcomplex<f32>> -> !meta.tensor<4xcomplex<f32>, conj> {
        %1 = meta.conj %b : !meta.tensor<4xcomplex<f32>>
        build.yield %1 : !meta.tensor<4xcomplex<f32>, conj>
      }
      return
    }
    ```

    C1: the region has views of the base, and yields one of the result's type.
  }];
  let arguments = (ins Meta_TensorType:$base, UnitProp:$noGrad);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = [{
    $base (`no_grad` $noGrad^)? attr-dict-with-keyword `:`
    qualified(type($base)) `->` qualified(type($result)) $body
  }];
  let hasRegionVerifier = 1;
}

#endif // METAUTILS_PROGRAM_BUILDOPS_TD
