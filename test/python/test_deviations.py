# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/Deviations.md: each row is complete and names a test that is there."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = TESTS.parents[1] / "docs/Deviations.md"


def rows():
    """The cells of each row, without heads and rules."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    for line, next_line in zip(lines, [*lines[1:], ""]):
        if not line.startswith("|---") and not next_line.startswith("|---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def functions(name):
    tree = ast.parse((TESTS / name).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_each_row_names_its_test():
    seen = list(rows())
    assert len(seen) >= 20
    for cells in seen:
        assert len(cells) == 5 and all(cells), cells
        file, _, test = cells[-1].strip("`").partition("::")
        assert test.startswith("test_") and test in functions(file), cells[-1]
