# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`cmake --install`, and a project outside of the tree that is built against it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build"))
CACHE = dict(re.findall(r"^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M))
VERSIONS = dict(re.findall(r"^(\w+)=(.*)$", (SOURCE / "setup/versions").read_text(), re.M))
STOCK_OPT = Path(CACHE["MLIR_DIR"]).parents[2] / "bin/mlir-opt"

VIEWS = """
%s = meta.storage 96 : !meta.storage
%0 = meta.view %s : !meta.storage -> !meta.tensor<24xf32>
%1 = meta.view %0 offset 2 : !meta.tensor<24xf32> -> !meta.tensor<4x3xf32, strided<[1, 4]>>
"""
REMARKS = [
    "remark: a view of '!meta.storage' as '!meta.tensor<24xf32>'",
    "remark: a view of '!meta.tensor<24xf32>' as '!meta.tensor<4x3xf32, strided<[1, 4]>>'",
    "remark: holds 2 views",
]


@pytest.fixture(scope="module")
def prefix(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    subprocess.run(["cmake", "--install", BUILD, "--prefix", folder], check=True)
    return folder


def configure(source: Path, build: Path, *options: str) -> subprocess.CompletedProcess:
    compiler = f"-DCMAKE_CXX_COMPILER={CACHE['CMAKE_CXX_COMPILER']}"
    command = ["cmake", "-G", "Ninja", "-S", source, "-B", build, compiler, *options]
    return subprocess.run(command, capture_output=True, text=True)


def libraries_of(binary: Path) -> dict[str, Path]:
    """Where the loader finds each library that a binary needs, and those need."""
    output = subprocess.check_output(["ldd", binary], text=True)
    assert "not found" not in output
    return {name: Path(path) for name, path in re.findall(r"^\s+(\S+) => (\S+)", output, re.M)}


def check_needs_no_torch(binary: Path) -> None:
    libraries = libraries_of(binary)
    assert any(name.startswith("libMLIR.so") for name in libraries)
    assert not [name for name in libraries if re.match("lib(torch|c10|python)", name)]


def check_counts_views(tool: Path, *plugins: str) -> None:
    command = [tool, "-", "-o", os.devnull, *plugins, "--pass-pipeline=any(count-views)"]
    done = subprocess.run(command, input=VIEWS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"remark: .*", done.stderr) == REMARKS


def test_tools_find_the_library(prefix):
    for tool in ("meta-opt", "meta-translate", "meta-lsp-server"):
        libraries = libraries_of(prefix / "bin" / tool)
        (library,) = [path for name, path in libraries.items() if name.startswith("libMetaUtils")]
        assert library.is_relative_to(prefix)
    version = subprocess.check_output([prefix / "bin/meta-opt", "--version"], text=True)
    assert f"LLVM version {VERSIONS['LLVM_MAJOR']}." in version


def test_nothing_needs_torch(prefix):
    for binary in [*(prefix / "bin").iterdir(), prefix / "lib/libMetaUtils.so"]:
        check_needs_no_torch(binary)
    assert not [*prefix.rglob("*orch*")]


# One test, since the project takes half a minute to build.
def test_consumer(prefix, tmp_path):
    source, build = tmp_path / "source", tmp_path / "build"
    shutil.copytree(SOURCE / "test/Integration/consumer", source)
    done = configure(source, build, f"-DCMAKE_PREFIX_PATH={prefix}")
    assert done.returncode == 0, done.stderr
    subprocess.run(["ninja", "-C", build], check=True)
    check_needs_no_torch(build / "libconsumer.so")
    assert "### `meta.imag`" in (build / "MetaOps.md").read_text()

    # Each tool and the pass share one library, so they mean the same by meta.view.
    plugin = f"--load-pass-plugin={build}/libconsumer.so"
    check_counts_views(prefix / "bin/meta-opt", plugin)
    dialect = f"--load-dialect-plugin={prefix}/lib/libMetaUtils.so"
    check_counts_views(STOCK_OPT, dialect, plugin)


def test_c_program(prefix, tmp_path):
    """A C compiler, the installed prefix and MLIR's headers are enough."""
    source = SOURCE / "test/CAPI/meta-capi-test.c"
    include = Path(CACHE["MLIR_DIR"]).parents[2] / "include"
    command = [CACHE["CMAKE_C_COMPILER"], source, "-o", tmp_path / "program"]
    command += [f"-I{prefix}/include", f"-I{include}", f"-L{prefix}/lib", "-lMetaUtils"]
    subprocess.run([*command, f"-Wl,-rpath,{prefix}/lib"], check=True)
    output = subprocess.check_output([tmp_path / "program"], text=True)
    assert "!meta.tensor<4x3xcomplex<f32>, strided<[1, 4]>, cuda:1, conj>" in output


def test_other_mlir(prefix, tmp_path):
    (tmp_path / "mlir").mkdir()
    text = "set(LLVM_VERSION_MAJOR 14)\nset(LLVM_VERSION_MINOR 0)\nset(LLVM_PACKAGE_VERSION 14.0.6)\n"
    (tmp_path / "mlir/MLIRConfig.cmake").write_text(text)
    done = configure(
        SOURCE / "test/Integration/consumer",
        tmp_path / "build",
        f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DMLIR_DIR={tmp_path}/mlir",
    )
    assert done.returncode != 0
    message = re.sub(r"\s+", " ", done.stderr)
    expected = rf"expected MLIR {VERSIONS['LLVM_MAJOR']}\.\d+, with which MetaUtils was built, found"
    assert re.search(rf"{expected} 14.0.6 in {tmp_path}/mlir", message)
