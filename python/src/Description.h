// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tensor as a `MetaTensorDesc` of PyTorch.

#ifndef METAUTILS_PYTHON_DESCRIPTION_H
#define METAUTILS_PYTHON_DESCRIPTION_H

#include "DropInDescriber.h"
#include "MetaDescs.h"
#include "metautils/Torch/TensorFacts.h"

namespace metautils::python {

/// The description of one tensor that C++ answers for, field by field in the
/// order in which PyTorch's describer asks: what it asks may run Python code,
/// fail, or take an id.
class Description {
public:
  Description(DropInDescriber &describer, PyObject *object, bool recurse);

  /// Null for what is left to PyTorch's describer.
  pybind11::object run();

private:
  void readLayout();
  void readFunctorch();
  void readFunctional();
  void readInnerTensors();
  void readFlags();
  void readSizes();
  void readMarks();
  void readSparse();
  void readCompressed();
  void readAutograd();
  void setPart(Field field, const at::Tensor &part, bool recurse);

  DropInDescriber &describer;
  pybind11::handle object;
  const at::Tensor &tensor;
  bool recurse;
  KindFacts kind;
  MetaTensorDesc desc;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_DESCRIPTION_H
