# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's configuration: which files are tests, and what their RUN lines may name."""

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "MetaUtils"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".mlir", ".test"]
config.excludes = ["Inputs", "python"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.metautils_build_dir, "test")

if config.enable_torch:
    config.available_features.add("torch")
if config.enable_python:
    config.available_features.add("python")

package = os.path.join(config.metautils_build_dir, "python")
llvm_config.with_environment("PYTHONPATH", package, append_path=True)
llvm_config.with_environment("FILECHECK_OPTS", "-enable-var-scope")
llvm_config.with_system_environment(["ASAN_OPTIONS", "UBSAN_OPTIONS"])

bin_dir = os.path.join(config.metautils_build_dir, "bin")
llvm_config.with_environment("PATH", [bin_dir, config.llvm_tools_dir], append_path=True)
mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
if config.asan_runtime:
    mlir_opt = f"env LD_PRELOAD={config.asan_runtime} {mlir_opt}"
llvm_config.add_tool_substitutions(
    [
        "meta-capi-test",
        "meta-opt",
        "meta-run",
        "meta-translate",
        ToolSubst(f"mlir-opt-{config.llvm_major}", mlir_opt),
        "FileCheck",
        "not",
        "split-file",
    ],
    [bin_dir, config.llvm_tools_dir],
)
library = os.path.join(config.metautils_build_dir, "lib", "libMetaUtils.so")
config.substitutions += [
    ("%python", config.python),
    ("%build", config.metautils_build_dir),
    ("%plugin", f"--load-dialect-plugin={library} --load-pass-plugin={library}"),
]
