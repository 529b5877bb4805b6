# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The differential tests from outside the project that `make oracle` finds in ORACLE_DIR."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ORACLE = Path(os.environ.get("ORACLE_DIR") or "absent")


@pytest.mark.skipif(not (ORACLE / "corpus.py").exists(), reason="no corpus in ORACLE_DIR")
def test_corpus(tmp_path):
    """Each of its tensors described as by PyTorch: it exits with 1 on a difference."""
    # The samples of PyTorch's operators import it, and use nothing of it but this class.
    (tmp_path / "expecttest.py").write_text("from unittest import TestCase\n")
    path = [*filter(None, sys.path), str(tmp_path)]
    done = subprocess.run(
        [sys.executable, ORACLE / "corpus.py", "--impl", "metautils"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert "'differences': 0" in done.stdout
