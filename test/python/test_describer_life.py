# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a describer keeps (ids, no tensors), side effects, bad input, trace records."""

import gc
import os
import sys
import types
import warnings
import weakref
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from stock_compare import PyTorchDescriber, diff, outcome
from torch.testing._internal.two_tensor import TwoTensor

import metautils
from metautils import exact

DESCRIBERS = [metautils.MetaTensorDescriber, exact.MetaTensorDescriber]


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ------------------------------------------------------------------------------------- memory


def test_tensors_are_not_kept_alive():
    describer = metautils.MetaTensorDescriber()
    t = torch.zeros(2, 3)
    storage = t.untyped_storage()
    watched = weakref.ref(t), weakref.ref(storage)
    describer.describe_tensor(t)
    assert list(describer.lookup_tensor.items()) == [(t, 0)]
    assert list(describer.lookup_storage) == [storage]
    del t, storage
    assert [reference() for reference in watched] == [None, None]
    assert len(describer.lookup_tensor) == len(describer.lookup_storage) == 0


def test_reused_address_is_a_new_id():
    describer = metautils.MetaTensorDescriber()
    addresses, ids = set(), []
    for _ in range(50):
        t = torch.zeros(3)
        addresses.add(id(t))
        ids.append(describer.describe_tensor(t).id)
        del t
    assert len(addresses) < 50
    assert ids == list(range(50))


@pytest.mark.parametrize("make", DESCRIBERS)
def test_memory_is_flat(make, case_count):
    describer, pool = make(), torch.zeros(8, 8)

    def run(count):
        for i in range(count):
            describer.describe_tensor(pool[i % 8 :])
            describer.describe_tensor(torch.zeros(2))
            if i % 50 == 0:
                describer.describe_tensor(TwoTensor(pool, pool))
                outcome(describer.describe_tensor, torch.nn.UninitializedParameter())

    run(20_000)
    gc.collect()
    before = resident_bytes()
    run(case_count(100_000, 1_000_000))
    gc.collect()
    assert resident_bytes() - before < 4 << 20


KINDS = {
    "plain": lambda x: x + 1,
    "view": lambda x: (x + 1)[1:],
    "non-leaf": lambda x: x.clone().requires_grad_() * 2,
    "parameter": lambda x: torch.nn.Parameter(x.clone()),
    "sparse": lambda x: torch.eye(3).to_sparse(),
    "compressed": lambda x: torch.eye(3).to_sparse_csr(),
    "wrapper": lambda x: TwoTensor(x + 1, x + 1),
    "jagged": lambda x: torch.nested.nested_tensor([torch.zeros(2)], layout=torch.jagged),
    "as Python has it": lambda x: x.clone().as_subclass(Seen),
}
WAYS = {
    "drop-in": metautils.MetaTensorDescriber,
    "exact": exact.MetaTensorDescriber,
    "module": lambda: types.SimpleNamespace(describe_tensor=metautils.describe),
}


