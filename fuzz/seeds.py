# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of the fuzz targets: the tests of the dialect, piece by piece.

    fuzz/seeds.py BUILD FOLDER

Each case between `// -----` and each function of test/IR/*.mlir becomes a file of its own in
FOLDER/parser, and where it is valid another one of bytecode. FOLDER/ops starts from random
bytes: what it reads is in no format that a test has.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent


def pieces(text: str):
    """The cases of a test file; those of many functions function by function."""
    for case in text.split("// -----"):
        lines = [line for line in case.splitlines() if not re.match(r"\s*//", line)]
        yield from re.split(r"(?<=^\}\n)", "\n".join(lines).strip() + "\n", flags=re.M)


def main() -> None:
    build, folder = map(Path, sys.argv[1:])
    parser, ops = folder / "parser", folder / "ops"
    for path in (parser, ops):
        path.mkdir(parents=True, exist_ok=True)
    for test in sorted((SOURCE / "test/IR").glob("*.mlir")):
        for number, piece in enumerate(pieces(test.read_text())):
            seed = parser / f"{test.stem}-{number}.mlir"
            seed.write_text(piece)
            command = [build / "bin/meta-opt", seed, "--emit-bytecode", "-o", f"{seed}bc"]
            subprocess.run(command, stderr=subprocess.DEVNULL)
    numbers = random.Random(1)
    for number in range(64):
        size = numbers.randrange(16, 200)
        (ops / f"random-{number}").write_bytes(bytes(numbers.choices(range(256), k=size)))


if __name__ == "__main__":
    main()
