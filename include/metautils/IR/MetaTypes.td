// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the meta dialect: storages, tensors, and the dtypes of PyTorch
// that have no builtin type.

#ifndef METAUTILS_IR_METATYPES_TD
#define METAUTILS_IR_METATYPES_TD

include "metautils/IR/MetaBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Meta_Type<string name, string mnemonicName, list<Trait> traits = []>
    : TypeDef<Meta_Dialect, name, traits> {
  let mnemonic = mnemonicName;
}

def Meta_StorageType : Meta_Type<"Storage", "storage"> {
  let summary = "a storage, the bytes behind one or more tensors";
  let description = [{
    `!meta.storage` is on the CPU, `!meta.storage<cuda:0>` is not. Its size in
    bytes belongs to the op.

    C1: a device is a keyword, but not `strided`, `conj` or `neg`, and the number
        of one where there are several.
  }];
  let parameters = (ins "::mlir::StringAttr":$device);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins CArg<"::llvm::StringRef", "\"cpu\"">:$device), [{
      return $_get($_ctxt, ::mlir::StringAttr::get($_ctxt, device));
    }]>];
  let extraClassDeclaration = [{
    /// The device that is not printed.
    static constexpr ::llvm::StringLiteral kCpu = "cpu";
  }];
}

def Meta_TensorType : Meta_Type<"MetaTensor", "tensor", [ShapedTypeInterface]> {
  let cppClassName = "MetaTensorType";
  let summary = "a tensor: shape, element type, layout, device and bits";
  let description = [{
    ```text
    tensor-type ::= `!meta.tensor` `<` (dim `x`)* element-type
                    (`,` layout)? (`,` device)? (`,` `conj`)? (`,` `neg`)? `>`
    layout      ::= `strided` `<` `[` (integer | `?`),* `]` `>` | attribute
    device      ::= keyword (`:` integer)?
    ```

    | type | what it says |
    |---|---|
    | `!meta.tensor<4x3xf32>` | contiguous, on the CPU |
    | `!meta.tensor<4x3xf32, strided<[1, 4]>>` | strides in elements |
    | `!meta.tensor<?x4xf32, cuda:0>` | contiguous, one size known at run time |
    | `!meta.tensor<4xcomplex<f32>, conj>` | the conjugate bit is set |
    | `!meta.tensor<4x3xf32, #meta.coo<2, 0>>` | sparse |

    No layout is contiguous: the strides of `torch.empty`, each the product of
    the sizes behind it, zeros counted as ones. There is one spelling of each
    type: strides that equal these are not kept. A `?` in `strided` is a stride
    known at run time. The offset is not part of the type.

    A live tensor of PyTorch always has an element type out of the table of
    dtypes (`metautils/IR/Dtypes.def`): `i1` is bool, `si8` to `si64` and `ui8`
    to `ui64` are the integers, and so on, one for each dtype and back.

    C1: at most 1024 dimensions, none of a negative size.
    C2: the element type is that of a dtype of PyTorch.
    C3: a conjugate bit is of complex elements.
    C4: neither the elements, nor contiguous strides, nor the bytes of a static
        tensor that begins with its storage are beyond 2^63 - 1.
    C5: one stride for each size, none negative, and no offset.
    C6: another layout than `strided` is the dialect's and has such a shape.
    C7: the device is one that a storage can be on.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::Attribute":$layout,
                        "::mlir::StringAttr":$device,
                        "bool":$conj, "bool":$neg);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"::mlir::Attribute", "{}">:$layout,
      CArg<"::mlir::StringAttr", "{}">:$device,
      CArg<"bool", "false">:$conj, CArg<"bool", "false">:$neg)>];
  let extraClassDeclaration = [{
    /// PyTorch has no bound, and no use for so many. Without one, text of a few
    /// bytes could ask for time that is quadratic in the dimensions.
    static constexpr size_t maxRank = 1024;

    bool hasRank() const { return true; }
    MetaTensorType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                             ::mlir::Type elementType) const;

    /// Whether sizes and strides say where each element lies.
    bool isStrided() const;
    /// Whether the strides are those of `torch.empty`.
    bool isContiguous() const { return !getLayout(); }
    /// Strides in elements, `kDynamic` where known only at run time.
    ::llvm::SmallVector<int64_t> getStrides() const;
    /// Bytes of one element; every dtype of PyTorch has at least one.
    int64_t getElementBytes() const;
    /// How many `?` its sizes and strides have: the index operands of `meta.view`.
    unsigned getNumDynamic() const;
  }];
}

/// A dtype of PyTorch with no builtin type: its name says all.
class Meta_DtypeType<string name, string mnemonicName>
    : Meta_Type<name, mnemonicName> {
  let summary = "the dtype `torch." # mnemonicName # "`";
}
def Meta_QInt8Type : Meta_DtypeType<"QInt8", "qint8">;
def Meta_QUInt8Type : Meta_DtypeType<"QUInt8", "quint8">;
def Meta_QInt32Type : Meta_DtypeType<"QInt32", "qint32">;
def Meta_QUInt4x2Type : Meta_DtypeType<"QUInt4x2", "quint4x2">;
def Meta_QUInt2x4Type : Meta_DtypeType<"QUInt2x4", "quint2x4">;
def Meta_Bits1x8Type : Meta_DtypeType<"Bits1x8", "bits1x8">;
def Meta_Bits2x4Type : Meta_DtypeType<"Bits2x4", "bits2x4">;
def Meta_Bits4x2Type : Meta_DtypeType<"Bits4x2", "bits4x2">;
def Meta_Bits8Type : Meta_DtypeType<"Bits8", "bits8">;
def Meta_Bits16Type : Meta_DtypeType<"Bits16", "bits16">;
def Meta_Float4x2Type : Meta_DtypeType<"Float4x2", "float4_e2m1fn_x2">;

def Meta_AnyGeometry : AnyTypeOf<[Meta_StorageType, Meta_TensorType],
                                 "a storage or a tensor">;

#endif // METAUTILS_IR_METATYPES_TD
