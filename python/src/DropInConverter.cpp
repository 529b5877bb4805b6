// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `metautils.MetaConverter` converts itself: ordinary tensors, and dense
// views of them.
//
// The steps are those of `meta_tensor` in torch/_subclasses/meta_utils.py, in
// their order. Which tensors come here is decided before anything is done, so
// that PyTorch's code finds nothing begun.

#include "DropInConverter.h"
#include "Callback.h"
#include "Convertible.h"
#include "DropInDescriber.h"
#include "MappingMethods.h"
#include "NativeRead.h"
#include "Objects.h"
#include "PythonDispatcher.h"
#include "WeakMemo.h"
#include "metautils/Layout/Extent.h"
#include "metautils/Torch/TensorFacts.h"

#include <ATen/EmptyTensor.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/autograd/variable.h>

using namespace metautils;
using namespace metautils::python;
using c10::DispatchKey;
using c10::DispatchKeySet;
namespace py = pybind11;

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

namespace {
/// Attributes of a MetaConverter and of tensors.
struct Names {
  PyObject *argCount = PyUnicode_InternFromString("arg_cnt");
  PyObject *copyData = PyUnicode_InternFromString("copy_data");
  PyObject *describer = PyUnicode_InternFromString("describer");
  PyObject *fakeDevice = PyUnicode_InternFromString("fake_device");
  PyObject *grad = PyUnicode_InternFromString("grad");
  PyObject *hit = PyUnicode_InternFromString("hit");
  PyObject *isParam = PyUnicode_InternFromString("_is_param");
  PyObject *storageMemo = PyUnicode_InternFromString("storage_memo");
  PyObject *tensorMemo = PyUnicode_InternFromString("tensor_memo");
};

/// One call of a converter.
class Conversion {
public:
  Conversion(py::handle converter, py::object describer, WeakMemo &tensors,
             WeakMemo &storages, py::handle callback)
      : converter(converter), describerObject(std::move(describer)),
        describer(describerObject, /*trace=*/false), tensors(tensors),
        storages(storages), callback(callback) {}

  bool canMakeRoots(const at::Tensor &tensor);
  py::object run(const at::Tensor &tensor);

private:
  bool isConverted(const at::Tensor &tensor);
  bool isFirstOfStorage(const at::Tensor &tensor);
  void takeIds(const at::Tensor &tensor);
  at::Tensor convert(const at::Tensor &tensor);
  at::Tensor make(const at::Tensor &tensor);
  at::Tensor adopt(const at::Tensor &root, at::Device device) {
    return callback.is_none() ? root : callBack(callback, root, device);
  }
  at::Tensor makeRoot(const at::Tensor &tensor);
  at::Tensor adoptView(const at::Tensor &tensor, const at::Tensor &from);
  at::Tensor viewBase(const at::Tensor &tensor, const at::Tensor &base);
  at::Tensor makeView(const at::Tensor &tensor, const at::Tensor &base);
  void bindStorage(const at::Tensor &tensor, const at::Tensor &made);
  void check(const at::Tensor &tensor, const at::Tensor &made);

  int64_t getId(const at::Tensor &tensor) {
    return describer.getTensorId(tensor).cast<int64_t>();
  }

  /// One that was taken.
  int64_t getStorageId(const at::Tensor &tensor) const {
    c10::StorageImpl *storage = tensor.storage().unsafeGetStorageImpl();
    return llvm::find_if(
               storageIds,
               [&](const auto &entry) { return entry.first == storage; })
        ->second;
  }

  py::handle converter;
  py::object describerObject;
  DropInDescriber describer;
  WeakMemo &tensors;
  WeakMemo &storages;
  py::handle callback;
  int64_t argCount = 0;
  /// Of the tensors that are converted.
  llvm::SmallVector<std::pair<c10::StorageImpl *, int64_t>, 2> storageIds;
};
} // namespace

static const Names &getNames() {
  static const Names names;
  return names;
}

static void addTo(py::handle object, PyObject *name, int64_t count) {
  py::object sum = python::check(
      PyNumber_Add(get(object, name).ptr(), py::int_(count).ptr()));
  python::check(PyObject_SetAttr(object.ptr(), name, sum.ptr()));
}

/// Whether a tensor with its storage to itself stands for that, as the first.
bool Conversion::isFirstOfStorage(const at::Tensor &tensor) {
  PyObject *id = describer.findStorageId(tensor.storage());
  return tensor.storage_offset() == 0 &&
         (!id || !storages.contains(py::handle(id).cast<int64_t>()));
}

bool Conversion::isConverted(const at::Tensor &tensor) {
  PyObject *id = describer.findTensorId(tensor);
  return id && tensors.contains(py::handle(id).cast<int64_t>());
}

