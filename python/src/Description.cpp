// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tensor as a `MetaTensorDesc`, PyTorch's or that of `metautils.exact`.

#include "Description.h"
#include "NativeRead.h"
#include "NestedInt.h"
#include "Objects.h"
#include "PartPath.h"

#include <ATen/functorch/DynamicLayer.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Size.h>
#include <torch/csrc/autograd/python_variable.h>

#include <c10/util/irange.h>
#include <pybind11/stl.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static constexpr const char *metaUtils = "torch._subclasses.meta_utils";
static constexpr const char *functorch = "torch._C._functorch";

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static py::object toPython(const c10::SymInt &value) {
  if (std::optional<int64_t> number = value.maybe_as_int())
    return check(PyLong_FromLongLong(*number));
  return py::cast(value);
}

/// Fills a new tuple, or a new object of a type that derives from it.
static py::object fill(PyObject *tuple, c10::SymIntArrayRef values) {
  py::object result = check(tuple);
  for (size_t i : c10::irange(values.size()))
    PyTuple_SET_ITEM(tuple, i, toPython(values[i]).release().ptr());
  return result;
}

static py::object makeTuple(c10::SymIntArrayRef values) {
  return fill(PyTuple_New(values.size()), values);
}

static py::handle toPython(at::Layout layout) {
  return reinterpret_cast<PyObject *>(torch::getTHPLayout(layout));
}

/// One object of each: pybind11 would make one for each call.
static py::object toPython(torch::autograd::CreationMeta creation) {
  static py::list &known = *new py::list();
  for (size_t i = known.size(); i <= static_cast<size_t>(creation); ++i)
    known.append(py::cast(static_cast<torch::autograd::CreationMeta>(i)));
  return known[static_cast<size_t>(creation)];
}

static py::object getDevice(PyObject *object, const at::Tensor &tensor) {
  static PyObject *name = PyUnicode_InternFromString("device");
  if (hasOwnDevice(object))
    return get(object, name);
  return check(THPDevice_New(tensor.device()));
}

static bool isFake(py::handle object) {
  static PyObject *type =
      importOnce("torch._subclasses.fake_tensor", "FakeTensor");
  return isInstance(object, type);
}

/// Inference tensors are described as others where torch.compile says so.
static bool isInferenceModeDisabled() {
  static PyObject *local = importOnce(metaUtils, "tls");
  static PyObject *name = PyUnicode_InternFromString("disable_inference_mode");
  py::object value = getOptional(local, name);
  return value && isTrue(value);
}

static py::object makeViewFunc(py::handle object) {
  static PyObject *ofFake = importOnce(metaUtils, "_FakeTensorViewFunc");
  static PyObject *custom = importOnce(metaUtils, "_CustomViewFunc");
  static PyObject *name = PyUnicode_InternFromString("_view_func_unsafe");
  static PyObject *func = PyUnicode_InternFromString("func");
  if (isFake(object))
    return check(PyObject_CallNoArgs(ofFake));
  py::object values = check(PyDict_New());
  check(PyDict_SetItem(values.ptr(), func, get(object, name).ptr()));
  return makeInstance(custom, values);
}

/// Of an ordinary tensor there is none; who wraps something asks what it wraps.
static py::object getFakeMode(py::handle object, const KindFacts &kind) {
  static PyObject *general =
      importOnce("torch._subclasses.fake_tensor", "maybe_get_fake_mode");
  if (THPVariable_CheckExact(object.ptr()) && !kind.isFunctional &&
      !kind.isFunctorchWrapped() && !kind.isWrapperSubclass)
    return py::none();
  return check(PyObject_CallOneArg(general, object.ptr()));
}

