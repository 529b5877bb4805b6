# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of the fuzz targets: the tests of the dialects, piece by piece.

    fuzz/seeds.py FOLDER

Each case between `// -----` and each function of test/{IR,Program}/*.mlir becomes a file of its
own in FOLDER/parser. FOLDER/ops starts from random bytes: what that target reads is in no format that
a test has.
"""

import random
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent


def pieces(text: str):
    """The cases of a test file; those of many functions function by function."""
    for case in text.split("// -----"):
        lines = [line for line in case.splitlines() if not re.match(r"\s*//", line)]
        yield from re.split(r"(?<=^\}\n)", "\n".join(lines).strip() + "\n", flags=re.M)


def main() -> None:
    parser, ops = Path(sys.argv[1], "parser"), Path(sys.argv[1], "ops")
    for folder in (parser, ops):
        folder.mkdir(parents=True, exist_ok=True)
    for dialect in ("IR", "Program"):
        for test in sorted((SOURCE / "test" / dialect).glob("*.mlir")):
            for number, piece in enumerate(filter(str.strip, pieces(test.read_text()))):
                (parser / f"{dialect}-{test.stem}-{number}").write_text(piece)
    numbers = random.Random(1)
    for number in range(64):
        size = numbers.randrange(16, 200)
        (ops / f"random-{number}").write_bytes(bytes(numbers.choices(range(256), k=size)))


if __name__ == "__main__":
    main()
