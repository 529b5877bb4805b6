// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done to a tensor in place: its storage, bits, autograd state, and what
// Python notes of it.

#ifndef METAUTILS_PROGRAM_BUILDSTATEOPS_TD
#define METAUTILS_PROGRAM_BUILDSTATEOPS_TD

include "metautils/Program/BuildBase.td"

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Build_BindStorageOp : Build_InPlaceOp<"bind_storage",
    (ins Variadic<Index>:$dynamic, Meta_I64Prop:$storage, Meta_I64Prop:$bytes,
         DefaultValuedProp<Meta_I64Prop, "0">:$offset),
    "`to` $storage custom<Placement>($dynamic, $bytes, $offset)"> {
  let summary = "the storage that a tensor lies in";
  let description = [{
    The one that the memo has under the number. Else that of the tensor itself is
    noted there, if it has so many bytes and the tensor begins with it, or a new
    one of so many bytes. PyTorch's converter notes that of the tensor whatever its
    size is, so there the size depends on which alias comes first.

    ```mlir
    func.func @f() {
      %0 = build.empty_strided : !meta.tensor<4xf32>
      build.bind_storage %0 to 3 bytes 96 offset 8 : !meta.tensor<4xf32>
      return
    }
    ```

    C1: none of the numbers is negative.
    C2: one operand for bytes and offset each where they are not constant.
  }];
  let hasVerifier = 1;
}

def Build_DataOp : Build_Op<"data"> {
  let summary = "the bytes that a storage has, where tensors have bytes";
  let description = [{
    ```mlir
    func.func @f() {
      build.data 3, dense<[0, 0, -128, 63]> : tensor<4xi8>
      return
    }
    ```
  }];
  let arguments = (ins Meta_I64Prop:$storage, ElementsAttr:$bytes);
  let assemblyFormat = "$storage `,` $bytes attr-dict";
}

class Build_BitOp<string mnemonic, string named>
    : Build_InPlaceOp<mnemonic, (ins UnitProp:$off), "(`off` $off^)?"> {
  let summary = "the " # named # " bit of a tensor, without another tensor";
}
def Build_SetConjOp : Build_BitOp<"set_conj", "conjugate">;
def Build_SetNegOp : Build_BitOp<"set_neg", "negative">;

//===----------------------------------------------------------------------===//
// Autograd
//===----------------------------------------------------------------------===//

def Build_RequiresGradOp : Build_InPlaceOp<"requires_grad"> {
  let summary = "a leaf that autograd records";
}

def Build_DelayedErrorOp : Build_InPlaceOp<"delayed_error",
    (ins DefaultValuedProp<Meta_I64Prop, "0">:$output),
    "(`output` $output^)?"> {
  let summary = "the result of a recorded op that must not run backwards";
  let description = [{
    An example input stands for what other ops have given: it is no leaf, and
    `backward` through it is an error. PyTorch's `DelayedError` makes another
    tensor; here the one there is gets the history.

    ```mlir
    func.func @f() {
      %0 = build.empty_strided : !meta.tensor<4xf32>
      build.delayed_error %0 output 2 : !meta.tensor<4xf32>
      return
    }
    ```

    C1: the number among the outputs is from 0 to 65535.
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Autograd keeps a few bytes for each of the outputs.
    static constexpr int64_t maxOutput = 65535;
  }];
}

def Build_RetainsGradOp : Build_InPlaceOp<"retains_grad"> {
  let summary = "a tensor that is no leaf keeps its grad";
}

def Build_CreationOp : Build_InPlaceOp<"creation",
    (ins Meta_EnumProp<Meta_CreationMeta>:$creation), "$creation"> {
  let summary = "how autograd is told that a view was made";
  let description = [{
    ```mlir
    func.func @f(%b: !meta.tensor<24xf32>) {
      %0 = build.as_strided %b no_grad : !meta.tensor<24xf32> -> !meta.tensor<4xf32>
      build.creation %0 no_grad_mode : !meta.tensor<4xf32>
      return
    }
    ```
  }];
}

def Build_ViewOfOp : Build_RelationOp<"view_of"> {
  let summary = "autograd takes a tensor for a view of another one";
  let description = [{
    For a tensor that wraps a view, and is itself none of the view ops of its base.

    ```mlir
    func.func @f(%b: !meta.tensor<4xf32>, %v: !meta.tensor<2xf32>) {
      %0 = build.grad_tracking %v level 1 : !meta.tensor<2xf32> -> !meta.tensor<2xf32>
      build.view_of %0, %b : !meta.tensor<2xf32>, !meta.tensor<4xf32>
      build.creation %0 default : !meta.tensor<2xf32>
      return
    }
    ```
  }];
}

def Build_GradOp : Build_RelationOp<"grad"> {
  let summary = "the `.grad` of a tensor";
  let description = [{
    Behind all tensors where it leads back to its own: neither can come first. It
    is then set if the tensor was made in this run.

    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>, %g: !meta.tensor<4xf32>) {
      build.grad %x, %g : !meta.tensor<4xf32>, !meta.tensor<4xf32>
      return
    }
    ```
  }];
}

def Build_TangentOp : Build_RelationOp<"tangent"> {
  let summary = "the forward-mode tangent of a tensor";
}

def Build_SharesVersionOp : Build_RelationOp<"shares_version"> {
  let summary = "a tensor takes the version counter of another one";
  let description = [{
    Or a new one, where both are the same tensor.
  }];
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

def Build_ObjectOp : Build_InPlaceOp<"object",
    (ins UnitProp:$parameter,
         DefaultValuedProp<StringProp, "\"\"">:$className,
         DefaultValuedProp<Meta_EnumProp<Meta_BufferKind>,
           "::metautils::BufferKind::None">:$buffer,
         UnitProp:$fake),
    [{(`parameter` $parameter^)? (`class` $className^)? (`buffer` $buffer^)?
      (`fake` $fake^)?}]> {
  let summary = "what the Python object of a tensor is";
  let description = [{
    Words as of `meta.tensor`.

    ```mlir
    func.func @f() {
      %0 = build.empty_strided : !meta.tensor<4xf32>
      build.object %0 parameter : !meta.tensor<4xf32>
      return
    }
    ```
  }];
}

def Build_MarkOp : Build_InPlaceOp<"mark",
    (ins StringProp:$name, AnyAttr:$value), "`,` $name `` `(` $value `)`"> {
  let summary = "what Python notes of a tensor, by name";
}

#endif // METAUTILS_PROGRAM_BUILDSTATEOPS_TD
