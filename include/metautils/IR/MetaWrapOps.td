// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Geometries that sizes and strides over one storage cannot say: sparse,
// nested and quantized tensors, and tensors that wrap others.

#ifndef METAUTILS_IR_METAWRAPOPS_TD
#define METAUTILS_IR_METAWRAPOPS_TD

include "metautils/IR/MetaElementOps.td"

class Meta_WrapOp<string mnemonic, list<Trait> traits = []>
    : Meta_Op<mnemonic, !listconcat([Pure, Meta_GeometryTrait], traits)> {
  let results = (outs Meta_TensorType:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

def Meta_SparseCooOp : Meta_WrapOp<"sparse_coo"> {
  let summary = "a sparse tensor in coordinate format";
  let description = [{
    Elements, or dense blocks of them, each with its coordinates: what
    `_indices()` and `_values()` give. A tensor that is not `coalesced` may have
    some coordinates twice and in any order. The operands in brackets are the
    `?` of the result type.

    ```mlir
    %s0 = meta.storage 48 : !meta.storage
    %s1 = meta.storage 12 : !meta.storage
    %i = meta.view %s0 : !meta.storage -> !meta.tensor<2x3xsi64>
    %v = meta.view %s1 : !meta.storage -> !meta.tensor<3xf32>
    %0 = meta.sparse_coo %i, %v coalesced : !meta.tensor<2x3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.coo<2, 0>>
    %t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
    meta.source %t, "adjacency" : !meta.tensor<4x5xf32, #meta.coo<2, 0>>
    ```

    C1: the result is in coordinate format.
    C2: the indices are int64, one row for each sparse dimension and one column
        for each value.
    C3: the values are of the result's elements and of its dense sizes.
    C4: all parts are on the device of the result.
    C5: one operand for each `?` of the result type.
  }];
  let arguments = (ins Meta_TensorType:$indices, Meta_TensorType:$values,
                       Variadic<Index>:$dynamic, UnitProp:$coalesced);
  let assemblyFormat = [{
    $indices `,` $values (`` `[` $dynamic^ `]`)? (`coalesced` $coalesced^)?
    attr-dict `:` qualified(type($indices)) `,` qualified(type($values)) `->`
    qualified(type($result))
  }];
}

def Meta_SparseCompressedOp : Meta_WrapOp<"sparse_compressed"> {
  let summary = "a sparse tensor in compressed format: CSR, CSC, BSR or BSC";
  let description = [{
    Values with their index in one dimension, and where each row of them begins:
    in CSR `crow_indices()`, `col_indices()` and `values()`. In CSC columns are
    compressed; in BSR and BSC a value is a block. Leading dimensions are
    batches, trailing ones are dense.

    ```mlir
    %s0 = meta.storage 40 : !meta.storage
    %s1 = meta.storage 24 : !meta.storage
    %s2 = meta.storage 12 : !meta.storage
    %c = meta.view %s0 : !meta.storage -> !meta.tensor<5xsi64>
    %p = meta.view %s1 : !meta.storage -> !meta.tensor<3xsi64>
    %v = meta.view %s2 : !meta.storage -> !meta.tensor<3xf32>
    %0 = meta.sparse_compressed %c, %p, %v : !meta.tensor<5xsi64>, !meta.tensor<3xsi64>, !meta.tensor<3xf32> -> !meta.tensor<4x5xf32, #meta.csr>
    %t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.csr>
    meta.source %t, "adjacency" : !meta.tensor<4x5xf32, #meta.csr>
    ```

    C1: the result is in a compressed format.
    C2: both kinds of indices are int32, or both are int64.
    C3: in each batch one index more is compressed than there are rows (columns,
        rows of blocks, ...), and one is plain for each value.
    C4: the values are of the result's elements, of its batches, blocks and dense
        sizes.
    C5: all parts are on the device of the result.
    C6: one operand for each `?` of the result type.
  }];
  let arguments = (ins Meta_TensorType:$compressed, Meta_TensorType:$plain,
                       Meta_TensorType:$values, Variadic<Index>:$dynamic);
  let assemblyFormat = [{
    $compressed `,` $plain `,` $values (`` `[` $dynamic^ `]`)? attr-dict `:`
    qualified(type($compressed)) `,` qualified(type($plain)) `,`
    qualified(type($values)) `->` qualified(type($result))
  }];
}

def Meta_NestedOp : Meta_WrapOp<"nested"> {
  let summary = "tensors of several sizes in one buffer (torch.nested, strided)";
  let description = [{
    The components lie in one buffer, each with sizes, strides and an offset of
    its own, in elements; they are listed one after another. A size that is not
    the same in all of them is a `?` of the result type.

    ```mlir
    %s = meta.storage 72 : !meta.storage
    %b = meta.view %s : !meta.storage -> !meta.tensor<18xf32>
    // 2x3 and 4x3
    %0 = meta.nested %b sizes [2, 3, 4, 3] strides [3, 1, 3, 1] offsets [0, 6] : !meta.tensor<18xf32> -> !meta.tensor<2x?x3xf32, #meta.nested>
    %t = meta.tensor %0 : !meta.tensor<2x?x3xf32, #meta.nested>
    meta.source %t, "sentences" : !meta.tensor<2x?x3xf32, #meta.nested>
    ```

    C1: the result is nested.
    C2: one offset for each component, one size and one stride for each of its
        dimensions.
    C3: no number is negative, and no byte lies beyond 2^63 - 1.
    C4: a size of the result type is that of all components, and a `?` is not.
    C5: the buffer has one dimension, and the elements and device of the result.
  }];
  let arguments = (ins Meta_TensorType:$buffer, Meta_IndexListProp:$sizes,
                       Meta_IndexListProp:$strides,
                       Meta_IndexListProp:$offsets);
  let assemblyFormat = [{
    $buffer `sizes` $sizes `strides` $strides `offsets` $offsets attr-dict `:`
    qualified(type($buffer)) `->` qualified(type($result))
  }];
  let extraClassDeclaration = [{
    /// The sizes behind the first one of a result that consists of `count`
    /// components of `rank` dimensions: `kDynamic` where they differ.
    static ::llvm::SmallVector<int64_t> joinSizes(::llvm::ArrayRef<int64_t> sizes,
                                                  int64_t count, int64_t rank);
  }];
}

def Meta_OpaqueOp : Meta_Op<"opaque", [Meta_GeometryTrait]> {
  let summary = "a tensor whose bytes only its library can find";
  let description = [{
    For example one of oneDNN (`Tensor.to_mkldnn`): it has sizes and no storage.
    And the outside of a functional tensor whose value is not strided.

    ```mlir
    %0 = meta.opaque : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
    %t = meta.tensor %0 : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
    meta.source %t, "conv.weight" : !meta.tensor<4x5xf32, #meta.opaque_layout<"mkldnn">>
    ```

    C1: it is not strided, and all sizes of an opaque layout are known.
  }];
  let results = (outs Res<Meta_TensorType, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

def Meta_QuantizedOp : Meta_WrapOp<"quantized",
    [Meta_SameGeometryTrait, AllTypesMatch<["geometry", "result"]>]> {
  let summary = "what the elements of a quantized tensor stand for";
  let description = [{
    An integer `q` stands for `(q - zero_point) * scale`, with one scale and zero
    point for the tensor, or one for each index of an axis. Not part of the type,
    where a transpose would make them wrong.

    ```mlir
    %s = meta.storage 12 : !meta.storage
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4x3x!meta.qint8>
    %1 = meta.quantized %0 per_tensor_affine scales [5.000000e-01] zero_points [3.000000e+00] : !meta.tensor<4x3x!meta.qint8>
    %2 = meta.quantized %0 per_channel_affine scales [0.5, 0.25, 2.0] zero_points [0.0, 1.0, 0.0] axis 1 : !meta.tensor<4x3x!meta.qint8>
    ```

    C1: the elements are of a quantized dtype.
    C2: of the whole tensor: one scale, one zero point and no axis.
    C3: of channels: an axis, and a scale and a zero point for each of its
        indices.
  }];
  let arguments = (ins Meta_TensorType:$geometry,
                       Meta_EnumProp<Meta_QScheme>:$scheme,
                       Meta_FloatListProp:$scales,
                       Meta_FloatListProp:$zeroPoints,
                       OptionalProp<Meta_I64Prop>:$axis);
  let assemblyFormat = [{
    $geometry $scheme `scales` $scales `zero_points` $zeroPoints
    (`axis` $axis^)? attr-dict `:` qualified(type($geometry))
  }];
}

#endif // METAUTILS_IR_METAWRAPOPS_TD
