# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `metautils.describe` refuses, with an error that names the tensor, and what it does not."""

import re

import pytest
import torch
from description_check import check_one

import metautils


def make_overflow():
    """Arithmetic on meta tensors is not checked: its storage says -2^63 + 1 bytes."""
    return torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")


def expect_overflow(value, name: str) -> None:
    expected = f"'{name}' to have a storage of fewer than 2^63 bytes, got an overflow"
    with pytest.raises(metautils.Error, match=re.escape(expected)):
        metautils.describe(value)


def test_another_tensor_of_one():
    w = torch.zeros(2, 2, dtype=torch.int8, device="meta")
    w.grad = make_overflow()
    expect_overflow({"w": w}, "w.grad")
    expect_overflow({"w": w[1:]}, "w._base.grad")
    expect_overflow({"w": torch._add_batch_dim(w, 0, 1)}, "w.unwrapped.grad")


def test_a_refusal_leaves_no_trace():
    good = torch.zeros(2, 3)
    before = str(metautils.describe(good))
    for _ in range(3):
        with pytest.raises(metautils.Error):
            metautils.describe([good, make_overflow()])
    assert str(metautils.describe(good)) == before


def test_bytes_of_a_storage_that_wrapped():
    expect_overflow({"t": make_overflow()}, "t")


@pytest.mark.parametrize("convert", ["to_sparse", "to_sparse_csr", "to_mkldnn"])
def test_functional_tensor_that_is_not_strided(convert):
    value = getattr(torch.eye(2), convert)()
    functional = torch._to_functional_tensor(value)
    assert check_one(functional).layout == check_one(value).layout
