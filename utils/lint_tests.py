# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds pytest and GoogleTest tests that cannot fail (lint_lit.py has the lit tests).

- pytest (test_*.py under test/): each test asserts what is no constant, or uses
  pytest.raises, warns or fail, check=True, or a helper called check..., assert... or
  expect.... A helper of the same file must do so itself, whatever its name. No test is
  defined twice in one file or class: Python would drop the first.
- GoogleTest (*.cpp under unittests/): each TEST has an EXPECT_, ASSERT_, or FAIL on what
  is no constant, or calls check..., or expect....
"""

import ast
import re

from _common import Check, line_of

RAISES = {"raises", "warns", "fail", "deprecated_call"}
TEST = re.compile(
    r"^(?:TYPED_)?TEST(?:_F|_P)?\(([^)]*)\)\s*\{([^\n]*\}$|.*?^\})", re.MULTILINE | re.DOTALL
)
CONSTANT = re.compile(r"(EXPECT|ASSERT)_(TRUE\(true\)|FALSE\(false\))|//[^\n]*")
EXPECTS = re.compile(r"\b((EXPECT|ASSERT)_[A-Z]\w*|FAIL|ADD_FAILURE|(check|expect)\w*)\(")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def is_constant(test):
    return isinstance(test, ast.Constant) or (isinstance(test, ast.Tuple) and test.elts)


def name_of(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def can_fail(function, local, failing):
    """Whether a function asserts by itself, or by a helper known to."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not is_constant(node.test):
            return True
        if isinstance(node, ast.Call):
            name = name_of(node)
            outside = name not in local and re.match("(check|assert|expect)", name)
            if outside or name in RAISES or name in failing:
                return True
            if any(k.arg == "check" and is_constant(k.value) for k in node.keywords):
                return True
    return False


def check_pytest(check, path):
    tree = ast.parse(path.read_text(), str(path))
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    local = {function.name for function in functions}
    failing, before = set(), None
    while failing != before:
        before = set(failing)
        failing |= {f.name for f in functions if can_fail(f, local, failing)}
    tests = [f for f in functions if f.name.startswith("test_")]
    check.counts["pytest tests"] += len(tests)
    if not tests:
        check.finding(path, 1, "no test in it")
    for test in tests:
        if not can_fail(test, local, failing):
            check.finding(path, test.lineno, f"{test.name} cannot fail")
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.Module, ast.ClassDef)):
            seen = set()
            for function in scope.body:
                if isinstance(function, FUNCTIONS) and function in tests:
                    if function.name in seen:
                        message = f"{function.name} is defined twice"
                        check.finding(path, function.lineno, message)
                    seen.add(function.name)


def main():
    check = Check(__doc__)
    for path in check.files(".py", under="test"):
        if path.name.startswith("test_"):
            check_pytest(check, path)
    for path in check.files(".cpp", under="unittests"):
        text = path.read_text()
        for test in TEST.finditer(text):
            check.counts["GoogleTest tests"] += 1
            if not EXPECTS.search(CONSTANT.sub("", test[2])):
                message = f"TEST({test[1]}) cannot fail"
                check.finding(path, line_of(text, test.start()), message)
    check.finish("pytest tests", "GoogleTest tests")


main()
