// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension `metautils._metautils`. Its types are declared for people and
// type checkers in python/metautils/_metautils.pyi.

#include "CounterMemo.h"
#include "Describe.h"
#include "DropInConverter.h"
#include "DropInDescriber.h"
#include "Errors.h"
#include "ExactConverter.h"
#include "MetaDescs.h"
#include "PlainData.h"
#include "VersionTable.h"
#include "WeakIdTable.h"
#include "WeakMemo.h"
#include "metautils/Conversion/Passes.h"
#include "metautils/Transforms/Passes.h"

#include "mlir/Transforms/Passes.h"

#include <pybind11/stl.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

/// Every pass that a pipeline may name.
static void registerPasses() {
  mlir::registerTransformsPasses();
  registerMetaTransformsPasses();
  registerMetaConversionPasses();
}

static Module parseText(const py::str &text, const std::string &name) {
  Py_ssize_t size;
  const char *data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!data)
    throw py::error_already_set();
  return Module::parse({data, static_cast<size_t>(size)}, name);
}

static Module parseBytes(const py::bytes &bytes, const std::string &name) {
  return Module::parse(std::string_view(bytes), name);
}

// The first line of each text is the signature that `inspect` and `help` show.

static constexpr const char *moduleDoc =
    R"(A module of IR: descriptions of tensors, or what a pipeline made of them.)";

static constexpr const char *parseDoc = R"(parse(content, *, name='<string>')
--

Reads text (str or bytes) or bytecode (bytes).

`name` is that of the file in locations. Raises `metautils.Error` for what is
malformed or does not verify.)";

static constexpr const char *textDoc = R"(text($self, *, generic=False)
--

The module as text, which `str` gives too.

`generic`: in MLIR's generic form, with the types of all results.)";

static constexpr const char *bytecodeDoc = R"(bytecode($self)
--

The module as MLIR bytecode, with the version of the dialect.)";

static constexpr const char *traceRecordsDoc = R"(trace_records($self)
--

What PyTorch's describer writes of these tensors to TORCH_TRACE: a list of dicts
`{"describe_tensor": {..}}`, `{"describe_storage": ..}` and `{"describe_source":
..}`, in its order and with its ids.

For a description of which all views are folded (`run("meta-fold-views")`).
Raises `metautils.Error` for a tensor that these records cannot say.)";

static constexpr const char *symbolizeDoc =
    R"(symbolize($self, dims={}, *, sizes='duck', strides='infer', shape_env=None)
--

A new module: this description with symbols for sizes, strides and offsets.

A policy is 'duck' (one symbol for all sizes of a value), 'dynamic' (one for each),
'static' or 'unbacked' (a symbol without a value); strides can also be 'infer'red
from sizes. `dims` has by source a policy for all dimensions of that tensor, or a
list with a policy or None for each; its base, tensors inside and grad go by their
paths ("x._base"). Else `torch._dynamo.mark_dynamic` and its kin count, then
`sizes`. Symbols are given by the ShapeEnv, in the order in which MetaConverter asks
it, or are called as a new one calls them.

For a description of which all views are folded (`run("meta-fold-views")`).
`remarks` says what keeps its sizes. Raises `metautils.Error` for a policy of no
tensor, ValueError for another word.)";

static constexpr const char *materializeDoc =
    R"(materialize($self, *, shape_env=None)
--

The tensors of a description, by their names: made again on the meta device.

What is equal to the described ones are sizes, strides, offsets and dtypes, who
shares storages, `_base`, autograd state, `grad` and version counters, what sparse
tensors and wrappers are made of, and the classes. Each call makes new tensors.
A class is found by its name in modules that are imported, and its
`__tensor_unflatten__` is called. A tensor that a transform of functorch wraps is
dead when its level is not open; a tangent needs an open level of
`torch.autograd.forward_ad`. Symbolic sizes are those of the ShapeEnv that are
called so, which is asked for what it does not have; without one they are native,
with hints and ranges but without Python.

For a description, or the program that `run("meta-materialize")` makes of it.
Raises `metautils.Error` for what cannot be made, which names the tensor, and
ValueError for a class that is not there.)";

static constexpr const char *differenceDoc =
    R"(find_difference($self, other)
--

The first difference of two descriptions of which all views are folded:
`(tensor, field, expected, found)`, texts all; None where there is none.

Tensors are told by their names. Devices, bytes that were kept and the order in
which tensors stand are not compared.)";

static constexpr const char *runDoc = R"(run($self, pipeline)
--

A new module: this one after a pipeline of passes.

`pipeline` is as in `meta-opt --pass-pipeline`, with or without its
'builtin.module(..)'. Raises `metautils.Error` with all that the passes said.
A signal whose handler raises, such as Ctrl-C, ends it between two passes.)";

