# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks which layer includes which, and which libraries its CMakeLists.txt links.

    Layout <- IR <- Build, Transforms, Import            <- Torch <- python, meta-run
                 <- Program <- Conversion <- Export      <- CAPI <- MetaUtils

- A folder of lib, include/metautils or unittests is a layer of LAYERS, which lists what it
  may use; a sibling only where SIBLINGS says why. tools/ uses all but Torch and python, and
  tools/meta-run uses Torch too.
- Only Torch and python include ATen, c10 or torch. Layout includes no MLIR.
- Headers are named from include/ ("metautils/IR/X.h"), or lie in the same folder.
"""

import re

from _common import Check, line_of

BASE = {"Layout", "IR"}
MIDDLE = {"Program", "Build", "Transforms", "Conversion", "Import", "Export"}
LAYERS = {
    "Layout": set(),
    "IR": {"Layout"},
    **dict.fromkeys(sorted(MIDDLE), BASE),
    "Conversion": BASE | {"Program"},
    # A description is exported to Python by way of the program that makes its tensors.
    "Export": BASE | {"Program", "Conversion"},
    "CAPI": BASE | MIDDLE,
    "MetaUtils": BASE | MIDDLE | {"CAPI"},
    "Torch": BASE | MIDDLE,
    "python": BASE | MIDDLE | {"Torch"},
    "tools": BASE | MIDDLE,
    "meta-run": BASE | MIDDLE | {"Torch"},
}

# (from, to) between siblings, and why.
SIBLINGS = {}

INCLUDE = re.compile(r'^\s*#?\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
LIBRARY = re.compile(r"\bMetaUtils([A-Z]\w*?)(?:IncGen|Passes)?\b")
TORCH_HEADER = re.compile(r"(ATen|c10|torch|caffe2)/")
TORCH_LIBRARY = re.compile(r"^[^#\n]*?\b(torch(_cpu|_python)?|TORCH_LIBRARIES)\b", re.M)


def layer_of(parts):
    """The layer of a path, from its folders: None for a file that is in no layer."""
    if parts[:2] == ("tools", "meta-run"):
        return "meta-run"
    if parts[0] in ("python", "tools"):
        return parts[0]
    depth = 2 if parts[0] == "include" else 1
    return parts[depth] if len(parts) > depth + 1 else None


def check_use(check, path, line, layer, used):
    if used == layer or used in LAYERS[layer]:
        return
    if not check.excuse(SIBLINGS, (layer, used)):
        check.finding(path, line, f"{layer} may not use {used}")


def check_source(check, path, text, layer):
    check.counts["sources"] += 1
    for match in INCLUDE.finditer(text):
        line, (quote, header) = line_of(text, match.start(2)), match.groups()
        parts = header.split("/")
        if TORCH_HEADER.match(header) and layer not in ("Torch", "python"):
            check.finding(path, line, f"{layer} may not include torch: {header}")
        elif parts[0] == "mlir" and layer == "Layout":
            check.finding(path, line, f"Layout may not include MLIR: {header}")
        elif parts[0] == "metautils" and len(parts) > 2:
            check_use(check, path, line, layer, parts[1])
        elif ".." in parts:
            check.finding(path, line, f"name the header from include/: {header}")


def check_cmake(check, path, text, layer):
    for match in LIBRARY.finditer(text):
        if match[1] in LAYERS:
            check_use(check, path, line_of(text, match.start()), layer, match[1])
    for match in TORCH_LIBRARY.finditer(text):
        if layer not in ("Torch", "python"):
            line = line_of(text, match.start(1))
            check.finding(path, line, f"{layer} may not link {match[1]}")


def main():
    check = Check(__doc__)
    for folder in ("include", "lib", "unittests", "tools", "python"):
        for path in check.files(".h", ".cpp", ".td", "CMakeLists.txt", under=folder):
            layer = layer_of(path.relative_to(check.root).parts)
            if layer is None:
                continue
            text = path.read_text()
            if layer not in LAYERS:
                check.finding(path, 1, f"unknown layer: {layer}")
            elif path.name == "CMakeLists.txt":
                check_cmake(check, path, text, layer)
            else:
                check_source(check, path, text, layer)
    check.stale(SIBLINGS)
    check.finish("sources")


main()
