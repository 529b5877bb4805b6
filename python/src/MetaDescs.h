// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own descriptions, `torch._subclasses.meta_utils.MetaTensorDesc` and
// `MetaStorageDesc`, and `metautils.exact.MetaTensorDesc`, which derives from
// the first: made and printed without running their code.

#ifndef METAUTILS_PYTHON_METADESCS_H
#define METAUTILS_PYTHON_METADESCS_H

#include <pybind11/pybind11.h>

namespace metautils::python {

/// The fields of `MetaTensorDesc`, in order: PyTorch's, then those of `exact`.
enum class Field {
#define METAUTILS_FIELD(name) name,
#define METAUTILS_EXACT_FIELD(name) name,
#include "MetaTensorFields.def"
};

/// A borrowed string.
PyObject *getFieldName(Field field);

/// A `MetaTensorDesc` in the making: all defaults but what is set.
class MetaTensorDesc {
public:
  explicit MetaTensorDesc(bool isExact);

  /// Takes over what a description of PyTorch's says.
  void setAll(pybind11::handle desc);

  void set(Field field, pybind11::handle value);
  /// The default of a flag is false.
  void setFlag(Field field, bool value) {
    if (value)
      set(field, pybind11::handle(Py_True));
  }

  /// The object. Nothing is set afterwards.
  pybind11::object make() const;

private:
  bool isExact;
  /// Its `__dict__`.
  pybind11::object values;
};

/// An instance of a frozen dataclass with these fields, without the loop that
/// its constructor runs.
pybind11::object makeInstance(PyObject *type, pybind11::handle values);

pybind11::object makeMetaStorageDesc(pybind11::handle id, pybind11::handle size,
                                     pybind11::handle data);

/// `MetaTensorDesc.as_json` of any description.
pybind11::object getJson(pybind11::handle desc, pybind11::handle describerId);

} // namespace metautils::python

#endif // METAUTILS_PYTHON_METADESCS_H