static constexpr const char *verifyDoc = R"(verify($self)
--

Raises `metautils.Error` for a module that breaks a rule of its ops.)";

static constexpr const char *remarksDoc =
    R"(What the pipeline that made this module remarked or warned of: a list of
`metautils.Diagnostic`.)";

static constexpr const char *describeDoc =
    R"(describe(obj, source=None, *, copy_data=False)
--

Describes the tensors in an object as a module of IR.

`obj` is a tensor, an `nn.Module`, or a pytree of those (`torch.utils._pytree`).
Each tensor is named by its path: keys, indices, attributes and, in a module,
the names of `state_dict`, joined by dots. `source` comes before all; without
one a bare tensor is called "tensor". A tensor that is there twice has two
names. Leaves that are no tensors are passed over.

Each tensor stands with its storage (`untyped_storage`, size in bytes), sizes,
strides and offset (`storage_offset`, in elements), its state in autograd, the
tensor that it is a view of (`_base`) and its `grad`; a sparse or nested one with
the geometry of its parts, a quantized one with its scales, one that wraps others
(of a class with `__tensor_flatten__`, for a transform of functorch, for
functionalization) with those. Symbolic sizes are symbols of the description and
`index` arithmetic. No tensor is kept alive, changed or, unless `copy_data` asks
for the bytes of the storages, read; pending writes are brought into functional
ones.

Raises `metautils.Error`, which names the tensor, for one that contradicts
itself and for a size without an integer form, also for an object without a
tensor; what a class raises goes through, with a note that names the tensor.)";

static void defineModule(py::module_ &extension) {
  py::class_<Module>(extension, "Module", moduleDoc)
      .def_static("parse", &parseText, py::arg("content"), py::kw_only(),
                  py::arg("name") = "<string>", parseDoc)
      .def_static("parse", &parseBytes, py::arg("content"), py::kw_only(),
                  py::arg("name") = "<string>")
      .def("__str__", &Module::print, py::arg("generic") = false)
      .def("__repr__", &Module::print, py::arg("generic") = false)
      .def("text", &Module::print, py::kw_only(), py::arg("generic") = false,
           textDoc)
      .def("bytecode", &Module::getBytecode, bytecodeDoc)
      .def("trace_records", &Module::getTraceRecords, traceRecordsDoc)
      .def("run", &Module::run, py::arg("pipeline"), runDoc)
      .def("verify", &Module::verify, verifyDoc)
      .def("symbolize", &Module::symbolize, py::arg("dims") = py::dict(),
           py::kw_only(), py::arg("sizes") = "duck",
           py::arg("strides") = "infer", py::arg("shape_env") = py::none(),
           symbolizeDoc)
      .def("materialize", &Module::materialize, py::kw_only(),
           py::arg("shape_env") = py::none(), materializeDoc)
      .def("find_difference", &Module::findDifference, py::arg("other"),
           differenceDoc)
      .def_property_readonly(
          "remarks",
          [](const Module &module) {
            return makeDiagnostics(module.getRemarks());
          },
          remarksDoc)
      .def(py::pickle(
          [](const Module &module) { return module.getBytecode(); },
          [](const py::bytes &bytes) { return parseBytes(bytes, "<pickle>"); }))
      .attr("__module__") = "metautils";
}

static constexpr const char *asJsonDoc = R"(as_json(desc, describer_id)
--

`desc.as_json(describer_id)`, faster, for a `MetaTensorDesc` of PyTorch.)";

static py::object describeTensor(py::handle self, py::handle tensor,
                                 bool recurse, bool trace) {
  return DropInDescriber(self, trace).describeFromPython(tensor, recurse);
}

PYBIND11_MODULE(_metautils, extension) {
  // The classes of tensors, and libtorch_python itself.
  py::module_::import("torch");
  registerPasses();
  py::options options;
  options.disable_function_signatures();
  extension.attr("__version__") = METAUTILS_VERSION;
  defineModule(extension);
  extension.def("describe", &describe, py::arg("obj"),
                py::arg("source") = py::none(), py::kw_only(),
                py::arg("copy_data") = false, describeDoc);
  definePlainData(extension);
  defineWeakIdTable(extension);
  defineWeakMemo(extension);
  defineVersionTable(extension);
  defineCounterMemo(extension);
  extension.def("as_json", &getJson, py::arg("desc"), py::arg("describer_id"),
                asJsonDoc);
  extension.def("describe_tensor", &describeTensor);
  extension.def("convert_tensor", &convertOrdinary);
  extension.def("convert_exactly", &convertExactly);
}
