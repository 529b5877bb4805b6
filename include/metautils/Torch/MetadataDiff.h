// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells in what the metadata of two live tensors differ.

#ifndef METAUTILS_TORCH_METADATADIFF_H
#define METAUTILS_TORCH_METADATADIFF_H

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace metautils {

/// One fact that two tensors do not agree on, in words.
struct MetadataDifference {
  std::string path; ///< of the tensor: "", ".grad", "._base.grad"
  std::string field;
  std::string expected;
  std::string found;
};

struct MetadataDiffOptions {
  bool skipSymbolic = false; ///< sizes, strides and offset
  bool skipLeaf = false;
};

/// All differences between two tensors, their bases and grads, in the order in
/// which `torch._subclasses.meta_utils.assert_metadata_eq` would meet them. The
/// layout is always compared, and what compressed sparse tensors have instead
/// of strides.
std::vector<MetadataDifference>
diffMetadata(const at::Tensor &expected, const at::Tensor &found,
             const MetadataDiffOptions &options = {});

/// Throws a `c10::Error` that lists all differences, one a line.
void assertMetadataEqual(const at::Tensor &expected, const at::Tensor &found,
                         const MetadataDiffOptions &options = {});

} // namespace metautils

#endif // METAUTILS_TORCH_METADATADIFF_H
