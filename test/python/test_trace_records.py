# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace records of descriptions, held against those that PyTorch's describer writes."""

import json
import random
import re

import pytest
import torch
from tensor_zoo import CATEGORIES, visit
from torch._subclasses import meta_utils

import metautils

ADDRESS = re.compile(r" at 0x[0-9a-f]+")
# What an oneDNN tensor answers for its strides means nothing: a description has none.
NO_STRIDES = "is_mkldnn"


def normalize(record):
    text = ADDRESS.sub("", json.dumps(record, default=repr))
    record = json.loads(text)
    (facts,) = record.values()
    if NO_STRIDES in facts:
        facts.pop("stride", None)
    return record


def get_stock_records(tensors, monkeypatch):
    """What PyTorch's own describer writes for the tensors, under names by their index."""
    records = []

    def trace(name, metadata_fn):
        records.append(normalize({name: metadata_fn()}))

    with monkeypatch.context() as patched:
        patched.setattr(meta_utils, "trace_structured", trace)
        describer = meta_utils.MetaTensorDescriber()
        for i, t in enumerate(tensors):
            desc = describer.describe_tensor(t, trace=True)
            records.append({"describe_source": {"id": desc.id, "source": str(i)}})
    for record in records:
        (facts,) = record.values()
        facts["describer_id"] = 0
    return records


def get_records(tensors):
    module = metautils.describe(tensors).run("meta-fold-views")
    module = metautils.Module.parse(module.bytecode())
    return [normalize(record) for record in module.trace_records()]


def can_compare(t) -> bool:
    if type(t) not in (torch.Tensor, torch.nn.Parameter):
        return False
    # PyTorch's describer raises for these.
    return not (torch._is_functional_tensor(t) and t._is_view())


DESCRIBED = (
    "views each_view dtypes complex_bits leaf_views storages extremes inference dual sparse mkldnn "
    "quantized modules functorch functional"
).split()


@pytest.mark.parametrize("category", DESCRIBED)
def test_random_groups(category, monkeypatch):
    seed = random.randrange(2**32)
    print("seed", seed)
    count = 0

    def see(label, tensors):
        nonlocal count
        tensors = [t for t in tensors if can_compare(t)]
        if not tensors:
            return
        expected = get_stock_records(tensors, monkeypatch)
        found = get_records(tensors)
        for one, other in zip(expected, found):
            assert one == other, label
        assert len(expected) == len(found)
        count += len(tensors)

    visit(category, random.Random(seed), see, count=CATEGORIES[category][1] // 2)
    assert count > 10
