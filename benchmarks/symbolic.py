# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Symbolic sizes: native ones, from tensors to meta tensors, and PyTorch's own ShapeEnv behind
our converters, each against PyTorch's converter with a ShapeEnv."""

import metautils
import torch
from describing import seconds
from report import Row, progress
from torch._dynamo.source import ConstantSource
from torch._subclasses.meta_utils import MetaConverter
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext

RUNS = 5


def make_tensors(count):
    return {f"t{index}": torch.empty(4 + index % 7, 6 + index % 5, 3) for index in range(count)}


def natively(policy):
    return lambda tensors: metautils.describe(tensors).symbolize(sizes=policy).materialize()


def convert_with(make, policy):
    def make_context(tensor):
        if policy == "default":
            return None
        return StatelessSymbolicContext(
            dynamic_sizes=[DimDynamic[policy.upper()]] * tensor.dim(),
            constraint_sizes=[None] * tensor.dim(),
        )

    def convert(tensors):
        converter, env = make(), ShapeEnv()
        made = [
            converter(t, env, source=ConstantSource(name), symbolic_context=make_context(t))
            for name, t in tensors.items()
        ]
        return converter, env, made

    return convert


def symbolic_rows(quick):
    for policy, count in (("static", 300), ("default", 300), ("duck", 300), ("dynamic", 30)):
        tensors = make_tensors(count)
        theirs = convert_with(MetaConverter, policy)
        cases = [
            ("ShapeEnv", convert_with(metautils.MetaConverter, policy), 1),
            ("ShapeEnv, exact", convert_with(metautils.exact.MetaConverter, policy), 1),
        ]
        if policy in ("duck", "dynamic"):
            cases.append(("native symbols", natively(policy), 50))
        for name, ours, goal in cases:
            case = f"{name}, {count} {policy}"
            row = Row(case, "MetaConverter", f">= {goal} x")
            for index in range(3 if quick else RUNS):
                progress(f"{case}: run {index + 1}")
                row.ours.append(seconds(ours, tensors))
                row.theirs.append(seconds(theirs, tensors))
            yield row