/// What a callback gives is put into another storage by PyTorch's own code.
bool Conversion::canMakeRoots(const at::Tensor &tensor) {
  if (callback.is_none() || isConverted(tensor))
    return true;
  const at::Tensor *base = findBase(tensor), *grad = findGrad(tensor);
  if (grad && !isConverted(*grad) && !isFirstOfStorage(*grad))
    return false;
  return base ? canMakeRoots(*base) : isFirstOfStorage(tensor);
}

/// In the order in which the describer meets them.
void Conversion::takeIds(const at::Tensor &tensor) {
  auto id = describer.getStorageId(tensor.storage()).cast<int64_t>();
  storageIds.emplace_back(tensor.storage().unsafeGetStorageImpl(), id);
  describer.getTensorId(tensor);
  if (const at::Tensor *grad = findGrad(tensor))
    takeIds(*grad);
  if (const at::Tensor *base = findBase(tensor))
    takeIds(*base);
}

/// A leaf without a history gets one that refuses a backward.
static at::Tensor addHistory(const at::Tensor &made) {
  torch::autograd::DelayedError function(
      "Internal error: Tried to backward() through example input", 1);
  return function.apply({made}).front();
}

at::Tensor Conversion::makeRoot(const at::Tensor &tensor) {
  at::Tensor made =
      adopt(at::detail::empty_strided_meta(tensor.sizes(), tensor.strides(),
                                           tensor.scalar_type()),
            tensor.device());
  if (tensor.requires_grad()) {
    made.set_requires_grad(true);
    if (!isLeaf(tensor))
      made = addHistory(made);
  }
  bindStorage(tensor, made);
  return made;
}

/// What is not the first with its storage, and whole, is put into it.
void Conversion::bindStorage(const at::Tensor &tensor, const at::Tensor &made) {
  int64_t id = getStorageId(tensor);
  c10::Storage known = storages.findStorage(id);
  if (!known && tensor.storage_offset() == 0)
    return storages.set(id, made.storage());
  if (!known) {
    int64_t bytes = tensor.storage().nbytes();
    known = at::detail::empty_strided_meta({bytes}, {1}, at::kByte).storage();
    storages.set(id, known);
  }
  at::NoGradGuard noGrad;
  made.set_(std::move(known), tensor.storage_offset(), tensor.sizes(),
            tensor.strides());
}

namespace {
/// Views are noted as such also where autograd is off. Those of what a callback
/// made go through Python's dispatcher.
class ViewGuard {
public:
  explicit ViewGuard(bool usesPython)
      : wasExcluded(c10::impl::tls_is_dispatch_key_excluded(key)),
        dispatcher(usesPython) {
    c10::impl::tls_set_dispatch_key_excluded(key, false);
  }
  ~ViewGuard() { c10::impl::tls_set_dispatch_key_excluded(key, wasExcluded); }
  ViewGuard(const ViewGuard &) = delete;

private:
  static constexpr DispatchKey key = DispatchKey::ADInplaceOrView;
  bool wasExcluded;
  PythonDispatcherGuard dispatcher;
};
} // namespace

/// A mode may let a storage grow for a view of it that reaches beyond.
static bool fits(const at::Tensor &tensor, const at::Storage &storage) {
  auto toArrayRef = [](at::IntArrayRef list) {
    return llvm::ArrayRef<int64_t>(list.data(), list.size());
  };
  std::optional<int64_t> end =
      reachedBytes(toArrayRef(tensor.sizes()), toArrayRef(tensor.strides()),
                   tensor.storage_offset(), tensor.element_size());
  return end && static_cast<size_t>(*end) <= storage.nbytes();
}

/// `from.as_strided` for a leaf, without the way through the mode that `from`
/// is of: the callback adopts a tensor over the same storage, which autograd is
/// then told is a view.
at::Tensor Conversion::adoptView(const at::Tensor &tensor,
                                 const at::Tensor &from) {
  at::Tensor over =
      at::detail::empty_strided_meta({0}, {1}, from.scalar_type());
  over.unsafeGetTensorImpl()->set_storage_keep_dtype(from.storage());
  at::Tensor made;
  {
    at::AutoDispatchBelowADInplaceOrView noAutograd;
    made = over.as_strided(tensor.sizes(), tensor.strides(),
                           tensor.storage_offset());
  }
  made = adopt(made, tensor.device());
  at::TensorImpl *impl = made.unsafeGetTensorImpl();
  impl->set_autograd_meta(
      std::make_unique<torch::autograd::DifferentiableViewMeta>(
          impl, torch::autograd::ViewInfo(from, nullptr, nullptr),
          /*forward_info=*/std::nullopt, /*shared_view_info=*/true));
  return made;
}

