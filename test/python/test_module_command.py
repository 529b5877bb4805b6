# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m metautils`: what it prints, and how it refuses."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import metautils

SOURCE = Path(__file__).resolve().parents[2]

MODEL = """\
import torch

def pair():
    return {"x": torch.zeros(2, 3).t(), "y": torch.zeros(2)}

class Model(torch.nn.Linear):
    def __init__(self):
        super().__init__(2, 2)

model = Model()

class Holder:
    model = model

def imports():
    import no_such_module

wrapped = {"w": torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")}

def broken():
    raise LookupError("the user's own")
"""


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Runs `python -m metautils` where `model.py` is: its status and what it printed.

    In this process, since to import torch takes seconds.
    """
    (tmp_path / "model.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "model", raising=False)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["metautils", *arguments])
        status = 0
        try:
            runpy.run_module("metautils", run_name="__main__")
        except SystemExit as end:
            status = end.code or 0
        return status, *capsys.readouterr()

    return run


def test_describes(command, tmp_path):
    status, out, err = command("describe", "model:pair")
    assert (status, err) == (0, "")
    assert 'meta.source %x, "x"' in out
    assert str(metautils.Module.parse(out)) == out.removesuffix("\n")
    for target in ("model:Model", "model:model", "model:Holder.model"):
        assert '"weight"' in command("describe", target)[1]


def test_runs_a_pipeline_and_writes_a_file(command, tmp_path):
    arguments = ["describe", "model:pair", "-o", "out.mlir", "--run", "meta-fold-views"]
    assert command(*arguments) == (0, "", "")
    assert "meta.view %s : !meta.storage" in (tmp_path / "out.mlir").read_text()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["describe", "model:wrapped"], "error: expected 'w' to have a storage of fewer "),
        (["describe", "model"], "error: expected 'package.module:factory', got 'model'"),
        (["describe", "nowhere:x"], "error: cannot find module 'nowhere'"),
        (["describe", "model.inner:x"], "error: cannot find module 'model.inner'"),
        (["describe", "model:nothing"], "error: cannot find 'nothing' in module 'model'"),
        (["describe", "model:pair", "--run", "nope"], "error: cannot read the pipeline: "),
        (["describe", "model:pair", "-o", "no/such"], "error: cannot write 'no/such': No such"),
    ],
)
def test_refuses(command, arguments, message):
    status, out, err = command(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith(message)


def test_errors_of_the_user_are_not_ours(command):
    with pytest.raises(LookupError, match="the user's own"):
        command("describe", "model:broken")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        command("describe", "model:imports")


def test_version(command):
    versions = (SOURCE / "setup/versions").read_text()
    (version,) = re.findall(r"^METAUTILS_VERSION=(.*)$", versions, re.MULTILINE)
    assert command("--version") == (0, f"metautils {version}\n", "")
    assert metautils.__version__ == version
    assert command()[0] == 2


def test_as_a_process(command, tmp_path):
    run = [sys.executable, "-m", "metautils", "describe", "model:wrapped"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    refused = r"error: expected 'w' to have a storage of fewer than 2\^63 bytes, got .*\n"
    assert re.fullmatch(refused, done.stderr)
