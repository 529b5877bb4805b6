# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.exact.MetaConverter as PyTorch's is used: arguments, modes, records, lifetime."""

import copy
import gc
import weakref

import pytest
import torch
from converter_check import get_storage
from torch._dynamo.source import LocalSource
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.testing._internal.two_tensor import TwoTensor

from metautils import exact


def test_other_arguments():
    convert = exact.MetaConverter()
    assert convert(3) == 3 and not convert.successful()
    assert convert(torch.zeros(3)).shape == (3,)
    assert (convert.hit, convert.miss, convert.arg_cnt) == (1, 0, 1)
    assert convert.successful()

    class Tripled(exact.MetaConverter):
        def meta_tensor(self, *args):
            return super().meta_tensor(*args).expand(3, -1)

    assert Tripled()(torch.zeros(2)).shape == (3, 2)


def test_fakes():
    mode = FakeTensorMode()
    mode.fake_tensor_converter.meta_converter = exact.MetaConverter()
    weight = torch.nn.Parameter(torch.zeros(4, 6))
    coo, csr = torch.eye(3).to_sparse(), torch.eye(3).to_sparse_csr()
    group = [weight, weight[1:].t(), weight * 2, weight.detach()[:2], coo, csr]
    made = [mode.from_tensor(t) for t in group]
    for t, fake in zip(group, made):
        assert isinstance(fake, FakeTensor) and fake.device.type == "cpu"
        assert mode.from_tensor(t) is fake
        assert (fake.shape, fake.layout) == (t.shape, t.layout)
        assert (fake.requires_grad, fake.is_leaf) == (t.requires_grad, t.is_leaf)
    assert made[1]._base is made[0] and isinstance(made[0], torch.nn.Parameter)
    assert get_storage(made[3]) == get_storage(made[0])
    assert made[4]._nnz() == made[5]._nnz() == 3
    two = mode.from_tensor(TwoTensor(torch.zeros(2), torch.ones(2)))
    assert isinstance(two.a, FakeTensor)
    jagged = torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)], layout=torch.jagged)
    assert mode.from_tensor(jagged.offsets()).get_nested_int() == jagged.shape[1]
    assert mode.from_tensor(jagged).shape == jagged.shape


def test_parts_of_fake_views():
    """Each part of a FakeTensor is a view that its own way to be made again leads to."""
    mode = FakeTensorMode()
    mode.fake_tensor_converter.meta_converter = exact.MetaConverter()
    for csr in (torch.eye(3, 4).to_sparse_csr(), torch.eye(3, 4).to_sparse_csr().requires_grad_()):
        csc = csr.t()
        fake = mode.from_tensor(csc)
        assert fake._base is mode.from_tensor(csr)
        for name, size in (("ccol_indices", 4), ("row_indices", 3), ("values", 3)):
            part = getattr(fake, name)()
            assert part.shape == (size,) and part.dtype == getattr(csc, name)().dtype
        assert fake.values()._base is fake._base
        with pytest.raises(RuntimeError, match="^expected a view that can be made of its base"):
            fake._view_func_unsafe(fake._base)


def test_device_of_views():
    view = exact.MetaConverter()(torch.zeros(4)[1:])
    assert view.device.type == "meta" and view.fake_device == torch.device("cpu")


def test_symbols_are_those_of_pytorch():
    mode = FakeTensorMode(shape_env=ShapeEnv())
    mode.fake_tensor_converter.meta_converter = exact.MetaConverter()
    fake = mode.from_tensor(torch.zeros(4, 6))
    assert isinstance(fake.shape[0], torch.SymInt)
    assert exact.MetaConverter()(fake).device.type == "meta"


def test_trace(trace_records):
    convert, t = exact.MetaConverter(), torch.zeros(3)
    convert(t, source=LocalSource("x"))
    assert [next(iter(record)) for record in trace_records] == [
        "describe_storage",
        "describe_tensor",
        "describe_source",
    ]
    assert trace_records[2]["describe_source"]["source"] == "L['x']"
    assert trace_records[1]["describe_tensor"]["id"] == convert.describer.lookup_tensor[t]


def test_states_have_no_say():
    weight = torch.zeros(4, 6, requires_grad=True)
    for state in (torch.no_grad, torch.inference_mode, FakeTensorMode):
        convert = exact.MetaConverter()
        view = weight[1:]
        with state():
            made = [convert(weight), convert(view)]
        assert type(made[0]) is torch.Tensor and not made[0].is_inference()
        assert made[0].requires_grad and made[0].is_leaf


def test_lifetime(case_count):
    convert, pool = exact.MetaConverter(), torch.zeros(8, 8)
    for _ in range(case_count(1000, 1_000_000)):
        convert(pool[1:])
        convert(torch.zeros(3, requires_grad=True))
    gc.collect()
    assert len(convert.tensor_memo) == len(convert.storage_memo) == 0
    assert len(convert.describer.lookup_tensor) == 1
    assert len(convert.counter_memo) < 1000
    made = convert(pool[1:])
    watched = weakref.ref(made)
    del made
    assert watched() is None


def test_deepcopy():
    convert, t = exact.MetaConverter(), torch.zeros(3)
    made = convert(t)
    copied = copy.deepcopy(convert)
    assert copied(t) is made
    t.resize_(5)
    assert copied(t).shape == convert(t).shape == (5,)
    assert copied(t) is not convert(t)


def test_a_callback_that_raises_leaves_nothing_behind():
    converter = exact.MetaConverter()
    base = torch.zeros(8)

    def refuse(make, device):
        raise KeyError("no tensor today")

    with pytest.raises(KeyError, match="no tensor today") as caught:
        converter(base[2:], callback=refuse)
    assert caught.value.__notes__ == ["while 'tensor._base' was made"]
    assert not len(converter.tensor_memo) and not len(converter.storage_memo)
    assert converter(base[2:])._base is converter(base)
