// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meta dialect and what its definitions share: base classes and properties.

#ifndef METAUTILS_IR_METABASE_TD
#define METAUTILS_IR_METABASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"

def Meta_Dialect : Dialect {
  let name = "meta";
  let cppNamespace = "::metautils";
  let summary = "what each tensor of a program is";
  let description = [{
    Describes tensors: the storage that holds their bytes, the view of it that
    each one is, the autograd state it carries and the names it goes by.

    Three things are kept apart. **Geometry** is sizes, strides and an offset
    over a storage: `meta.view` and the view ops named after ATen's, pure and
    foldable. **Identity** is `meta.tensor`: "this geometry is a live tensor",
    with its autograd state and its autograd base, never merged. **Name** is
    `meta.source`: what the user calls a live tensor; one tensor may have many.

    A model whose head is tied to its embedding, and a transposed view of a
    part of a pool:

    ```mlir
    %s0 = meta.storage 128 : !meta.storage
    %w = meta.tensor %s0 parameter requires_grad : !meta.storage -> !meta.tensor<8x4xf32>
    meta.source %w, "e.weight" : !meta.tensor<8x4xf32>
    meta.source %w, "h.weight" : !meta.tensor<8x4xf32>

    %s1 = meta.storage 96 : !meta.storage
    %pool = meta.tensor %s1 : !meta.storage -> !meta.tensor<24xf32>
    %0 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
    %1 = meta.reshape %0 to [3, 4] : !meta.tensor<12xf32>
    %2 = meta.transpose %1, 0, 1 : !meta.tensor<3x4xf32>
    %k = meta.tensor %2 base %pool : !meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<24xf32>
    meta.source %k, "k" : !meta.tensor<4x3xf32, strided<[1, 4]>>
    ```

    Offsets are absolute everywhere: elements of the tensor's own type, counted
    from the start of its storage. They, like byte counts, are properties or
    `index` operands of ops and never part of a type, since types are uniqued
    for the life of a context.

    `int64` minimum marks a dynamic value, as everywhere in MLIR; as a literal
    size, stride, offset or bound it is refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;

  let extraClassDeclaration = [{
    /// Names of the attributes that a function argument or result carries.
    /// "sources": strings, what the user calls the tensor.
    static constexpr ::llvm::StringLiteral kSourcesAttr = "meta.sources";
    /// Tensors of one group share a storage. The number of the storage, or those
    /// of all that the parts of a tensor share with others.
    static constexpr ::llvm::StringLiteral kAliasGroupAttr = "meta.alias_group";
    /// In elements; absent is 0. A map to one number of the function's
    /// `meta.symbols`, or the unit attribute: known only at run time.
    static constexpr ::llvm::StringLiteral kOffsetAttr = "meta.offset";
    /// A map from the function's `meta.symbols` to the sizes of the tensor.
    static constexpr ::llvm::StringLiteral kSizesAttr = "meta.sizes";
    /// In elements, where the type does not say them: integers, a layout where
    /// some are known only at run time, or a map as of the sizes.
    static constexpr ::llvm::StringLiteral kStridesAttr = "meta.strides";
    /// `[p0, p1, ..]`: dimension `i` of the tensor is dimension `p_i` of the type.
    static constexpr ::llvm::StringLiteral kPermutationAttr = "meta.permutation";
    /// Of a function: what is known of each symbol of its maps, in order.
    static constexpr ::llvm::StringLiteral kSymbolsAttr = "meta.symbols";
    /// The name of the symbol that an `index` is.
    static constexpr ::llvm::StringLiteral kSymbolAttr = "meta.symbol";
    /// PyTorch's name of the device, where it is not the CPU.
    static constexpr ::llvm::StringLiteral kDeviceAttr = "meta.device";
    /// PyTorch's name of the dtype, where the type no longer says it.
    static constexpr ::llvm::StringLiteral kDtypeAttr = "meta.dtype";

    /// What quantized elements stand for, as `meta.quantized` says it: a
    /// dictionary of "scheme", "scales", "zero_points" and, of channels, "axis".
    static constexpr ::llvm::StringLiteral kQuantizationAttr =
        "meta.quantization";

    /// The element type of each dtype and back.
    const DtypeTable &getDtypes() const { return *dtypes; }

  private:
    std::unique_ptr<DtypeTable> dtypes;

    /// Adds what TableGen lists in MetaTypes.td and MetaAttrs.td.
    void registerTypes();
    void registerAttributes();
    /// How types, attributes and the dialect's version are written to bytecode.
    void registerBytecodeInterface();
    /// What `ValueBoundsOpInterface` answers for the dialect's ops.
    void registerValueBounds();
  }];
}

class Meta_Op<string mnemonic, list<Trait> traits = []>
    : Op<Meta_Dialect, mnemonic, traits>;

/// An integer. MLIR's own property takes the low bits of an attribute of any
/// width.
def Meta_I64Prop : IntProp<"int64_t", "64-bit integer"> {
  let convertFromAttribute = [{
    return ::metautils::readInteger($_attr, 64, $_storage, $_diag);
  }];
}

/// One of the cases of an enum, of which a file may state another number.
class Meta_EnumProp<EnumInfo enumInfo> : EnumProp<enumInfo> {
  let convertFromAttribute = [{
    int64_t number;
    if (::mlir::failed(::metautils::readInteger($_attr, 32, number, $_diag)))
      return ::mlir::failure();
    $_storage = static_cast<}] # enumInfo.cppType # [{>(number);
    return ::mlir::success();
  }];
  let readFromMlirBytecode = [{
    uint64_t number;
    if (::mlir::failed(::metautils::readEnum(
            $_reader, }] # !size(enumInfo.enumerants) # [{, number)))
      return ::mlir::failure();
    $_storage = static_cast<}] # enumInfo.cppType # [{>(number);
  }];
}

