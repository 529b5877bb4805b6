# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaConverter against PyTorch's, one tensor after another, alone and in a
FakeTensorMode. What was made is held until the clock has stopped."""

import metautils
from describing import model_of_many_layers, plain_tensors, seconds, tensors_in, views_of_one_buffer
from report import Row, progress
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.meta_utils import MetaConverter

RUNS = 7
FAKE_COUNT = 2_000


def convert_with(make):
    def convert(tensors):
        converter = make()
        return converter, [converter(tensor) for tensor in tensors]

    return convert


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
