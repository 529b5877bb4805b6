# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Callbacks of metautils.exact.MetaConverter, which make the roots of every kind of tensor."""

import contextlib
import random

import pytest
import torch
from converter_check import GETTERS, convert_group, diff_values, read
from stock_compare import outcome
from tensor_zoo import CATEGORIES, visit
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch._subclasses.functional_tensor import FunctionalTensor

from metautils import exact


def find_differences(category, seed, compare):
    """What `compare(label, group)` finds in the groups of a category."""
    found = []

    def see(label, group):
        found.extend((label, difference) for difference in compare(label, group))

    visit(category, random.Random(seed), see, 12)
    return found


@pytest.mark.parametrize("category", CATEGORIES)
def test_that_changes_nothing(category, seed):
    def make_itself(make, device):
        assert isinstance(device, torch.device)
        return make()

    def compare(label, group):
        plain, called = exact.MetaConverter(), exact.MetaConverter()
        expected = convert_group(plain, plain, group)
        found = convert_group(called, lambda t: called(t, callback=make_itself), group)
        return diff_values(expected, found, "")

    assert not find_differences(category, seed, compare)


@pytest.mark.parametrize("category", [name for name in CATEGORIES if name != "fake"])
def test_that_names_another_device(category, seed):
    """FakeTensors, as FakeTensorMode makes: on the device of the tensor."""
    names = "dtype layout size stride offset requires_grad is_leaf inference conj neg view".split()

    def compare(label, group):
        mode, plain, called = FakeTensorMode(), exact.MetaConverter(), exact.MetaConverter()

        def make_fake(make, device):
            return FakeTensor(mode, make(), device)

        for t in group:
            # Those wrap what PyTorch's code makes, and a FakeTensor is of no other class.
            if isinstance(t, FunctionalTensor) or label in ("Resized", "objects", "masked"):
                continue
            expected, found = outcome(plain, t), outcome(called, t, callback=make_fake)
            if isinstance(expected, torch.Tensor):
                expected = {name: outcome(GETTERS[name], expected) for name in names}
                found = {name: outcome(GETTERS[name], found) for name in [*names, "device"]}
                expected["device"] = t.device
            yield from diff_values(expected, found, "")

    assert not find_differences(category, seed, compare)


def test_that_makes_a_class():
    class Named(torch.Tensor):
        pass

    class NamedParameter(torch.nn.Parameter):
        pass

    convert, mode = exact.MetaConverter(), FakeTensorMode()
    for t in (torch.zeros(2).as_subclass(Named), NamedParameter(torch.zeros(2))):
        made = convert(t, callback=lambda make, device: FakeTensor(mode, make(), device))
        assert type(made) is FakeTensor and (made + 1).shape == (2,)
        assert isinstance(made, torch.nn.Parameter) == isinstance(t, torch.nn.Parameter)


class Refusal(Exception):
    """Of a callback."""


def convert_at_last(convert, t):
    """With a callback that fails at the first root, then at the second, and so on."""
    memos = convert.tensor_memo, convert.storage_memo
    for count in range(100):
        before, left = [sorted(memo.keys()) for memo in memos], iter(range(count))

        def make_some(make, device, left=left):
            if next(left, None) is None:
                raise Refusal
            return make()

        with contextlib.suppress(Refusal):
            return convert(t, callback=make_some)
        assert [sorted(memo.keys()) for memo in memos] == before
    raise AssertionError("expected at most 100 roots")


@pytest.mark.parametrize("category", CATEGORIES)
def test_that_raises(category, seed):
    """Leaves nothing behind: neither in the memos nor in what is made afterwards."""

    def compare(label, group):
        plain, called = exact.MetaConverter(), exact.MetaConverter()
        expected = [read(outcome(plain, t)) for t in group]
        found = [read(outcome(convert_at_last, called, t)) for t in group]
        return diff_values(expected, found, "")

    assert not find_differences(category, seed, compare)
