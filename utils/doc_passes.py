# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the example of each pass in Passes.td, and compares what the pass makes of it.

The description of `def X : Pass<"flag", ...>` has at least one example, in order:
  ```mlir before [option=value ...]   input of `meta-opt --flag="option=value ..."`
  ```mlir after                       the IR it must print (layout and names are free)
  ```text after                       the diagnostics it must give, one `error: ...`,
                                      `remark: ...` or `note: ...` a line
One of the two `after` blocks may be missing. The pass must fail exactly where the text
has an error, and without a text the example must change the IR.
"""

import difflib
import re

from _common import Check, line_of
from _docs import blocks, diagnostics, opt

PASS = re.compile(r'^def\s+\w+\s*:\s*\w*Pass\w*<\s*"([\w-]+)"', re.MULTILINE)


def examples(check, own):
    """Pairs each before block with the after blocks behind it."""
    found = []
    for block in own:
        language, tag = (*block.words, "", "")[:2]
        if tag == "before":
            found.append((block, {}))
        elif tag != "after":
            continue
        elif not found or language in found[-1][1]:
            check.finding(block.path, block.line, "'after' has no 'before' of its own")
        elif language not in ("mlir", "text"):
            check.finding(block.path, block.line, f"'after' is {language}: mlir? text?")
        else:
            found[-1][1][language] = block
    return found


def canonical(check, block):
    result = opt(check, block.text)
    if result.returncode:
        for line, _, message in diagnostics(result.stderr):
            check.finding(block.path, block.line + (line or 1) - 1, message)
    return result.stdout


def compare(check, block, expected, actual):
    diff = difflib.unified_diff(
        expected.splitlines(), actual.splitlines(), "documented", "actual", lineterm=""
    )
    if text := "\n".join(diff):
        check.finding(block.path, block.line, f"the pass gives something else\n{text}")


def check_example(check, flag, before, after):
    if not after:
        check.finding(before.path, before.line, "'before' has no 'after' behind it")
        return
    options = " ".join(before.words[2:])
    result = opt(check, before.text, f"--{flag}={options}" if options else f"--{flag}")
    given = "".join(f"{kind}: {text}\n" for _, kind, text in diagnostics(result.stderr))
    expected = after["text"].text if "text" in after else ""
    if bool(result.returncode) != bool(re.search("^error: ", expected, re.MULTILINE)):
        status = f"exit status {result.returncode}: {result.stderr.strip()}"
        check.finding(before.path, before.line, f"--{flag} ends with {status}")
        return
    if "text" in after:
        compare(check, after["text"], expected, given)
    if "mlir" in after:
        compare(check, after["mlir"], canonical(check, after["mlir"]), result.stdout)
        if "text" not in after and canonical(check, before) == result.stdout:
            check.finding(before.path, before.line, f"--{flag} changes nothing here")


def main():
    check = Check(__doc__)
    for path in check.files("Passes.td"):
        text = path.read_text()
        defs = [(line_of(text, m.start()), m[1]) for m in PASS.finditer(text)]
        found = list(blocks(check, path))
        ends = [line for line, _ in defs[1:]] + [len(text)]
        for (start, flag), end in zip(defs, ends):
            check.counts["passes"] += 1
            pairs = examples(check, [b for b in found if start < b.line < end])
            if not pairs:
                check.finding(path, start, f"--{flag} has no '```mlir before' example")
            for before, after in pairs:
                check.counts["examples"] += 1
                check_example(check, flag, before, after)
    check.finish("passes", "examples")


main()
