// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors in a Python object, with their names.

#ifndef METAUTILS_PYTHON_LEAVES_H
#define METAUTILS_PYTHON_LEAVES_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <ATen/core/Tensor.h>
#include <pybind11/pybind11.h>

#include <vector>

namespace metautils::python {

/// A tensor in an object, and where it is in it: "layers.0.weight".
struct Leaf {
  pybind11::object object;
  llvm::StringRef name;

  const at::Tensor &getTensor() const;
};

/// Collects the tensors of pytrees and modules. Other leaves are passed over.
/// Raises what Python code of the object raises.
class LeafCollector {
public:
  /// `prefix` comes before all names; where it is empty, a tensor that is not
  /// in anything is called "tensor".
  explicit LeafCollector(llvm::StringRef prefix) : path(prefix) {}

  void collect(pybind11::handle object);
  const std::vector<Leaf> &getLeaves() const { return leaves; }

private:
  void addLeaf(PyObject *tensor);
  void visit(PyObject *object);
  void visitChildren(PyObject *object);
  void visitChild(llvm::StringRef key, PyObject *child);
  void visitChild(PyObject *key, PyObject *child);
  void visitSequence(PyObject *sequence);
  void visitDict(PyObject *dict);
  void visitModule(PyObject *module);
  void visitMembers(PyObject *members);
  void visitRegistered(PyObject *object);

  std::vector<Leaf> leaves;
  /// Where the object at hand is.
  llvm::SmallString<128> path;
  llvm::BumpPtrAllocator names;
  /// The modules that the object at hand is in.
  llvm::SmallDenseSet<PyObject *> openModules;
};

} // namespace metautils::python

#endif // METAUTILS_PYTHON_LEAVES_H
