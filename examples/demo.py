# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describes the model of gpt.py, folds its views and lowers it (`make demo`)."""

import re
import subprocess
import sys
from pathlib import Path

import gpt
import metautils

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
STAGES = BUILD / "demo"


def write(name: str, module: metautils.Module) -> Path:
    path = STAGES / name
    path.write_text(str(module))
    return path


def chain_of(module: metautils.Module, name: str) -> list[str]:
    """The live tensor of a name and the views that lead to it, in order."""
    lines = [line.strip() for line in str(module).splitlines()]
    definitions = {line.split(" = ")[0]: line for line in lines if " = meta." in line}
    source = next(line for line in lines if f'"{name}"' in line)
    chain = [definitions[re.search(r"meta.source (%\S+),", source)[1]]]
    while " = meta.storage" not in chain[0]:
        base = re.search(r" = meta.\w+ (%[\w.]+)", chain[0])[1]
        chain.insert(0, definitions[base])
    return chain


def show(title: str, lines: list[str]):
    print(f"{title}:")
    for line in lines:
        print("  " + (line if len(line) <= 118 else line[:115] + "..."))


def main():
    STAGES.mkdir(parents=True, exist_ok=True)
    described = metautils.describe(gpt.make())
    folded = described.run("meta-fold-views,meta-verify-bounds")
    function = folded.run("meta-to-func")
    ranked = function.run("convert-meta-to-tensor{layout=permute}")

    stages = [
        write("1-described.meta.mlir", described),
        write("2-folded.meta.mlir", folded),
        write("3-function.mlir", function),
        write("4-ranked.mlir", ranked),
    ]
    summary = subprocess.run(
        [BUILD / "bin/meta-translate", "--meta-to-summary", stages[1]],
        check=True, capture_output=True, text=True,
    ).stdout
    show("a GPT with its caches", summary.splitlines()[:16])
    show("a cache of layer 1, as one would write it", chain_of(folded.run("meta-recover-views"), "cache.1.v"))
    show("folded, a view of its storage", chain_of(folded, "cache.1.v"))
    arguments = re.findall(r"%arg\d+: (tensor<.*?> \{.*?\})", str(ranked))
    interesting = [a for a in arguments if "permutation" in a or "offset" in a or '", "' in a]
    show(f"{len(arguments)} arguments of the function, such as", interesting[:5])
    subprocess.run(["mlir-opt-22", stages[3], "-o", "/dev/null"], check=True)
    show("each stage is a file, the last one accepted by mlir-opt-22",
         [str(path.relative_to(ROOT)) for path in stages])


if __name__ == "__main__":
    sys.exit(main())
