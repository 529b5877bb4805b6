// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of the tools.

#ifndef METAUTILS_COMMANDLINE_H
#define METAUTILS_COMMANDLINE_H

namespace metautils {

/// Leaves the options that LLVM's code generators register out of `--help`
/// (`--help-hidden` still lists them). To be called before a tool registers its
/// own.
void hideLLVMOptions();

} // namespace metautils

#endif // METAUTILS_COMMANDLINE_H
