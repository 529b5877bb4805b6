// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs of the build dialect with libtorch: compiled once, run often.

#ifndef METAUTILS_TORCH_PROGRAM_PROGRAMEXECUTOR_H
#define METAUTILS_TORCH_PROGRAM_PROGRAMEXECUTOR_H

#include "metautils/Program/BuildOps.h"
#include "metautils/Torch/NativeSymbols.h"
#include "metautils/Torch/Program/Interpreters.h"
#include "metautils/Torch/Program/ProgramMemo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <ATen/core/ivalue.h>

namespace metautils {

struct ProgramStep;

class Program;

/// A tensor that is made as the only one of another program, but for its own
/// numbers: sizes and strides, and one storage that it is a view of.
struct PlainTensor {
  const Program *like;
  llvm::StringRef name;
  mlir::LocationAttr location;
  int64_t number;
  MetaTensorType type;
  int64_t storage, bytes, offset;
};

/// A function of `build.tensor`s as a list of steps. The function must outlive
/// it, and the names of tensors.
class Program {
public:
  Program();
  Program(Program &&);
  Program &operator=(Program &&);
  ~Program();

  /// Emits an error and fails where the function is no program.
  static llvm::FailureOr<Program> compile(mlir::func::FuncOp function);

  /// With plain tensors among the results; the others are those of the
  /// function in their order, which is null where there are none.
  static llvm::FailureOr<Program>
  compile(mlir::func::FuncOp function,
          llvm::ArrayRef<std::optional<PlainTensor>> results);

private:
  friend class ProgramCompiler;
  friend class ProgramExecutor;
  friend class ProgramRun;

  /// A `build.tensor`, or what is told to one behind all tensors. The value in
  /// slot `i` is that of tensor `i`.
  struct Tensor {
    llvm::StringRef name;
    mlir::LocationAttr location;
    int64_t number = 0;
    bool inference = false;
    /// Its steps, and the slot of what they make.
    uint32_t begin = 0, end = 0, made = 0;
    /// The steps behind all tensors that are about it.
    llvm::SmallVector<uint32_t, 0> late;
  };

  /// A symbol, or arithmetic on numbers before it.
  struct Number {
    mlir::Operation *op;
    llvm::SmallVector<uint32_t, 2> operands;
  };

  std::vector<ProgramStep> steps;
  std::vector<Tensor> tensors;
  std::vector<uint32_t> results;
  std::vector<InterpreterOp> interpreters;
  std::vector<Number> numbers;
  llvm::DenseMap<mlir::Value, uint32_t> numberSlots;
  uint32_t numSlots = 0;
};

/// What is up to the one who runs a program. By default roots stay on the meta
/// device, and nothing is told to Python.
class ProgramHost {
public:
  virtual ~ProgramHost();

  /// Gives a root of the program; `root` is one on the meta device, `device`
  /// where the described tensor is. May throw.
  virtual at::Tensor adoptRoot(at::Tensor root, at::Device device);

  /// A view that was made of a base, which the host may note something of.
  virtual void adoptView(const at::Tensor &view, at::Device device);

  /// What the Python object of a tensor is to be.
  virtual void setObject(const at::Tensor &tensor, build::ObjectOp op);
  virtual void setMark(const at::Tensor &tensor, build::MarkOp op);

  /// An instance of a class that wraps others. What is inside are tensors and
  /// numbers. Throws by default.
  virtual at::Tensor makeSubclass(build::SubclassOp op,
                                  llvm::ArrayRef<c10::IValue> inner,
                                  c10::SymIntArrayRef sizes,
                                  c10::SymIntArrayRef strides);

  /// Runs views of a class whose sizes are symbols: PyTorch has them in Python
  /// alone, where a host may lead them. May throw.
  virtual at::Tensor viewSymbolic(llvm::function_ref<at::Tensor()> view);

  /// Called while an exception that the host has thrown passes: the tensor that
  /// it kept from being made.
  virtual void noteFailure(llvm::StringRef name);

  /// A size that is known only at run time: by default one of `NativeSymbols`.
  virtual c10::SymInt makeSymbol(build::SymbolOp op);

protected:
  NativeSymbols nativeSymbols;
};

/// Makes tensors that are equal to the described ones, each once as long as it
/// lives. One thread at a time.
class ProgramExecutor {
public:
  explicit ProgramExecutor(ProgramHost *host = nullptr);

  /// The results of the program. Tensors and storages with one number are one,
  /// in all programs that are run. Emits an error that names the tensor and
  /// fails where libtorch refuses a step; that tensor is not in the memo then.
  llvm::FailureOr<std::vector<at::Tensor>> run(const Program &program);

  /// Takes the transforms that the thread runs in for those of programs, which
  /// would else open their own: what is made then lives as long as they do. The
  /// thread is outside of them until the executor is gone.
  void takeTransforms();

  ProgramMemo &getMemo() { return memo; }

  /// The symbol of this name, which the host makes once.
  c10::SymInt getSymbol(build::SymbolOp op);

  /// The transforms that the last program was run in, which wrapped tensors
  /// need to live; null if none.
  Interpreters *getInterpreters() { return interpreters.get(); }

private:
  friend class ProgramRun;

  ProgramHost defaultHost;
  ProgramHost &host;
  ProgramMemo memo;
  llvm::StringMap<c10::SymInt> symbols;
  std::unique_ptr<Interpreters> interpreters;
  bool opensTransforms = true;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_PROGRAMEXECUTOR_H
