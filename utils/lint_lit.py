# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds lit tests (*.mlir, *.test and *.c under test/, but for Inputs/) that cannot fail.

- A file has RUN lines. Each checks something (FileCheck, -verify-diagnostics,
  -verify-roundtrip, --verify of meta-run, diff, cmp, not, count) or makes a %t that a later one checks.
- A prefix that FileCheck reads from the file has a line that demands output: -NOT lines
  alone pass on an empty one. Each `// WORD:` in capitals is a directive of such a prefix.
- `expected-...` stands where -verify-diagnostics reads it, and says 8 characters.
- A public function is named once in the file (@main excepted: passes make it). Where
  FileCheck alone judges, some check line names it.
"""

import re
from collections import Counter

from _common import Check, line_of

LIT_WORDS = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "END"}
COMMENT = r"(?://|#|;)\s*"
RUN = re.compile(rf"^\s*{COMMENT}RUN:((?:.*\\\n\s*{COMMENT}RUN:)*.*)", re.MULTILINE)
CHECKS = re.compile(
    r"(?<![\w-])(FileCheck|diff|cmp|not|count)(?![\w-])|-verify(-diagnostics|-roundtrip)?(?![\w-])"
)
PREFIX = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
SUFFIX = re.compile(r"(-(NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(\{LITERAL\})?$")
WORD = re.compile(COMMENT + r"([A-Za-z][\w-]*(?:\{\w+\})?)(\s*:|(?=\s))")
FUNCTION = re.compile(r"^\s*func\.func (?!private\b)(?:\w+ )?@([\w$.-]+)", re.MULTILINE)
EXPECTED = re.compile(r"expected-(\w+)[^{\n]*(?:\{\{(.*)\}\})?")


def own_prefixes(runs):
    """The prefixes with which the RUN lines read this very file, or pieces of it."""
    for _, run in runs:
        for command in re.split(r"\||&&|;", run):
            command = re.sub(r"(-input-file[= ]|<)\s*\S+", "", command)
            if re.search(r"\bFileCheck\b.*%(s|t)\b", command):
                given = PREFIX.search(command)
                yield from given[1].split(",") if given else ["CHECK"]


def check_runs(check, path, runs):
    for number, (line, run) in enumerate(runs):
        later = [r for _, r in runs[number + 1 :] if "%t" in r and CHECKS.search(r)]
        if not CHECKS.search(run) and not ("%t" in run and later):
            check.finding(path, line, "RUN line checks nothing")


def check_directives(check, path, text, prefixes):
    demands = Counter()
    for match in WORD.finditer(text):
        line, word = line_of(text, match.start()), match[1]
        suffix = SUFFIX.search(word)
        prefix = word if word in prefixes else word[: suffix.start()]
        if prefix in prefixes and match[2] == ":":
            demands[prefix] += suffix[2] != "NOT"
        elif prefix in prefixes:
            check.finding(path, line, f"'{word}' is no directive without its ':'")
        elif match[2] and word not in LIT_WORDS:
            capitals = re.fullmatch(r"[A-Z][A-Z0-9_-]{2,}", prefix)
            if capitals or prefix.upper() in prefixes:
                check.finding(path, line, f"no RUN line reads '{word}:'")
    for prefix in sorted(prefixes):
        if not demands[prefix]:
            check.finding(path, 1, f"no '{prefix}' line demands any output")


def check_expected(check, path, text, verifies):
    for match in EXPECTED.finditer(text):
        line = line_of(text, match.start())
        if not verifies:
            check.finding(path, line, "no RUN line has -verify-diagnostics")
        elif match[1] not in ("error", "warning", "remark", "note"):
            check.finding(path, line, f"unknown directive 'expected-{match[1]}'")
        elif len(match[2] or "") < 8:
            check.finding(path, line, "expected text of under 8 characters")


def check_functions(check, path, text, judged):
    comments = "\n".join(re.findall("//.*", text))
    seen = set()
    for match in FUNCTION.finditer(text):
        line, name = line_of(text, match.end()), f"@{match[1]}"
        if name in seen and name != "@main":
            check.finding(path, line, f"{name} is the name of two cases")
        seen.add(name)
        if judged and not re.search(re.escape(name) + r"(?![\w$.-])", comments):
            check.finding(path, line, f"no check line names {name}")


def main():
    check = Check(__doc__)
    for path in check.files(".c", ".mlir", ".test", under="test"):
        if "Inputs" in path.relative_to(check.root).parts:
            continue
        check.counts["lit tests"] += 1
        text = path.read_text()
        runs = [(line_of(text, m.start(1)), m[1]) for m in RUN.finditer(text)]
        if not runs:
            check.finding(path, 1, "no RUN line")
        prefixes = set(own_prefixes(runs))
        verifies = any("-verify-diagnostics" in run for _, run in runs)
        check_runs(check, path, runs)
        check_directives(check, path, text, prefixes)
        check_expected(check, path, text, verifies)
        check_functions(check, path, text, prefixes and not verifies)
    check.finish("lit tests")


main()