def check_freed_after(describer, make):
    t = make()
    watched = weakref.ref(t)
    outcome(describer.describe_tensor, t)
    del t
    gc.collect()
    assert watched() is None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_kept_alive(kind, way):
    check_freed_after(WAYS[way](), lambda: KINDS[kind](torch.zeros(4)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("transform", [torch.func.vmap, torch.func.grad])
def test_wrapper_of_functorch_is_not_kept_alive(transform, way):
    def body(x):
        check_freed_after(WAYS[way](), lambda: x * 2)
        return x.sum()

    transform(body)(torch.zeros(3) if transform is torch.func.grad else torch.zeros(3, 2))


def test_dropped_describer_is_freed():
    describer = metautils.MetaTensorDescriber()
    t = torch.zeros(2)
    describer.describe_tensor(t)
    table = weakref.ref(describer)
    gc.disable()
    try:
        del describer
        assert table() is None
    finally:
        gc.enable()
    assert weakref.getweakrefcount(t) == 0


def test_table_is_a_mapping():
    table, key = metautils.MetaTensorDescriber().lookup_tensor, torch.zeros(2)
    assert isinstance(table, Mapping)
    assert table.get(key) is None
    table[key] = 4
    assert (table[key], key in table, table.get(key), len(table)) == (4, True, 4, 1)
    assert table.setdefault(key, 5) == table.pop(key) == 4
    with pytest.raises(KeyError):
        table[key]
    with pytest.raises(KeyError):
        del table[key]
    table[key] = 6
    table.clear()
    assert list(table.items()) == []


def test_table_keeps_no_object_alive():
    class Key:
        pass

    table, keys = metautils.MetaTensorDescriber().lookup_tensor, [Key() for _ in range(200)]
    for number, key in enumerate(keys):
        table[key] = number
    del keys[::2], key
    assert list(table.values()) == list(range(1, 200, 2))
    assert list(table) == keys
    # Where one lay another may come to lie.
    assert not any(Key() in table for _ in range(200))
    with pytest.raises(TypeError, match="cannot create weak reference to 'int' object"):
        table[5] = 0


# ------------------------------------------------------------------------------- side effects


def test_no_side_effects():
    t = torch.zeros(2, 3, requires_grad=True)
    nonleaf = t * 2
    group = [t, nonleaf, nonleaf[1:], torch.zeros(4).t(), torch.eye(3).to_sparse()]

    def state():
        keys = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
        return (
            [(x._version, x.requires_grad, x.grad_fn, list(vars(x))) for x in group],
            torch.is_grad_enabled(),
            list(map(str, keys)),
            torch._C._functorch.peek_interpreter_stack(),
        )

    before = state()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        describer = metautils.MetaTensorDescriber()
        for x in group:
            describer.describe_tensor(x, trace=True)
    assert state() == before
    assert not caught


def test_functorch_stack_stays():
    def body(x):
        layers = torch._C._functorch.get_interpreter_stack()
        metautils.MetaTensorDescriber().describe_tensor(x)
        after = torch._C._functorch.get_interpreter_stack()
        assert [(a.key(), a.level()) for a in layers] == [(a.key(), a.level()) for a in after]
        return x.sum() + (x * 2).sum()

    assert torch.func.vmap(torch.func.grad(body))(torch.zeros(2, 3)).tolist() == [[3.0] * 3] * 2


def view_of_written_base():
    base = torch.zeros(4)
    view = base[1:]
    base.mul_(torch.ones(4, requires_grad=True))
    return view


def view_that_may_not_be_written():
    base = torch.zeros(2, 3, requires_grad=True).clone()
    view = base.unbind(0)[0]
    base.mul_(2)
    return view


@pytest.mark.parametrize("make", [view_of_written_base, view_that_may_not_be_written])
def test_view_whose_base_was_written_to(make):
    """Asking it whether it is a leaf derives its history again, or raises: as in PyTorch."""
    stock = PyTorchDescriber().describe_tensor(make())
    ours = metautils.MetaTensorDescriber().describe_tensor(make())
    assert not list(diff(stock, ours))
    assert not ours.is_leaf


# ---------------------------------------------------------------------------------- bad input


class Odd(torch.Tensor):
    """A wrapper whose `__tensor_flatten__` does what it was given."""

    @staticmethod
    def __new__(cls, flatten):
        return torch.Tensor._make_wrapper_subclass(cls, (2,))

    def __init__(self, flatten):
        self.flatten, self.number, self.inner = flatten, 3, torch.zeros(2)

    def __tensor_flatten__(self):
        return self.flatten(self)

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return torch.zeros(2)

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return NotImplemented

    __repr__ = object.__repr__


def fail(self):
    raise KeyError("of its own")


BAD = {
    "raises": fail,
    "names what is not there": lambda self: (["missing"], None),
    "names what is no tensor": lambda self: (["number"], None),
    "returns no pair": lambda self: 3,
    "returns three": lambda self: (["inner"], None, None),
    "contains itself": lambda self: (["itself"], None),
}
Odd.itself = property(lambda self: self)


@pytest.mark.parametrize("name", BAD)
def test_bad_wrapper(name):
    odd = Odd(BAD[name])
    expected = outcome(PyTorchDescriber().describe_tensor, odd)
    found = outcome(metautils.MetaTensorDescriber().describe_tensor, odd)
    assert found[0] is expected[0]
    if expected[0] is not RecursionError:
        assert found == expected
    reference = weakref.ref(odd)
    del odd
    gc.collect()
    assert reference() is None


HUGE_LIMIT = pytest.param(
    1_000_000,
    marks=pytest.mark.skipif(
        "ASAN_OPTIONS" in os.environ, reason="the bound does not reckon with ASan's frames"
    ),
)


@pytest.mark.parametrize("limit", [None, HUGE_LIMIT])
def test_deep_recursion(limit):
    t = torch.zeros(2)
    for _ in range(10_000):
        outer = torch.zeros(2)
        outer.grad, t = t, outer
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit or before)
    try:
        with pytest.raises(RecursionError) as error:
            metautils.MetaTensorDescriber().describe_tensor(t)
    finally:
        sys.setrecursionlimit(before)
        while t is not None:  # or freeing it recurses, too
            inner, t.grad = t.grad, None
            t = inner
    if limit:
        assert "expected a tensor of fewer than 4000 levels" in str(error.value)
    metautils.MetaTensorDescriber().describe_tensor(torch.zeros(2))


def test_grad_that_is_the_tensor_itself():
    t = torch.zeros(2, requires_grad=True)
    t.grad = t.detach()
    t.grad.requires_grad_()
    t.grad.grad = t
    try:
        with pytest.raises(RecursionError):
            metautils.MetaTensorDescriber().describe_tensor(t)
    finally:
        t.grad = None


# -------------------------------------------------------------------------------------- trace


def test_trace_records(trace_records):
    p = torch.nn.Parameter(torch.zeros(2, 3))
    p.grad = torch.zeros(2, 3)
    wrapper = TwoTensor(torch.zeros(2), torch.zeros(2))
    group = [p, p[1:], p, wrapper, torch.zeros(2).as_subclass(Seen)]
    runs, traced = [], []
    for make in (PyTorchDescriber, metautils.MetaTensorDescriber):
        describer = make()
        for t in group:
            describer.describe_tensor(t, trace=True)
        for record in trace_records:
            for content in record.values():
                assert content.pop("describer_id") == describer.id
        runs.append(list(trace_records))
        trace_records.clear()
        traced.append((describer.traced_tensors, describer.traced_storages))
    assert len(runs[0]) == len(traced[0][0]) + len(traced[0][1]) == 14
    assert runs[0] == runs[1]
    assert traced[0] == traced[1]


class Seen(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})
