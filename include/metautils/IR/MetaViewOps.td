// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views named after ATen's. Each is one def here and one function in
// MetaViewOps.cpp, which maps the geometry of the base. Those that change what
// an element is are in MetaElementOps.td.

#ifndef METAUTILS_IR_METAVIEWOPS_TD
#define METAUTILS_IR_METAVIEWOPS_TD

include "metautils/IR/MetaOps.td"

/// A view whose result types follow from its base and its parameters. The base
/// is strided; dimensions count from 0.
class Meta_NamedViewOp<string mnemonic, dag parameters, dag resultValues,
                       string format, list<string> ownMethods = []>
    : Meta_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>,
                         DeclareOpInterfaceMethods<Meta_ViewOpInterface,
                                                   ownMethods>]> {
  let arguments = !con((ins Meta_TensorType:$base), parameters);
  let results = resultValues;
  let assemblyFormat = "$base " # format # " attr-dict `:` qualified(type($base))";
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getBase(); }
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (operands.empty()) // Not verified yet.
        return ::mlir::failure();
      // An op of which no property is stated has none yet.
      Properties defaults;
      auto *stated = properties.as<Properties *>();
      Adaptor adaptor(operands, attributes, stated ? *stated : defaults,
                      regions);
      return inferView<$cppClass>(adaptor, location, types);
    }
    ::llvm::Error $cppClass::mapGeometry(
        unsigned result, ::metautils::Arithmetic &arithmetic,
        ::metautils::Geometry &geometry) {
      Adaptor adaptor(*this);
      return mapView(adaptor, result, arithmetic, geometry);
    }
  }];
}

class Meta_OneViewOp<string mnemonic, dag parameters, string format>
    : Meta_NamedViewOp<mnemonic, parameters, (outs Meta_TensorType:$result),
                       format>;

class Meta_ViewsOp<string mnemonic, dag parameters, string format,
                   list<string> ownMethods = []>
    : Meta_NamedViewOp<mnemonic, parameters,
                       (outs Variadic<Meta_TensorType>:$views), format,
                       ownMethods>;

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

def Meta_AliasOp : Meta_OneViewOp<"alias", (ins), ""> {
  let summary = "the whole of its base (at::alias, detach)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>) {
      %0 = meta.alias %x : !meta.tensor<4xf32>
      return
    }
    ```
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Dimensions moved, dropped and added
//===----------------------------------------------------------------------===//

def Meta_PermuteOp : Meta_OneViewOp<"permute",
    (ins Meta_IndexListProp:$permutation), "$permutation"> {
  let summary = "dimensions in another order (at::permute)";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the base.

    ```mlir
    func.func @f(%x: !meta.tensor<2x3x4xf32>) {
      %0 = meta.permute %x [2, 0, 1] : !meta.tensor<2x3x4xf32>
      return
    }
    ```
  }];
}

def Meta_TransposeOp : Meta_OneViewOp<"transpose",
    (ins Meta_I64Prop:$dim0, Meta_I64Prop:$dim1), "`,` $dim0 `,` $dim1"> {
  let summary = "two dimensions exchanged (at::transpose)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<2x3xf32>) -> !meta.tensor<3x2xf32, strided<[1, 3]>> {
      %0 = meta.transpose %x, 0, 1 : !meta.tensor<2x3xf32>
      return %0 : !meta.tensor<3x2xf32, strided<[1, 3]>>
    }
    ```
  }];
}

def Meta_SqueezeOp : Meta_OneViewOp<"squeeze",
    (ins DefaultValuedProp<Meta_IndexListProp, "::llvm::ArrayRef<int64_t>{}",
                           "::llvm::SmallVector<int64_t>{}">:$dims),
    "(`dims` $dims^)?"> {
  let summary = "dimensions of size 1 dropped (at::squeeze)";
  let description = [{
    Drops those of `dims` whose size is 1, or without `dims` all whose size is 1.
    A dynamic size is taken not to be 1.

    ```mlir
    func.func @f(%x: !meta.tensor<1x3x1xf32>) {
      %0 = meta.squeeze %x : !meta.tensor<1x3x1xf32>
      %1 = meta.squeeze %x dims [0, 1] : !meta.tensor<1x3x1xf32>
      return
    }
    ```
  }];
}

