# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""setup/install.sh on systems that this one is not: its commands are stand-ins."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
LLVM_MAJOR = next(
    line.split("=")[1]
    for line in (SOURCE / "setup/versions").read_text().splitlines()
    if line.startswith("LLVM_MAJOR=")
)
# What the script calls besides the commands that a test is about.
TOOLS = ["bash", "cat", "comm", "dirname", "env", "sed", "sha256sum", "sort", "tr"]
PYTHON = 'case "$*" in *--version*) echo Python 3.9.1;; *"(3, 10)"*) exit 1;; esac'


@pytest.fixture
def system(tmp_path):
    """A copy of setup/ and a PATH of its own; commands are added as shell scripts."""
    shutil.copytree(SOURCE / "setup", tmp_path / "setup")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    return System(tmp_path)


class System:
    def __init__(self, root: Path):
        self.root = root
        self.log = root / "log"

    def command(self, name: str, script: str = "") -> None:
        """Adds a command that notes how it is called and then does what `script` says."""
        file = self.root / "bin" / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.log}\n{script}\n')
        file.chmod(0o755)

    def install(self, **variables: str) -> tuple[int, str, str]:
        """The script's status, its messages, and the calls it made."""
        environment = {"PATH": str(self.root / "bin"), **variables}
        script = self.root / "setup/install.sh"
        done = subprocess.run([script], env=environment, capture_output=True, text=True)
        calls = self.log.read_text() if self.log.exists() else ""
        return done.returncode, done.stderr, calls


def test_not_debian(system):
    status, message, _ = system.install()
    assert status == 1
    assert "this system has no apt-get" in message
    assert f"MLIR {LLVM_MAJOR} with its tools, torch 2." in message
    assert f"libmlir-{LLVM_MAJOR}-dev" in message
    assert "MLIR_DIR=/path/to/lib/cmake/mlir Torch_DIR=" in message


def test_own_mlir_installs_no_packages(system):
    system.command("apt-get")
    system.command("dpkg-query")
    system.command("python3", PYTHON)
    status, message, calls = system.install(MLIR_DIR="/opt/mlir")
    assert status == 1
    assert "expected Python 3.10 or newer, found Python 3.9.1" in message
    assert "apt-get" not in calls


def test_nothing_is_missing(system):
    system.command("apt-get")
    system.command("dpkg-query", 'shift 2; for name; do echo "installed $name"; done')
    system.command("python3", PYTHON)
    status, message, calls = system.install()
    assert status == 1
    assert "expected Python 3.10" in message
    assert "apt-get" not in calls


def test_only_what_is_missing_is_installed(system):
    system.command("apt-get")
    system.command("sudo", '"$@"')
    system.command(
        "dpkg-query", 'shift 2; for n; do [ $n = cmake ] || echo "installed $n"; done; exit 1'
    )
    system.command("python3", PYTHON)
    _, message, calls = system.install()
    assert "expected Python 3.10" in message
    assert "apt-get -qq update" in calls
    assert "install --yes --no-install-recommends cmake\n" in calls
    assert ("sudo apt-get" in calls) == (os.geteuid() != 0)


def test_release_without_the_packages(system):
    system.command("apt-get", 'case "$*" in *install*) exit 100;; esac')
    system.command("sudo", '"$@"')
    system.command("dpkg-query", "exit 1")
    status, message, _ = system.install()
    assert status == 1
    assert "this release of Debian does not have all of the packages" in message
    assert "MLIR_DIR=/path/to/lib/cmake/mlir" in message
