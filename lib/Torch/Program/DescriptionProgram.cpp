// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of descriptions: plain tensors are compiled once for each structure,
// the others by a function of all of them.

#include "metautils/Torch/Program/DescriptionProgram.h"
#include "metautils/Conversion/Materialize.h"
#include "metautils/Program/BuildDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Plain tensors
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a plain tensor lie.
struct PlainPlace {
  StorageOp storage;
  int64_t offset;
};
} // namespace

/// See Note [Plain tensors of one structure]. Nothing for a named value that is
/// no `meta.tensor`, either: `materialize` says so.
static std::optional<PlainPlace> findPlainPlace(Value named) {
  auto tensor = named.getDefiningOp<TensorOp>();
  if (!tensor || tensor->getNumOperands() != 1 || tensor.getZero() ||
      tensor.getType().getNumDynamic() ||
      !llvm::all_of(tensor->getUsers(), llvm::IsaPred<SourceOp>))
    return std::nullopt;
  Operation *geometry = tensor.getGeometry().getDefiningOp();
  int64_t offset = 0;
  if (auto view = dyn_cast_if_present<ViewOp>(geometry)) {
    if (view->getNumOperands() != 1)
      return std::nullopt;
    offset = view.getOffset();
    geometry = view.getViewSource().getDefiningOp();
  }
  auto storage = dyn_cast_if_present<StorageOp>(geometry);
  if (!storage || storage.getDynamicBytes())
    return std::nullopt;
  return PlainPlace{storage, offset};
}

static bool haveOneStructure(TensorOp one, TensorOp other) {
  MetaTensorType type = one.getType(), otherType = other.getType();
  return type.getElementType() == otherType.getElementType() &&
         type.getDevice() == otherType.getDevice() &&
         type.getConj() == otherType.getConj() &&
         type.getNeg() == otherType.getNeg() &&
         one->getName().compareOpProperties(one->getPropertiesStorage(),
                                            other->getPropertiesStorage());
}

static size_t hashStructure(TensorOp tensor) {
  MetaTensorType type = tensor.getType();
  return llvm::hash_combine(tensor->hashProperties(), type.getElementType(),
                            type.getDevice(), type.getConj(), type.getNeg());
}

namespace {
/// A plain tensor, described and compiled by itself.
struct PlainProgram {
  OwningOpRef<ModuleOp> description;
  TensorOp tensor;
  OwningOpRef<ModuleOp> module;
  std::optional<Program> program;
};
} // namespace

static std::unique_ptr<PlainProgram> compilePlain(TensorOp tensor) {
  auto plain = std::make_unique<PlainProgram>();
  plain->description = ModuleOp::create(tensor.getLoc());
  auto builder = OpBuilder::atBlockEnd(plain->description->getBody());
  IRMapping mapping;
  Operation *geometry = tensor.getGeometry().getDefiningOp();
  if (auto view = dyn_cast<ViewOp>(geometry))
    builder.clone(*view.getViewSource().getDefiningOp(), mapping);
  builder.clone(*geometry, mapping);
  plain->tensor = cast<TensorOp>(builder.clone(*tensor, mapping));
  for (Operation *source : tensor->getUsers())
    builder.clone(*source, mapping);

  plain->module = ModuleOp::create(tensor.getLoc());
  auto function =
      materialize(*plain->description,
                  OpBuilder::atBlockEnd(plain->module->getBody()), "main");
  if (failed(function))
    return {};
  FailureOr<Program> program = Program::compile(*function);
  if (failed(program))
    return {};
  plain->program = std::move(*program);
  return plain;
}

/// By the structures of their tensors.
class metautils::PlainPrograms {
public:
  size_t size() const { return count; }

  /// Null, with an error, where there can be none.
  const Program *get(TensorOp tensor) {
    auto &alike = programs[hashStructure(tensor)];
    for (const auto &plain : alike)
      if (haveOneStructure(plain->tensor, tensor))
        return &*plain->program;
    auto plain = compilePlain(tensor);
    if (!plain)
      return nullptr;
    ++count;
    alike.push_back(std::move(plain));
    return &*alike.back()->program;
  }

private:
  std::unordered_map<size_t, std::vector<std::unique_ptr<PlainProgram>>>
      programs;
  size_t count = 0;
};

//===----------------------------------------------------------------------===//
// DescriptionCompiler
//===----------------------------------------------------------------------===//

size_t DescriptionCompiler::countStructures() const {
  return plain ? plain->size() : 0;
}

std::shared_ptr<const DescriptionProgram>
DescriptionCompiler::compile(std::shared_ptr<OwningOpRef<ModuleOp>> owner) {
  ModuleOp description = owner->get();
  description->getContext()
      ->loadDialect<build::BuildDialect, arith::ArithDialect,
                    func::FuncDialect>();
  if (!plain || plain->size() >= capacity)
    plain = std::make_shared<PlainPrograms>();

  ObjectNumbers numbers = numberObjects(description);
  SmallVector<std::optional<PlainTensor>> results;
  SmallVector<SourceOp> others;
  for (SourceOp source : getFirstSources(description)) {
    std::optional<PlainPlace> place = findPlainPlace(source.getTensor());
    if (!place) {
      others.push_back(source);
      results.push_back(std::nullopt);
      continue;
    }
    auto tensor = source.getTensor().getDefiningOp<TensorOp>();
    const Program *like = plain->get(tensor);
    if (!like)
      return {};
    results.push_back(
        {{like, source.getName(), tensor.getLoc(), numbers.at(tensor),
          tensor.getType(), numbers.at(place->storage),
          place->storage.getBytes(), place->offset}});
  }

  DescriptionProgram made;
  if (!others.empty()) {
    made.module = ModuleOp::create(description.getLoc());
    auto function =
        materialize(description, OpBuilder::atBlockEnd(made.module->getBody()),
                    "main", others, std::move(numbers));
    if (failed(function))
      return {};
    made.function = *function;
  }
  FailureOr<Program> program = Program::compile(made.function, results);
  if (failed(program))
    return {};
  made.program = std::move(*program);
  made.description = std::move(owner);
  made.plain = plain;
  return std::make_shared<const DescriptionProgram>(std::move(made));
}
