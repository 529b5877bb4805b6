// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own descriptions, made and printed without running their code.

#include "MetaDescs.h"
#include "Errors.h"
#include "Objects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/autograd/variable.h>

#include <array>
#include <map>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static constexpr const char *metaUtils = "torch._subclasses.meta_utils";

//===----------------------------------------------------------------------===//
// The classes
//===----------------------------------------------------------------------===//

static constexpr const char *fieldNames[] = {
#define METAUTILS_FIELD(name) #name,
#define METAUTILS_EXACT_FIELD(name) #name,
#include "MetaTensorFields.def"
};
static constexpr size_t numFields = 0
#define METAUTILS_FIELD(name) +1
#include "MetaTensorFields.def"
    ;
static constexpr size_t numExactFields = std::size(fieldNames);

namespace {
/// What is to be known of a dataclass MetaTensorDesc. Borrowed references,
/// which live as long as the process.
struct TensorClass {
  PyObject *type;
  size_t numFields;
  std::array<PyObject *, numExactFields> defaults; ///< null: must be given
  std::array<bool, numExactFields> isUnserializable;
  /// The `__dict__` of one with all defaults, in the order of the fields.
  PyObject *values;
};
} // namespace

PyObject *python::getFieldName(Field field) {
  static const auto names = [] {
    std::array<PyObject *, numExactFields> result;
    for (size_t i = 0; i < numExactFields; ++i)
      result[i] = PyUnicode_InternFromString(fieldNames[i]);
    return result;
  }();
  return names[static_cast<size_t>(field)];
}

static TensorClass readTensorClass(PyObject *type, size_t numFields) {
  TensorClass result;
  result.type = type;
  result.numFields = numFields;
  py::handle cls = type;
  auto fields =
      py::tuple(py::module_::import("dataclasses").attr("fields")(cls));
  py::object missing = py::module_::import("dataclasses").attr("MISSING");
  py::object unserializable = cls.attr("_UNSERIALIZABLE");
  if (fields.size() != numFields)
    raiseError("expected the MetaTensorDesc of torch 2.13, got one of " +
               std::to_string(fields.size()) + " fields");
  py::dict values;
  for (size_t i = 0; i < numFields; ++i) {
    py::object name = fields[i].attr("name"), value = fields[i].attr("default");
    if (std::string(py::str(name)) != fieldNames[i])
      raiseError(std::string("expected the MetaTensorDesc of torch 2.13, got "
                             "one without the field '") +
                 fieldNames[i] + "'");
    result.isUnserializable[i] = unserializable.contains(name);
    bool isMissing = value.is(missing);
    values[getFieldName(static_cast<Field>(i))] =
        isMissing ? py::none() : value;
    result.defaults[i] = isMissing ? nullptr : value.release().ptr();
  }
  result.values = values.release().ptr();
  return result;
}

static const TensorClass &getTensorClass() {
  static const TensorClass result =
      readTensorClass(importOnce(metaUtils, "MetaTensorDesc"), numFields);
  return result;
}

static const TensorClass &getExactClass() {
  static const TensorClass result = readTensorClass(
      importOnce("metautils._exact_describer", "MetaTensorDesc"),
      numExactFields);
  return result;
}

/// The class of a description, if it is one of the two.
static const TensorClass *findClass(py::handle desc) {
  for (const TensorClass *type : {&getTensorClass(), &getExactClass()})
    if (isExactly(desc, type->type))
      return type;
  return nullptr;
}

py::object python::makeInstance(PyObject *type, py::handle values) {
  auto *heapType = reinterpret_cast<PyTypeObject *>(type);
  py::object result = check(heapType->tp_alloc(heapType, 0));
  check(PyObject_GenericSetDict(result.ptr(), values.ptr(), nullptr));
  return result;
}

MetaTensorDesc::MetaTensorDesc(bool isExact)
    : isExact(isExact),
      values(check(
          PyDict_Copy((isExact ? getExactClass() : getTensorClass()).values))) {
}

void MetaTensorDesc::set(Field field, py::handle value) {
  check(PyDict_SetItem(values.ptr(), getFieldName(field), value.ptr()));
}

void MetaTensorDesc::setAll(py::handle desc) {
  check(PyDict_Update(
      values.ptr(), check(PyObject_GenericGetDict(desc.ptr(), nullptr)).ptr()));
}

py::object MetaTensorDesc::make() const {
  return makeInstance((isExact ? getExactClass() : getTensorClass()).type,
                      values);
}

