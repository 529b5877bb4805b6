// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of descriptions, in which plain tensors of one structure share what
// was compiled for the first of them.

#ifndef METAUTILS_TORCH_PROGRAM_DESCRIPTIONPROGRAM_H
#define METAUTILS_TORCH_PROGRAM_DESCRIPTIONPROGRAM_H

#include "metautils/Torch/Program/ProgramExecutor.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace metautils {

class PlainPrograms;

/// The program that makes the named tensors of a description, in the order of
/// their first names. Owns what the program refers to.
struct DescriptionProgram {
  Program program;
  std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> description;
  /// The function of those that are not plain; null if all are.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::shared_ptr<const PlainPrograms> plain;
};

/// Note [Plain tensors of one structure]
/// A model is hundreds of tensors that are the same but for names, sizes and
/// bytes, and each new description of them has other ones. What is plain, which
/// is to say one view of known sizes of its storage, no view to autograd,
/// without a grad, and part of no other tensor, is made by the same steps then.
/// So these are compiled once, from the IR of the first one, and each tensor
/// gets a copy of them with its own numbers.
///
/// For the descriptions of one context.
class DescriptionCompiler {
public:
  /// Forgets all structures when there are so many.
  explicit DescriptionCompiler(size_t capacity = 4096) : capacity(capacity) {}

  /// Null, with an error, for what no program makes. The description must not
  /// be changed as long as the program lives.
  std::shared_ptr<const DescriptionProgram>
  compile(std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> description);

  /// How many structures of plain tensors are known.
  size_t countStructures() const;

private:
  size_t capacity;
  std::shared_ptr<PlainPrograms> plain;
};

} // namespace metautils

#endif // METAUTILS_TORCH_PROGRAM_DESCRIPTIONPROGRAM_H
