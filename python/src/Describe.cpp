// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function `metautils.describe`. First the tensors are collected, which may
// run Python code, then they are described, which does not.

#include "Describe.h"
#include "Leaves.h"
#include "metautils/Torch/TensorDescriber.h"

#include <torch/csrc/autograd/python_variable.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

namespace {
class PythonObjects : public PythonFacts {
public:
  Class getClass(const at::Tensor &tensor) override {
    PyObject *object = getObject(tensor);
    if (!object || isOfType(object, THPVariableClass))
      return object && hasParameterMark(object) ? Class::Parameter
                                                : Class::Tensor;
    return isOfType(object, ParameterClass) ? Class::Parameter
                                            : Class::Subclass;
  }

  std::string getClassName(const at::Tensor &tensor) override {
    py::handle type(reinterpret_cast<PyObject *>(Py_TYPE(getObject(tensor))));
    return py::str(type.attr("__name__"));
  }

private:
  /// A tensor that only C++ has met has none.
  static PyObject *getObject(const at::Tensor &tensor) {
    return tensor.unsafeGetTensorImpl()->pyobj_slot()->load_pyobj();
  }

  static bool isOfType(PyObject *object, PyObject *type) {
    return Py_TYPE(object) == reinterpret_cast<PyTypeObject *>(type);
  }

  /// `isinstance(t, nn.Parameter)` also holds for a tensor with this attribute.
  static bool hasParameterMark(PyObject *object) {
    static PyObject *name = PyUnicode_InternFromString("_is_param");
    PyObject *mark = nullptr;
    if (PyObject_GetOptionalAttr(object, name, &mark) < 0)
      PyErr_Clear();
    Py_XDECREF(mark);
    return mark == Py_True;
  }
};
} // namespace

Module python::describe(py::handle object,
                        const std::optional<std::string> &source,
                        bool copyData) {
  LeafCollector collector(source.value_or(""));
  collector.collect(object);

  // Data is never freed in a context.
  std::shared_ptr<Context> context =
      copyData ? std::make_shared<Context>()
               : getSharedContext(collector.getLeaves().size());
  ContextGuard guard(*context);
  MLIRContext *mlir = &context->mlir;
  mlir->loadDialect<MetaDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(mlir));
  PythonObjects objects;
  TensorDescriber describer(*module, &objects);
  describer.setCopyData(copyData);
  describer.reserve(collector.getLeaves().size());
  for (const Leaf &leaf : collector.getLeaves())
    if (failed(describer.add(leaf.getTensor(), leaf.name)))
      guard.raise();
  return Module(std::move(context), std::move(module));
}
