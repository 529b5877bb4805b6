# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""meta-opt against mlir-opt: passes on chains of views, and the start of the program."""

import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chains
from report import Row, progress

TIMEOUT = 600  # seconds for one run of a tool
START_RUNS = 30
# Per number of ops: how often. The report of a pass has four digits behind the point.
FOLD_RUNS = {10**4: 11, 10**5: 5, 10**6: 3}
# Kinds of chains with the chain of the peer and the most ops. A dynamic chain leaves
# several ops of arith for each view, which is another cost than that of folding.
FOLDS = {"slices": "slices", "transposes": "slices", "short": "short", "dynamic": "dynamic"}
MOST = {"dynamic": 10**5}

META = ("--meta-fold-views", "FoldViewsPass", re.compile(r"meta\.(slice|transpose|narrow)"))
MEMREF = ("--fold-memref-alias-ops", "FoldMemRefAliasOpsPass", re.compile("memref.subview"))
# Passes on named tensors, whose time for each must not grow with their number.
PASSES = {
    "lower to memref": (("--convert-meta-to-memref", "ConvertMetaToMemRefPass"), re.compile(r"= meta\.")),
    "recover views": (("--meta-recover-views", "RecoverViewsPass"), re.compile("meta.view %s offset")),
}
# What becomes of text, by the names in MLIR's report of times.
TEXT = {"parse": "Parser", "print": "Output"}
OPTIONS = ["--mlir-timing", "--mlir-timing-display=list", "--verify-each=0"]


class NoResult(Exception):
    """Why a run gave no time."""


def pass_seconds(tool, fold, path):
    """The time of a pass alone, without parser, verifier and printer."""
    flag, name, unfolded = fold
    command = [tool, path, flag, "--mlir-disable-threading", *OPTIONS]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise NoResult(f"stopped after {TIMEOUT} s") from None
    if done.returncode < 0:
        raise NoResult(f"crashed: {signal.Signals(-done.returncode).name}")
    if done.returncode:
        raise NoResult(f"failed: {done.stderr.strip().splitlines()[0]}")
    if unfolded.search(done.stdout):
        raise NoResult("left views unfolded")
    return seconds_of(name, done.stderr)


def seconds_of(name, report):
    """The time of an entry in MLIR's report."""
    return float(re.search(rf"^\s*([\d.]+) .*\b{name}$", report, re.MULTILINE)[1])


class Runs:
    """Repeated runs of one pass on one chain, which is read from bytecode: that is faster,
    and the parser of text leaves a heap full of holes, to every pass behind it."""

    def __init__(self, tool, fold, text):
        self.tool, self.fold, self.path = tool, fold, text.with_suffix(".mlirbc")
        self.seconds, self.note = [], ""
        subprocess.run([tool, text, "--emit-bytecode", "-o", self.path], check=True)
        text.unlink()

    def add(self):
        if self.note:
            return
        try:
            self.seconds.append(pass_seconds(self.tool, self.fold, self.path))
        except NoResult as problem:
            self.note = str(problem)


def fold_runs(tools, ops, count, folder):
    """Runs by (kind, dialect), one of each in turn."""
    runs = {}
    for kind, peer in FOLDS.items():
        if ops > MOST.get(kind, ops):
            continue
        for tool, fold, name, dialect in zip(
            tools, (META, MEMREF), (kind, peer), (chains.Meta, chains.Memref)
        ):
            path = folder / f"{name}-{dialect.__name__}.mlir"
            if (name, dialect) not in runs:
                progress(f"fold: {path.stem} of {ops:,} ops: writing")
                chains.write(path, name, ops, dialect)
                runs[name, dialect] = Runs(tool, fold, path)
    for index in range(count):
        for each in runs.values():
            progress(f"fold: {each.path.stem} of {ops:,} ops: run {index + 1} of {count}")
            each.add()
    return runs


def fold_rows(tools, quick):
    """A row per kind and length, and one per kind for the time of an op."""
    per_op = {}
    for ops, count in FOLD_RUNS.items():
        if quick and ops > 10**5:
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = fold_runs(tools, ops, 2 if quick else count, Path(folder))
        for kind, peer in FOLDS.items():
            if (kind, chains.Meta) not in runs:
                continue
            ours, theirs = runs[kind, chains.Meta], runs[peer, chains.Memref]
            if ours.note:
                sys.exit(f"bench.py: meta-opt on {kind} of {ops:,} ops: {ours.note}")
            yield Row(
                f"fold {kind}, {ops:,} ops",
                "--fold-memref-alias-ops",
                ">= 10 x",
                ours.seconds,
                theirs.seconds,
                note=theirs.note,
            )
            per_op.setdefault(kind, {})[ops] = [s / ops for s in ours.seconds]
    yield from flat_rows({f"fold {kind}": times for kind, times in per_op.items()})


def flat_rows(per_op):
    """That the time of an op does not grow with their number."""
    for case, times in per_op.items():
        (fewest, base), (most, long) = min(times.items()), max(times.items())
        yield Row(
            f"{case}, an op of {most:,}", f"ours, an op of {fewest:,}", "< 2 x", long, base
        )


def counts(quick):
    """How many ops, and how many runs on so many."""
    for ops, count in FOLD_RUNS.items():
        if not quick or ops <= 10**5:
            yield ops, 2 if quick else count


def lower_rows(tools, quick):
    """Passes on named tensors, for each of them."""
    per_op = {}
    with tempfile.TemporaryDirectory() as folder:
        for ops, count in counts(quick):
            path = Path(folder, f"{ops}.mlir")
            chains.write(path, "tensors", ops)
            for case, (timed, undone) in PASSES.items():
                for index in range(count):
                    progress(f"{case}: {ops:,} tensors: run {index + 1} of {count}")
                    try:
                        seconds = pass_seconds(tools[0], (*timed, undone), path)
                    except NoResult as problem:
                        sys.exit(f"bench.py: {case} of {ops:,} tensors: {problem}")
                    per_op.setdefault(case, {}).setdefault(ops, []).append(seconds / ops)
    yield from flat_rows(per_op)


def text_rows(tools, quick):
    """The reader and printer of text against those of MLIR on the same chain."""
    for ops, count in counts(quick):
        rows = {
            case: Row(f"{case} slices, {ops:,} ops", "memref.subview", ">= 1 x") for case in TEXT
        }
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("meta.mlir", "memref.mlir")]
            for path, dialect in zip(paths, (chains.Meta, chains.Memref)):
                chains.write(path, "slices", ops, dialect)
            for index in range(count):
                progress(f"text: {ops:,} ops: run {index + 1} of {count}")
                for tool, path, side in zip(tools, paths, ("ours", "theirs")):
                    command = [tool, path, "-o", "/dev/null", "--mlir-disable-threading", *OPTIONS]
                    done = subprocess.run(command, capture_output=True, text=True, check=True)
                    for case, row in rows.items():
                        getattr(row, side).append(seconds_of(TEXT[case], done.stderr))
        yield from rows.values()


def start_rows(tools, quick):
    row = Row("start, empty module", "mlir-opt", "< 2 x")
    for index in range(5 if quick else START_RUNS):
        progress(f"start: run {index + 1}")
        for tool, seconds in zip(tools, (row.ours, row.theirs)):
            begin = time.perf_counter()
            subprocess.run([tool], input=b"", stdout=subprocess.DEVNULL, check=True)
            seconds.append(time.perf_counter() - begin)
    yield row
