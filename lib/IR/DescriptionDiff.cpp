// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells in what two descriptions of the same tensors differ: a walk over both
// from the names, in which each value of one is paired with one of the other.

#include "metautils/IR/DescriptionDiff.h"
#include "metautils/IR/MetaOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace metautils;

namespace {
class DescriptionComparer {
public:
  std::optional<DescriptionDifference> compare(ModuleOp expected,
                                               ModuleOp found);

private:
  struct Pair {
    Value expected, found;
    std::string path;
  };

  bool differ(const Twine &path, StringRef field, const Twine &expected,
              const Twine &found);
  bool differ(const Twine &path, StringRef field, Attribute expected,
              Attribute found);
  bool compareNames(ModuleOp expected, ModuleOp found);
  bool compareInterpreters(ModuleOp expected, ModuleOp found);
  bool match(Value expected, Value found, StringRef path, StringRef field,
             StringRef relation = "");
  bool comparePair(const Pair &pair);
  bool compareTypes(Type expected, Type found, StringRef path);
  bool compareProperties(Operation *expected, Operation *found, StringRef path);
  bool compareLive(TensorOp expected, TensorOp found, StringRef path);
  bool compareMarks(TensorOp expected, TensorOp found, StringRef path);
  bool compareOps(Operation *expected, Operation *found, StringRef path);
  bool compareVersions(ModuleOp expected, ModuleOp found);

  std::optional<DescriptionDifference> difference;
  SmallVector<Pair> pairs; ///< in the order in which they were met
  llvm::DenseSet<std::pair<Value, Value>> met;
  /// Of what has an identity.
  llvm::DenseMap<Value, Value> toFound, toExpected;
};
} // namespace

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

bool DescriptionComparer::differ(const Twine &path, StringRef field,
                                 const Twine &expected, const Twine &found) {
  difference = {path.str(), field.str(), expected.str(), found.str()};
  return true;
}

static std::string print(Attribute attribute) {
  // A word that is there; one that is not is false.
  if (isa_and_present<UnitAttr>(attribute))
    return "true";
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return attribute ? text : "none";
}

bool DescriptionComparer::differ(const Twine &path, StringRef field,
                                 Attribute expected, Attribute found) {
  return expected != found &&
         differ(path, field, print(expected), print(found));
}

/// Whether one value in the place of two is another thing. A geometry is none:
/// any number of ops may say it.
static bool hasIdentity(Value value) {
  return isa<StorageType>(value.getType()) || isLiveTensor(value);
}

/// A view that is all of its storage says no more than that.
static Value skipWholeView(Value value) {
  auto view = value ? value.getDefiningOp<ViewOp>() : ViewOp();
  bool isWhole = view && isa<StorageType>(view.getBase().getType()) &&
                 view.getType().isContiguous() &&
                 view.getType().hasStaticShape() && view.getOffset() == 0;
  return isWhole ? view.getBase() : value;
}

/// Pairs two values that are to be the same; either may be null. What they are
/// is compared later. `relation` is what they are called after the path.
bool DescriptionComparer::match(Value expected, Value found, StringRef path,
                                StringRef field, StringRef relation) {
  auto describe = [](Value value) { return value ? "one" : "none"; };
  if (!expected || !found)
    return expected != found &&
           differ(path, field, describe(expected), describe(found));
  if (hasIdentity(expected)) {
    auto [there, isNew] = toFound.try_emplace(expected, found);
    auto back = toExpected.try_emplace(found, expected).first;
    if (there->second != found || back->second != expected)
      return differ(path, field, isNew ? "another one" : "the same one",
                    isNew ? "the same one" : "another one");
  }
  if (met.insert({expected, found}).second)
    pairs.push_back({expected, found, (path + relation).str()});
  return false;
}

//===----------------------------------------------------------------------===//
// One pair
//===----------------------------------------------------------------------===//

static MetaTensorType withoutDevice(MetaTensorType type) {
  return MetaTensorType::get(type.getShape(), type.getElementType(),
                             type.getLayout(), {}, type.getConj(),
                             type.getNeg());
}

