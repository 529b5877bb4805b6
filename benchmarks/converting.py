# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaConverter against PyTorch's, one tensor after another, alone and in a
FakeTensorMode. What was made is held until the clock has stopped."""

import itertools

import metautils
from describing import model_of_many_layers, plain_tensors, seconds, tensors_in, views_of_one_buffer
from report import Row, progress
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.meta_utils import MetaConverter

RUNS = 7
NAMES = itertools.count()
FAKE_COUNT = 2_000


def convert_with(make):
    def convert(tensors):
        converter = make()
        return converter, [converter(tensor) for tensor in tensors]

    return convert


def through_ir(tensors):
    """Each time of another name, and so without a program that is known."""
    return metautils.describe(tensors, f"run {next(NAMES)}").materialize()


def equal_before(tensors):
    """A description of these tensors, of whose equals one was materialized."""
    metautils.describe(tensors).materialize()
    return metautils.describe(tensors)


def materialize_rows(quick, cases):
    """The first description of its kind, then one that equals it."""
    theirs = convert_with(MetaConverter)
    for case, tensors in cases:
        first = Row(f"through IR, {case}", "MetaConverter", ">= 20 x")
        again = Row(f"again, {case}", "MetaConverter", ">= 40 x")
        for index in range(3 if quick else RUNS):
            progress(f"through IR, {case}: run {index + 1}")
            first.ours.append(seconds(through_ir, tensors))
            again.ours.append(seconds(metautils.Module.materialize, equal_before(tensors)))
            for row in (first, again):
                row.theirs.append(seconds(theirs, tensors))
        yield from (first, again)


def make_fake(installed):
    def convert(tensors):
        if installed:
            with metautils.installed():
                mode = FakeTensorMode()
        else:
            mode = FakeTensorMode()
        return mode, [mode.from_tensor(tensor) for tensor in tensors]

    return convert


def convert_rows(quick):
    plain, views = plain_tensors(), views_of_one_buffer()
    model = tensors_in(model_of_many_layers())
    ours, theirs = convert_with(metautils.MetaConverter), convert_with(MetaConverter)
    fake_ours, fake_theirs = make_fake(True), make_fake(False)
    few = slice(FAKE_COUNT)
    for case, tensors, one, other, peer, goal in (
        (f"convert {len(plain):,} plain tensors", plain, ours, theirs, "MetaConverter", 20),
        (f"convert {len(views):,} views of one buffer", views, ours, theirs, "MetaConverter", 20),
        (f"convert {len(model):,} parameters", model, ours, theirs, "MetaConverter", 20),
        (f"from_tensor, {FAKE_COUNT:,} plain", plain[few], fake_ours, fake_theirs, "its own", 3),
        (f"from_tensor, {FAKE_COUNT:,} views", views[few], fake_ours, fake_theirs, "its own", 2),
    ):
        row = Row(case, peer, f">= {goal} x")
        for index in range(3 if quick else RUNS):
            progress(f"{case}: run {index + 1}")
            row.ours.append(seconds(one, tensors))
            row.theirs.append(seconds(other, tensors))
        yield row
    yield from materialize_rows(
        quick,
        (
            (f"{len(plain):,} plain tensors", plain),
            (f"{len(views):,} views of one buffer", views),
            (f"{len(model):,} parameters", model),
        ),
    )
