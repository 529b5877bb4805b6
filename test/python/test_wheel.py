# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: it holds the package, its extension and the tools, and they run."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
TOOLS = ["meta-lsp-server", "meta-opt", "meta-translate"]
VERSIONS = dict(re.findall(r"^(\w+)=(.*)$", (SOURCE / "setup/versions").read_text(), re.M))


def dev_settings() -> list[str]:
    """The compiler and flags of the preset `dev`: ccache then has all the objects."""
    presets = json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]
    (dev,) = [preset for preset in presets if preset["name"] == "dev"]
    cache = (SOURCE / "build/CMakeCache.txt").read_text()
    (compiler,) = re.findall(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.M)
    variables = {"CMAKE_CXX_COMPILER": compiler, **dev["cacheVariables"]}
    return [f"--config-settings=cmake.define.{name}={value}" for name, value in variables.items()]


def build(folder: Path) -> Path:
    # CMake forgets its options where a cache of another compiler is left.
    shutil.rmtree(SOURCE / "build-wheel", ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", SOURCE, "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", folder, *dev_settings()], check=True)
    (wheel,) = folder.glob("metautils-*.whl")
    return wheel


def check_metadata(wheel: Path) -> None:
    """What pyproject.toml must repeat is what setup/ says."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode())
    requirements = (SOURCE / "setup/requirements.txt").read_text()
    (pin,) = re.findall(r"^torch==(\d+\.\d+)\.", requirements, re.M)
    assert metadata["Version"] == VERSIONS["METAUTILS_VERSION"]
    assert metadata["Requires-Python"] == f">={VERSIONS['PYTHON_MINIMUM']}"
    assert metadata.get_all("Requires-Dist") == [f"torch=={pin}.*"]


def check_import(installed: Path) -> None:
    code = "import metautils, metautils._metautils as m; print(metautils.__file__, m.__file__)"
    environment = {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", code]
    files = subprocess.check_output(command, cwd=installed, env=environment, text=True).split()
    assert len(files) == 2
    assert all(Path(file).is_relative_to(installed) for file in files)


def install(wheel: Path, *options) -> None:
    command = [sys.executable, "-m", "pip", "install", "--no-deps", *options, wheel]
    subprocess.run(command, check=True)


def check_tool(tool: Path, installed: Path) -> None:
    libraries = subprocess.check_output(["ldd", tool], text=True)
    (library,) = re.findall(r"libMetaUtils\.so => (\S+)", libraries)
    assert Path(library).resolve() == (installed / "metautils/libMetaUtils.so").resolve()
    version = subprocess.check_output([tool, "--version"], text=True)
    assert f"LLVM version {VERSIONS['LLVM_MAJOR']}." in version


# One test: two processes that build wheels would meet in build-wheel/.
def test_wheel(tmp_path):
    wheel = build(tmp_path / "wheel")
    check_metadata(wheel)

    target, prefix = tmp_path / "target", tmp_path / "prefix"
    install(wheel, "--target", target)
    install(wheel, "--ignore-installed", "--prefix", prefix)  # as in an environment of its own
    (package,) = prefix.glob("lib/python*/site-packages")
    for folder, library in ((target, target), (prefix, package)):
        check_import(library)
        for tool in TOOLS:
            check_tool(folder / "bin" / tool, library)
