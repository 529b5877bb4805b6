// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of a Python script: of its variables, and of what it imports.

#include "PythonNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace metautils;

static constexpr llvm::StringLiteral keywords[] = {
    "False",  "None",   "True",    "and",      "as",       "assert", "async",
    "await",  "break",  "class",   "continue", "def",      "del",    "elif",
    "else",   "except", "finally", "for",      "from",     "global", "if",
    "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
    "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};

/// What scripts use, so that no variable takes its place.
static constexpr llvm::StringLiteral used[] = {
    "ViewAs",    "base64", "fake_mode", "bytearray",   "complex", "float",
    "frozenset", "leave",  "load_args", "make_record", "max",     "min",
    "set",       "slice",  "torch",     "transforms"};

bool metautils::isPythonName(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         !llvm::is_contained(keywords, text);
}

PythonNames::PythonNames() {
  for (StringRef name : keywords)
    taken.try_emplace(name, 1);
  for (StringRef name : used)
    taken.try_emplace(name, 1);
}

std::string PythonNames::makeUnique(const std::string &name) {
  auto [entry, isNew] = taken.try_emplace(name, 1);
  std::string unique = name;
  while (!isNew) {
    unique = name + "_" + std::to_string(entry->second++);
    isNew = taken.try_emplace(unique, 1).second;
  }
  return unique;
}

std::string PythonNames::add(StringRef text) {
  std::string name;
  for (char c : text) {
    if (llvm::isAlnum(c))
      name += llvm::toLower(c);
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(0, "t");
  return makeUnique(name);
}

std::string PythonNames::importFrom(StringRef module, StringRef name) {
  std::string &known = imported[{module.str(), name.str()}];
  if (known.empty())
    known = makeUnique(name.str());
  return known;
}

FailureOr<std::string> PythonNames::import(StringRef path) {
  SmallVector<StringRef> parts;
  path.split(parts, '.');
  // A function's own class has '<locals>' in its path.
  if (parts.size() < 2 || parts.front() == "__main__" ||
      !llvm::all_of(parts, isPythonName))
    return failure();
  size_t first = 1;
  while (first + 1 < parts.size() && !llvm::isUpper(parts[first].front()))
    ++first;
  std::string result = importFrom(
      llvm::join(ArrayRef(parts).take_front(first), "."), parts[first]);
  for (StringRef part : ArrayRef(parts).drop_front(first + 1))
    result += ("." + part).str();
  return result;
}

void PythonNames::printImports(raw_ostream &os) const {
  for (const std::string &module : modules)
    os << "import " << module << '\n';
  StringRef current;
  for (const auto &[path, name] : imported) {
    const auto &[module, imports] = path;
    if (current != module)
      os << (current.empty() ? "" : "\n") << "from " << module << " import ";
    else
      os << ", ";
    current = module;
    os << imports;
    if (name != imports)
      os << " as " << name;
  }
  if (!imported.empty())
    os << '\n';
}
