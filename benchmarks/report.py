# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of ratios, the same as JSON, and a line of progress on a terminal."""

import json
import statistics
import sys
from dataclasses import asdict, dataclass, field

UNITS = {"s": ((1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")), "MB": ((1, "MB"),)}


@dataclass
class Row:
    """Samples of ours and of what they are held against. The medians are compared: a
    short run meets a quiet moment sooner than a long one does."""

    case: str
    peer: str
    goal: str  # ">= 10 x" as fast, "< 2 x" as long, or "< 4 MB" more
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    unit: str = "s"
    note: str = ""  # a line below the table

    @property
    def result(self):
        if not self.ours or not self.theirs:
            return None
        ours, theirs = statistics.median(self.ours), statistics.median(self.theirs)
        if self.goal.endswith("MB"):
            return ours - theirs
        return theirs / ours if self.goal.startswith(">=") else ours / theirs

    @property
    def met(self):
        sign, limit, _ = self.goal.split()
        if self.result is None:
            return None
        return self.result >= float(limit) if sign == ">=" else self.result < float(limit)

    def cells(self):
        met = {True: "met", False: "missed", None: ""}[self.met]
        unit = self.goal.split()[-1]
        result = "none" if self.result is None else f"{self.result:.3g} {unit}"
        ours, theirs = samples(self.ours, self.unit), samples(self.theirs, self.unit)
        return self.case, ours, theirs, result, self.goal, met, self.peer


def samples(values, unit):
    """As in `1.92 / 2.05 ms`: the smallest and the median."""
    if not values:
        return "-"
    smallest = min(values)
    scale, name = next((u for u in UNITS[unit] if smallest >= u[0]), UNITS[unit][-1])
    shown = [smallest / scale]
    if len(values) > 1:
        shown.append(statistics.median(values) / scale)
    return " / ".join(f"{v:.0f}" if v >= 100 else f"{v:.3g}" for v in shown) + f" {name}"


def print_table(rows):
    heads = ("case", "ours: min / median", "peer: min / median", "ratio", "goal", "", "peer")
    table = [heads, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table)]
    rule = ["-" * width for width in widths]
    for line in [heads, rule, *table[1:]]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    for row in rows:
        if row.note:
            print(f"{row.case}: {row.note}")


def write_json(path, rows, facts):
    content = [asdict(row) | {"result": row.result, "met": row.met} for row in rows]
    path.write_text(json.dumps(facts | {"rows": content}, indent=1) + "\n")


def progress(text=""):
    """Replaces the last line of progress; nothing where nobody watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
