// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols that a ShapeEnv of PyTorch gives.

#include "Symbolize.h"

#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

static py::object make(const char *cls, py::handle shapeEnv) {
  return py::module_::import("metautils._symbolize").attr(cls)(shapeEnv);
}

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

static SizePolicy readPolicy(const std::string &word, bool isStride = false) {
  std::optional<SizePolicy> policy = symbolizeSizePolicy(word);
  if (!policy || (*policy == SizePolicy::Infer && !isStride))
    throw py::value_error("expected a policy such as 'dynamic', 'duck', "
                          "'static' or 'unbacked', got '" +
                          word + "'");
  return *policy;
}

SymbolPolicies python::readPolicies(const std::string &sizes,
                                    const std::string &strides, py::dict dims) {
  SymbolPolicies policies;
  policies.sizes = readPolicy(sizes);
  policies.strides = readPolicy(strides, /*isStride=*/true);
  for (auto [key, value] : dims) {
    auto source = key.cast<std::string>();
    if (py::isinstance<py::str>(value)) {
      policies.set(source, readPolicy(value.cast<std::string>()));
      continue;
    }
    unsigned dim = 0;
    for (py::handle word : value.cast<py::sequence>()) {
      if (!word.is_none())
        policies.set(source, dim, readPolicy(word.cast<std::string>()));
      ++dim;
    }
  }
  return policies;
}

//===----------------------------------------------------------------------===//
// ShapeEnv
//===----------------------------------------------------------------------===//

static const char *getWord(SizePolicy policy) {
  switch (policy) {
  case SizePolicy::Dynamic:
    return "dynamic";
  case SizePolicy::Duck:
    return "duck";
  case SizePolicy::Static:
    return "static";
  case SizePolicy::Unbacked:
    return "unbacked";
  case SizePolicy::Ephemeral:
    return "ephemeral";
  case SizePolicy::Infer:
    break;
  }
  llvm_unreachable("no provider is asked to infer");
}

ShapeEnvProvider::ShapeEnvProvider(py::handle shapeEnv)
    : provider(make("Provider", shapeEnv)) {}

llvm::FailureOr<ProvidedNumber>
ShapeEnvProvider::provide(int64_t value, SizePolicy policy,
                          const llvm::Twine &source) {
  auto answer = py::cast<py::tuple>(
      provider.attr("provide")(value, getWord(policy), source.str()));
  ProvidedNumber number;
  if (answer[0].cast<std::string>() == "int") {
    number.constant = answer[1].cast<int64_t>();
    return number;
  }
  number.name = answer[1].cast<std::string>();
  number.kind = *symbolizeSymbolKind(answer[2].cast<std::string>());
  number.min = answer[3].cast<std::optional<int64_t>>();
  number.max = answer[4].cast<std::optional<int64_t>>();
  number.hint = answer[5].cast<std::optional<int64_t>>();
  return number;
}

ShapeEnvSymbols::ShapeEnvSymbols(py::handle shapeEnv)
    : symbols(make("Symbols", shapeEnv)) {}

c10::SymInt ShapeEnvSymbols::get(build::SymbolOp op) {
  llvm::ArrayRef<std::string> sources = op.getSources();
  std::string name = op.getName().str();
  py::object size = symbols.attr("get")(
      name, stringifySymbolKind(op.getKind()).str(), op.getHint(),
      sources.empty() ? name : sources.front());
  return size.cast<c10::SymInt>();
}

c10::SymInt ShapeEnvSymbols::getRaggedSize(const std::string &name) {
  return symbols.attr("get_ragged_size")(name).cast<c10::SymInt>();
}
