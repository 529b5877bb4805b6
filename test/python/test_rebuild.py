# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is described can be made: all categories of tensor_zoo.py through `meta-run --verify`,
which makes the tensors on the meta device, describes them, and compares."""

import os
import random
import subprocess
from pathlib import Path

import metautils
import pytest
import torch
from tensor_zoo import CATEGORIES, visit
from zoo_tools import is_refused

pytestmark = pytest.mark.filterwarnings("ignore")

BUILD = Path(os.environ["METAUTILS_BUILD_DIR"])

# What a run without Python and without data refuses, each with its reason.
REFUSALS = {
    "expected Python to make an instance of": {
        "functional",
        "nested",
        "subclasses",
        "other_subclasses",
    },
    "got one that only its library knows": {"mkldnn"},
    "got quantized ones": {"quantized"},
    "got a strided nested one": {"nested"},
}


def rebuild(text):
    """The error of meta-run, or nothing."""
    command = [BUILD / "bin/meta-run", "--verify", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize("category", CATEGORIES)
def test_category(category, seed, case_count):
    seen = 0

    def see(label, tensors):
        nonlocal seen
        named = {str(index): tensor for index, tensor in enumerate(tensors)}
        error = rebuild(str(metautils.describe(named)))
        assert not error or is_refused(category, error, REFUSALS), f"{label}: {error}"
        seen += 1

    torch.manual_seed(seed)
    visit(category, random.Random(seed), see, case_count(2, 30))
    assert seen > 0
