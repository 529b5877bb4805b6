// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The statements of a Python function, and what each of them runs within.

#include "PythonLines.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace metautils;

void PythonLines::add(PythonContexts contexts, std::string text) {
  blocks.back().push_back({std::move(contexts), std::move(text)});
}

void PythonLines::endBlock() {
  if (!blocks.back().empty())
    blocks.emplace_back();
}

static bool isLong(size_t numLines) { return numLines > 1; }

static void printIndented(raw_ostream &os, size_t depth, StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    os.indent(4 * depth) << line << '\n';
    text = rest;
  }
}

void PythonLines::print(raw_ostream &os, size_t outer) const {
  PythonContexts open;
  size_t previous = 0;
  for (const auto &block : blocks) {
    if (block.empty())
      continue;
    if (previous && (isLong(previous) || isLong(block.size()))) {
      os << '\n';
      open.clear();
    }
    previous = block.size();
    for (const Line &line : block) {
      size_t shared = 0;
      while (shared < std::min(open.size(), line.contexts.size()) &&
             open[shared] == line.contexts[shared])
        ++shared;
      open = line.contexts;
      for (size_t depth = shared; depth < open.size(); ++depth)
        printIndented(os, outer + depth, "with " + open[depth] + ":");
      printIndented(os, outer + open.size(), line.text);
    }
  }
}
