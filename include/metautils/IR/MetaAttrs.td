// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts that strides cannot say, and the enums of the meta dialect.

#ifndef METAUTILS_IR_METAATTRS_TD
#define METAUTILS_IR_METAATTRS_TD

include "metautils/IR/MetaBase.td"

/// How the elements of a tensor are laid out, where strides cannot say it.
def Meta_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::metautils";
  let description = [{
    A layout other than `strided`: the tensor has no strides and no offset, its
    bytes lie in the storages of its parts.
  }];
  let methods = [InterfaceMethod<
    "Says whether a tensor of this shape can have this layout.",
    "::llvm::LogicalResult", "verifyShape",
    (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
         "::llvm::ArrayRef<int64_t>":$shape)>];
}

class Meta_LayoutAttr<string name, string mnemonicName>
    : AttrDef<Meta_Dialect, name,
              [DeclareAttrInterfaceMethods<Meta_LayoutAttrInterface>]> {
  let mnemonic = mnemonicName;
}

def Meta_CooAttr : Meta_LayoutAttr<"Coo", "coo"> {
  let summary = "coordinate format: `torch.sparse_coo`";
  let description = [{
    The first `sparse` dimensions are indexed by coordinates, the last `dense`
    ones are dense: `#meta.coo<2, 0>`.

    C1: neither is negative, and they add up to the rank.
  }];
  let parameters = (ins "int64_t":$sparse, "int64_t":$dense);
  let assemblyFormat = "`<` $sparse `,` $dense `>`";
}

/// The four compressed formats differ in what they compress and in the blocks.
class Meta_CompressedAttr<string name, string mnemonicName, string torchName>
    : Meta_LayoutAttr<name, mnemonicName> {
  let summary = "compressed format: `" # torchName # "`";
}
def Meta_CsrAttr : Meta_CompressedAttr<"Csr", "csr", "torch.sparse_csr"> {
  let description = [{
    Rows are compressed; leading dimensions are batches.

    C1: of at least 2 dimensions.
  }];
}
def Meta_CscAttr : Meta_CompressedAttr<"Csc", "csc", "torch.sparse_csc"> {
  let description = [{
    Columns are compressed; leading dimensions are batches.

    C1: of at least 2 dimensions.
  }];
}

class Meta_BlockedAttr<string name, string mnemonicName, string torchName>
    : Meta_CompressedAttr<name, mnemonicName, torchName> {
  let parameters = (ins "int64_t":$rows, "int64_t":$columns);
  let assemblyFormat = "`<` $rows `,` $columns `>`";
  let genVerifyDecl = 1;
}
def Meta_BsrAttr : Meta_BlockedAttr<"Bsr", "bsr", "torch.sparse_bsr"> {
  let description = [{
    Rows of blocks are compressed: `#meta.bsr<2, 2>`.

    C1: of at least 2 dimensions.
    C2: a block has at least one row and one column.
  }];
}
def Meta_BscAttr : Meta_BlockedAttr<"Bsc", "bsc", "torch.sparse_bsc"> {
  let description = [{
    Columns of blocks are compressed: `#meta.bsc<2, 2>`.

    C1: of at least 2 dimensions.
    C2: a block has at least one row and one column.
  }];
}

def Meta_NestedAttr : Meta_LayoutAttr<"Nested", "nested"> {
  let summary = "components of several sizes: `torch.nested`, strided";
  let description = [{
    The first dimension counts the components.

    C1: of at least one dimension, the first of which is known.
  }];
}

def Meta_JaggedAttr : Meta_LayoutAttr<"Jagged", "jagged"> {
  let summary = "ragged in one dimension: `torch.jagged`";
  let description = [{
    The elements lie in a `values` tensor, cut by `offsets`.

    C1: one dimension is dynamic, the ragged one.
  }];
}

def Meta_OpaqueLayoutAttr : Meta_LayoutAttr<"OpaqueLayout", "opaque_layout"> {
  let summary = "a layout that only its library knows";
  let description = "For example `#meta.opaque_layout<\"mkldnn\">`.";
  let parameters = (ins StringRefParameter<>:$library);
  let assemblyFormat = "`<` $library `>`";
}

def Meta_CreationMeta : I32EnumAttr<"CreationMeta",
    "how autograd made a view (torch::autograd::CreationMeta)", [
      I32EnumAttrCase<"Default", 0, "default">,
      I32EnumAttrCase<"InCustomFunction", 1, "in_custom_function">,
      I32EnumAttrCase<"MultiOutputNode", 2, "multi_output_node">,
      I32EnumAttrCase<"NoGradMode", 3, "no_grad_mode">,
      I32EnumAttrCase<"InferenceMode", 4, "inference_mode">]> {
  let cppNamespace = "::metautils";
  let genSpecializedAttr = 0;
}

def Meta_SymbolKind : I32EnumAttr<"SymbolKind", "where a symbol comes from", [
      I32EnumAttrCase<"Backed", 0, "backed">,
      I32EnumAttrCase<"Unbacked", 1, "unbacked">,
      I32EnumAttrCase<"NestedInt", 2, "nested_int">]> {
  let cppNamespace = "::metautils";
  let genSpecializedAttr = 0;
}

def Meta_QScheme : I32EnumAttr<"QScheme",
    "what scales are of (c10::QScheme)", [
      I32EnumAttrCase<"PerTensorAffine", 0, "per_tensor_affine">,
      I32EnumAttrCase<"PerChannelAffine", 1, "per_channel_affine">,
      I32EnumAttrCase<"PerTensorSymmetric", 2, "per_tensor_symmetric">,
      I32EnumAttrCase<"PerChannelSymmetric", 3, "per_channel_symmetric">,
      I32EnumAttrCase<"PerChannelAffineFloatQParams", 4,
                      "per_channel_affine_float_qparams">]> {
  let cppNamespace = "::metautils";
  let genSpecializedAttr = 0;
}

def Meta_Transform : I32EnumAttr<"Transform",
    "a transform of functorch (at::functorch::TransformType)", [
      I32EnumAttrCase<"Torch", 0, "torch">,
      I32EnumAttrCase<"Vmap", 1, "vmap">,
      I32EnumAttrCase<"Grad", 2, "grad">,
      I32EnumAttrCase<"Jvp", 3, "jvp">,
      I32EnumAttrCase<"Functionalize", 4, "functionalize">]> {
  let cppNamespace = "::metautils";
  let genSpecializedAttr = 0;
}

def Meta_Randomness : I32EnumAttr<"Randomness",
    "what random ops do under vmap (at::functorch::RandomnessType)", [
      I32EnumAttrCase<"Error", 0, "error">,
      I32EnumAttrCase<"Same", 1, "same">,
      I32EnumAttrCase<"Different", 2, "different">]> {
  let cppNamespace = "::metautils";
  let genSpecializedAttr = 0;
}

#endif // METAUTILS_IR_METAATTRS_TD