bool DescriptionComparer::compareTypes(Type expected, Type found,
                                       StringRef path) {
  auto tensor = dyn_cast<MetaTensorType>(expected);
  auto foundTensor = dyn_cast<MetaTensorType>(found);
  if (tensor && foundTensor)
    return differ(path, "type", TypeAttr::get(withoutDevice(tensor)),
                  TypeAttr::get(withoutDevice(foundTensor)));
  return expected.getTypeID() != found.getTypeID() &&
         differ(path, "type", TypeAttr::get(expected), TypeAttr::get(found));
}

bool DescriptionComparer::compareProperties(Operation *expected,
                                            Operation *found, StringRef path) {
  auto ofExpected =
      dyn_cast_or_null<DictionaryAttr>(expected->getPropertiesAsAttribute());
  auto ofFound =
      dyn_cast_or_null<DictionaryAttr>(found->getPropertiesAsAttribute());
  if (!ofExpected || !ofFound)
    return false;
  llvm::MapVector<StringAttr, std::pair<Attribute, Attribute>> both;
  for (NamedAttribute property : ofExpected)
    both[property.getName()].first = property.getValue();
  for (NamedAttribute property : ofFound)
    both[property.getName()].second = property.getValue();
  for (auto [name, values] : both)
    if (differ(path, llvm::convertToSnakeFromCamelCase(name.getValue()),
               values.first, values.second))
      return true;
  return false;
}

static Value findTangent(TensorOp tensor) {
  for (Operation *user : tensor->getUsers())
    if (auto tangent = dyn_cast<TangentOp>(user);
        tangent && tangent.getTensor() == tensor)
      return tangent.getTangent();
  return {};
}

/// By name, since two describers may read them in another order.
static std::vector<std::pair<StringRef, Attribute>>
collectMarks(TensorOp tensor) {
  std::vector<std::pair<StringRef, Attribute>> marks;
  for (Operation *user : tensor->getUsers())
    if (auto mark = dyn_cast<MarkOp>(user))
      marks.push_back({mark.getName(), mark.getValue()});
  llvm::sort(marks, llvm::less_first());
  return marks;
}

bool DescriptionComparer::compareMarks(TensorOp expected, TensorOp found,
                                       StringRef path) {
  auto ofExpected = collectMarks(expected), ofFound = collectMarks(found);
  if (ofExpected.size() != ofFound.size())
    return differ(path, "marks", Twine(ofExpected.size()),
                  Twine(ofFound.size()));
  for (auto [mark, other] : llvm::zip_equal(ofExpected, ofFound))
    if (mark.first != other.first ||
        differ(path, mark.first, mark.second, other.second))
      return difference || differ(path, "mark", mark.first, other.first);
  return false;
}

/// Which operands there are is told better than by their numbers.
bool DescriptionComparer::compareLive(TensorOp expected, TensorOp found,
                                      StringRef path) {
  return match(expected.getBase(), found.getBase(), path, "base", "._base") ||
         match(expected.getGrad(), found.getGrad(), path, "grad", ".grad") ||
         match(findTangent(expected), findTangent(found), path, "tangent",
               ".tangent") ||
         compareMarks(expected, found, path) ||
         compareProperties(expected, found, path) ||
         match(skipWholeView(expected.getGeometry()),
               skipWholeView(found.getGeometry()), path, "storage");
}

bool DescriptionComparer::compareOps(Operation *expected, Operation *found,
                                     StringRef path) {
  if (compareProperties(expected, found, path))
    return true;
  for (auto [operand, other] :
       llvm::zip_equal(expected->getOperands(), found->getOperands()))
    if (match(operand, other, path,
              isa<StorageType>(operand.getType()) ? "storage" : "part"))
      return true;
  return false;
}

