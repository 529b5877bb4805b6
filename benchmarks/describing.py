# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.describe against PyTorch's MetaTensorDescriber: time, and memory over time, also
that of the drop-in.

Of a model both sides find the tensors themselves, within the time that counts: the describer of
PyTorch takes one tensor at a time, so its user walks the module with `named_parameters`.

    $ describing.py 1000000 describe   # so many tensors, few at a time; prints MB every tenth
"""

import gc
import os
import subprocess
import sys
import time
from pathlib import Path

import metautils
import torch
from kinds import COUNT as PER_KIND
from kinds import KINDS
from report import Row, progress
from torch import nn
from torch._subclasses.meta_utils import MetaTensorDescriber

COUNT = 10_000
LAYERS = 300
RUNS = 11
LEAST = 0.03  # seconds
SHORT_LIVED = 10**6
PER_MODULE = 10


def plain_tensors():
    return [torch.empty(1 + i % 64, 1 + i % 7) for i in range(COUNT)]


def views_of_one_buffer():
    pool = torch.empty(COUNT + 64)
    views = [pool[i : i + 64].view(8, 8) for i in range(COUNT)]
    return [view.t() if i % 2 else view for i, view in enumerate(views)]


def model_of_many_layers():
    """Every tenth Linear has the weight of the first."""
    layers = [nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8)) for _ in range(LAYERS)]
    for layer in layers[10::10]:
        layer[0].weight = layers[0][0].weight
    return nn.Sequential(*layers)


def seconds(function, argument):
    """The processor's time for one call: the mean of as many as take `LEAST` together, on
    both sides, so that a short one is not measured by what it finds in the caches. The
    garbage collector is off meanwhile, and what the calls made is freed after the clock has
    stopped."""
    gc.collect()
    gc.freeze()
    gc.disable()
    results = []
    begin = end = time.process_time()
    while end - begin < LEAST:
        results.append(function(argument))
        end = time.process_time()
    gc.enable()
    gc.unfreeze()
    return (end - begin) / len(results)


def describe_as_pytorch(tensors):
    describer = MetaTensorDescriber()
    return [describer.describe_tensor(tensor) for tensor in tensors]


def tensors_in(model):
    return [tensor for _, tensor in model.named_parameters(remove_duplicate=False)]


def describe_model_as_pytorch(model):
    return describe_as_pytorch(tensors_in(model))


def check(module, tensors):
    """A fast answer must be one, too: each tensor is an op, each name another."""
    text = str(module)
    found = text.count("= meta.tensor "), text.count("meta.source ")
    least = len({id(tensor) for tensor in tensors}), len(tensors)
    if found[0] < least[0] or found[1] < least[1]:
        sys.exit(f"describing.py: expected {least} tensors and names, got {found}")


def describe_rows(quick):
    plain, views, model = plain_tensors(), views_of_one_buffer(), model_of_many_layers()
    names = tensors_in(model)
    for name, argument, tensors, peer in (
        (f"{COUNT:,} plain tensors", plain, plain, describe_as_pytorch),
        (f"{COUNT:,} views of one buffer", views, views, describe_as_pytorch),
        (f"a {LAYERS}-layer model, {len(names):,} names", model, names, describe_model_as_pytorch),
    ):
        check(metautils.describe(argument), tensors)
        row = Row(f"describe {name}", "MetaTensorDescriber", ">= 30 x")
        for index in range(3 if quick else RUNS):
            progress(f"describe {name}: run {index + 1}")
            row.ours.append(seconds(metautils.describe, argument))
            row.theirs.append(seconds(peer, argument))
        yield row


def kind_rows(quick):
    """The kinds that consist of others."""
    for name, make in KINDS.items():
        if name in ("plain", "parameters", "views"):
            continue  # `describe_rows` has more of these
        row = Row(f"describe {PER_KIND:,} {name}", "MetaTensorDescriber", ">= 10 x")

        def run(tensors, row=row):
            check(metautils.describe(tensors), tensors)
            for index in range(3 if quick else RUNS):
                progress(f"{row.case}: run {index + 1}")
                row.ours.append(seconds(metautils.describe, tensors))
                row.theirs.append(seconds(describe_as_pytorch, tensors))

        make(run)
        yield row


def resident_megabytes():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def describe_each_with(describer):
    def describe(tensors):
        for tensor in tensors.values():
            describer.describe_tensor(tensor)

    return describe


WAYS = {
    "describe": lambda: metautils.describe,
    "drop-in": lambda: describe_each_with(metautils.MetaTensorDescriber()),
    "exact": lambda: describe_each_with(metautils.exact.MetaTensorDescriber()),
}


def describe_short_lived(total, way):
    """Describes views of a pool, a few in a module; no two have a size, an offset or a
    name in common. Yields the resident memory before and after each tenth of them."""
    describe = WAYS[way]()
    side = int(total**0.5) + 1
    pool = torch.empty(total + 2 * side)
    yield resident_megabytes()
    for tenth in range(10):
        first, end = total * tenth // 10, total * (tenth + 1) // 10
        for start in range(first, end, PER_MODULE):
            describe({
                f"step.{i}": pool.as_strided((1 + i % side, 1 + i // side), (1, 1), i)
                for i in range(start, min(start + PER_MODULE, end))
            })
        yield resident_megabytes()


def memory_rows(quick):
    total = SHORT_LIVED // (10 if quick else 1)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for way in WAYS:
        progress(f"memory: {way} of {total:,} tensors")
        command = [sys.executable, __file__, str(total), way]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        sizes = [float(size) for size in done.stdout.split()]
        yield Row(
            f"memory, {way} of {total:,} short-lived tensors",
            f"ours, after {total // 10:,}",
            "< 4 MB",
            [sizes[-1]],
            [sizes[1]],
            unit="MB",
            note="MB before and after each tenth: " + " ".join(f"{size:.0f}" for size in sizes),
        )


if __name__ == "__main__":
    for size in describe_short_lived(int(sys.argv[1]), sys.argv[2]):
        print(size, flush=True)