/// The interpreters of functorch, the innermost first, as popping them gives.
static py::list getFunctorchStack() {
  const auto &layers = at::functorch::getDynamicLayerStack();
  py::list stack;
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
    stack.append(py::cast(*layer));
  return stack;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

Description::Description(DropInDescriber &describer, PyObject *object,
                         bool recurse)
    : describer(describer), object(object), tensor(THPVariable_Unpack(object)),
      recurse(recurse), desc(describer.isExact) {}

/// The attribute of the tensor in which a field is found.
static PyObject *getAttribute(Field field) {
  static PyObject *base = PyUnicode_InternFromString("_base");
  return field == Field::base ? base : getFieldName(field);
}

void Description::setPart(Field field, py::handle part, bool recursePart) {
  readPart(getAttribute(field),
           [&] { desc.set(field, describer.describePart(part, recursePart)); });
}

void Description::setPart(Field field, const at::Tensor &part,
                          bool recursePart) {
  setPart(field, wrap(part), recursePart);
}

void Description::readLayout() {
  if (kind.hasStorage()) {
    desc.set(Field::storage, describer.describeStorage(tensor));
    desc.set(Field::storage_offset, toPython(tensor.sym_storage_offset()));
  }
  // Those that an opaque one reports mean nothing.
  if (kind.hasStrides() && !(describer.isExact && kind.isMkldnn))
    desc.set(Field::stride, makeTuple(tensor.sym_strides()));
}

void Description::readFunctorch() {
  FunctorchFacts facts = metautils::readFunctorch(tensor, kind);
  setPart(Field::unwrapped, facts.inner);
  desc.set(Field::level, py::int_(facts.level));
  if (facts.batchDim)
    desc.set(Field::bdim, py::int_(*facts.batchDim));
}

/// Python's own functions: they bring pending writes into the inner tensor.
void Description::readFunctional() {
  if (!kind.isFunctorchWrapped()) {
    py::module_ torch = py::module_::import("torch");
    torch.attr("_sync")(object);
    setPart(Field::unwrapped, torch.attr("_from_functional_tensor")(object));
    desc.set(Field::autograd_meta_from, object);
    return;
  }
  py::module_ module = py::module_::import(functorch);
  py::object reapplyViews = py::module_::import("torch._C")
                                .attr("_functionalization_reapply_views_tls")();
  setPart(Field::unwrapped,
          module.attr("_unwrap_functional_tensor")(object, reapplyViews));
  // Outside of all transforms, asking is an internal error of PyTorch's.
  if (!describer.isExact || !at::functorch::getDynamicLayerStack().empty())
    desc.set(Field::current_level, module.attr("current_level")());
}

/// The names of its attributes, and its context.
static py::tuple callFlatten(py::handle object) {
  static PyObject *flatten = importOnce("metautils._describer", "flatten");
  static PyObject *name = PyUnicode_InternFromString("__tensor_flatten__()");
  py::object result;
  readPart(name,
           [&] { result = check(PyObject_CallOneArg(flatten, object.ptr())); });
  return result;
}

void Description::readInnerTensors() {
  py::tuple flattened = callFlatten(object);
  py::dict attrs, opaqueAttrs;
  for (py::handle name : py::reinterpret_borrow<py::object>(flattened[0]))
    readPart(name, [&] { readInner(name, attrs, opaqueAttrs); });
  desc.set(Field::attrs, attrs);
  if (!opaqueAttrs.empty())
    desc.set(Field::opaque_attrs, opaqueAttrs);
  desc.set(Field::ctx, flattened[1]);
  desc.set(Field::type, reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())));
}

void Description::readInner(py::handle name, py::dict &attrs,
                            py::dict &opaqueAttrs) {
  static PyObject *opaque = importOnce("torch._opaque_base", "OpaqueBase");
  py::object inner = object.attr(name);
  if (THPVariable_Check(inner.ptr())) {
    attrs[name] = describer.describePart(inner);
    return;
  }
  int isOpaque = PyObject_IsInstance(inner.ptr(), opaque);
  check(isOpaque);
  if (!isOpaque) {
    PyErr_Format(PyExc_AssertionError, "expected Tensor or OpaqueBase, got %R",
                 Py_TYPE(inner.ptr()));
    throw py::error_already_set();
  }
  opaqueAttrs[name] = py::module_::import("torch._library.fake_class_registry")
                          .attr("maybe_unwrap_fake_script_object")(inner);
}

void Description::readFlags() {
  using enum Field;
  desc.setFlag(is_inference,
               tensor.is_inference() && !isInferenceModeDisabled());
  desc.setFlag(requires_grad, tensor.requires_grad());
  desc.setFlag(is_sparse, kind.isSparse);
  desc.setFlag(is_mkldnn, kind.isMkldnn);
  desc.setFlag(is_functorch_wrapped, kind.isFunctorchWrapped());
  desc.setFlag(is_batchedtensor, kind.functorch == FunctorchWrapper::Batched);
  desc.setFlag(is_legacy_batchedtensor, kind.isLegacyBatched);
  desc.setFlag(is_gradtrackingtensor,
               kind.functorch == FunctorchWrapper::GradTracking);
  desc.setFlag(is_conj, tensor.is_conj());
  desc.setFlag(is_neg, tensor.is_neg());
  desc.setFlag(is_parameter, isParameter(object.ptr()));
  desc.setFlag(is_traceable_wrapper_subclass, kind.isWrapperSubclass);
  desc.setFlag(is_nested, kind.isNested);
  desc.setFlag(is_functional, kind.isFunctional);
}

