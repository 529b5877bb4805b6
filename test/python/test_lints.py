# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each script of utils/ passes a small good tree, and finds what one change makes bad."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = os.environ.get("METAUTILS_BUILD_DIR", ROOT / "build")
LICENSE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
CPP = f"// {LICENSE}\n//\n// What it is.\n"
PYTHON = f'# {LICENSE}\n"""What it is."""\n'

ADD = """\
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
"""
ADD_ONCE = """\
func.func @f(%a: i32) -> i32 {
  %once = arith.addi %a, %a : i32
  %2 = arith.addi %once, %once : i32
  return %2 : i32
}
"""


def fence(info, text):
    return f"```{info}\n{text}```\n"


def passes(before, after, flag="cse"):
    description = textwrap.indent(before + after, "    ")
    return f'def X : Pass<"{flag}"> {{\n  let description = [{{\n{description}  }}];\n}}\n'


BEFORE = fence("mlir before", ADD)
SPLIT = "func.func private @g()\nfunc.func private @g()\n"
VIEW = """\
def Meta_ViewOp : Meta_Op<"view", [Pure]> {
  let description = [{
    C1: one thing.
    - C2: another.
  }];
}
"""
SHAPE = 'def Meta_ShapeType : Meta_Type<"Shape", "shape"> {\n  // text\n  C1: x\n}\n'
INVALID = """\
// expected-error @+1 {{something long}}
func.func @view_c1() {}
// -----
// view_c2
// expected-error @+1 {{something long}}
module {}
"""
README = (
    fence("python", "x = 1\nprint('one', x)\n")
    + "gives\n\n<!-- output -->\n"
    + fence("text", "one 1\n")
    + fence("python", "print(x + 1)\n")
    + "<!-- output -->\n"
    + fence("text", "2\n")
    + "<!-- test -->\n"
    + fence("console", "$ echo a; echo b\na\nb\n$ echo c\nc\n")
    + "<!-- test -->\n"
    + fence("sh", "printf 'd\\n'\n")
    + "<!-- output -->\n"
    + fence("text", "d\n")
    + "<!-- not run: it would run itself -->\n"
    + fence("sh", "make demo   # all of it\n")
)
RUN = "// RUN: meta-opt %s | FileCheck %s\n"
VERIFY = "// RUN: meta-opt %s -verify-diagnostics\n"
CASE = "// CHECK-LABEL: @a\nfunc.func @a() { return }\n"
MESSAGE = (
    "auto f() {\n"
    '  auto diag = emitOpError("expected \'") << name(loc, "Opaque.") << "\' to "\n'
    '      "end within " << n;\n'
    '  diag.attachNote(loc) << "the storage is here";\n'
    '  return rewriter.notifyMatchFailure(op, "not a view");\n'
    "}\n"
)
RAISE = "def f(x):\n    raise ValueError(f'expected {x} to be a tensor')\n"
EXPECT = "// expected 'w' to end within 4, the storage is here, to be a tensor\n"