def Meta_UnsqueezeOp : Meta_OneViewOp<"unsqueeze",
    (ins Meta_I64Prop:$dim), "`dim` $dim"> {
  let summary = "a dimension of size 1 put in (at::unsqueeze)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<2x3xf32>) {
      %0 = meta.unsqueeze %x dim 2 : !meta.tensor<2x3xf32>
      return
    }
    ```
  }];
}

def Meta_DiagonalOp : Meta_OneViewOp<"diagonal",
    (ins Meta_I64Prop:$dim0, Meta_I64Prop:$dim1,
         DefaultValuedProp<Meta_I64Prop, "0">:$offset),
    "`dims` $dim0 `,` $dim1 (`offset` $offset^)?"> {
  let summary = "a diagonal of two dimensions, as the last one (at::diagonal)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4x5xf32>) {
      %0 = meta.diagonal %x dims 0, 1 : !meta.tensor<4x5xf32>
      %1 = meta.diagonal %x dims 0, 1 offset -1 : !meta.tensor<4x5xf32>
      return
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

def Meta_SliceOp : Meta_OneViewOp<"slice",
    (ins Meta_I64Prop:$dim, DefaultValuedProp<Meta_I64Prop, "0">:$start,
         DefaultValuedProp<Meta_I64Prop, "std::numeric_limits<int64_t>::max()">:$end,
         DefaultValuedProp<Meta_I64Prop, "1">:$step, Variadic<Index>:$dynamic),
    "`dim` $dim `` custom<SliceBounds>($start, $end, $step, $dynamic)"> {
  let summary = "every so many of a dimension, between bounds (at::slice)";
  let description = [{
    The bounds are the raw ones of Python: a negative one counts from the end,
    one out of range is clamped, so that the op can be replayed on a base of
    another size.

    ```mlir
    func.func @f(%x: !meta.tensor<10x4xf32>, %n: index) {
      %0 = meta.slice %x dim 0 from 2 to -1 step 3 : !meta.tensor<10x4xf32>
      %1 = meta.slice %x dim 1 from %n : !meta.tensor<10x4xf32>
      return
    }
    ```
  }];
}

def Meta_NarrowOp : Meta_OneViewOp<"narrow",
    (ins Meta_I64Prop:$dim, Meta_I64Prop:$start, Meta_I64Prop:$length,
         Variadic<Index>:$dynamic),
    "`dim` $dim custom<NarrowBounds>($start, $length, $dynamic)"> {
  let summary = "a part of a dimension, exactly (at::narrow)";
  let description = [{
    Unlike `meta.slice` nothing is clamped: the part must fit.

    ```mlir
    func.func @f(%x: !meta.tensor<10x4xf32>, %n: index) {
      %0 = meta.narrow %x dim 0 start 2 length 4 : !meta.tensor<10x4xf32>
      %1 = meta.narrow %x dim 0 start 0 length %n : !meta.tensor<10x4xf32>
      return
    }
    ```
  }];
}

def Meta_SelectOp : Meta_OneViewOp<"select",
    (ins Meta_I64Prop:$dim, Meta_I64Prop:$index, Variadic<Index>:$dynamic),
    "`dim` $dim custom<SelectIndex>($index, $dynamic)"> {
  let summary = "one of a dimension, which goes (at::select)";
  let description = [{
    A negative index counts from the end.

    ```mlir
    func.func @f(%x: !meta.tensor<10x4xf32>, %n: index) {
      %0 = meta.select %x dim 0 index -1 : !meta.tensor<10x4xf32>
      %1 = meta.select %x dim 0 index %n : !meta.tensor<10x4xf32>
      return
    }
    ```
  }];
}

def Meta_SplitOp : Meta_ViewsOp<"split",
    (ins Meta_I64Prop:$dim, Meta_IndexListProp:$sizes, Variadic<Index>:$dynamic),
    "`dim` $dim `sizes` custom<IndexList>($sizes, $dynamic)",
    ["mapGeometries"]> {
  let summary = "a dimension cut into parts (at::split_with_sizes)";
  let description = [{
    One result for each size. The sizes add up to that of the dimension.

    ```mlir
    func.func @f(%qkv: !meta.tensor<12x4xf32>) {
      %q, %k, %v = meta.split %qkv dim 0 sizes [4, 4, 4] : !meta.tensor<12x4xf32>
      return
    }
    ```

    C1: into at least one part.
  }];
}

def Meta_UnbindOp : Meta_ViewsOp<"unbind", (ins Meta_I64Prop:$dim), "`dim` $dim"> {
  let summary = "all of a dimension, one by one (at::unbind)";
  let description = [{
    One result for each index of the dimension.

    ```mlir
    func.func @f(%x: !meta.tensor<3x4xf32>) {
      %0:3 = meta.unbind %x dim 0 : !meta.tensor<3x4xf32>
      return
    }
    ```

    C1: of a dimension whose size is static, and not beyond 2^20.
  }];
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def Meta_ExpandOp : Meta_OneViewOp<"expand",
    (ins Meta_IndexListProp:$sizes, Variadic<Index>:$dynamic),
    "`to` custom<IndexList>($sizes, $dynamic)"> {
  let summary = "dimensions of size 1 repeated with stride 0 (at::expand)";
  let description = [{
    New dimensions come first; -1 keeps a size. A dynamic size where the base
    has 1 is taken not to be 1 itself: the stride is 0.

    ```mlir
    func.func @f(%x: !meta.tensor<3x1xf32>, %n: index) {
      %0 = meta.expand %x to [2, -1, 5] : !meta.tensor<3x1xf32>
      %1 = meta.expand %x to [-1, %n] : !meta.tensor<3x1xf32>
      return
    }
    ```
  }];
}

def Meta_ReshapeOp : Meta_OneViewOp<"reshape",
    (ins Meta_IndexListProp:$sizes, Variadic<Index>:$dynamic),
    "`to` custom<IndexList>($sizes, $dynamic)"> {
  let summary = "the same elements under other sizes (at::view)";
  let description = [{
    Never copies: where no strides give the sizes, it is an error. One size may
    be -1.

    ```mlir
    func.func @f(%x: !meta.tensor<12xf32>, %y: !meta.tensor<?x4xf32>, %n: index) {
      %0 = meta.reshape %x to [3, -1] : !meta.tensor<12xf32>
      %1 = meta.reshape %y to [-1] : !meta.tensor<?x4xf32>
      %2 = meta.reshape %y to [%n, 2, 2] : !meta.tensor<?x4xf32>
      return
    }
    ```
  }];
}

def Meta_UnflattenOp : Meta_OneViewOp<"unflatten",
    (ins Meta_I64Prop:$dim, Meta_IndexListProp:$sizes, Variadic<Index>:$dynamic),
    "`dim` $dim `into` custom<IndexList>($sizes, $dynamic)"> {
  let summary = "a dimension as several (at::unflatten)";
  let description = [{
    Unlike `meta.reshape` it always fits. One size may be -1.

    ```mlir
    func.func @f(%x: !meta.tensor<?x12xf32, strided<[?, 1]>>, %n: index) {
      %0 = meta.unflatten %x dim 1 into [3, -1] : !meta.tensor<?x12xf32, strided<[?, 1]>>
      %1 = meta.unflatten %x dim 0 into [%n, 2] : !meta.tensor<?x12xf32, strided<[?, 1]>>
      return
    }
    ```
  }];
}

def Meta_UnfoldOp : Meta_OneViewOp<"unfold",
    (ins Meta_I64Prop:$dim, Meta_I64Prop:$size, Meta_I64Prop:$step),
    "`dim` $dim `size` $size `step` $step"> {
  let summary = "sliding windows, which may overlap (at::unfold)";
  let description = [{
    The dimension counts the windows, a new last one the elements of each.

    ```mlir
    func.func @f(%x: !meta.tensor<10xf32>) {
      %0 = meta.unfold %x dim 0 size 4 step 2 : !meta.tensor<10xf32>
      return
    }
    ```
  }];
}

def Meta_AsStridedOp : Meta_OneViewOp<"as_strided",
    (ins Meta_IndexListProp:$sizes, Meta_IndexListProp:$strides,
         OptionalProp<Meta_I64Prop>:$offset, Variadic<Index>:$dynamic),
    "custom<AsStridedOperands>($sizes, $strides, $offset, $dynamic)"> {
  let summary = "a geometry stated outright (at::as_strided)";
  let description = [{
    Absolute, as in PyTorch: strides and offset count on the storage, not on the
    base. Without an offset, that of the base stays.

    ```mlir
    func.func @f(%x: !meta.tensor<4x6xf32>, %n: index) {
      %0 = meta.as_strided %x sizes [2, 2] strides [6, 1] offset 7 : !meta.tensor<4x6xf32>
      %1 = meta.as_strided %x sizes [%n] strides [2] : !meta.tensor<4x6xf32>
      return
    }
    ```
  }];
}

#endif // METAUTILS_IR_METAVIEWOPS_TD
