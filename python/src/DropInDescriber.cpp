// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The method describe_tensor of `metautils.MetaTensorDescriber`: ids, storages,
// parts.
#include "DropInDescriber.h"
#include "Description.h"
#include "MappingMethods.h"
#include "NativeRead.h"
#include "Objects.h"
#include "PartPath.h"

#include "llvm/Support/SaveAndRestore.h"

#include <torch/csrc/autograd/python_variable.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static constexpr const char *ourModule = "metautils._describer";

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

namespace {
/// Raises before the stack of the thread is full, whatever limit Python has.
class DepthGuard {
public:
  DepthGuard() {
    if (depth >= 4000) {
      PyErr_SetString(PyExc_RecursionError,
                      "expected a tensor of fewer than 4000 levels of bases, "
                      "grads and inner tensors");
      throw py::error_already_set();
    }
    if (Py_EnterRecursiveCall(" while describing a tensor"))
      throw py::error_already_set();
    ++depth;
  }
  ~DepthGuard() {
    --depth;
    Py_LeaveRecursiveCall();
  }
  DepthGuard(const DepthGuard &) = delete;
  DepthGuard &operator=(const DepthGuard &) = delete;

private:
  static thread_local int depth;
};
} // namespace

thread_local int DepthGuard::depth = 0;

//===----------------------------------------------------------------------===//
// The object in Python
//===----------------------------------------------------------------------===//

namespace {
/// Attributes of the object.
struct Names {
  PyObject *copyData = PyUnicode_InternFromString("copy_data");
  PyObject *describeStorage = PyUnicode_InternFromString("describe_storage");
  PyObject *describeTensor = PyUnicode_InternFromString("describe_tensor");
  PyObject *getStorageId = PyUnicode_InternFromString("get_storage_id");
  PyObject *getTensorId = PyUnicode_InternFromString("get_tensor_id");
  PyObject *lookupStorage = PyUnicode_InternFromString("lookup_storage");
  PyObject *lookupTensor = PyUnicode_InternFromString("lookup_tensor");
  PyObject *nextStorageId = PyUnicode_InternFromString("next_storage_id");
  PyObject *nextTensorId = PyUnicode_InternFromString("next_tensor_id");
};
} // namespace

static const Names &getNames() {
  static const Names names;
  return names;
}

DropInDescriber::DropInDescriber(py::handle self, bool trace)
    : self(self), trace(trace) {
  const Names &names = getNames();
  static PyObject *exact =
      importOnce("metautils._exact_describer", "MetaTensorDescriber");
  isExact = isInstance(self, exact);
  copyData = isTrue(get(self, names.copyData));
  ownsStorages = isOwn(names.describeStorage);
  ownsTensors = isOwn(names.describeTensor);
  tensorIds = getIds(names.getTensorId, names.lookupTensor);
  storageIds = getIds(names.getStorageId, names.lookupStorage);
}

/// Whether no subclass, and nothing that was put in its place, overrides it.
bool DropInDescriber::isOwn(PyObject *method) const {
  static PyObject *originals = importOnce(ourModule, "ORIGINAL_METHODS");
  return _PyType_Lookup(Py_TYPE(self.ptr()), method) ==
         PyDict_GetItemWithError(originals, method);
}

DropInDescriber::Ids DropInDescriber::getIds(PyObject *method,
                                             PyObject *table) const {
  if (!isOwn(method))
    return {};
  py::object object = get(self, table);
  WeakIdTable *entries = findTable<WeakIdTable>(object);
  if (!entries)
    return {};
  return {std::move(object), entries};
}

py::object DropInDescriber::getId(const Ids &ids, PyObject *method,
                                  PyObject *next, ObjectKey object) {
  if (!ids.entries)
    return check(PyObject_CallMethodOneArg(self.ptr(), method,
                                           object.getObject().ptr()));
  if (PyObject *id = ids.entries->find(object))
    return py::reinterpret_borrow<py::object>(id);
  static PyObject *one = PyLong_FromLong(1);
  py::object id = get(self, next);
  ids.entries->set(object, id);
  py::object after = check(PyNumber_Add(id.ptr(), one));
  check(PyObject_SetAttr(self.ptr(), next, after.ptr()));
  return id;
}

py::object DropInDescriber::getTensorId(ObjectKey tensor) {
  const Names &names = getNames();
  return getId(tensorIds, names.getTensorId, names.nextTensorId, tensor);
}

py::object DropInDescriber::getStorageId(ObjectKey storage) {
  const Names &names = getNames();
  return getId(storageIds, names.getStorageId, names.nextStorageId, storage);
}

void DropInDescriber::traceOnce(const char *traced, const char *tracer,
                                py::handle id, py::handle desc) {
  py::object ids = self.attr(traced);
  if (!trace || ids.contains(id))
    return;
  py::module_::import(ourModule).attr(tracer)(desc, self.attr("id"));
  ids.attr("add")(id);
}

void DropInDescriber::traceTensor(py::handle id, py::handle desc) {
  if (trace)
    traceOnce("traced_tensors", "trace_tensor", id, desc);
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

py::object DropInDescriber::describeStorage(const at::Tensor &tensor) {
  const at::Storage &storage = tensor.storage();
  py::object object = py::none();
  if (copyData || !ownsStorages)
    object = check(torch::createPyObject(storage));
  if (!ownsStorages)
    return self.attr("describe_storage")(object, py::arg("trace") = trace);
  py::object id = getStorageId(storage);
  py::object desc =
      makeMetaStorageDesc(id, py::cast(storage.sym_nbytes()), object);
  if (trace)
    traceOnce("traced_storages", "trace_storage", id, desc);
  return desc;
}

py::object DropInDescriber::describePart(py::handle tensor, bool recurse) {
  if (ownsTensors)
    return describe(tensor, recurse);
  py::object method = self.attr("describe_tensor");
  if (recurse)
    return method(tensor, py::arg("trace") = trace);
  return method(tensor, py::arg("recurse") = false, py::arg("trace") = trace);
}

/// Whether what comes from Python next is a part that PyTorch's code hands
/// back.
static thread_local bool isInPyTorch = false;

py::object DropInDescriber::describeAsPyTorch(py::handle tensor, bool recurse) {
  static py::handle method =
      importOnce(ourModule, "describe_tensor_as_pytorch");
  llvm::SaveAndRestore guard(isInPyTorch, true);
  return method(self, tensor, py::arg("recurse") = recurse,
                py::arg("trace") = trace);
}

py::object DropInDescriber::describe(py::handle tensor, bool recurse) {
  DepthGuard guard;
  if (isReadNatively(tensor.ptr()) ||
      (isExact && isUninitialized(tensor.ptr())))
    if (py::object desc = Description(*this, tensor.ptr(), recurse).run())
      return desc;
  py::object desc = describeAsPyTorch(tensor, recurse);
  return isExact ? Description(*this, tensor.ptr(), recurse).extend(desc)
                 : desc;
}

py::object DropInDescriber::describeFromPython(py::handle tensor,
                                               bool recurse) {
  if (!isInPyTorch)
    return describe(tensor, recurse);
  // Which part it is PyTorch's code does not say.
  static PyObject *part = PyUnicode_InternFromString("[part]");
  llvm::SaveAndRestore guard(isInPyTorch, false);
  py::object desc;
  readPart(part, [&] { desc = describe(tensor, recurse); });
  return desc;
}
