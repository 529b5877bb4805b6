# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The differential tests from outside the project that `make oracle` finds in ORACLE_DIR."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ORACLE = Path(os.environ.get("ORACLE_DIR") or "absent")


needs_corpus = pytest.mark.skipif(
    not (ORACLE / "corpus.py").exists(), reason="no corpus in ORACLE_DIR"
)


def run(tmp_path, *command):
    # The samples of PyTorch's operators import it, and use nothing of it but this class.
    (tmp_path / "expecttest.py").write_text("from unittest import TestCase\n")
    path = [*filter(None, sys.path), str(tmp_path)]
    done = subprocess.run(
        [sys.executable, *command],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@needs_corpus
def test_corpus(tmp_path):
    """Each of its tensors described as by PyTorch: it exits with 1 on a difference."""
    output = run(tmp_path, ORACLE / "corpus.py", "--impl", "metautils")
    assert "'differences': 0" in output


@needs_corpus
def test_corpus_in_ir(tmp_path):
    """Each of its tensors as IR, which text and bytecode keep and which gives PyTorch's records."""
    output = run(tmp_path, Path(__file__).parent / "corpus_check.py", ORACLE)
    assert output.rstrip().endswith("problems 0")
