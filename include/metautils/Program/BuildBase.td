// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build dialect and the base classes of its ops.

#ifndef METAUTILS_PROGRAM_BUILDBASE_TD
#define METAUTILS_PROGRAM_BUILDBASE_TD

include "metautils/IR/MetaAttrs.td"
include "metautils/IR/MetaTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Build_Dialect : Dialect {
  let name = "build";
  let cppNamespace = "::metautils::build";
  let summary = "how to make the tensors of a description";
  let description = [{
    A program that makes tensors equal to described ones, step by step, as
    `MetaConverter` of `torch._subclasses.meta_utils` does. `--meta-materialize`
    writes it; who runs it decides whether a tensor is made on the meta device, as
    a fake, or for real: types keep the device that was described.

    Each live tensor is a `build.tensor` with a number and a region. What is alive
    decides what is run: where the memo still holds the tensor of that number, the
    region is skipped. A run begins at the results of the function and makes a
    tensor when a region first asks for it, so bases, parts and grads are made in
    the order in which they are named.

    ```mlir
    func.func @main() -> (!meta.tensor<4x3xf32, strided<[1, 4]>> {meta.sources = ["k"]}) {
      %pool = build.tensor 0 "pool" : !meta.tensor<24xf32> {
        %0 = build.empty_strided : !meta.tensor<24xf32>
        build.requires_grad %0 : !meta.tensor<24xf32>
        build.bind_storage %0 to 0 bytes 96 : !meta.tensor<24xf32>
        build.yield %0 : !meta.tensor<24xf32>
      }
      %k = build.tensor 1 "k" : !meta.tensor<4x3xf32, strided<[1, 4]>> {
        %0 = build.as_strided %pool offset 2 : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
        build.creation %0 default : !meta.tensor<4x3xf32, strided<[1, 4]>>
        build.yield %0 : !meta.tensor<4x3xf32, strided<[1, 4]>>
      }
      return %k : !meta.tensor<4x3xf32, strided<[1, 4]>>
    }
    ```

    Steps have effects and an order: none is merged, removed or moved, since two
    equal tensors are two tensors. Sizes known only at run time are `index` values
    of `build.symbol` and `arith`, in front of the first tensor that has them. A
    program is of the moment and is made again from its description: unlike that,
    it has no version in bytecode.
  }];
  let dependentDialects = ["::metautils::MetaDialect"];
}

def Build_ReplayRegionTrait : NativeOpTrait<"ReplayRegionTrait"> {
  let cppNamespace = "::metautils";
}

class Build_Op<string mnemonic, list<Trait> traits = []>
    : Op<Build_Dialect, mnemonic,
         !listconcat([MemoryEffects<[MemRead, MemWrite]>], traits)>;

/// A step that changes a tensor and gives none.
class Build_InPlaceOp<string mnemonic, dag parameters = (ins),
                      string format = "">
    : Build_Op<mnemonic> {
  let arguments = !con((ins Meta_TensorType:$tensor), parameters);
  let assemblyFormat =
      "$tensor " # format # " attr-dict `:` qualified(type($tensor))";
}

/// The same with another tensor.
class Build_RelationOp<string mnemonic> : Build_Op<mnemonic> {
  let arguments = (ins Meta_TensorType:$tensor, Meta_TensorType:$other);
  let assemblyFormat = [{
    $tensor `,` $other attr-dict `:` qualified(type($tensor)) `,`
    qualified(type($other))
  }];
}

/// A tensor made out of another one. Grad mode is on, or off with `no_grad`.
class Build_ViewOp<string mnemonic, dag parameters = (ins), string format = "">
    : Build_Op<mnemonic> {
  let arguments = !con((ins Meta_TensorType:$base), parameters,
                       (ins UnitProp:$noGrad));
  let results = (outs Meta_TensorType:$result);
  let assemblyFormat = "$base " # format # [{
    (`no_grad` $noGrad^)? attr-dict `:` qualified(type($base)) `->`
    qualified(type($result))
  }];
}

#endif // METAUTILS_PROGRAM_BUILDBASE_TD
