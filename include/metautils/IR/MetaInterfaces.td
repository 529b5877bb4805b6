// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one interface of all views.

#ifndef METAUTILS_IR_METAINTERFACES_TD
#define METAUTILS_IR_METAINTERFACES_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ViewLikeInterface.td"

/// Marks an op whose result is a geometry without being a view of one: it is no
/// live tensor.
def Meta_GeometryTrait : NativeOpTrait<"GeometryTrait"> {
  let cppNamespace = "::metautils";
}

/// Marks an op whose result has the geometry of its first operand, and says
/// more of it.
def Meta_SameGeometryTrait : NativeOpTrait<"SameGeometryTrait"> {
  let cppNamespace = "::metautils";
}

def Meta_ViewOpInterface : OpInterface<"ViewOpInterface",
                                       [ViewLikeOpInterface]> {
  let cppNamespace = "::metautils";
  let description = [{
    An op whose results look at the storage of its first operand, the base
    (`getViewSource`). All that it says of itself is one function from the
    geometry of the base to that of a result. The arithmetic it is given
    decides what comes of it: the plain one answers "unknown" for what is not
    constant, which is type inference; one with a builder emits `arith`, which
    is folding.
  }];
  let methods = [InterfaceMethod<[{
      Maps `geometry` from the base's to that of result number `result`. A view
      with an absolute geometry ignores what it is given. Fails where the view
      does not fit the base.
    }],
    "::llvm::Error", "mapGeometry",
    (ins "unsigned":$result, "::metautils::Arithmetic &":$arithmetic,
         "::metautils::Geometry &":$geometry)>,
    InterfaceMethod<[{
      Maps `base` to the geometry of each result, in one go where a result tells
      most of the next one; each is handed to `take`. After a failure the rest
      are not.
    }],
    "::llvm::Error", "mapGeometries",
    (ins "::metautils::Arithmetic &":$arithmetic,
         "const ::metautils::Geometry &":$base,
         "::llvm::function_ref<void(::metautils::Geometry &)>":$take),
    /*methodBody=*/"", /*defaultImplementation=*/[{
      for (unsigned result = 0; result < $_op->getNumResults(); ++result) {
        ::metautils::Geometry geometry = base;
        if (::llvm::Error error =
                $_op.mapGeometry(result, arithmetic, geometry))
          return error;
        take(geometry);
      }
      return ::llvm::Error::success();
    }]>];
}

#endif // METAUTILS_IR_METAINTERFACES_TD
