# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaTensorDescriber and as_json against PyTorch's, which make the same objects."""

import gc
import sys
import time

import metautils
from kinds import COUNT, KINDS
from report import Row, progress
from torch._subclasses.meta_utils import MetaTensorDescriber

RUNS = 11


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
