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
    return float(re.search(rf"^\s*([\d.]+) .*\b{name}$", done.stderr, re.MULTILINE)[1])


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
    for kind, times in per_op.items():
        (fewest, base), (most, long) = min(times.items()), max(times.items())
        case, peer = f"fold {kind}, an op of {most:,}", f"ours, an op of {fewest:,}"
        yield Row(case, peer, "< 2 x", long, base)


def start_rows(tools, quick):
    row = Row("start, empty module", "mlir-opt", "< 2 x")
    for index in range(5 if quick else START_RUNS):
        progress(f"start: run {index + 1}")
        for tool, seconds in zip(tools, (row.ours, row.theirs)):
            begin = time.perf_counter()
            subprocess.run([tool], input=b"", stdout=subprocess.DEVNULL, check=True)
            seconds.append(time.perf_counter() - begin)
    yield row
