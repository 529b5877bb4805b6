// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as attributes: what a tensor carries beside tensors.

#ifndef METAUTILS_IR_METADATAATTRS_TD
#define METAUTILS_IR_METADATAATTRS_TD

include "metautils/IR/MetaBase.td"

// Note [Plain data]
// A value of Python is a builtin attribute where that says all of it: `true`,
// `3 : i64` (wider where it must be), `0.5 : f64`, `"text"`, `[..]` for a list,
// and the element type for a dtype. The others are the attributes below. What is
// none of them is `#meta.opaque`, which nobody can take for the value itself.
//
// Text could nest them until the parser's stack is full, so there is a deepest
// level, `maxDataDepth`; what is deeper in Python is opaque.

class Meta_DataAttr<string name, string mnemonicName>
    : AttrDef<Meta_Dialect, name> {
  let mnemonic = mnemonicName;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

def Meta_NoneAttr : Meta_DataAttr<"None", "none"> {
  let summary = "`None`";
}

def Meta_ComplexAttr : Meta_DataAttr<"Complex", "complex"> {
  let summary = "a complex number";
  let description = [{
    For example `#meta.complex<1.0 : f64, -0.5 : f64>`.

    C1: both parts are 64-bit floats.
  }];
  let parameters = (ins "::mlir::FloatAttr":$real, "::mlir::FloatAttr":$imag);
  let assemblyFormat = "`<` custom<Data>($real) `,` custom<Data>($imag) `>`";
  let genVerifyDecl = 1;
}

/// A value that one text says.
class Meta_TextAttr<string name, string mnemonicName>
    : Meta_DataAttr<name, mnemonicName> {
  let parameters = (ins StringRefParameter<>:$value);
  let assemblyFormat = "`<` $value `>`";
}
def Meta_BytesAttr : Meta_TextAttr<"Bytes", "bytes"> {
  let summary = "`bytes`";
}
def Meta_DeviceAttr : Meta_TextAttr<"Device", "device"> {
  let summary = "a `torch.device`: `#meta.device<\"cuda:0\">`";
}
def Meta_ConstantAttr : Meta_TextAttr<"Constant", "constant"> {
  let summary = "a constant of torch, such as a layout: `#meta.constant<\"strided\">`";
}
def Meta_GlobalAttr : Meta_TextAttr<"Global", "global"> {
  let summary = "a class or function by its module and name";
  let description = "For example `#meta.global<\"torch.nn.functional.relu\">`.";
}

def Meta_EnumMemberAttr : Meta_DataAttr<"EnumMember", "enum"> {
  let summary = "a member of an `enum.Enum`";
  let description = "For example `#meta.enum<\"inspect._ParameterKind\", \"VAR_KEYWORD\">`.";
  let parameters = (ins StringRefParameter<>:$className,
                        StringRefParameter<>:$member);
  let assemblyFormat = "`<` $className `,` $member `>`";
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

class Meta_SequenceAttr<string name, string mnemonicName>
    : Meta_DataAttr<name, mnemonicName> {
  let parameters = (ins "::mlir::ArrayAttr":$elements);
  let assemblyFormat = "`<` custom<Data>($elements) `>`";
}
def Meta_TupleAttr : Meta_SequenceAttr<"Tuple", "tuple"> {
  let summary = "a `tuple`: `#meta.tuple<[1, \"a\"]>`";
}
def Meta_SizeAttr : Meta_SequenceAttr<"Size", "size"> {
  let summary = "a `torch.Size`: `#meta.size<[4, #meta.operand<0>]>`";
}
def Meta_SetAttr : Meta_SequenceAttr<"Set", "set"> {
  let summary = "a `set`";
}
def Meta_FrozenSetAttr : Meta_SequenceAttr<"FrozenSet", "frozenset"> {
  let summary = "a `frozenset`";
}

def Meta_SliceAttr : Meta_DataAttr<"Slice", "slice"> {
  let summary = "a `slice`";
  let description = "For example `#meta.slice<0, 8, #meta.none>`.";
  let parameters = (ins "::mlir::Attribute":$start, "::mlir::Attribute":$stop,
                        "::mlir::Attribute":$step);
  let assemblyFormat = [{
    `<` custom<Data>($start) `,` custom<Data>($stop) `,` custom<Data>($step) `>`
  }];
}

def Meta_DictAttr : Meta_DataAttr<"Dict", "dict"> {
  let summary = "a `dict`, in its order";
  let description = [{
    For example `#meta.dict<"requires_grad" = false, 3 = #meta.none>`.

    C1: no key is there twice.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$keys,
                        ArrayRefParameter<"::mlir::Attribute">:$values);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Meta_RecordAttr : Meta_DataAttr<"Record", "record"> {
  let summary = "a dataclass, a named tuple, or a part of a device mesh";
  let description = [{
    The class by its module and name, and the fields with their values:
    `#meta.record<"torch.distributed.tensor.placement_types.Shard", {dim = 0 : i64}>`.
  }];
  let parameters = (ins StringRefParameter<>:$className,
                        "::mlir::DictionaryAttr":$fields);
  let assemblyFormat = "`<` $className `,` custom<Data>($fields) `>`";
}

//===----------------------------------------------------------------------===//
// What is no data
//===----------------------------------------------------------------------===//

def Meta_OperandAttr : Meta_DataAttr<"Operand", "operand"> {
  let summary = "a tensor or a symbolic number: the operand of the op around it";
  let description = [{
    `#meta.operand<0>` is the first operand behind the outer geometry, see
    `meta.subclass`.
  }];
  let parameters = (ins "uint64_t":$number);
  let assemblyFormat = "`<` $number `>`";
}

def Meta_OpaqueAttr : Meta_DataAttr<"OpaqueData", "opaque"> {
  let summary = "a value that is no plain data: its class and how it prints";
  let description = [{
    For example `#meta.opaque<"torch._C.Generator", "<torch._C.Generator object>">`, without
    addresses. It says that something is there; nothing is made of it again.
  }];
  let parameters = (ins StringRefParameter<>:$className,
                        StringRefParameter<>:$printed);
  let assemblyFormat = "`<` $className `,` $printed `>`";
}

#endif // METAUTILS_IR_METADATAATTRS_TD