py::object python::makeMetaStorageDesc(py::handle id, py::handle size,
                                       py::handle data) {
  static PyObject *type = importOnce(metaUtils, "MetaStorageDesc");
  static PyObject *names[] = {PyUnicode_InternFromString("id"),
                              PyUnicode_InternFromString("size"),
                              PyUnicode_InternFromString("data")};
  py::object values = check(PyDict_New());
  check(PyDict_SetItem(values.ptr(), names[0], id.ptr()));
  check(PyDict_SetItem(values.ptr(), names[1], size.ptr()));
  check(PyDict_SetItem(values.ptr(), names[2], data.ptr()));
  return makeInstance(type, values);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Of a description. Those of known classes have it in their `__dict__`.
static py::object getId(py::handle desc) {
  PyObject *name = getFieldName(Field::id);
  if (!findClass(desc))
    return get(desc, name);
  py::object values = check(PyObject_GenericGetDict(desc.ptr(), nullptr));
  PyObject *id = PyDict_GetItemWithError(values.ptr(), name);
  return id ? py::reinterpret_borrow<py::object>(id) : get(desc, name);
}

/// The `repr` of a dataclass, when it is the one of all ordinary views: of a
/// method of the tensor, in one go.
static py::object reprViewFunc(py::handle value) {
  static PyObject *custom = importOnce(metaUtils, "_CustomViewFunc");
  static PyObject *name = PyUnicode_InternFromString("func");
  if (!isExactly(value, custom))
    return py::repr(value);
  py::object func = get(value, name);
  PyObject *self = PyCFunction_CheckExact(func.ptr())
                       ? PyCFunction_GET_SELF(func.ptr())
                       : nullptr;
  if (!self || !THPVariable_Check(self))
    return check(PyUnicode_FromFormat("_CustomViewFunc(func=%R)", func.ptr()));
  auto *method = reinterpret_cast<PyCFunctionObject *>(func.ptr());
  llvm::SmallString<128> text;
  llvm::raw_svector_ostream(text)
      << "_CustomViewFunc(func=<built-in method " << method->m_ml->ml_name
      << " of " << Py_TYPE(self)->tp_name << " object at " << self << ">)";
  return py::str(text.data(), text.size());
}

/// Most tensors are of the class of the one before. Its name may change, which
/// its version tells, but for the qualified one.
static py::object reprClass(py::handle value) {
  static PyTypeObject *last = nullptr;
  static unsigned version = 0;
  static PyObject *name = nullptr, *text = nullptr;
  auto *type = reinterpret_cast<PyTypeObject *>(value.ptr());
  if (!PyType_Check(value.ptr()) || !type->tp_version_tag ||
      Py_TYPE(type)->tp_repr != PyType_Type.tp_repr ||
      !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE))
    return py::repr(value);
  PyObject *itsName = reinterpret_cast<PyHeapTypeObject *>(type)->ht_qualname;
  if (type != last || type->tp_version_tag != version || itsName != name) {
    Py_XSETREF(text, py::repr(value).release().ptr());
    Py_XSETREF(last, reinterpret_cast<PyTypeObject *>(value.inc_ref().ptr()));
    Py_XSETREF(name, py::handle(itsName).inc_ref().ptr());
    version = type->tp_version_tag;
  }
  return py::reinterpret_borrow<py::object>(text);
}

static py::object reprUnserializable(Field field, py::handle value) {
  switch (field) {
  case Field::type:
    return reprClass(value);
  case Field::view_func:
    return reprViewFunc(value);
  default:
    return py::repr(value);
  }
}

/// Numbers, strings and None.
static bool isPlain(py::handle value) {
  return value.is_none() || PyLong_CheckExact(value.ptr()) ||
         PyBool_Check(value.ptr()) || PyUnicode_CheckExact(value.ptr());
}

/// Most tensors are on the device of the one before.
static py::object deviceToJson(py::handle value) {
  static at::Device last = at::kCPU;
  static PyObject *text = nullptr;
  at::Device device = reinterpret_cast<THPDevice *>(value.ptr())->device;
  if (!text || device != last) {
    Py_XDECREF(text);
    text = py::repr(value).release().ptr();
    last = device;
  }
  return py::reinterpret_borrow<py::object>(text);
}

/// Of a dtype, a layout or a scheme of quantization, of each of which there is
/// one object for as long as the process lives; null for others.
static PyObject *reprOnce(py::handle value) {
  static PyObject *types[] = {importOnce("torch", "dtype"),
                              importOnce("torch", "layout"),
                              importOnce("torch", "qscheme")};
  static llvm::SmallDenseMap<PyObject *, PyObject *> known;
  if (llvm::none_of(types,
                    [&](PyObject *type) { return isExactly(value, type); }))
    return nullptr;
  PyObject *&text = known[value.ptr()];
  if (!text)
    text = py::repr(value).release().ptr();
  return text;
}

