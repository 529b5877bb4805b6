// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of `metautils.exact.MetaTensorDesc` that PyTorch's has not, and
// those of PyTorch's that it leaves open.

#include "Description.h"
#include "NativeRead.h"
#include "Objects.h"
#include "VersionTable.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Torch/LegacyBatched.h"

#include <ATen/quantized/Quantizer.h>
#include <torch/csrc/autograd/python_variable.h>

#include <pybind11/stl.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

template <typename T>
static py::tuple toTuple(llvm::ArrayRef<T> values) {
  py::tuple result(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    result[i] = py::cast(values[i]);
  return result;
}

void Description::readHistory(const ExactFacts &exact) {
  desc.setFlag(Field::is_zerotensor, exact.isZero);
  desc.setFlag(Field::retains_grad, exact.retainsGrad);
  if (exact.outputIndex)
    desc.set(Field::output_nr, py::int_(exact.outputIndex));
  if (!exact.gradFn.empty())
    desc.set(Field::grad_fn, py::str(exact.gradFn));
  if (!exact.historyError.empty())
    desc.set(Field::history_error, py::str(exact.historyError));
  if (!exact.version)
    return;
  static PyObject *name = PyUnicode_InternFromString("lookup_version");
  auto &counters = get(describer.self, name).cast<VersionTable &>();
  desc.set(Field::version, py::int_(*exact.version));
  desc.set(Field::version_counter,
           py::int_(counters.getId(getVersionCounter(tensor))));
}

void Description::readStored(const ExactFacts &exact) {
  if (exact.nonZeros)
    desc.set(Field::nnz, py::int_(*exact.nonZeros));
  if (!recurse || !exact.cooValues.defined())
    return;
  setPart(Field::indices, exact.cooIndices);
  setPart(Field::values, exact.cooValues);
}

//===----------------------------------------------------------------------===//
// Nested
//===----------------------------------------------------------------------===//

/// What libtorch keeps contiguous on the CPU: a list of `rows` lists.
static py::tuple toRows(const at::Tensor &numbers, size_t rows) {
  py::tuple result(rows);
  size_t length = rows ? numbers.numel() / rows : 0;
  for (size_t i = 0; i < rows; ++i)
    result[i] = toTuple(
        llvm::ArrayRef(numbers.const_data_ptr<int64_t>() + i * length, length));
  return result;
}

/// How many components there are, and what their sizes agree on.
static std::vector<c10::SymInt> joinSizes(const at::Tensor &sizes, size_t count,
                                          int64_t dims) {
  llvm::ArrayRef<int64_t> numbers;
  if (count)
    numbers = {sizes.const_data_ptr<int64_t>(),
               static_cast<size_t>(sizes.numel())};
  std::vector<c10::SymInt> shape = {static_cast<int64_t>(count)};
  for (int64_t size : NestedOp::joinSizes(numbers, count, dims - 1))
    shape.emplace_back(mlir::ShapedType::isDynamic(size) ? -1 : size);
  return shape;
}

void Description::readNested(const ExactFacts &exact) {
  size_t count = exact.nestedOffsets.numel();
  setSize(joinSizes(exact.nestedSizes, count, tensor.dim()));
  desc.set(Field::nested_sizes, toRows(exact.nestedSizes, count));
  desc.set(Field::nested_strides, toRows(exact.nestedStrides, count));
  desc.set(Field::nested_offsets,
           toTuple(llvm::ArrayRef(exact.nestedOffsets.const_data_ptr<int64_t>(),
                                  count)));
  desc.set(Field::storage, describer.describeStorage(tensor));
}

//===----------------------------------------------------------------------===//
// Quantized, batched, functional, of a class
//===----------------------------------------------------------------------===//

void Description::setScales(at::QScheme scheme, llvm::ArrayRef<double> scales,
                            py::tuple zeroPoints) {
  desc.set(Field::qscheme,
           py::module_::import("torch").attr(at::toString(scheme).c_str()));
  desc.set(Field::scales, toTuple(scales));
  desc.set(Field::zero_points, std::move(zeroPoints));
}

/// An unknown quantizer says nothing.
void Description::readQuantizer(at::Quantizer *quantizer) {
  if (auto *whole = dynamic_cast<at::PerTensorAffineQuantizer *>(quantizer))
    return setScales(whole->qscheme(), whole->scale(),
                     py::make_tuple(whole->zero_point()));
  auto *channels = dynamic_cast<at::PerChannelAffineQuantizer *>(quantizer);
  if (!channels)
    return;
  at::Tensor zeroPoints = channels->zero_points();
  auto scales = readNumbers(channels->scales());
  auto points = readNumbers(zeroPoints);
  if (!scales || !points)
    return;
  py::tuple printed = toTuple<double>(*points);
  if (!zeroPoints.is_floating_point())
    printed =
        toTuple<int64_t>(std::vector<int64_t>(points->begin(), points->end()));
  setScales(channels->qscheme(), *scales, std::move(printed));
  desc.set(Field::axis, py::int_(channels->axis()));
}

void Description::readLegacyBatch() {
  LegacyBatch batch = metautils::readLegacyBatch(tensor);
  py::tuple dims(batch.dims.size());
  for (size_t i = 0; i < batch.dims.size(); ++i)
    dims[i] = py::make_tuple(batch.dims[i].dim, batch.dims[i].level);
  desc.set(Field::batch_dims, dims);
  setPart(Field::unwrapped, batch.inner);
}

/// Those that PyTorch's fields tell anyway are left out.
static bool isToldByFields(PyObject *object, const KindFacts &kind) {
  static PyObject *fake =
      importOnce("torch._subclasses.fake_tensor", "FakeTensor");
  return kind.isWrapperSubclass || isExactly(object, THPVariableClass) ||
         isExactly(object, ParameterClass) || isExactly(object, fake);
}

void Description::readClass() {
  desc.setFlag(Field::is_uninitialized, isUninitialized(object.ptr()));
  if (!isToldByFields(object.ptr(), kind))
    desc.set(Field::type, reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())));
}

void Description::readExact() {
  ExactFacts exact = metautils::readExact(tensor, kind);
  readHistory(exact);
  readStored(exact);
  readClass();
  if (exact.nestedSizes.defined())
    readNested(exact);
  if (exact.quantizer)
    readQuantizer(exact.quantizer.get());
  if (kind.isLegacyBatched)
    readLegacyBatch();
  if (kind.isFunctional) {
    static PyObject *getViewMetas =
        importOnce("metautils._exact_describer", "get_view_metas");
    desc.set(Field::view_metas,
             check(PyObject_CallOneArg(getViewMetas, object.ptr())));
  }
  if (exact.tangent.defined())
    setPart(Field::tangent, exact.tangent);
}

py::object Description::extend(py::handle described) {
  desc.setAll(described);
  kind = readKind(tensor, isTraceableWrapperSubclass(object.ptr()));
  readExact();
  return desc.make();
}
