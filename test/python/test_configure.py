# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What configuring says where LLVM, torch or an option is not as expected."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]


def configure(build: Path, *options: str, python=sys.executable) -> tuple[int, str]:
    """The status of CMake and what it printed, with its line breaks taken out."""
    command = ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", build, *options]
    done = subprocess.run(
        [*command, f"-DPython3_EXECUTABLE={python}"], capture_output=True, text=True
    )
    return done.returncode, re.sub(r"\s+", " ", done.stderr)


def bare_python(folder: Path) -> Path:
    """This Python without its installed packages."""
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    script.chmod(0o755)
    return script


def package(folder: Path, name: str, text: str) -> str:
    """The option that makes CMake find `text` as the configuration of a package."""
    folder.mkdir()
    (folder / f"{name}Config.cmake").write_text(text)
    return f"-D{name}_DIR={folder}"


@pytest.mark.parametrize("name", ["MLIR", "Torch"])
def test_folder_without_package(tmp_path, name):
    status, message = configure(tmp_path / "build", f"-D{name}_DIR={tmp_path}/nowhere")
    assert status != 0
    assert f"expected {name}Config.cmake in {name}_DIR, found none in {tmp_path}/nowhere" in message


def test_missing_mlir(tmp_path):
    status, message = configure(tmp_path, "-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON")
    assert status != 0
    assert re.search(r"MLIR \d+ was not found: set MLIR_DIR to the folder of", message)


def test_other_mlir(tmp_path):
    text = "set(LLVM_VERSION_MAJOR 14)\nset(LLVM_PACKAGE_VERSION 14.0.6)\n"
    status, message = configure(tmp_path / "build", package(tmp_path / "mlir", "MLIR", text))
    assert status != 0
    found = rf"expected MLIR \d+, found 14.0.6 in {tmp_path}/mlir: set MLIR_DIR to the folder of"
    assert re.search(found, message)


def test_missing_torch(tmp_path):
    status, message = configure(tmp_path / "build", python=bare_python(tmp_path))
    assert status != 0
    assert re.search(r"torch [\d.]+ was not found: set Torch_DIR to the folder of", message)
    assert "-DMETAUTILS_ENABLE_TORCH=OFF -DMETAUTILS_ENABLE_PYTHON=OFF" in message


def test_other_torch(tmp_path):
    option = package(tmp_path / "torch", "Torch", "")
    (tmp_path / "torch/TorchConfigVersion.cmake").write_text("set(PACKAGE_VERSION 1.13.1)\n")
    status, message = configure(tmp_path / "build", option)
    assert status != 0
    assert re.search(rf"expected torch [\d.]+, found 1.13.1 in {tmp_path}/torch: set", message)


def test_python_without_torch(tmp_path):
    status, message = configure(tmp_path, "-DMETAUTILS_ENABLE_TORCH=OFF")
    assert status != 0
    assert "METAUTILS_ENABLE_PYTHON needs METAUTILS_ENABLE_TORCH" in message


def test_missing_torch_does_not_matter_without_it(tmp_path):
    options = ["-DMETAUTILS_ENABLE_TORCH=OFF", "-DMETAUTILS_ENABLE_PYTHON=OFF"]
    status, message = configure(tmp_path / "build", *options, python=bare_python(tmp_path))
    assert status == 0, message
