// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views named after ATen's that read the same bytes as other elements.

#ifndef METAUTILS_IR_METAELEMENTOPS_TD
#define METAUTILS_IR_METAELEMENTOPS_TD

include "metautils/IR/MetaViewOps.td"

def Meta_BitcastOp : Meta_OneViewOp<"bitcast",
    (ins TypeAttr:$elementType), "`as` $elementType"> {
  let summary = "the same bytes as another dtype (at::view.dtype)";
  let description = [{
    Narrower elements make the last dimension longer, wider ones shorter.

    ```mlir
    func.func @f(%x: !meta.tensor<4x6xf32>) {
      %0 = meta.bitcast %x as si8 : !meta.tensor<4x6xf32>
      %1 = meta.bitcast %x as complex<f32> : !meta.tensor<4x6xf32>
      return
    }
    ```

    C1: to an element type that is a dtype of PyTorch.
    C2: the base has no conjugate or negative bit.
  }];
}

def Meta_ViewAsRealOp : Meta_OneViewOp<"view_as_real", (ins), ""> {
  let summary = "a complex tensor as pairs (at::view_as_real)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xcomplex<f32>>) {
      %0 = meta.view_as_real %x : !meta.tensor<4xcomplex<f32>>
      return
    }
    ```

    C1: the base is complex, without a conjugate bit.
  }];
}

def Meta_ViewAsComplexOp : Meta_OneViewOp<"view_as_complex", (ins), ""> {
  let summary = "pairs as a complex tensor (at::view_as_complex)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4x2xf32>) {
      %0 = meta.view_as_complex %x : !meta.tensor<4x2xf32>
      return
    }
    ```

    C1: the base is f16, f32 or f64.
  }];
}

def Meta_RealOp : Meta_OneViewOp<"real", (ins), ""> {
  let summary = "the real parts (at::real)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xcomplex<f32>, conj>) {
      %0 = meta.real %x : !meta.tensor<4xcomplex<f32>, conj>
      return
    }
    ```

    C1: the base is complex.
  }];
}

def Meta_ImagOp : Meta_OneViewOp<"imag", (ins), ""> {
  let summary = "the imaginary parts (at::imag)";
  let description = [{
    Those of a conjugate are negative: the bit goes from one to the other.

    ```mlir
    func.func @f(%x: !meta.tensor<4xcomplex<f32>, conj>) -> !meta.tensor<4xf32, strided<[2]>, neg> {
      %0 = meta.imag %x : !meta.tensor<4xcomplex<f32>, conj>
      return %0 : !meta.tensor<4xf32, strided<[2]>, neg>
    }
    ```

    C1: the base is complex.
  }];
}

def Meta_ConjOp : Meta_OneViewOp<"conj", (ins), ""> {
  let summary = "the conjugate bit turned (at::_conj)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xcomplex<f32>>) {
      %0 = meta.conj %x : !meta.tensor<4xcomplex<f32>>
      return
    }
    ```

    C1: the base is complex.
  }];
}

def Meta_NegOp : Meta_OneViewOp<"neg", (ins), ""> {
  let summary = "the negative bit turned (at::_neg_view)";
  let description = [{
    ```mlir
    func.func @f(%x: !meta.tensor<4xf32>) {
      %0 = meta.neg %x : !meta.tensor<4xf32>
      return
    }
    ```
  }];
}

#endif // METAUTILS_IR_METAELEMENTOPS_TD
