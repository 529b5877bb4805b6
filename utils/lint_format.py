# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that all C and C++ is formatted as .clang-format says; `make format` does it."""

import re
import sys
from pathlib import Path

from _common import PROJECT, Check, run

MAJOR = re.search(r"^LLVM_MAJOR=(\d+)$", (PROJECT / "setup/versions").read_text(), re.M)[1]
NOT_FORMATTED = re.compile(r"^(.+?):\d+:\d+: error: code should be clang-formatted", re.M)


def main():
    check = Check(__doc__)
    files = [*check.files(".h", ".c", ".cpp")]
    check.counts["C and C++ files"] = len(files)
    if files:
        done = run([f"clang-format-{MAJOR}", "--dry-run", "--Werror", *files])
        for path in sorted(set(NOT_FORMATTED.findall(done.stderr))):
            check.finding(Path(path), 1, "not formatted: run `make format`")
        if done.returncode and not check.findings:
            sys.exit(done.stderr)
    check.finish("C and C++ files")


main()
