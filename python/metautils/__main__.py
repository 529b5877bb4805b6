# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line: `python -m metautils describe package.module:factory`."""

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from torch import nn

import metautils


def fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(1)


def load(target: str) -> Any:
    """The object that `package.module:name` names, or what it returns if it is a function or class.

    What the user's own code raises passes through, with its traceback.
    """
    module_name, _, path = target.partition(":")
    if not module_name or not path:
        fail(f"expected 'package.module:factory', got '{target}'")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # Another module that it imports is the user's affair.
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        fail(f"cannot find module '{error.name}'")
    for name in path.split("."):
        if not hasattr(found, name):
            fail(f"cannot find '{path}' in module '{module_name}'")
        found = getattr(found, name)
    return found() if callable(found) and not isinstance(found, nn.Module) else found


def describe(arguments: argparse.Namespace) -> None:
    try:
        module = metautils.describe(load(arguments.target))
        if arguments.run:
            module = module.run(arguments.run)
    except metautils.Error as error:
        fail(str(error))
    for remark in module.remarks:
        print(remark, file=sys.stderr)
    if arguments.output is None:
        print(module)
        return
    try:
        arguments.output.write_text(f"{module}\n")
    except OSError as error:
        fail(f"cannot write '{arguments.output}': {error.strerror}")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m metautils", description="describe PyTorch tensors as MLIR"
    )
    parser.add_argument("--version", action="version", version=f"metautils {metautils.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("describe", help="print the description of tensors or of a model")
    command.add_argument(
        "target",
        metavar="package.module:factory",
        help="what to describe: a function or class that returns it, or the object itself",
    )
    command.add_argument(
        "-o", dest="output", metavar="FILE", type=Path, help="write to FILE, not to standard output"
    )
    command.add_argument(
        "--run", metavar="PIPELINE", help="run passes on it, such as meta-fold-views,meta-to-func"
    )
    describe(parser.parse_args())


main()