static bool isSymInt(py::handle value) {
  static PyObject *type = importOnce("torch", "SymInt");
  return isInstance(value, type);
}

static bool isDescription(py::handle value) {
  static PyObject *storage = importOnce(metaUtils, "MetaStorageDesc");
  return isInstance(value, storage) || isInstance(value, getTensorClass().type);
}

static py::object toJson(Field field, py::handle value);

static py::object listToJson(Field field, py::handle sequence) {
  Py_ssize_t size = PySequence_Fast_GET_SIZE(sequence.ptr());
  py::object result = check(PyList_New(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    py::handle value = PySequence_Fast_GET_ITEM(sequence.ptr(), i);
    PyList_SET_ITEM(result.ptr(), i, toJson(field, value).release().ptr());
  }
  return result;
}

static py::object attrsToJson(py::handle attrs) {
  py::object result = check(PyDict_New());
  Py_ssize_t position = 0;
  PyObject *name = nullptr, *desc = nullptr;
  while (PyDict_Next(attrs.ptr(), &position, &name, &desc))
    check(PyDict_SetItem(result.ptr(), name, getId(desc).ptr()));
  return result;
}

/// `str(value)`, which takes as long as all the rest.
static py::object creationToJson(py::handle value) {
  static std::map<torch::autograd::CreationMeta, PyObject *> known;
  PyObject *&text = known[value.cast<torch::autograd::CreationMeta>()];
  if (!text)
    text = py::str(value).release().ptr();
  return py::reinterpret_borrow<py::object>(text);
}

/// In the order of the questions that PyTorch asks of a value.
static py::object toJson(Field field, py::handle value) {
  static PyObject *creation = importOnce("torch._C._autograd", "CreationMeta");
  if (field == Field::data || field == Field::autograd_meta_from)
    return py::none();
  if (getExactClass().isUnserializable[static_cast<size_t>(field)])
    return reprUnserializable(field, value);
  if (isPlain(value))
    return py::reinterpret_borrow<py::object>(value);
  if (THPDevice_Check(value.ptr()))
    return deviceToJson(value);
  if (PyObject *text = reprOnce(value))
    return py::reinterpret_borrow<py::object>(text);
  if (isSymInt(value))
    return py::repr(value);
  if (PyTuple_Check(value.ptr()) || PyList_Check(value.ptr()))
    return listToJson(field, value);
  if (isDescription(value))
    return getId(value);
  if (isInstance(value, creation))
    return creationToJson(value);
  if (field == Field::attrs && PyDict_Check(value.ptr()))
    return attrsToJson(value);
  return py::reinterpret_borrow<py::object>(value);
}

/// Whether a field with this value is left out: its default is the value
/// itself.
static bool isLeftOut(const TensorClass &type, Field field, py::handle value) {
  return value.ptr() == type.defaults[static_cast<size_t>(field)] ||
         (field == Field::dynamo_dynamic_indices && !isTrue(value));
}

py::object python::getJson(py::handle desc, py::handle describerId) {
  static PyObject *describer = PyUnicode_InternFromString("describer_id");
  const TensorClass *type = findClass(desc);
  if (!type)
    return desc.attr("as_json")(describerId);
  py::object values = check(PyObject_GenericGetDict(desc.ptr(), nullptr));
  // All values are known before one is printed, and on their way from memory.
  llvm::SmallVector<std::pair<Field, py::object>, numExactFields> shown;
  // The fields are in order, unless something else has made the description.
  Py_ssize_t position = 0;
  for (size_t i = 0; i < type->numFields; ++i) {
    auto field = static_cast<Field>(i);
    PyObject *name = getFieldName(field), *key = nullptr, *value = nullptr;
    PyDict_Next(values.ptr(), &position, &key, &value);
    py::object other;
    if (key != name)
      value = (other = get(desc, name)).ptr();
    if (isLeftOut(*type, field, value))
      continue;
    LLVM_PREFETCH(value, /*rw=*/1, /*locality=*/3);
    shown.emplace_back(field, py::reinterpret_borrow<py::object>(value));
  }
  py::object result = check(PyDict_New());
  for (const auto &[field, value] : shown)
    check(PyDict_SetItem(result.ptr(), getFieldName(field),
                         toJson(field, value).ptr()));
  check(PyDict_SetItem(result.ptr(), describer, describerId.ptr()));
  return result;
}