void Description::setSize(c10::SymIntArrayRef sizes) {
  desc.set(Field::size,
           fill(THPSizeType.tp_alloc(&THPSizeType, sizes.size()), sizes));
}

void Description::readSizes() {
  static PyObject *size = PyUnicode_InternFromString("size");
  desc.set(Field::ndim, py::int_(tensor.dim()));
  desc.set(Field::dtype, reinterpret_cast<PyObject *>(
                             torch::getTHPDtype(tensor.scalar_type())));
  desc.set(Field::nested_int, getNestedInt(object));
  desc.set(Field::layout, toPython(kind.layout));
  desc.set(Field::device, getDevice(object.ptr(), tensor));
  if (!kind.isNested || kind.isWrapperSubclass)
    setSize(tensor.sym_sizes());
  else if (!describer.isExact) // it has none, which it says itself
    desc.set(Field::size, check(PyObject_CallMethodNoArgs(object.ptr(), size)));
}

void Description::readMarks() {
  static PyObject *indices =
      PyUnicode_InternFromString("_dynamo_dynamic_indices");
  static PyObject *hints = PyUnicode_InternFromString("_dynamo_hint_overrides");
  py::object dynamic = getOptional(object, indices);
  desc.set(Field::dynamo_dynamic_indices,
           check(dynamic ? PySequence_List(dynamic.ptr()) : PyList_New(0)));
  py::object overrides = getOptional(object, hints);
  desc.set(Field::dynamo_hint_overrides,
           overrides ? overrides : check(PyDict_New()));
}

void Description::readSparse() {
  SparseFacts facts = metautils::readSparse(tensor, kind);
  desc.set(Field::sparse_dim, py::int_(facts.sparseDim));
  desc.set(Field::dense_dim, py::int_(facts.denseDim));
  if (facts.isCoalesced)
    desc.set(Field::is_coalesced, py::bool_(*facts.isCoalesced));
}

/// The indices are new tensors with each call. The values may be a view of the
/// tensor itself: the parts are described without their own.
void Description::readCompressed() {
  bool byRow = kind.layout == at::kSparseCsr || kind.layout == at::kSparseBsr;
  if (byRow) {
    setPart(Field::crow_indices, tensor.crow_indices(), /*recursePart=*/false);
    setPart(Field::col_indices, tensor.col_indices(), /*recursePart=*/false);
  } else {
    setPart(Field::ccol_indices, tensor.ccol_indices(), /*recursePart=*/false);
    setPart(Field::row_indices, tensor.row_indices(), /*recursePart=*/false);
  }
  setPart(Field::values, tensor.values(), /*recursePart=*/false);
}

void Description::readAutograd() {
  if (at::Tensor grad = getGrad(tensor); grad.defined())
    setPart(Field::grad, grad);
  at::Tensor base = getBase(tensor);
  if (!tensor.is_view())
    return;
  desc.set(Field::creation_meta, toPython(getCreation(tensor)));
  if (recurse && base.defined())
    setPart(Field::base, base);
}

py::object Description::run() {
  desc.setFlag(Field::is_leaf, isLeaf(tensor));
  bool isView = tensor.is_view();
  desc.setFlag(Field::is_view, isView);
  kind = readKind(tensor, isTraceableWrapperSubclass(object.ptr()));
  readLayout();
  if (kind.functorch == FunctorchWrapper::Batched ||
      kind.functorch == FunctorchWrapper::GradTracking) {
    readFunctorch();
  } else if (kind.isFunctional) {
    // Which PyTorch's describer refuses, or takes for a plain one on a device
    // whose tensors are all functional.
    if ((isView && !describer.isExact) || tensor.is_xla() || tensor.is_lazy())
      return {};
    readFunctional();
  }
  if (kind.isFunctorchWrapped())
    desc.set(Field::functorch_stack, getFunctorchStack());
  if (kind.isWrapperSubclass)
    readInnerTensors();
  desc.set(Field::view_func, makeViewFunc(object));
  py::object id = describer.getTensorId(object);
  desc.set(Field::id, id);
  readFlags();
  readSizes();
  readMarks();
  if (kind.isSparse || kind.isSparseCompressed())
    readSparse();
  if (recurse && kind.isSparseCompressed())
    readCompressed();
  readAutograd();
  desc.set(Field::fake_mode, getFakeMode(object, kind));
  if (describer.copyData)
    desc.set(Field::data, object);
  if (describer.isExact)
    readExact();
  py::object result = desc.make();
  describer.traceTensor(id, result);
  return result;
}