/// A list of sizes, strides or the like: constants, and `ShapedType::kDynamic`
/// where an operand gives the value. Read from bytecode without trusting the
/// length that the file states.
def Meta_IndexListProp : IntArrayProp<Meta_I64Prop, "list of indices"> {
  let readFromMlirBytecode = [{
    if (::mlir::failed(::metautils::readIndexList($_reader, $_storage)))
      return ::mlir::failure();
  }];
}

/// A list of doubles. Read from bytecode without trusting its length, either.
def Meta_FloatListProp
    : Property<"::llvm::SmallVector<double, 1>", "list of 64-bit floats",
               "::llvm::ArrayRef<double>"> {
  let assignToStorage = "$_storage.assign($_value.begin(), $_value.end())";
  let convertToAttribute = [{
    return ::mlir::DenseF64ArrayAttr::get($_ctxt, $_storage);
  }];
  let convertFromAttribute = [{
    return ::metautils::readFloatList($_attr, $_storage, $_diag);
  }];
  let parser = [{
    return ::metautils::parseFloatList($_parser, $_storage);
  }];
  let printer = "::metautils::printFloatList($_printer, $_storage)";
  let readFromMlirBytecode = [{
    if (::mlir::failed(::metautils::readFloatList($_reader, $_storage)))
      return ::mlir::failure();
  }];
  let writeToMlirBytecode = [{
    ::metautils::writeFloatList($_writer, $_storage);
  }];
  let hashProperty = [{
    ::llvm::hash_combine_range(
        ::llvm::map_range($_storage, [](double number) {
          return ::llvm::bit_cast<uint64_t>(number);
        }))
  }];
}

/// A list of strings. Read from bytecode without trusting its length, either.
def Meta_StringListProp
    : Property<"::llvm::SmallVector<std::string, 0>", "list of strings",
               "::llvm::ArrayRef<std::string>"> {
  let assignToStorage = "$_storage.assign($_value.begin(), $_value.end())";
  let convertToAttribute = [{
    return ::metautils::toStringArray($_ctxt, $_storage);
  }];
  let convertFromAttribute = [{
    return ::metautils::readStringList($_attr, $_storage, $_diag);
  }];
  let readFromMlirBytecode = [{
    if (::mlir::failed(::metautils::readStringList($_reader, $_storage)))
      return ::mlir::failure();
  }];
  let writeToMlirBytecode = [{
    ::metautils::writeStringList($_writer, $_storage);
  }];
  let hashProperty = [{
    ::llvm::hash_combine_range($_storage.begin(), $_storage.end())
  }];
}

/// A property that the dialect has had since bytecode version `version`: in
/// older files it is absent and has its default.
class Meta_Since<int version, Property property>
    : DefaultValuedProp<property, property.defaultValue,
                        property.storageTypeValueOverride> {
  let readFromMlirBytecode = [{
    if (::metautils::getMetaVersion($_reader) >= }] # version # [{) {
      }] # property.readFromMlirBytecode # [{
    }
  }];
  let writeToMlirBytecode = [{
    if (::metautils::getMetaVersion($_writer) >= }] # version # [{) {
      }] # property.writeToMlirBytecode # [{
    }
  }];
}

#endif // METAUTILS_IR_METABASE_TD
