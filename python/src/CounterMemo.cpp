// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Version counters of converted tensors, by those of the tensors they are of.

#include "CounterMemo.h"

#include <torch/csrc/autograd/variable.h>

using namespace metautils;
using namespace metautils::python;
namespace autograd = torch::autograd::impl;
namespace py = pybind11;

void CounterMemo::share(const at::Tensor &tensor, const at::Tensor &made) {
  const c10::VariableVersion &version =
      tensor.unsafeGetTensorImpl()->version_counter();
  if (made.is_inference())
    return;
  if (!version.enabled()) { // As of what got other `.data`.
    made.unsafeGetTensorImpl()->set_version_counter(version);
    return;
  }
  VersionCounter of = getVersionCounter(tensor);
  const void *key = of._unsafe_get_target();
  const Entry *entry = entries.find(key);
  if (!entry)
    entry = &entries.set(key, {std::move(of), version.current_version()});
  const c10::VariableVersion &counter = entry->counter;
  made.unsafeGetTensorImpl()->set_version_counter(counter);
  // Autograd asks whether the base of a view was written to since.
  auto *view = autograd::get_view_autograd_meta(tensor);
  auto *madeView = autograd::get_view_autograd_meta(made);
  if (view && madeView)
    madeView->set_attr_version(counter.current_version() -
                               version.current_version() +
                               view->get_attr_version());
}

void python::defineCounterMemo(py::module_ &extension) {
  auto copy = [](const CounterMemo &memo) { return memo; };
  py::class_<CounterMemo>(extension, "CounterMemo")
      .def(py::init<>())
      .def("__len__", &CounterMemo::size)
      .def("__copy__", copy)
      .def("__deepcopy__", [copy](const CounterMemo &memo, const py::object &) {
        return copy(memo);
      });
}
