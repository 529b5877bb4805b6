// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tensor as a `MetaTensorDesc`, PyTorch's or that of `metautils.exact`.

#ifndef METAUTILS_PYTHON_DESCRIPTION_H
#define METAUTILS_PYTHON_DESCRIPTION_H

#include "DropInDescriber.h"
#include "MetaDescs.h"
#include "metautils/Torch/TensorFacts.h"

#include "llvm/ADT/ArrayRef.h"

namespace metautils::python {

/// The description of one tensor that C++ answers for, field by field in the
/// order in which PyTorch's describer asks: what it asks may run Python code,
/// fail, or take an id.
class Description {
public:
  Description(DropInDescriber &describer, PyObject *object, bool recurse);

  /// Null for what is left to PyTorch's describer.
  pybind11::object run();
  /// What PyTorch's describer has said, with the fields of `exact` added.
  pybind11::object extend(pybind11::handle described);

private:
  void readLayout();
  void readFunctorch();
  void readFunctional();
  void readInnerTensors();
  void readInner(pybind11::handle name, pybind11::dict &attrs,
                 pybind11::dict &opaqueAttrs);
  void readFlags();
  void readSizes();
  void setSize(c10::SymIntArrayRef sizes);
  void readMarks();
  void readSparse();
  void readCompressed();
  void readAutograd();

  // Fields of `exact`.
  void readExact();
  void readHistory(const ExactFacts &exact);
  void readStored(const ExactFacts &exact);
  void readNested(const ExactFacts &exact);
  void readQuantizer(at::Quantizer *quantizer);
  void setScales(at::QScheme scheme, llvm::ArrayRef<double> scales,
                 pybind11::tuple zeroPoints);
  void readLegacyBatch();
  void readClass();

  void setPart(Field field, pybind11::handle part, bool recurse = true);
  void setPart(Field field, const at::Tensor &part, bool recurse = true);

  DropInDescriber &describer;
  pybind11::handle object;
  const at::Tensor &tensor;
  bool recurse;
  KindFacts kind;
  MetaTensorDesc desc;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DESCRIPTION_H
