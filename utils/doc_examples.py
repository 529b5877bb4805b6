# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that meta-opt parses and verifies each ```mlir block of *.md and *.td, and that
each ```cpp and ```tablegen block of *.md stands in a file under include/ or lib/.

A block is a complete module: what it uses, it defines. Its info string is one of
  mlir                 must verify
  mlir invalid         must be refused, with the text of its `// error: ...` line
  mlir before, after   a pass example in Passes.td, run by doc_passes.py
A block without a language is a finding, since nothing would ever check it.
"""

import re

from _common import Check
from _docs import blocks, diagnostics, opt

ERROR = re.compile(r"// error: (.+)")
SOURCES = {"cpp": (".h", ".cpp"), "tablegen": (".td",)}


def check_quoted(check, block, suffixes):
    """A block of source text, but for its indentation, is a piece of a file."""
    quoted = dedent_lines(block.text)
    for folder in ("include", "lib"):
        for path in check.files(*suffixes, under=folder):
            if quoted in dedent_lines(path.read_text()):
                return
    check.finding(block.path, block.line, f"stands in no {' or '.join(suffixes)} file")


def dedent_lines(text):
    return "\n".join(line.strip() for line in text.splitlines())


def sort_blocks(check):
    """The blocks that must verify, and those that must be refused."""
    valid, invalid = [], []
    for path in check.files(".md", ".td"):
        for block in blocks(check, path):
            language, *tags = block.words
            if not language:
                check.finding(path, block.line - 1, "block has no language: mlir? text?")
            if language in SOURCES and path.suffix == ".md":
                check_quoted(check, block, SOURCES[language])
            if language.lower() != "mlir":
                continue
            check.counts["mlir blocks"] += 1
            if block.info == "mlir":
                valid.append(block)
            elif block.info == "mlir invalid":
                invalid.append(block)
            elif path.name != "Passes.td" or tags[:1] not in (["before"], ["after"]):
                check.finding(path, block.line - 1, f"unknown block tag: {block.info}")
    return valid, invalid


def check_valid(check, block):
    result = opt(check, block.text)
    errors = [d for d in diagnostics(result.stderr) if d[1] == "error"]
    for line, _, message in errors:
        check.finding(block.path, block.line + (line or 1) - 1, message)
    if result.returncode and not errors:
        check.finding(block.path, block.line, f"meta-opt ends with {result.returncode}")


def check_invalid(check, block):
    expected = ERROR.search(block.text)
    if not expected:
        check.finding(block.path, block.line, "invalid block has no '// error: ' line")
        return
    result = opt(check, block.text)
    errors = [text for _, kind, text in diagnostics(result.stderr) if kind == "error"]
    if result.returncode != 1 or not any(expected[1] in text for text in errors):
        got = "; ".join(errors) or f"exit status {result.returncode}"
        check.finding(block.path, block.line, f"expected '{expected[1]}', got {got}")


def main():
    check = Check(__doc__)
    valid, invalid = sort_blocks(check)
    # One run for all, since nearly always all are right; one each to say which is not.
    text = "\n// -----\n".join(block.text for block in valid)
    if valid and opt(check, text, "--split-input-file").returncode:
        before = check.findings
        for block in valid:
            check_valid(check, block)
        if check.findings == before:
            check.finding(valid[0].path, 1, "blocks verify one by one but not together")
    for block in invalid:
        check_invalid(check, block)
    check.finish("mlir blocks")


main()
