// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of a compiled program, and what it runs in.

#ifndef METAUTILS_LIB_TORCH_PROGRAM_PROGRAMSTEP_H
#define METAUTILS_LIB_TORCH_PROGRAM_PROGRAMSTEP_H

#include "metautils/Torch/Program/ProgramExecutor.h"

namespace metautils {

class ProgramRun;

/// An op with all that is read of it before it runs.
struct ProgramStep {
  using Run = void (*)(const ProgramStep &, ProgramRun &);

  Run run = nullptr;
  mlir::Operation *op = nullptr;
  /// Slots of the run: of tensors, and of numbers.
  llvm::SmallVector<uint32_t, 2> operands;
  llvm::SmallVector<uint32_t, 0> numbers;
  uint32_t result = 0;

  /// Of the result, as its type has them; `kDynamic` where a number says it.
  /// Strides of a contiguous one follow from its sizes.
  at::IntArrayRef sizes, strides;
  bool isContiguous = false;
  /// Whether no size that a number says can be 0 or less.
  bool hasPositiveNumbers = false;
  at::ScalarType dtype = at::ScalarType::Undefined;
  at::Device device = at::kCPU;

  /// Numbers of the op, as its function reads them.
  int64_t offset = 0;
  int64_t number = 0;
  int64_t bytes = 0;
  bool flag = false;
};

/// One run of a program.
class ProgramRun {
public:
  ProgramRun(ProgramExecutor &executor, const Program &program);

  /// Throws what a step throws; `getCurrent` is then the tensor at hand.
  std::vector<at::Tensor> run();

  /// The tensor that is being made, or nothing.
  const Program::Tensor *getCurrent() const;

  // For steps.
  at::Tensor &operator[](uint32_t slot) { return values[slot]; }
  const at::Tensor &getOperand(const ProgramStep &step, unsigned index = 0) {
    return values[step.operands[index]];
  }
  void setResult(const ProgramStep &step, at::Tensor tensor) {
    values[step.result] = std::move(tensor);
  }
  ProgramMemo &getMemo() { return executor.memo; }
  /// Of a number that is known only now.
  const c10::SymInt &getNumber(uint32_t slot);
  c10::SymInt getNumber(mlir::Value number);

  /// Of a step with numbers: what its type says, filled in.
  struct Geometry {
    std::vector<c10::SymInt> sizes, strides;
  };
  Geometry getGeometry(const ProgramStep &step);
  c10::SymInt getOffset(const ProgramStep &step);

  ProgramHost &getHost() { return executor.host; }
  /// Null where the program is run outside of transforms.
  const Interpreters *findInterpreters() { return executor.getInterpreters(); }
  /// Throws there.
  const Interpreters &getInterpreters();

private:
  /// A range of steps that are run, of one tensor.
  struct Frame {
    uint32_t tensor;
    llvm::SmallVector<uint32_t, 0> const *late; ///< null for its own steps
    uint32_t next, end;
    std::unique_ptr<c10::InferenceMode> mode;
  };

  void demand(uint32_t tensor);
  void push(uint32_t tensor, bool isLate);
  bool demandOperands(const ProgramStep &step);
  void finishFrame();
  void drain();

  ProgramExecutor &executor;
  const Program &program;
  std::vector<at::Tensor> values;
  std::vector<c10::SymInt> numbers;
  llvm::SmallVector<Frame, 8> stack;
  llvm::SmallVector<uint32_t> waiting; ///< made, with late steps
};

/// Each knows the ops of one file; false for an op of another one.
bool compileRootStep(ProgramStep &step);
bool compileViewStep(ProgramStep &step);
bool compileStateStep(ProgramStep &step);
bool compileWrapStep(ProgramStep &step);

inline at::IntArrayRef toList(llvm::ArrayRef<int64_t> list) {
  return {list.data(), list.size()};
}

/// The strides of a contiguous tensor, in elements. Each symbol is asked
/// whether it may be 0, but for those that are known to be positive.
std::vector<c10::SymInt> fillContiguousStrides(c10::SymIntArrayRef sizes,
                                               bool arePositive = false);

/// Whether an op gives a number of a program.
bool isNumberOp(mlir::Operation &op);

/// Runs the views of a region on a tensor.
at::Tensor replayViews(mlir::Block &views, const at::Tensor &base,
                       llvm::function_ref<c10::SymInt(mlir::Value)> getNumber);

} // namespace metautils

#endif // METAUTILS_LIB_TORCH_PROGRAM_PROGRAMSTEP_H
