// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `metautils.exact.MetaConverter` converts: a tensor is described, and the
// program of the description makes what the memos lack.

#include "ExactConverter.h"
#include "Callback.h"
#include "Context.h"
#include "ContextNumbers.h"
#include "CounterMemo.h"
#include "DropInDescriber.h"
#include "MappingMethods.h"
#include "Objects.h"
#include "PythonHost.h"
#include "PythonObjects.h"
#include "WeakMemo.h"
#include "metautils/Torch/Program/ProgramCache.h"
#include "metautils/Transforms/FoldViews.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/autograd/python_variable.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

namespace {
/// Roots, and the device of views, are up to a callback. Symbols are the sizes
/// that have given them.
class ConverterHost : public PythonHost {
public:
  ConverterHost(py::handle callback, py::handle shapeEnv,
                llvm::StringMap<c10::SymInt> sizes)
      : PythonHost(shapeEnv), callback(callback), sizes(std::move(sizes)) {}

  c10::SymInt makeSymbol(build::SymbolOp op) final {
    auto known = sizes.find(op.getName());
    return known == sizes.end() ? PythonHost::makeSymbol(op) : known->second;
  }

  at::Tensor adoptRoot(at::Tensor root, at::Device device) final {
    return callback.is_none() ? root : callBack(callback, root, device);
  }

  /// As PyTorch notes it, on what is no FakeTensor, too.
  void adoptView(const at::Tensor &view, at::Device device) final {
    wrap(view).attr("fake_device") = check(THPDevice_New(device));
  }

  /// The class of a tensor may be in no module.
  py::object findClass(StringRef name) final {
    py::object known = classes.attr("get")(name.str());
    return known.is_none() ? PythonHost::findClass(name) : known;
  }

  void addClass(const at::Tensor &tensor, PythonObjects &objects) {
    py::object object = wrap(tensor);
    if (!isExactly(object, THPVariableClass))
      classes[py::str(objects.getClassName(tensor))] = py::type::of(object);
  }

private:
  py::handle callback;
  llvm::StringMap<c10::SymInt> sizes;
  py::dict classes;
};

/// A tensor or a storage that was described, and what stands for it.
template <typename T>
struct Pair {
  T described;
  int64_t id;
  /// Held while the program runs; null where it is to be made.
  py::object known;
};

/// One call of a converter.
class ExactConversion {
public:
  ExactConversion(py::handle converter, py::handle callback,
                  py::handle contexts);

  py::object run(const at::Tensor &tensor, const std::string &name);

private:
  py::object findKnown(const at::Tensor &tensor);
  void readMemos(const TensorDescriber &described, ModuleOp module);
  llvm::StringMap<c10::SymInt> symbolize(const TensorDescriber &described,
                                         ModuleOp module,
                                         PythonObjects &objects,
                                         const ContextGuard &guard);
  void writeMemos(ProgramMemo &made);
  void count(const char *name, size_t count);

  py::handle converter;
  py::handle callback;
  py::handle contexts;
  py::object describerObject;
  DropInDescriber describer;
  WeakMemo &tensorMemo, &storageMemo;
  CounterMemo &counterMemo;
  std::vector<Pair<at::Tensor>> tensors;
  std::vector<Pair<c10::Storage>> storages;
};
} // namespace

ExactConversion::ExactConversion(py::handle converter, py::handle callback,
                                 py::handle contexts)
    : converter(converter), callback(callback), contexts(contexts),
      describerObject(converter.attr("describer")),
      describer(describerObject, /*trace=*/false),
      tensorMemo(converter.attr("tensor_memo").cast<WeakMemo &>()),
      storageMemo(converter.attr("storage_memo").cast<WeakMemo &>()),
      counterMemo(converter.attr("counter_memo").cast<CounterMemo &>()) {}

py::object ExactConversion::findKnown(const at::Tensor &tensor) {
  PyObject *id = describer.findTensorId(tensor);
  return id ? tensorMemo.find(py::handle(id).cast<int64_t>()) : py::object();
}

void ExactConversion::count(const char *name, size_t count) {
  converter.attr(name) = py::object(converter.attr(name)) + py::int_(count);
}

/// Numbers of a program are those of the ops in its description.
void ExactConversion::readMemos(const TensorDescriber &described,
                                ModuleOp module) {
  auto tensorOf = described.getTensors();
  auto storageOf = described.getStorages();
  for (Operation &op : *module.getBody()) {
    if (isa<StorageOp>(op)) {
      c10::Storage storage = storageOf.at(&op);
      auto id = describer.getStorageId(storage).cast<int64_t>();
      storages.push_back({std::move(storage), id, storageMemo.find(id)});
    } else if (isa<TensorOp>(op)) {
      at::Tensor tensor = tensorOf.at(&op);
      auto id = describer.getTensorId(tensor).cast<int64_t>();
      tensors.push_back({std::move(tensor), id, tensorMemo.find(id)});
    }
  }
}

