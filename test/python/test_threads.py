# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads that describe and convert at once: `make tsan` runs them under the thread sanitizer."""

import sys
import threading

import pytest
import torch
from test_converter_cases import get_bytes, layout
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.testing._internal.two_tensor import TwoTensor

import metautils
from metautils import exact

DESCRIBERS = [metautils.MetaTensorDescriber, exact.MetaTensorDescriber]
CONVERTERS = [metautils.MetaConverter, exact.MetaConverter]


def in_threads(count, function):
    results, errors = [None] * count, []

    def run(index):
        try:
            results[index] = function(index)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert not errors
    return results


@pytest.mark.parametrize("make", DESCRIBERS)
def test_threads_share_a_describer(make):
    tensors = [TwoTensor(torch.zeros(3)[1:], torch.zeros(3)[1:]) for _ in range(300)]
    describer = make()
    runs = in_threads(4, lambda _: [describer.describe_tensor(t).id for t in tensors])
    assert all(ids == runs[0] for ids in runs)
    assert len(set(runs[0])) == len(tensors)
    assert sorted(describer.lookup_tensor.values()) == list(range(describer.next_tensor_id))


@pytest.mark.parametrize("make", DESCRIBERS)
def test_threads_have_describers_of_their_own(make):
    tensors = [torch.zeros(4)[i % 4 :] for i in range(200)]

    def describe(_):
        made = [make() for _ in range(200)]
        describer = made[0]
        ids = [describer.describe_tensor(t).id for t in tensors]
        return [describer.id for describer in made], ids

    runs = in_threads(4, describe)
    assert all(ids == runs[0][1] for _, ids in runs)
    assert len({number for numbers, _ in runs for number in numbers}) == 800


def make_group():
    weight = torch.nn.Parameter(torch.zeros(4, 6))
    weight.grad = torch.zeros(4, 6)
    two = TwoTensor(torch.zeros(3), torch.zeros(3))
    return [weight, weight[1:].t(), weight * 2, torch.zeros(24)[2:14].view(3, 4), two]


@pytest.mark.parametrize("make", CONVERTERS)
def test_threads_have_converters_of_their_own(make):
    """Of the same tensors, through modes of their own, too."""
    group = make_group()

    def convert(_):
        mode = FakeTensorMode()
        mode.fake_tensor_converter.meta_converter = make()
        for convert in (make(), mode.from_tensor):
            made = [convert(t) for t in group]
            assert made[1]._base is made[0] and convert(group[0]) is made[0]
            assert list(map(layout, made)) == list(map(layout, group))
            yield [get_bytes(t) for t in made[:4]]

    # PyTorch's own table of kernels is no place for two threads to begin in.
    list(convert(0))
    runs = in_threads(4, lambda i: [list(convert(i)) for _ in range(20)])
    assert all(nbytes == [96, 96, 96, 96] for run in runs for pair in run for nbytes in pair)


def test_threads_make_what_they_describe():
    group = dict(zip("abcd", make_group()))

    def make_all(_):
        for count in (1, 2, 3, 4):
            some = {name: group[name] for name in "abcd"[:count]}
            module = metautils.describe(some)
            made = module.materialize()
            assert made.keys() == some.keys()
            assert list(map(layout, made.values())) == list(map(layout, some.values()))
            assert module.symbolize().materialize().keys() == made.keys()
        return True

    assert in_threads(4, lambda i: all(make_all(i) for _ in range(5))) == [True] * 4
