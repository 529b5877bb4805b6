# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`make docs` writes a page on each dialect and one for each folder of passes."""

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
        "BuildDialect.md",
        "MetaDialect.md",
        "MetaConversion.md",
        "MetaTransforms.md",
    }
    for dialect, folder in (("Meta", "IR"), ("Build", "Program")):
        page = next(page for page in pages if page.name == f"{dialect}Dialect.md")
        op = re.compile(rf'^def {dialect}_\w+Op\s*:\s*\w+<\s*"(\w+)"', re.MULTILINE)
        declared = {
            name
            for path in SOURCE.glob(f"include/metautils/{folder}/*Ops.td")
            for name in op.findall(path.read_text())
        }
        heads = rf"^#+ `{dialect.lower()}\.(\w+)` \("
        assert declared
        assert declared <= set(re.findall(heads, page.read_text(), re.MULTILINE))
