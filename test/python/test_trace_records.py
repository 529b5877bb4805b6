# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace records of descriptions, held against those that PyTorch's describer writes."""

import random

import pytest
from tensor_zoo import CATEGORIES, visit
from trace_check import can_compare, get_records, get_stock_records

import metautils

DESCRIBED = (
    "views each_view dtypes complex_bits leaf_views storages extremes inference dual sparse mkldnn "
    "quantized modules functorch functional subclasses other_subclasses fake marks"
).split()


@pytest.mark.parametrize("category", DESCRIBED)
def test_random_groups(category, seed):
    count = 0

    def see(label, tensors):
        nonlocal count
        tensors = [t for t in tensors if can_compare(t)]
        if not tensors:
            return
        try:
            expected = get_stock_records(tensors)
        except RuntimeError as error:  # of a wrapper that outlived its transform
            assert "INTERNAL ASSERT FAILED" in str(error)
            return
        found = get_records(metautils.describe(tensors))
        for one, other in zip(expected, found):
            assert one == other, f"{label}: {one} {other}"
        assert len(expected) == len(found)
        count += len(tensors)

    visit(category, random.Random(seed), see, count=CATEGORIES[category][1] // 2)
    assert count > 10
