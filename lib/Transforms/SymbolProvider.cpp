// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols as ShapeEnv of torch/fx/experimental/symbolic_shapes.py gives them.

#include "metautils/Transforms/Symbolize.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace metautils;

SymbolProvider::~SymbolProvider() = default;

/// Beyond it is no name that is given here.
static constexpr uint64_t maxReserved = uint64_t(1) << 62;

NativeSymbolProvider::NativeSymbolProvider(ModuleOp description,
                                           Options options)
    : options(options) {
  for (auto symbol : description.getOps<SymbolOp>())
    reserve(symbol.getName());
}

/// The first id from this one on that is free. Hundreds of symbols take all
/// that a hash can be: each id knows how far the search has come from it.
uint64_t NativeSymbolProvider::takeId(uint64_t id) {
  SmallVector<uint64_t> passed;
  while (true) {
    auto [entry, isFree] = takenIds.try_emplace(id, id + 1);
    passed.push_back(id);
    if (isFree)
      break;
    id = entry->second;
  }
  for (uint64_t behind : passed)
    takenIds[behind] = id + 1;
  return id;
}

/// A hash of the source, so that a symbol is called the same in each run.
std::string NativeSymbolProvider::getUniqueName(const Twine &source) {
  SmallString<32> buffer;
  StringRef text = source.toStringRef(buffer);
  uint64_t id = 0;
  for (uint8_t byte :
       llvm::SHA256::hash(ArrayRef(text.bytes_begin(), text.size())))
    id = (id * 256 + byte) % 100;
  return "s" + std::to_string(takeId(id));
}

void NativeSymbolProvider::reserve(StringRef name) {
  uint64_t id;
  bool isUnbacked = name.consume_front("u");
  if (!isUnbacked && !name.consume_front("s"))
    return;
  if (name.getAsInteger(10, id) || id >= maxReserved)
    return;
  if (isUnbacked)
    nextUnbacked = std::max(nextUnbacked, id + 1);
  else
    takenIds.try_emplace(id, id + 1);
}

FailureOr<ProvidedNumber> NativeSymbolProvider::provide(int64_t value,
                                                        SizePolicy policy,
                                                        const Twine &source) {
  ProvidedNumber number;
  if (policy == SizePolicy::Unbacked) {
    number.name = "u" + std::to_string(nextUnbacked++);
    number.kind = SymbolKind::Unbacked;
    number.min = 0;
    return number;
  }
  bool isSpecial = options.specializeZeroOne && (value == 0 || value == 1);
  if (policy == SizePolicy::Static || isSpecial) {
    number.constant = value;
    return number;
  }
  if (policy != SizePolicy::Ephemeral)
    number.min = options.specializeZeroOne ? 2 : 0;
  number.hint = value;
  if (policy == SizePolicy::Dynamic || !options.duckShape) {
    number.name = getUniqueName(source);
    return number;
  }
  std::string &name = byValue[value];
  if (name.empty())
    name = getUniqueName(source);
  number.name = name;
  return number;
}
