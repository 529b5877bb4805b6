# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the doc checks share: fenced blocks, and meta-opt with its diagnostics."""

import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from _common import run

FENCE = re.compile(r"^\s*(```+)(.*)$")
DIAGNOSTIC = re.compile(
    r"^(?:<stdin>:(\d+):\d+|\S.*?): (error|warning|remark|note): (.*)$", re.MULTILINE
)


@dataclass
class Block:
    """A fenced block: its info string, its text, and the line the text starts at."""

    path: Path
    line: int
    info: str
    text: str
    above: str  # the nearest line above the fence that is not blank

    @property
    def words(self):
        return self.info.split() or [""]


def diagnostics(stderr):
    """The (line or None, severity, message) triples that an mlir-opt tool printed."""
    for line, severity, message in DIAGNOSTIC.findall(stderr):
        yield int(line) if line else None, severity, message


def blocks(check, path):
    """The fenced blocks of a file; an indented one (TableGen) is dedented."""
    above, start = "", None
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if start is None and fence:
            start, ticks, info = number + 1, fence[1], fence[2].strip()
        elif start and line.strip() == ticks:
            text = textwrap.dedent("\n".join(lines[start - 1 : number - 1]))
            yield Block(path, start, info, text + "\n", above)
            start, above = None, ""
        elif start is None and line.strip():
            above = line.strip()
    if start:
        check.finding(path, start - 1, "block is never closed")


def opt(check, text, *flags):
    """Runs meta-opt on a text."""
    tool = check.build / "bin" / "meta-opt"
    if not tool.exists():
        sys.exit(f"{tool}: not found: build first, or give --build")
    return run([tool, "--mlir-print-op-on-diagnostic=false", *flags], input=text)
