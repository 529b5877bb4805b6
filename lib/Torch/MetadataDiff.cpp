// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells in what the metadata of two live tensors differ.

#include "metautils/Torch/MetadataDiff.h"
#include "metautils/Torch/TensorFacts.h"

#include <c10/util/StringUtil.h>

#include <set>
#include <sstream>

using namespace metautils;

namespace {
class Differ {
public:
  Differ(const MetadataDiffOptions &options,
         std::vector<MetadataDifference> &differences)
      : options(options), differences(differences) {}

  /// Appends the differences of two tensors that are both at `path`.
  void run(const at::Tensor &expected, const at::Tensor &found,
           const std::string &path);

private:
  void compareFlags(const LiveTensorFacts &a, const LiveTensorFacts &b);
  void compareGeometry(const LiveTensorFacts &a, const LiveTensorFacts &b);
  void compareSparse(const SparseFacts &a, const SparseFacts &b);
  void comparePart(const at::Tensor &a, const at::Tensor &b, const char *field,
                   const std::string &path);
  template <typename T>
  void compare(const char *field, const T &a, const T &b);
  void add(const char *field, std::string expected, std::string found);

  const MetadataDiffOptions &options;
  std::vector<MetadataDifference> &differences;
  /// Of the tensors at hand.
  std::string path;
  /// Grads may lead back to a tensor that was met before.
  std::set<std::pair<at::TensorImpl *, at::TensorImpl *>> met;
};
} // namespace

static std::string print(bool value) { return value ? "true" : "false"; }

static std::string print(const std::optional<Dims> &dims) {
  if (!dims)
    return "none";
  std::ostringstream os;
  os << c10::SymIntArrayRef(*dims);
  return os.str();
}

template <typename T>
static std::string print(const T &value) {
  return c10::str(value);
}

void Differ::add(const char *field, std::string expected, std::string found) {
  differences.push_back({path, field, std::move(expected), std::move(found)});
}

template <typename T>
void Differ::compare(const char *field, const T &a, const T &b) {
  if (!(a == b))
    add(field, print(a), print(b));
}

void Differ::compareFlags(const LiveTensorFacts &a, const LiveTensorFacts &b) {
  compare("dtype", a.dtype, b.dtype);
  if (!options.skipSymbolic)
    compare("size", a.geometry.sizes, b.geometry.sizes);
  compare("requires_grad", a.requiresGrad, b.requiresGrad);
  if (!options.skipLeaf)
    compare("is_leaf", a.isLeaf, b.isLeaf);
  compare("layout", a.kind.layout, b.kind.layout);
  compare("is_inference", a.isInference, b.isInference);
  compare("is_conj", a.isConj, b.isConj);
  compare("is_neg", a.isNeg, b.isNeg);
}

void Differ::compareSparse(const SparseFacts &a, const SparseFacts &b) {
  compare("dense_dim", a.denseDim, b.denseDim);
  compare("sparse_dim", a.sparseDim, b.sparseDim);
  if (a.isCoalesced && b.isCoalesced)
    compare("is_coalesced", *a.isCoalesced, *b.isCoalesced);
}

void Differ::compareGeometry(const LiveTensorFacts &a,
                             const LiveTensorFacts &b) {
  if (a.sparse && b.sparse)
    compareSparse(*a.sparse, *b.sparse);
  if (!options.skipSymbolic) {
    compare("stride", a.geometry.strides, b.geometry.strides);
    compare("storage_offset", a.geometry.offset, b.geometry.offset);
  }
}

/// A part that both have is compared as a tensor of its own.
void Differ::comparePart(const at::Tensor &a, const at::Tensor &b,
                         const char *field, const std::string &ownPath) {
  path = ownPath;
  if (a.defined() != b.defined())
    add(field, a.defined() ? "a tensor" : "none",
        b.defined() ? "a tensor" : "none");
  else if (a.defined())
    run(a, b, ownPath + "." + field);
}

void Differ::run(const at::Tensor &expected, const at::Tensor &found,
                 const std::string &ownPath) {
  if (!met.emplace(expected.unsafeGetTensorImpl(), found.unsafeGetTensorImpl())
           .second)
    return;
  path = ownPath;
  LiveTensorFacts a = readFacts(expected), b = readFacts(found);
  compareFlags(a, b);
  comparePart(a.grad, b.grad, "grad", ownPath);
  path = ownPath;
  compareGeometry(a, b);
  comparePart(a.base, b.base, "_base", ownPath);
}

std::vector<MetadataDifference>
metautils::diffMetadata(const at::Tensor &expected, const at::Tensor &found,
                        const MetadataDiffOptions &options) {
  std::vector<MetadataDifference> differences;
  Differ(options, differences).run(expected, found, "");
  return differences;
}

void metautils::assertMetadataEqual(const at::Tensor &expected,
                                    const at::Tensor &found,
                                    const MetadataDiffOptions &options) {
  std::ostringstream os;
  for (const MetadataDifference &difference :
       diffMetadata(expected, found, options))
    os << "\nexpected " << difference.field << " of 'tensor" << difference.path
       << "' to be " << difference.expected << ", found " << difference.found;
  TORCH_CHECK(os.str().empty(),
              "the metadata of two tensors differ:", os.str());
}
