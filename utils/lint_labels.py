# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the labels of constraints in three places: description, verifier, test.

- The description of an op in include/**/*.td has a line `C1: ...` for each constraint
  (a list's `- ` may stand before it), numbered from 1: its label is <mnemonic>_c1. For a
  type or an attribute it is <mnemonic>_type_c1 or <mnemonic>_attr_c1, for an op of the
  build dialect build_<mnemonic>_c1.
- The code that enforces it, in lib/IR, lib/Layout or lib/Program, has it in a comment:
  `// view_c1`.
- A case of test/IR/invalid*.mlir or test/Program/invalid*.mlir has it as the name of its function, `@view_c1` or
  `@view_c1_<what>`, or in a comment, and has an `expected-error`.
"""

import re

from _common import Check, line_of

RECORD = re.compile(r"^(?:def|class) .*?(?=^(?:def|class) |\Z)", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r'def\s+\w+\s*:\s*(\w+)\s*<([^;{]*?)"(\w+)"(?:\s*,\s*"(\w+)")?')
MNEMONIC = re.compile(r'\blet\s+mnemonic\s*=\s*"(\w+)"')
CONSTRAINT = re.compile(r"^\s*(?:- )?C(\d+): ", re.MULTILINE)
LABEL = re.compile(r"(?<![A-Za-z0-9_])[a-z]\w*?_c\d+(?![0-9A-Za-z])")


def prefix_of(record):
    """What a record's labels start with: op classes take the mnemonic as their first
    string, type and attribute classes as their second."""
    head = HEAD.match(record)
    if not head:
        return None
    kind = re.search(r"(Type|Attr)(?:Def)?$", head[1])
    named = MNEMONIC.search(record)
    mnemonic = named[1] if named else head[4] if kind else head[3]
    if kind:
        return f"{mnemonic}_{kind[1].lower()}"
    return f"build_{mnemonic}" if head[1].startswith("Build_") else mnemonic


def described(check):
    """Each label of a description, and where it stands."""
    labels = {}
    for path in check.files(".td", under="include"):
        text = path.read_text()
        for record in RECORD.finditer(text):
            constraints = list(CONSTRAINT.finditer(record[0]))
            if not constraints:
                continue
            line = line_of(text, record.start())
            prefix = prefix_of(record[0])
            if not prefix:
                check.finding(path, line, "constraints of a record without a mnemonic")
            numbers = [int(constraint[1]) for constraint in constraints]
            if numbers != list(range(1, len(numbers) + 1)):
                check.finding(path, line, f"labels are not C1, C2, ...: {numbers}")
            for constraint in constraints:
                where = line_of(text, record.start() + constraint.start(1))
                labels[f"{prefix}_c{constraint[1]}"] = (path, where)
    return labels


def enforced(check):
    labels = {}
    for folder in ("lib/IR", "lib/Layout", "lib/Program"):
        for path in check.files(".h", ".cpp", under=folder):
            for line, text in enumerate(path.read_text().splitlines(), 1):
                for label in LABEL.findall(text.partition("//")[2]):
                    labels[label] = (path, line)
    return labels


def tested(check):
    labels = {}
    for path in check.files(".mlir", under="test"):
        if path.parent.name not in ("IR", "Program") or not path.name.startswith("invalid"):
            continue
        line = 1
        for case in path.read_text().split("// -----"):
            for match in LABEL.finditer(case):
                label = match[0]
                labels[label] = (path, line_of(case, match.start()) + line - 1)
                if "expected-error" not in case:
                    check.finding(*labels[label], f"the case of {label} expects no error")
            line += case.count("\n")
    return labels


def main():
    check = Check(__doc__)
    places = {
        "described in include": described(check),
        "enforced in lib/IR, lib/Layout or lib/Program": enforced(check),
        "tested in an invalid*.mlir": tested(check),
    }
    for label in sorted(set().union(*places.values())):
        check.counts["labels"] += 1
        missing = [place for place, labels in places.items() if label not in labels]
        if missing:
            found = next(labels[label] for labels in places.values() if label in labels)
            check.finding(*found, f"{label} is not {', nor '.join(missing)}")
    check.finish("labels")


main()
