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
  bool compareVersions();

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
  if (isa_and_present<UnitAttr>(
          attribute)) // A word that is not there is false.
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

bool DescriptionComparer::compareLive(TensorOp expected, TensorOp found,
                                      StringRef path) {
  return match(expected.getBase(), found.getBase(), path, "base", "._base") ||
         match(expected.getGrad(), found.getGrad(), path, "grad", ".grad") ||
         match(findTangent(expected), findTangent(found), path, "tangent",
               ".tangent") ||
         compareMarks(expected, found, path);
}

bool DescriptionComparer::comparePair(const Pair &pair) {
  Operation *expected = pair.expected.getDefiningOp();
  Operation *found = pair.found.getDefiningOp();
  if (compareTypes(pair.expected.getType(), pair.found.getType(), pair.path))
    return true;
  if (!expected || !found || expected->getName() != found->getName() ||
      expected->getNumOperands() != found->getNumOperands())
    if (!isa_and_nonnull<TensorOp>(expected) ||
        !isa_and_nonnull<TensorOp>(found))
      return differ(pair.path, "op",
                    expected ? expected->getName().getStringRef() : "none",
                    found ? found->getName().getStringRef() : "none");
  // Which operands there are is told better than by their numbers.
  if (auto live = dyn_cast<TensorOp>(expected))
    if (compareLive(live, cast<TensorOp>(found), pair.path))
      return true;
  if (compareProperties(expected, found, pair.path))
    return true;
  if (auto live = dyn_cast<TensorOp>(expected))
    return match(skipWholeView(live.getGeometry()),
                 skipWholeView(cast<TensorOp>(found).getGeometry()), pair.path,
                 "storage");
  for (auto [operand, other] :
       llvm::zip_equal(expected->getOperands(), found->getOperands()))
    if (match(operand, other, pair.path,
              isa<StorageType>(operand.getType()) ? "storage" : "part"))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The tensor that stands for all that have one version counter.
static Value findVersion(Value tensor) {
  llvm::SmallPtrSet<void *, 4> met;
  while (met.insert(tensor.getAsOpaquePointer()).second) {
    Value other;
    for (Operation *user : tensor.getUsers())
      if (auto shares = dyn_cast<SharesVersionOp>(user);
          shares && shares.getTensor() == tensor)
        other = shares.getOther();
    auto live = tensor.getDefiningOp<TensorOp>();
    if (!other && live)
      other = live.getBase();
    if (!other)
      break;
    tensor = other;
  }
  return tensor;
}

bool DescriptionComparer::compareVersions() {
  llvm::DenseMap<Value, Value> there, back;
  for (const Pair &pair : pairs) {
    if (!pair.expected.getDefiningOp<TensorOp>())
      continue;
    Value expected = findVersion(pair.expected),
          found = findVersion(pair.found);
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
  compareVersions();
  return difference;
}

std::optional<DescriptionDifference>
metautils::findDifference(ModuleOp expected, ModuleOp found) {
  return DescriptionComparer().compare(expected, found);
}
