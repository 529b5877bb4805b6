// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for libFuzzer in an ordinary build: runs the target on each file
// that it is given, and on copies of it with a few bytes changed.
//
//   fuzz-parser FILE...

#include "Check.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <random>

static constexpr unsigned numCopies = 50;

/// A crash ends with the line of its file and copy, under the stack.
static void run(const std::string &input, const char *path, unsigned copy) {
  llvm::PrettyStackTraceFormat where("%s, changed copy %u", path, copy);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()),
                         input.size());
}

/// Changes, drops or repeats a few bytes; the same ones in each run.
static std::string mutate(std::string input, std::minstd_rand &random) {
  for (unsigned change = 0; change < 3 && !input.empty(); ++change) {
    size_t begin = random() % input.size();
    size_t length = std::min<size_t>(random() % 8, input.size() - begin);
    if (random() % 2)
      input[begin] ^= 1 << random() % 8;
    else if (random() % 2)
      input.erase(begin, length);
    else
      input.insert(random() % input.size(), input.substr(begin, length));
  }
  return input;
}

int main(int argc, char **argv) {
  llvm::InitLLVM withStackTraces(argc, argv);
  unsigned count = 0;
  for (const char *path : llvm::ArrayRef(argv, argc).drop_front()) {
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file) {
      llvm::errs() << path << ": " << file.getError().message() << "\n";
      return 1;
    }
    std::string input = (*file)->getBuffer().str();
    std::minstd_rand random(1);
    run(input, path, /*copy=*/0);
    for (unsigned copy = 1; copy <= numCopies; ++copy)
      run(mutate(input, random), path, copy);
    count += 1 + numCopies;
  }
  llvm::outs() << "ran " << count << " inputs\n";
  return count == 0;
}
