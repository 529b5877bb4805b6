// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is worth knowing of a description, for people.
//
//   2 tensors, 3 names, 2 storages
//   bytes: 224 in storages, 304 if each name were a tensor of its own
//   tied: e.weight = h.weight
//   not contiguous: k 4x3xf32, strided<[1, 4]>

#include "metautils/Export/Summary.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/Extent.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace metautils;

namespace {

/// A sum of bytes of which some may be known only at run time.
struct Bytes {
  std::optional<int64_t> sum = 0;
  unsigned numUnknown = 0;

  void add(std::optional<int64_t> bytes) {
    if (sum && bytes)
      sum = llvm::checkedAdd(*sum, *bytes);
    else
      sum = std::nullopt;
  }
};

class Summary {
public:
  explicit Summary(ModuleOp module) { collect(module); }
  void print(raw_ostream &os) const;

private:
  void collect(ModuleOp module);
  Bytes getStorageBytes() const;
  Bytes getNaiveBytes() const;
  void printTied(raw_ostream &os) const;
  void printShared(raw_ostream &os) const;
  void printStrided(raw_ostream &os) const;

  /// In order of first appearance: a program reads from the top.
  llvm::MapVector<Value, SmallVector<StringRef, 1>> tensors;
  llvm::MapVector<Value, SmallVector<Value>> storages;
};

} // namespace

void Summary::collect(ModuleOp module) {
  module.walk([&](Operation *op) {
    if (auto storage = dyn_cast<StorageOp>(op))
      storages[storage];
    if (auto live = dyn_cast<TensorOp>(op))
      tensors[live];
    if (auto source = dyn_cast<SourceOp>(op))
      tensors[source.getTensor()].push_back(source.getName());
  });
  RootFinder roots;
  for (auto &[tensor, names] : tensors)
    for (Value root : roots.findStorages(tensor))
      if (auto storage = storages.find(root); storage != storages.end())
        storage->second.push_back(tensor);
}

Bytes Summary::getStorageBytes() const {
  Bytes bytes;
  for (const auto &[value, uses] : storages) {
    auto storage = value.getDefiningOp<StorageOp>();
    if (storage.getDynamicBytes())
      ++bytes.numUnknown;
    else
      bytes.add(storage.getBytes());
  }
  return bytes;
}

/// What it would take to give each name a dense tensor of its own.
Bytes Summary::getNaiveBytes() const {
  Bytes bytes;
  for (const auto &[tensor, names] : tensors) {
    auto type = cast<MetaTensorType>(tensor.getType());
    if (!type.hasStaticShape()) {
      bytes.numUnknown += names.size();
      continue;
    }
    std::optional<int64_t> size = elementCount(type.getShape());
    if (size)
      size = llvm::checkedMul(*size, type.getElementBytes());
    for (size_t name = 0; name < names.size(); ++name)
      bytes.add(size);
  }
  return bytes;
}

static raw_ostream &operator<<(raw_ostream &os, const Bytes &bytes) {
  if (bytes.sum)
    os << *bytes.sum;
  else
    os << "2^63 or more";
  if (bytes.numUnknown)
    os << " (and " << bytes.numUnknown << " known only at run time)";
  return os;
}

static StringRef getFirstName(Value tensor) {
  StringRef name = getSourceName(tensor);
  return name.empty() ? "(unnamed)" : name;
}

void Summary::printTied(raw_ostream &os) const {
  for (const auto &[tensor, names] : tensors) {
    if (names.size() < 2)
      continue;
    os << "tied: ";
    llvm::interleave(names, os, " = ");
    os << '\n';
  }
}

void Summary::printShared(raw_ostream &os) const {
  constexpr size_t maxNames = 4;
  for (const auto &[value, uses] : storages) {
    if (uses.size() < 2)
      continue;
    auto storage = value.getDefiningOp<StorageOp>();
    os << "shared: " << uses.size() << " tensors in ";
    if (storage.getDynamicBytes())
      os << "one storage: ";
    else
      os << storage.getBytes() << " bytes: ";
    llvm::interleaveComma(ArrayRef<Value>(uses).take_front(maxNames), os,
                          [&](Value tensor) { os << getFirstName(tensor); });
    os << (uses.size() > maxNames ? ", ...\n" : "\n");
  }
}

void Summary::printStrided(raw_ostream &os) const {
  for (const auto &[tensor, names] : tensors) {
    auto type = cast<MetaTensorType>(tensor.getType());
    if (type.isStrided() && !type.isContiguous() && !names.empty())
      os << "not contiguous: " << names.front() << ' ' << Type(type) << '\n';
  }
}

void Summary::print(raw_ostream &os) const {
  size_t numNames = 0;
  for (const auto &[tensor, names] : tensors)
    numNames += names.size();
  os << tensors.size() << " tensors, " << numNames << " names, "
     << storages.size() << " storages\n"
     << "bytes: " << getStorageBytes() << " in storages, " << getNaiveBytes()
     << " if each name were a tensor of its own\n";
  printTied(os);
  printShared(os);
  printStrided(os);
}

void metautils::printSummary(ModuleOp module, raw_ostream &os) {
  Summary(module).print(os);
}

void metautils::registerSummaryTranslation() {
  TranslateFromMLIRRegistration registration(
      "meta-to-summary",
      "count tensors, names and storages, and say what is tied and shared",
      [](ModuleOp module, raw_ostream &os) {
        printSummary(module, os);
        return success();
      },
      [](DialectRegistry &registry) {
        registry.insert<MetaDialect, cf::ControlFlowDialect, func::FuncDialect,
                        ml_program::MLProgramDialect, scf::SCFDialect,
                        tensor::TensorDialect>();
      });
}