GOOD = {
    "doc_examples": {
        "include/Ops.td": "def X {\n  let d = [{\n  " + fence("mlir", "module {}\n  ") + "}];\n}\n",
        "docs/a.md": fence("mlir", ADD)
        + fence("mlir invalid", "// error: redefinition of symbol\n" + SPLIT),
    },
    "doc_passes": {"include/Passes.td": passes(BEFORE, fence("mlir after", ADD_ONCE))},
    "doc_readme": {"README.md": README, "Makefile": "demo:\n\t@exit 1\n"},
    "lint_lit": {
        "test/a.mlir": RUN + CASE,
        "test/b.mlir": VERIFY + "// expected-error @+1 {{something long}}\nmodule {}\n",
        "test/c.mlir": "// RUN: meta-opt %s -o %t\n// RUN: diff %t \\\n// RUN:  %s\n",
        "test/d.mlir": RUN.replace("FileCheck", "FileCheck --check-prefixes=ONE,TWO-X")
        + "// ONE: a\n// TWO-X-NEXT: b\n// TWO-X-NOT: c\n",
        "test/Inputs/e.mlir": "module {}\n",
    },
    "lint_tests": {
        "test/test_a.py": "def holds(x):\n    assert x\n\ndef test_a():\n    holds(1)\n"
        "\ndef test_b():\n    with pytest.raises(E):\n        f()\n",
        "unittests/A.cpp": "TEST(A, B) { EXPECT_EQ(f(), 1); }\nTEST(A, C) {\n  checkIt();\n}\n",
    },
    "lint_messages": {"lib/a.cpp": MESSAGE, "python/a.py": RAISE, "test/a.mlir": EXPECT},
    "lint_layers": {
        "lib/IR/a.cpp": '#include "metautils/Layout/L.h"\n#include "mlir/IR.h"\n#include "b.h"\n',
        "include/metautils/Torch/a.h": '#include <ATen/ATen.h>\n#include "metautils/IR/I.h"\n',
        "lib/IR/CMakeLists.txt": "add(MetaUtilsIR LINK MetaUtilsLayout MLIR)\n",
        "tools/meta-opt/meta-opt.cpp": '#include "metautils/Transforms/Passes.h"\n',
    },
    "lint_labels": {
        "include/Ops.td": VIEW,
        "lib/IR/Ops.cpp": "// view_c1\n// view_c2: why\n",
        "test/IR/invalid.mlir": INVALID,
    },
    "lint_tree": {
        "lib/a.cpp": CPP,
        "utils/a.py": PYTHON + 'f(scope="ses' 'sion")\n',
        "test/a.mlir": "// Only where torch is built.\n// XF" "AIL: *\n",
        "test/python/test_a.py": PYTHON + "pytest.importorskip('x', reason='y')\n",
        "Makefile": f"# {LICENSE}\nORACLE ?= .." "/shared/oracle\n",
    },
}

