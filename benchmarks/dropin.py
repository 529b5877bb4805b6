# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaTensorDescriber and as_json against PyTorch's, which make the same objects."""

import gc
import sys
import time

import metautils
import torch
from report import Row, progress
from torch._subclasses.meta_utils import MetaTensorDescriber
from torch.testing._internal.two_tensor import TwoTensor

COUNT = 2_000
RUNS = 11


def in_transform(transform, make, run):
    """Runs with tensors that only live in a transform of functorch."""

    def body(x):
        run(make(x))
        return (x * 1.0).sum()

    transform(body)(torch.zeros(2, 3))


def repeat(make):
    return [make() for _ in range(COUNT)]


def plain(run):
    run(repeat(lambda: torch.zeros(2, 3)))


def parameters(run):
    run(repeat(lambda: torch.nn.Parameter(torch.zeros(2, 3))))


def views(run):
    run(repeat(lambda: torch.zeros(2, 3).t()))


def coo(run):
    run(repeat(lambda: torch.eye(3).to_sparse()))


def csr(run):
    run(repeat(lambda: torch.eye(3).to_sparse_csr()))


def subclasses(run):
    run(repeat(lambda: TwoTensor(torch.zeros(2, 3), torch.zeros(2, 3))))


def batched(run):
    in_transform(torch.func.vmap, lambda x: repeat(lambda: x * 2), run)


def tracked(run):
    in_transform(torch.func.grad, lambda x: repeat(lambda: x * 2), run)


KINDS = {
    "plain": plain,
    "parameters": parameters,
    "views": views,
    "COO": coo,
    "CSR": csr,
    "subclasses": subclasses,
    "batched": batched,
    "grad-tracking": tracked,
}


def seconds(function, items):
    """The processor's time, without the garbage collector and without freeing the results."""
    gc.collect()
    gc.freeze()
    gc.disable()
    begin = time.process_time()
    results = [function(item) for item in items]
    end = time.process_time()
    gc.enable()
    gc.unfreeze()
    del results
    return end - begin


def dropin_rows(quick):
    for name, make in KINDS.items():
        peer = "MetaTensorDescriber"
        describe = Row(f"drop-in, {COUNT:,} {name}", peer, ">= 5 x")
        json = Row(f"as_json, {COUNT:,} {name}", "MetaTensorDesc.as_json", ">= 5 x")

        def run(tensors, describe=describe, json=json, name=name):
            descs = [MetaTensorDescriber().describe_tensor(t) for t in tensors]
            for index in range(3 if quick else RUNS):
                progress(f"drop-in {name}: run {index + 1}")
                describe.ours.append(
                    seconds(metautils.MetaTensorDescriber().describe_tensor, tensors)
                )
                describe.theirs.append(seconds(MetaTensorDescriber().describe_tensor, tensors))
                json.ours.append(seconds(lambda desc: metautils.as_json(desc, 0), descs))
                json.theirs.append(seconds(lambda desc: desc.as_json(0), descs))
            if metautils.as_json(descs[0], 0) != descs[0].as_json(0):
                sys.exit(f"dropin.py: the JSON of {name} is not that of PyTorch")

        make(run)
        yield describe
        yield json
