# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the lints and the doc checks share: command line, files, report."""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
# What git, builds and tools leave in the tree (see .gitignore).
FOREIGN = re.compile(
    r"\.(?!ci$|clang-|gitignore$).*|__pycache__|.*\.egg-info"
    r"|compile_commands\.json|CMakeUserPresets\.json"
)


def run(command, **options):
    """The finished process, its output as text; without `input` its input is empty."""
    defaults = {"input": "", "capture_output": True, "text": True, "errors": "replace"}
    return subprocess.run(command, timeout=600, **defaults | options)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Check:
    """One run of a script: where it looks, what it found, how much it looked at."""

    def __init__(self, doc):
        raw = argparse.RawDescriptionHelpFormatter
        parser = argparse.ArgumentParser(description=doc, formatter_class=raw)
        parser.add_argument("--root", type=Path, default=PROJECT, help="tree to check")
        parser.add_argument("--build", default="build", help="build directory in it")
        args = parser.parse_args()
        self.root = args.root.resolve()
        self.build = self.root / args.build
        self.counts = Counter()
        self.findings = 0
        self.excused = set()

    def files(self, *suffixes, under=""):
        """The tree's own files, in order."""
        for folder, folders, names in os.walk(self.root / under):
            if Path(folder) == self.root:
                folders[:] = [f for f in folders if not re.match(r"build\b|dist$", f)]
            folders[:] = sorted(f for f in folders if not FOREIGN.fullmatch(f))
            for name in sorted(names):
                if name.endswith(suffixes or "") and not FOREIGN.fullmatch(name):
                    yield Path(folder, name)

    def name(self, path):
        return path.relative_to(self.root).as_posix()

    def finding(self, path, line, message):
        print(f"{self.name(path)}:{line}: {message}")
        self.findings += 1

    def excuse(self, table, key):
        """Whether a script's table of exceptions (key to reason) names this one."""
        self.excused.add(key)
        return key in table

    def stale(self, table):
        """An exception that excuses nothing any more must go."""
        for key in table if self.root == PROJECT else ():
            if key not in self.excused:
                self.finding(Path(sys.argv[0]).resolve(), 1, f"stale exception: {key}")

    def finish(self, *kinds):
        """Ends the script. To have found nothing to check is a failure too."""
        empty = [kind for kind in kinds if not self.counts[kind]]
        for kind in empty:
            print(f"nothing to check: no {kind} under {self.root}")
        seen = ", ".join(f"{self.counts[kind]} {kind}" for kind in kinds)
        print(f"{Path(sys.argv[0]).stem}: {seen}: {self.findings} findings")
        sys.exit(1 if self.findings or empty else 0)
