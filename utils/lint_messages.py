# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the style of the messages in lib, include, tools, python, and that tests expect them.

A message is what C++ hands to emitError and its kin (see CALLS), throws, or streams into a
diagnostic; and what Python hands to `raise E(...)`, sys.exit, warn, or parser.error.
- It starts in lower case (or with a quote, a sign, or a name such as PyTorch), and does
  not end in a period.
- Its longest literal piece (8 characters or more between `<<`, `%d`, `{0}`, fields of an
  f-string) stands in a file under test/ or unittests/, and so does each arm of a `?:`.
  What notifyMatchFailure says reaches no user: style only.
"""

import ast
import re

from _cpp import cpp_messages
from _common import Check

# The literal piece of a message that no test can reach, and why.
UNTESTED = {}

FIELD = re.compile(r"\\n|\n|%[-+#0]*[\d.*]*(?:hh|ll|[hlzjt])?[a-zA-Z]|\{\d*(?::[^{}]*)?\}")
CAPITAL = re.compile(r"(?!Python\b)[A-Z][a-z]*(?![\w:.(])")
PYTHON_CALLS = {"exit", "warn", "error", "SystemExit"}


def python_pieces(node):
    """The literals of an expression in order, None for a value between them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return sum(map(python_pieces, node.values), [])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return python_pieces(node.left) + python_pieces(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return python_pieces(node.left)
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format":
        return python_pieces(node.func.value)
    return [None]


def python_messages(text):
    """(line, call, pieces, arms) of each message."""
    for node in ast.walk(ast.parse(text)):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if call is not node or name in PYTHON_CALLS:
            for argument in call.args:
                arms = []
                if isinstance(argument, ast.IfExp):
                    arms = [argument.body, argument.orelse]
                for expression in arms or [argument]:
                    yield node.lineno, name, python_pieces(expression), []


def fragments(pieces):
    """The texts in a message that stand in each of its printed forms."""
    for piece in pieces:
        for fragment in FIELD.split(piece or ""):
            yield fragment.replace("\\", "").strip()


def check_message(check, path, message, tests):
    line, call, pieces, arms = message
    if not re.search(r"[A-Za-z]", "".join(fragments(pieces))):
        return
    check.counts["messages"] += 1
    if call != "<<" and pieces[0] and CAPITAL.match(pieces[0]):
        check.finding(path, line, f"message starts with a capital: {pieces[0]}")
    if pieces[-1] and re.search(r"(?<!\.)\.$", pieces[-1].rstrip()):
        check.finding(path, line, f"message ends in a period: {pieces[-1]}")
    longest = max(fragments(pieces), key=len)
    if call == "notifyMatchFailure" or (call == "<<" and len(longest) < 8):
        return
    if len(longest) < 8:
        check.finding(path, line, f"message is too short for a test to find: {longest}")
        return
    for fragment in sorted({longest, *(f for f in fragments(arms) if len(f) >= 8)}):
        if fragment not in tests and not check.excuse(UNTESTED, fragment):
            check.finding(path, line, f"no test expects: {fragment}")


def main():
    check = Check(__doc__)
    tests = "".join(
        path.read_text(errors="replace")
        for folder in ("test", "unittests")
        for path in check.files(under=folder)
    )
    # As the compilers see it: escapes undone, adjacent string literals joined.
    tests = re.sub(r'"\s*\n\s*[fr]*"', "", tests.replace("\\", ""))
    for folder in ("lib", "include", "tools", "python"):
        for path in check.files(".h", ".cpp", ".td", ".py", under=folder):
            read = python_messages if path.suffix == ".py" else cpp_messages
            for message in read(path.read_text()):
                check_message(check, path, message, tests)
    check.stale(UNTESTED)
    check.finish("messages")


main()
