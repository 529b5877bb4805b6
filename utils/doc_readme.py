# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands and the Python of README.md, and compares what they print.

  ```python        all of them are one program; each is followed by its output
  <!-- test -->    above ```sh (a script) or ```console (`$ command` lines, each with its
                   output below it): run by bash in the root of the tree, must succeed
  <!-- output -->  above the ```text or ```mlir that the block before it must print
  <!-- not run: reason -->  above ```sh with only `make` lines: run as `make -n`

PATH starts with this Python's folder and <build>/bin. Trailing blanks are ignored.
"""

import difflib
import os
import re
import sys
from pathlib import Path

from _common import Check, run
from _docs import blocks

BASH = ("bash", "-euo", "pipefail", "-c")
NOT_RUN = re.compile(r"<!-- not run: (\S.*) -->")


def environment(check):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    tools = [Path(sys.executable).parent, check.build / "bin", env["PATH"]]
    return env | {"PATH": os.pathsep.join(map(str, tools))}


def printed_by(check, block, *command):
    """What a program prints; a failure is a finding at the block."""
    result = run(command, cwd=check.root, env=environment(check))
    if result.returncode:
        tail = "\n".join(result.stderr.strip().splitlines()[-5:])
        status = f"exit status {result.returncode}"
        check.finding(block.path, block.line, f"fails with {status}: {tail}")
    return result.stdout


def compare(check, block, expected, actual):
    want, got = (
        [line.rstrip() for line in text.rstrip().splitlines()] for text in (expected, actual)
    )
    if want != got:
        diff = difflib.unified_diff(want, got, "README", "actual", lineterm="")
        text = "\n".join(diff)
        check.finding(block.path, block.line, f"prints something else\n{text}")


def run_python(check, pairs):
    """One program, its lines where README has them, so that a traceback points there."""
    program = ""
    for block, output in pairs:
        program += "\n" * (block.line - 2 - program.count("\n"))
        program += 'print(end="\\0")\n' + block.text
        if not output:
            check.finding(block.path, block.line, "python has no '<!-- output -->'")
    printed = printed_by(check, pairs[0][0], sys.executable, "-c", program)
    for (block, output), text in zip(pairs, printed.split("\0")[1:]):
        if output:
            compare(check, output, output.text, text)


def run_shell(check, block, output):
    if block.info == "sh":
        printed = printed_by(check, block, *BASH, block.text)
        if output:
            compare(check, output, output.text, printed)
        return
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
    if not block.text.startswith("$ "):
        check.finding(block.path, block.line, "a console block starts with '$ '")
    script = "".join(f"{command}\nprintf '\\0'\n" for command, _ in commands)
    printed = printed_by(check, block, *BASH, script).split("\0")
    for (_, expected), text in zip(commands, printed):
        compare(check, block, expected, text)


def dry_run(check, block, reason):
    check.counts["make blocks"] += 1
    print(f"{check.name(block.path)}:{block.line}: note: not run: {reason}")
    if not re.fullmatch(r"((make( .*)?|#.*|)\n)+", block.text):
        check.finding(block.path, block.line, "only make commands may be 'not run'")
        return
    dry = 'make() { command make -n "$@"; }\n'
    printed_by(check, block, *BASH, dry + block.text)


def main():
    check = Check(__doc__)
    readme = check.root / "README.md"
    found = list(blocks(check, readme)) if readme.exists() else []
    python = []
    for block, after in zip(found, [*found[1:], None]):
        output = after if after and after.above == "<!-- output -->" else None
        skipped = NOT_RUN.fullmatch(block.above)
        if output and (skipped or block.info not in ("python", "sh")):
            check.finding(readme, output.line, "nothing prints this output")
        if block.info == "python":
            python.append((block, output))
        elif block.info == "sh" and skipped:
            dry_run(check, block, skipped[1])
        elif block.info in ("sh", "console") and block.above == "<!-- test -->":
            check.counts["shell blocks"] += 1
            run_shell(check, block, output)
        elif block.info not in ("text", "mlir"):
            check.finding(readme, block.line, f"nothing runs this '{block.info}' block")
    check.counts["python blocks"] = len(python)
    if python:
        run_python(check, python)
    check.finish("python blocks", "shell blocks", "make blocks")


main()
