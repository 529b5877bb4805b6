# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`make docs` writes a page on the dialect and one for each folder of passes."""

import os
import re
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build")).absolute()


@pytest.mark.skipif(BUILD != SOURCE / "build", reason="it is about build/")
def test_docs():
    # Without what it builds first: the tests run on a build.
    done = subprocess.run(
        ["make", "-o", "build", "docs"], cwd=SOURCE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    pages = [SOURCE / line for line in done.stdout.splitlines() if line.startswith("build/docs")]
    assert {page.name for page in pages} == {
        "MetaDialect.md",
        "MetaConversion.md",
        "MetaTransforms.md",
    }
    dialect = next(page for page in pages if page.name == "MetaDialect.md").read_text()
    op = re.compile(r'^def Meta_\w+Op\s*:\s*\w+<\s*"(\w+)"', re.MULTILINE)
    declared = {
        name
        for path in SOURCE.glob("include/metautils/IR/*Ops.td")
        for name in op.findall(path.read_text())
    }
    assert declared <= set(re.findall(r"^#+ `meta\.(\w+)` \(", dialect, re.MULTILINE))
