# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what holds for every file of the tree.

- Code has at most 400 lines a file, and opens with its SPDX line; in C, C++ and TableGen `//`
  and a sentence follow, in Python a docstring.
- No file names a machine's path, a registry's host, or how it came to be written, and no
  mark of unfinished work is left. Only a Makefile line about the oracle leads out of the tree.
- No test is off without a reason: a comment above XFAIL, UNSUPPORTED and DISABLED_,
  `<< "..."` behind GTEST_SKIP(), a text or `reason=` for pytest's skip and xfail.
"""

import ast
import re

from _common import Check, line_of

MAX_LINES = 400

# Longer files, and why.
LONG = {}

SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
CPP = (".h", ".c", ".cpp", ".td", ".def")
SCRIPT = (".py", ".py.in", ".cmake", ".sh", "CMakeLists.txt", "Makefile", ".ci/run")
CPP_HEAD = re.compile(rf"// {SPDX}\n//\n// \w.*\n")
SCRIPT_HEAD = re.compile(rf"(#!.*\n)?# {SPDX}\n")
# A letter in brackets keeps this file from finding itself.
FORBIDDEN = re.compile(
    r"/[w]ork/|/[r]oot/|/[t]mp/w|\.\./[s]hared|\b[c]laude\b|\b[a]gents?\b"
    r'|(?<!scope=")\b[s]essions?\b|[p]ypi\.org|[d]eb\.debian\.org|[d]ownload\.pytorch\.org',
    re.IGNORECASE,
)
UNFINISHED = re.compile(r"\b([T]ODO|[F]IXME|[X]XX)\b")
OFF = re.compile(r"(.*)\n.*\b([X]FAIL|[U]NSUPPORTED|[D]ISABLED)(?::|_\w)")
GTEST_SKIP = re.compile(r'\bGTEST_SKIP\(\)(?!\s*<<\s*"\w)')


def check_code(check, path, text):
    check.counts["code files"] += 1
    lines = text.count("\n")
    if lines > MAX_LINES and not check.excuse(LONG, check.name(path)):
        check.finding(path, lines, f"more than {MAX_LINES} lines")
    if path.name.endswith(CPP) and not CPP_HEAD.match(text):
        check.finding(path, 1, f"expected the lines '// {SPDX}', '//', '// <sentence>'")
    if path.name.endswith(SCRIPT) and not SCRIPT_HEAD.match(text):
        check.finding(path, 1, f"expected the first line '# {SPDX}'")
    if path.suffix == ".py" and not ast.get_docstring(ast.parse(text)):
        check.finding(path, 1, "no docstring says what the file is")


def check_words(check, path, text):
    for number, line in enumerate(text.splitlines(), 1):
        for match in FORBIDDEN.finditer(line):
            oracle = path.name == "Makefile" and "oracle" in line.lower()
            if not (oracle and match[0].startswith("..")):
                check.finding(path, number, f"forbidden here: {match[0]}")
        for match in UNFINISHED.finditer(line):
            check.finding(path, number, f"unfinished: {match[0]}")


def check_python_skips(check, path, text):
    """A skip or xfail is called, and with a reason."""
    tree = ast.parse(text)
    reasoned = {
        call.func
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and (
            any(keyword.arg == "reason" for keyword in call.keywords)
            or (call.func.attr in ("skip", "xfail") and call.args)
        )
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node not in reasoned:
            name = ast.unparse(node)
            if re.fullmatch(r"pytest\.(mark\.)?(\w*skip\w*|xfail)", name):
                check.finding(path, node.lineno, f"{name} without a reason")


def check_off(check, path, text):
    for match in OFF.finditer("\n" + text):
        if not re.match(r"\s*(//|#|;)\s*(?!RUN:)\w", match[1]):
            line = line_of(text, match.end() - 1)
            check.finding(path, line, f"{match[2]} without a comment above that says why")
    for match in GTEST_SKIP.finditer(text):
        check.finding(path, line_of(text, match.start()), "GTEST_SKIP without a reason")


def main():
    check = Check(__doc__)
    for path in check.files():
        name = check.name(path)
        text = path.read_text(errors="replace")
        check_words(check, path, text)
        if name.endswith(CPP + SCRIPT):
            check_code(check, path, text)
        if name.startswith(("test/", "unittests/")):
            check_off(check, path, text)
            if path.suffix == ".py":
                check_python_skips(check, path, text)
    check.stale(LONG)
    check.finish("code files")


main()