/// A view that requires grad while its base does not is one of a view that is
/// told so.
at::Tensor Conversion::viewBase(const at::Tensor &tensor,
                                const at::Tensor &base) {
  at::Tensor from = convert(base);
  bool leaf = isLeaf(tensor);
  if (leaf && !callback.is_none() && fits(tensor, from.storage()))
    return adoptView(tensor, from);
  ViewGuard guard(/*usesPython=*/!callback.is_none());
  if (!leaf && base.requires_grad() != tensor.requires_grad()) {
    at::NoGradGuard noGrad;
    from = from.view(from.sizes());
    from.set_requires_grad(true);
  }
  c10::AutoGradMode gradMode(!leaf);
  return from.as_strided(tensor.sizes(), tensor.strides(),
                         tensor.storage_offset());
}

at::Tensor Conversion::makeView(const at::Tensor &tensor,
                                const at::Tensor &base) {
  at::Tensor made = viewBase(tensor, base);
  if (made.is_leaf())
    made.set_requires_grad(tensor.requires_grad());
  torch::autograd::impl::get_view_autograd_meta(made)->set_creation_meta(
      getCreation(tensor));
  py::object device = python::check(THPDevice_New(tensor.device()));
  python::check(
      PyObject_SetAttr(wrap(made).ptr(), getNames().fakeDevice, device.ptr()));
  return made;
}

/// What came out otherwise is told by PyTorch's own words.
void Conversion::check(const at::Tensor &tensor, const at::Tensor &made) {
  if (made.requires_grad() == tensor.requires_grad() &&
      isLeaf(made) == isLeaf(tensor) && made.strides() == tensor.strides() &&
      made.storage_offset() == tensor.storage_offset() &&
      made.is_view() == tensor.is_view() && !made.is_inference())
    return;
  py::module_ metaUtils = py::module_::import("torch._subclasses.meta_utils");
  metaUtils.attr("assert_metadata_eq")(
      metaUtils.attr("assert_eq"),
      describerObject.attr("describe_tensor")(wrap(tensor)), wrap(made),
      py::arg("skip_symbolic") = true);
}

at::Tensor Conversion::make(const at::Tensor &tensor) {
  c10::InferenceMode guard(false);
  const at::Tensor *base = findBase(tensor);
  at::Tensor made = base ? makeView(tensor, *base) : makeRoot(tensor);
  // As Python does it, which refuses a grad that does not fit.
  if (const at::Tensor *grad = findGrad(tensor))
    python::check(PyObject_SetAttr(wrap(made).ptr(), getNames().grad,
                                   wrap(convert(*grad)).ptr()));
  check(tensor, made);
  if (tensor.storage().nbytes() == 0)
    made.storage().unsafeGetStorageImpl()->set_nbytes(0);
  if (isParameter(wrap(tensor).ptr()))
    python::check(
        PyObject_SetAttr(wrap(made).ptr(), getNames().isParam, Py_True));
  return made;
}

at::Tensor Conversion::convert(const at::Tensor &tensor) {
  ++argCount;
  int64_t id = getId(tensor);
  if (py::object known = tensors.find(id))
    return THPVariable_Unpack(known.ptr());
  at::Tensor made = make(tensor);
  tensors.set(id, made);
  return made;
}

py::object Conversion::run(const at::Tensor &tensor) {
  addTo(converter, getNames().hit, 1);
  takeIds(tensor);
  try {
    at::Tensor made = convert(tensor);
    addTo(converter, getNames().argCount, argCount);
    return wrap(made);
  } catch (...) {
    addTo(converter, getNames().argCount, argCount);
    throw;
  }
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

py::object python::convertOrdinary(py::handle converter, py::handle tensor,
                                   py::handle callback) {
  static PyObject *describerClass =
      importOnce("metautils._describer", "MetaTensorDescriber");
  const Names &names = getNames();
  if (!THPVariable_CheckExact(tensor.ptr()) &&
      !isExactly(tensor, ParameterClass))
    return py::none();
  py::object describer = get(converter, names.describer);
  py::object tensorMemo = get(converter, names.tensorMemo);
  py::object storageMemo = get(converter, names.storageMemo);
  WeakMemo *tensors = findTable<WeakMemo>(tensorMemo);
  WeakMemo *storages = findTable<WeakMemo>(storageMemo);
  if (!tensors || !storages || !isExactly(describer, describerClass) ||
      isTrue(get(converter, names.copyData)) || !isUndisturbed())
    return py::none();
  const at::Tensor &unpacked = THPVariable_Unpack(tensor.ptr());
  if (!isConvertible(unpacked))
    return py::none();
  Conversion conversion(converter, std::move(describer), *tensors, *storages,
                        callback);
  if (!conversion.canMakeRoots(unpacked))
    return py::none();
  try {
    return conversion.run(unpacked);
  } catch (const c10::Error &) {
    // As PyTorch's own bindings do.
    torch::translate_exception_to_python(std::current_exception());
  }
  throw py::error_already_set();
}
