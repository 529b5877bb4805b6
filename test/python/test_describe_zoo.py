# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every kind of tensor is described: all categories of tensor_zoo.py, held against torch."""

import random

import pytest
import torch
from description_check import check, describe
from tensor_zoo import CATEGORIES, visit

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("category", CATEGORIES)
def test_category(category, seed, case_count):
    seen = 0

    def see(label, tensors):
        nonlocal seen
        described = describe(list(tensors))
        for index, tensor in enumerate(tensors):
            check(described[str(index)], tensor)
        seen += len(tensors)

    torch.manual_seed(seed)
    visit(category, random.Random(seed), see, case_count(10, 200))
    assert seen > 0