# script, the file that is other than in the good tree, its text, what must be found
BAD = [
    ("doc_examples", "docs/b.md", "\n```mlir\nmodule {}\n%0 = x.y\n```\n", "docs/b.md:4: "),
    ("doc_examples", "docs/b.md", fence("mlir", "return\n"), "docs/b.md:2: "),
    ("doc_examples", "docs/b.md", fence("", "module {}\n"), "b.md:1: block has no language"),
    ("doc_examples", "docs/b.md", fence("MLIR", "module {}\n"), "unknown block tag: MLIR"),
    ("doc_examples", "docs/b.md", fence("mlir before", "\n"), "unknown block tag: mlir before"),
    ("doc_examples", "docs/b.md", "```mlir\nmodule {}\n", "b.md:1: block is never closed"),
    ("doc_examples", "docs/b.md", fence("mlir invalid", SPLIT), "has no '// error: ' line"),
    ("doc_examples", "docs/b.md", fence("mlir invalid", "// error: a b\n" + SPLIT),
     "expected 'a b', got redefinition of symbol"),
    ("doc_examples", "docs/b.md", fence("mlir invalid", "// error: a b\nmodule {}\n"),
     "expected 'a b', got exit status 0"),
    ("doc_passes", "include/Passes.td", passes(BEFORE, ""), "td:4: 'before' has no 'after'"),
    ("doc_passes", "include/Passes.td", passes("", ""), "1: --cse has no '```mlir before'"),
    ("doc_passes", "include/Passes.td", passes("", fence("mlir after", ADD)), "no 'before' of its"),
    ("doc_passes", "include/Passes.td", passes(BEFORE, fence("MLIR after", ADD)), "is MLIR: mlir?"),
    ("doc_passes", "include/Passes.td", passes(BEFORE, fence("mlir after", ADD)),
     "td:12: the pass gives something else\n--- documented\n+++ actual\n"),
    ("doc_passes", "include/Passes.td",
     passes(fence("mlir before", ADD_ONCE), fence("mlir after", ADD_ONCE)),
     "--cse changes nothing here"),
    ("doc_passes", "include/Passes.td",
     passes(fence("mlir before no-option=1", ADD), fence("mlir after", ADD_ONCE)),
     "--cse ends with exit status 1"),
    ("doc_passes", "include/Passes.td",
     passes(BEFORE, fence("text after", "error: it refuses\n")), "ends with exit status 0"),
    ("doc_passes", "include/Passes.td",
     passes(BEFORE, fence("text after", "remark: one was merged\n")), "-remark: one was merged"),
    ("doc_readme", "README.md", README.replace("one 1", "one 2"), "-one 2\n+one 1"),
    ("doc_readme", "README.md", README.replace("a\nb\n", "a\nx\n"), "-x\n+b"),
    ("doc_readme", "README.md", README.replace("printf", "false; printf"), "fails with exit"),
    ("doc_readme", "README.md", README.replace("x + 1", "y"), 'line 12, in <module>\nNameError'),
    ("doc_readme", "README.md", README.replace("make demo", "make demi"), "fails with exit"),
    ("doc_readme", "README.md", README.replace("make demo", "ls"), "only make commands may"),
    ("doc_readme", "README.md", README.replace("<!-- test -->", ""), "nothing runs this 'sh'"),
    ("doc_readme", "README.md", README + fence("c++", "f();\n"), "nothing runs this 'c++'"),
    ("doc_readme", "README.md", README.replace("<!-- output -->", "", 1), "python has no"),
    ("doc_readme", "README.md", README + "<!-- output -->\n" + fence("text", "d\n"),
     "nothing prints this output"),
    ("lint_lit", "test/a.mlir", CASE, "test/a.mlir:1: no RUN line"),
    ("lint_lit", "test/a.mlir", "// RUN: meta-opt %s\n", "a.mlir:1: RUN line checks nothing"),
    ("lint_lit", "test/a.mlir", RUN, "no 'CHECK' line demands any output"),
    ("lint_lit", "test/a.mlir", RUN + "// CHECK-NOT: x\n", "no 'CHECK' line demands"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// C-HECK: x\n", "4: no RUN line reads 'C-HECK:'"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// CHECK_NEXT: x\n", "reads 'CHECK_NEXT:'"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// CHECK-NXT: x\n", "reads 'CHECK-NXT:'"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// Check: x\n", "no RUN line reads 'Check:'"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// CHECK-NEXT x\n", "no directive without"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "// expected-error {{x}}\n", "no RUN line has"),
    ("lint_lit", "test/b.mlir", VERIFY + "// expected-error @+1 {{type}}\n", "under 8"),
    ("lint_lit", "test/b.mlir", VERIFY + "// expected-eror {{long enough}}\n", "'expected-eror'"),
    ("lint_lit", "test/a.mlir", RUN + CASE + CASE, "5: @a is the name of two cases"),
    ("lint_lit", "test/a.mlir", RUN + CASE + "func.func @b() {}\n", "no check line names @b"),
    ("lint_tests", "test/test_a.py", "def test_a():\n    f()\n", "1: test_a cannot fail"),
    ("lint_tests", "test/test_a.py", "def test_a():\n    assert True\n", "test_a cannot fail"),
    ("lint_tests", "test/test_a.py", "def check(x):\n  print(x)\ndef test_a():\n  check(1)\n",
     "3: test_a cannot fail"),
    ("lint_tests", "test/test_a.py", "def test_a():\n    assert f()\n" * 2, "defined twice"),
    ("lint_tests", "test/test_a.py", "def tset_a():\n    assert f()\n", "no test in it"),
    ("lint_tests", "unittests/A.cpp", "\nTEST(A, B) {\n  f();\n}\n", "2: TEST(A, B) cannot"),
    ("lint_tests", "unittests/A.cpp", "TEST(A, B) { EXPECT_TRUE(true); }\n", "cannot fail"),
    ("lint_messages", "lib/a.cpp", MESSAGE.replace('"expected', '"Expected'), "with a capital"),
    ("lint_messages", "lib/a.cpp", MESSAGE.replace("is here", "is here."), "in a period"),
    ("lint_messages", "lib/a.cpp", MESSAGE.replace("a view", "a view."), "in a period"),
    ("lint_messages", "python/a.py", RAISE.replace("a tensor", "a tensor."), "in a period"),
    ("lint_messages", "test/a.mlir", EXPECT.replace("end within", ""), "expects: ' to end within"),
    ("lint_messages", "test/a.mlir", EXPECT.replace("here", ""), "expects: the storage is here"),
    ("lint_messages", "test/a.mlir", EXPECT.replace("to be a", ""), "a.py:2: no test expects: to"),
    ("lint_messages", "lib/a.cpp", 'throw std::runtime_error("an odd thing");', "an odd thing"),
    ("lint_messages", "lib/a.cpp", 'return emitError(loc) << "bad";', "too short"),
    ("lint_messages", "lib/a.cpp",
     'return emitError(loc) << (x ? "the storage is here" : "or not here");', "or not here"),
    ("lint_layers", "lib/IR/a.cpp", '#include "metautils/Transforms/P.h"\n', "not use Transforms"),
    ("lint_layers", "lib/Build/a.cpp", '#include "metautils/Export/E.h"\n', "may not use Export"),
    ("lint_layers", "lib/IR/a.cpp", "\n#include <c10/core/Device.h>\n", "2: IR may not include"),
    ("lint_layers", "lib/Layout/a.cpp", '#include "mlir/IR/Value.h"\n', "not include MLIR"),
    ("lint_layers", "unittests/IR/a.cpp", "#include <ATen/ATen.h>\n", "may not include torch"),
    ("lint_layers", "lib/IR/a.cpp", '#include "../Layout/b.h"\n', "name the header from"),
    ("lint_layers", "lib/IR/CMakeLists.txt", "add(X MetaUtilsTorch)\n", "IR may not use Torch"),
    ("lint_layers", "lib/IR/CMakeLists.txt", "add(X ${TORCH_LIBRARIES})\n", "not link TORCH"),
    ("lint_layers", "lib/Odd/a.cpp", "\n", "unknown layer: Odd"),
    ("lint_labels", "include/Ops.td", VIEW.replace("C2", "C3"), "4: view_c3 is not enforced"),
    ("lint_labels", "include/Ops.td", VIEW.replace("C2", "C3"), "labels are not C1, C2, ..."),
    ("lint_labels", "include/Ops.td", VIEW + SHAPE, "9: shape_type_c1 is not enforced"),
    ("lint_labels", "lib/IR/Ops.cpp", "// view_c1\n", "Ops.td:4: view_c2 is not enforced"),
    ("lint_labels", "lib/IR/More.cpp", "f(); // view_c3\n", "More.cpp:1: view_c3 is not described"),
    ("lint_labels", "test/IR/invalid.mlir", INVALID.replace("@view", "@"), "view_c1 is not tested"),
    ("lint_labels", "test/IR/invalid.mlir", INVALID.replace("-error", ""), "expects no error"),
    ("lint_tree", "lib/a.cpp", "// What it is.\n", "lib/a.cpp:1: expected the lines '// SPDX"),
    ("lint_tree", "lib/a.cpp", CPP + "\n" * 400, "more than 400 lines"),
    ("lint_tree", "utils/a.py", "import os\n", "utils/a.py:1: expected the first line '# SPDX"),
    ("lint_tree", "utils/a.py", f"# {LICENSE}\nimport os\n", "no docstring"),
    ("lint_tree", "lib/a.cpp", CPP + "// TO" "DO\n", "lib/a.cpp:4: unfinished"),
    ("lint_tree", "docs/a.md", "see /wo" "rk/main\n", "docs/a.md:1: forbidden here"),
    ("lint_tree", "docs/a.md", "see .." "/shared/x\n", "docs/a.md:1: forbidden here"),
    ("lint_tree", "docs/a.md", "from this ses" "sion\n", "docs/a.md:1: forbidden here"),
    ("lint_tree", "docs/a.md", "from py" "pi.org\n", "docs/a.md:1: forbidden here"),
    ("lint_tree", "test/a.mlir", "// RUN: x\n// XF" "AIL: *\n", "a.mlir:2: XFAIL without"),
    ("lint_tree", "unittests/A.cpp", CPP + "GTEST_" "SKIP();\n", "A.cpp:4: GTEST_SKIP without"),
    ("lint_tree", "test/test_a.py", PYTHON + "@pytest.mark.skip\ndef test_a(): pass\n",
     "test_a.py:3: pytest.mark.skip without a reason"),
]  # fmt: skip


def run(script, root, files, build=BUILD):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    path = script if script.is_absolute() else ROOT / "utils" / f"{script}.py"
    command = [sys.executable, path, "--root", root, "--build", build]
    return subprocess.run(command, capture_output=True, text=True)


def test_every_script_is_here():
    utils = ROOT / "utils"
    scripts = {path.stem for kind in ("lint", "doc") for path in utils.glob(f"{kind}_*.py")}
    scripts.remove("lint_format")  # All that it does is to ask clang-format.
    assert scripts == GOOD.keys() == {script for script, *_ in BAD}


@pytest.mark.parametrize("script", GOOD)
def test_good_tree(script, tmp_path):
    result = run(Path(script), tmp_path, GOOD[script])
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.splitlines()[-1].startswith(f"{script}: ")


@pytest.mark.parametrize("script, name, text, finding", BAD)
def test_bad_tree(script, name, text, finding, tmp_path):
    result = run(Path(script), tmp_path, GOOD[script] | {name: text})
    assert finding in result.stdout, result.stderr
    assert result.returncode == 1


@pytest.mark.parametrize("script", GOOD)
def test_empty_tree(script, tmp_path):
    result = run(Path(script), tmp_path, {})
    assert "nothing to check" in result.stdout, result.stderr
    assert result.returncode == 1


def test_pass_that_refuses(tmp_path):
    """A pass that only reports is shown by its diagnostics; a stand-in is such a pass."""
    tool = tmp_path / "build" / "bin" / "meta-opt"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\necho '<stdin>:1:1: error: it refuses' >&2\nexit 1\n")
    tool.chmod(0o755)
    for text, status in (("error: it refuses\n", 0), ("error: it agrees\n", 1)):
        files = {"Passes.td": passes(BEFORE, fence("text after", text), flag="refuse")}
        result = run(Path("doc_passes"), tmp_path, files, build="build")
        assert result.returncode == status, result.stdout


@pytest.mark.parametrize(
    "script, table, entry, files, excused",
    [
        ("lint_tree", "LONG", "'lib/a.cpp'", {"lib/a.cpp": CPP + "\n" * 400}, "lib/a.cpp"),
        (
            "lint_layers",
            "SIBLINGS",
            "('Transforms', 'Build')",
            {"lib/Transforms/a.cpp": '#include "metautils/Build/B.h"\n'},
            "('Transforms', 'Build')",
        ),
        (
            "lint_messages",
            "UNTESTED",
            "'an odd thing'",
            {"lib/a.cpp": 'return emitError(loc) << "an odd thing";'},
            "an odd thing",
        ),
    ],
)
def test_exceptions(script, table, entry, files, excused, tmp_path):
    """An exception excuses what it names, and is a finding where there is no such thing."""
    utils = shutil.copytree(ROOT / "utils", tmp_path / "utils")
    path = utils / f"{script}.py"
    path.write_text(path.read_text().replace(f"{table} = {{", f"{table} = {{{entry}: 'why',"))
    assert run(path, tmp_path, files).returncode == 0
    (tmp_path / next(iter(files))).write_text(CPP)
    result = run(path, tmp_path, {})
    assert f"stale exception: {excused}" in result.stdout
    assert result.returncode == 1