bool DescriptionComparer::comparePair(const Pair &pair) {
  if (compareTypes(pair.expected.getType(), pair.found.getType(), pair.path))
    return true;
  Operation *expected = pair.expected.getDefiningOp();
  Operation *found = pair.found.getDefiningOp();
  auto live = dyn_cast_or_null<TensorOp>(expected);
  auto foundLive = dyn_cast_or_null<TensorOp>(found);
  if (live && foundLive)
    return compareLive(live, foundLive, pair.path);
  auto nameOf = [](Operation *op) {
    return op ? op->getName().getStringRef() : "none";
  };
  if (nameOf(expected) != nameOf(found))
    return differ(pair.path, "op", nameOf(expected), nameOf(found));
  if (!expected)
    return false;
  if (expected->getNumOperands() != found->getNumOperands())
    return differ(pair.path, "operands", Twine(expected->getNumOperands()),
                  Twine(found->getNumOperands()));
  return compareOps(expected, found, pair.path);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// By tensor, the one whose version counter it is said to have.
static llvm::DenseMap<Value, Value> collectVersions(ModuleOp module) {
  llvm::DenseMap<Value, Value> versions;
  for (auto shares : module.getOps<SharesVersionOp>())
    versions[shares.getTensor()] = shares.getOther();
  return versions;
}

/// The tensor that stands for all that have one counter: without a word of it,
/// a view has that of its base.
static Value findVersion(Value tensor,
                         const llvm::DenseMap<Value, Value> &versions) {
  llvm::SmallPtrSet<void *, 4> met;
  while (met.insert(tensor.getAsOpaquePointer()).second) {
    Value other = versions.lookup(tensor);
    if (auto live = tensor.getDefiningOp<TensorOp>(); live && !other)
      other = live.getBase();
    if (!other)
      break;
    tensor = other;
  }
  return tensor;
}

bool DescriptionComparer::compareVersions(ModuleOp expectedModule,
                                          ModuleOp foundModule) {
  auto versions = collectVersions(expectedModule);
  auto foundVersions = collectVersions(foundModule);
  llvm::DenseMap<Value, Value> there, back;
  for (const Pair &pair : pairs) {
    if (!pair.expected.getDefiningOp<TensorOp>())
      continue;
    Value expected = findVersion(pair.expected, versions);
    Value found = findVersion(pair.found, foundVersions);
    if (there.try_emplace(expected, found).first->second != found ||
        back.try_emplace(found, expected).first->second != expected)
      return differ(pair.path, "version_counter",
                    "shared with the same tensors", "shared with others");
  }
  return false;
}

bool DescriptionComparer::compareInterpreters(ModuleOp expected,
                                              ModuleOp found) {
  auto ofExpected = llvm::to_vector(expected.getOps<InterpreterOp>());
  auto ofFound = llvm::to_vector(found.getOps<InterpreterOp>());
  if (ofExpected.size() != ofFound.size())
    return differ("", "interpreters", Twine(ofExpected.size()),
                  Twine(ofFound.size()));
  for (auto [op, other] : llvm::zip_equal(ofExpected, ofFound))
    if (compareProperties(op, other, "meta.interpreter"))
      return true;
  return false;
}

bool DescriptionComparer::compareNames(ModuleOp expected, ModuleOp found) {
  llvm::StringMap<Value> named;
  for (auto source : found.getOps<SourceOp>())
    named[source.getName()] = source.getTensor();
  for (auto source : expected.getOps<SourceOp>()) {
    Value other = named.lookup(source.getName());
    if (match(source.getTensor(), other, source.getName(), "tensor"))
      return true;
    named.erase(source.getName());
  }
  return !named.empty() &&
         differ(named.begin()->first(), "tensor", "none", "one");
}

std::optional<DescriptionDifference>
DescriptionComparer::compare(ModuleOp expected, ModuleOp found) {
  if (compareInterpreters(expected, found) || compareNames(expected, found))
    return difference;
  for (size_t index = 0; index < pairs.size(); ++index)
    if (comparePair(Pair(pairs[index])))
      return difference;
  compareVersions(expected, found);
  return difference;
}

std::optional<DescriptionDifference>
metautils::findDifference(ModuleOp expected, ModuleOp found) {
  return DescriptionComparer().compare(expected, found);
}
