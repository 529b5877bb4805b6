# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints one table of ratios against PyTorch and MLIR, measured in one run.

Runs of ours and of the peer alternate, so that what else the machine does falls on both.
Ratios are those of the medians. Describing: the processor's time, with the garbage
collector off on both sides. Folding: the time of the pass alone as MLIR reports it, without
reader, verifier and printer, on one thread.
"""

import argparse
import importlib
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import tools
from report import print_table, progress, write_json

PROJECT = Path(__file__).resolve().parent.parent


def describing(args):
    """The module of that name, which imports torch and the package of the build."""
    import describing

    package = Path(describing.metautils.__file__)  # a link in the build to the source
    if not package.is_relative_to(args.build):
        sys.exit(f"bench.py: expected a package in {args.build}, got {package}")
    return describing


def rows_of(module, function):
    """What a function of a module gives that imports torch and the package of the build."""

    def get_rows(args):
        describing(args)  # checks where the package is from
        return getattr(importlib.import_module(module), function)(args.quick)

    return get_rows


def both_tools(args):
    """meta-opt of the build, and mlir-opt of the MLIR that it was built with."""
    cache = (args.build / "CMakeCache.txt").read_text()
    mlir = re.search(r"^MLIR_DIR:\w+=(.+)/lib/cmake/mlir$", cache, re.MULTILINE)[1]
    return args.build / "bin/meta-opt", Path(mlir, "bin/mlir-opt")


CASES = {
    "describe": lambda args: describing(args).describe_rows(args.quick),
    "kinds": lambda args: describing(args).kind_rows(args.quick),
    "drop-in": rows_of("dropin", "dropin_rows"),
    "convert": rows_of("converting", "convert_rows"),
    "symbolic": rows_of("symbolic", "symbolic_rows"),
    "fold": lambda args: tools.fold_rows(both_tools(args), args.quick),
    "lower": lambda args: tools.lower_rows(both_tools(args), args.quick),
    "text": lambda args: tools.text_rows(both_tools(args), args.quick),
    "start": lambda args: tools.start_rows(both_tools(args), args.quick),
    "memory": lambda args: describing(args).memory_rows(args.quick),
}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build", type=Path, default=PROJECT / "build-release", help="build directory"
    )
    parser.add_argument("--quick", action="store_true", help="few runs, nothing long")
    parser.add_argument("--only", choices=CASES, help="one group of cases")
    args = parser.parse_args()
    args.build = args.build.absolute()
    if not (args.build / "bin/meta-opt").exists():
        parser.error(f"nothing is built in {args.build}: `make bench` does it")
    return args


def facts(args):
    """What the numbers depend on."""
    command = [both_tools(args)[1], "--version"]
    version = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {
        "build": args.build.name,
        "LLVM": re.search(r"version (\S+)", version)[1],
        "Python": platform.python_version(),
        "processors": os.cpu_count(),
        "load at the start": round(os.getloadavg()[0], 1),
    }


def main():
    args = parse_arguments()
    sys.path.insert(0, str(args.build / "python"))
    described = facts(args)
    rows = []
    for name in [args.only] if args.only else CASES:
        rows += CASES[name](args)
    progress()
    print(", ".join(f"{name} {value}" for name, value in described.items()))
    print_table(rows)
    write_json(args.build / "bench.json", rows, described)


if __name__ == "__main__":
    main()