void ExactConversion::writeMemos(ProgramMemo &made) {
  for (auto [number, pair] : llvm::enumerate(storages))
    if (c10::Storage storage = made.findStorage(number); storage && !pair.known)
      storageMemo.set(pair.id, storage);
  for (auto [number, pair] : llvm::enumerate(tensors)) {
    at::Tensor tensor = made.findTensor(number);
    if (!tensor.defined() || pair.known)
      continue;
    counterMemo.share(pair.described, tensor);
    tensorMemo.set(pair.id, tensor);
  }
}

/// Chains of views have intermediate sizes that nobody has seen: a tensor is
/// one view of its storage. The sizes that gave symbols are of no use without.
llvm::StringMap<c10::SymInt>
ExactConversion::symbolize(const TensorDescriber &described, ModuleOp module,
                           PythonObjects &objects, const ContextGuard &guard) {
  if (contexts.is_none())
    return {};
  foldViews(module);
  auto toBeMade = described.getTensors();
  for (auto [op, pair] : llvm::zip_equal(module.getOps<TensorOp>(), tensors))
    if (pair.known)
      toBeMade.erase(op);
  ContextNumbers numbers(module, contexts, std::move(toBeMade), objects);
  if (failed(metautils::symbolize(module, numbers)))
    guard.raise();
  return numbers.takeSizes();
}

static bool isPlainData(Attribute data) {
  return !data ||
         !data.walk([](OpaqueDataAttr) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// Whether a description says all that its tensors are made of. PyTorch's code
/// has the tensors themselves, and the symbols of a ShapeEnv.
static bool isComplete(ModuleOp module, bool isSymbolic) {
  return llvm::all_of(*module.getBody(), [&](Operation &op) {
    if (auto mark = dyn_cast<MarkOp>(op))
      return isPlainData(mark.getValue());
    if (auto subclass = dyn_cast<SubclassOp>(op))
      return !subclass.getByAttribute() && isPlainData(subclass.getParts()) &&
             isPlainData(subclass.getCtxAttr());
    auto symbol = dyn_cast<SymbolOp>(op);
    return !symbol ||
           (!isSymbolic && symbol.getKind() == SymbolKind::NestedInt);
  });
}

py::object ExactConversion::run(const at::Tensor &tensor,
                                const std::string &name) {
  if (py::object known = findKnown(tensor)) {
    count("hit", 1);
    count("arg_cnt", 1);
    return known;
  }
  std::shared_ptr<Context> context = getSharedContext();
  ContextGuard guard(*context);
  context->mlir.loadDialect<MetaDialect>();
  auto module = std::make_shared<OwningOpRef<ModuleOp>>(
      ModuleOp::create(UnknownLoc::get(&context->mlir)));
  PythonObjects objects;
  TensorDescriber described(module->get(), &objects);
  if (failed(described.add(tensor, name)))
    guard.raise();
  if (!isComplete(module->get(), /*isSymbolic=*/!contexts.is_none()))
    return py::none();
  count("hit", 1);
  readMemos(described, module->get());
  llvm::StringMap<c10::SymInt> sizes =
      symbolize(described, module->get(), objects, guard);
  context->addTypes(module->get());
  auto program = context->getProgram(module);
  if (!program)
    guard.raise();
  count("arg_cnt", tensors.size());

  ConverterHost host(callback,
                     contexts.is_none() ? contexts : contexts.attr("shape_env"),
                     std::move(sizes));
  for (const auto &pair : tensors)
    host.addClass(pair.described, objects);
  ProgramExecutor executor(&host);
  executor.takeTransforms();
  ProgramMemo &memo = executor.getMemo();
  for (auto [number, pair] : llvm::enumerate(storages))
    if (pair.known)
      memo.setStorage(number, torch::createStorage(pair.known.ptr()));
  for (auto [number, pair] : llvm::enumerate(tensors))
    if (pair.known)
      memo.setTensor(number, THPVariable_Unpack(pair.known.ptr()));
  auto results = executor.run(program->program);
  if (failed(results))
    guard.raise();
  writeMemos(memo);
  return wrap(results->front());
}

py::object python::convertExactly(py::handle converter, py::handle tensor,
                                  py::handle callback, py::handle contexts,
                                  const std::string &name) {
  if (!findTable<WeakMemo>(converter.attr("tensor_memo")) ||
      !findTable<WeakMemo>(converter.attr("storage_memo")))
    return py::none();
  return ExactConversion(converter, callback, contexts)
      .run(THPVariable_Unpack(tensor.ptr()), name);
}
