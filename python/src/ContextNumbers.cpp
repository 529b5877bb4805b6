// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic sizes of tensors by their symbolic contexts.

#include "ContextNumbers.h"
#include "Objects.h"

#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

ContextNumbers::ContextNumbers(ModuleOp description, py::handle contexts,
                               llvm::DenseMap<Operation *, at::Tensor> tensors,
                               PythonObjects &objects)
    : contexts(contexts), tensors(std::move(tensors)), objects(objects),
      builder(OpBuilder::atBlockBegin(description.getBody())),
      numbers(builder, description.getLoc()) {}

static const char *getWord(SymbolicTensor::Part part) {
  switch (part) {
  case SymbolicTensor::Part::Named:
    return "named";
  case SymbolicTensor::Part::Base:
    return "base";
  case SymbolicTensor::Part::Inner:
    return "inner";
  case SymbolicTensor::Part::Grad:
    return "grad";
  }
  llvm_unreachable("every part was dealt with");
}

bool ContextNumbers::enter(const SymbolicTensor &tensor) {
  auto known = tensors.find(tensor.tensor);
  if (known == tensors.end())
    return false;
  py::object owner = tensor.owner ? places.at(tensor.owner) : py::none();
  places[tensor.tensor] = contexts.attr("enter")(
      wrap(known->second), owner, getWord(tensor.part), tensor.attribute);
  return true;
}

SymInt ContextNumbers::toNumber(py::handle number) {
  auto size = number.cast<c10::SymInt>();
  if (std::optional<int64_t> constant = size.maybe_as_int())
    return SymInt(*constant);
  llvm::Expected<SymInt> result = objects.getNumber(size, numbers);
  if (!result)
    throw py::value_error(llvm::toString(result.takeError()));
  if (result->isSymbol())
    if (auto symbol = toValue(*result).getDefiningOp<SymbolOp>())
      sizes.try_emplace(symbol.getName(), size);
  return *result;
}

FailureOr<Geometry> ContextNumbers::provide(const SymbolicTensor &tensor,
                                            int64_t, IndexArithmetic &) {
  auto made =
      contexts.attr("make_numbers")(places.at(tensor.tensor)).cast<py::tuple>();
  Geometry geometry;
  for (py::handle size : made[0])
    geometry.sizes.push_back(toNumber(size));
  for (py::handle stride : made[1])
    geometry.strides.push_back(toNumber(stride));
  geometry.offset = toNumber(made[2]);
  return geometry;
}
