# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An interpreter that ends while converters, memos and tensors live."""

import subprocess
import sys

import pytest

PROGRAMS = {
    "a converter and what it made": """
        converter = metautils.MetaConverter()
        kept = [converter(torch.zeros(4, requires_grad=True)[1:]) for _ in range(9)]
        kept.append(converter)
    """,
    "an exact converter and what it made": """
        converter = metautils.exact.MetaConverter()
        two = torch.testing._internal.two_tensor.TwoTensor(torch.zeros(4), torch.zeros(4))
        kept = [converter(two), converter(torch.zeros(4, requires_grad=True)[1:]), converter]
    """,
    "a fake mode": """
        from torch._subclasses.fake_tensor import FakeTensorMode
        with metautils.installed():
            mode = FakeTensorMode()
        kept = [mode.from_tensor(torch.zeros(4)), mode]
    """,
    "tensors of a program": """
        two = torch.testing._internal.two_tensor.TwoTensor(torch.zeros(4), torch.zeros(4))
        module = metautils.describe({"x": torch.zeros(4, 6), "two": two})
        kept = [module, module.materialize()]
    """,
    "sizes without Python": """
        kept = [metautils.describe({"x": torch.zeros(4, 6)}).symbolize().materialize()]
        kept += [kept[0]["x"].shape[0] * 3]
    """,
    "a cycle with the module": """
        metautils.kept = metautils.MetaConverter()
        metautils.kept.itself = metautils.kept
        metautils.made = metautils.kept(torch.zeros(4))
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_ends_quietly(name):
    lines = ["import torch, torch.testing._internal.two_tensor, metautils"]
    lines += [line[8:] for line in PROGRAMS[name].splitlines()]
    command = [sys.executable, "-W", "error", "-c", "\n".join(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), name
