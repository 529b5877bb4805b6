# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Symbolic views of classes that wrap tensors, which are made anew of a symbolic base."""

import random

import metautils
import pytest
import torch
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
    SubclassSymbolicContext,
)
from torch.testing._internal.two_tensor import TwoTensor

VIEWS = {
    "select": lambda x: x.select(0, 3),
    "select_from_the_end": lambda x: x[-2],
    "slice": lambda x: x[2:5],
    "slice_to_the_end": lambda x: x[2:],
    "slice_from_the_end": lambda x: x[-4:-2],
    "steps": lambda x: x[1::2],
    "steps_of_a_part": lambda x: x[2:6:3],
    "whole": lambda x: x[:],
    "narrow": lambda x: x.narrow(0, 2, 3),
    "transpose": lambda x: x[2:5].t(),
    "reshape": lambda x: x.view(3, 8),
    "flat": lambda x: x.view(24),
    "reshape_of_one_end": lambda x: x.view(6, 2, 2),
    "unflatten": lambda x: x.unflatten(0, (2, 3)),
    "expand": lambda x: x[:1].expand(5, 4),
    "unfold": lambda x: x.unfold(0, 2, 2),
    "diagonal": lambda x: x.diagonal(1),
    "split": lambda x: x.split([2, 4])[1],
    "first_part": lambda x: x.split([2, 4])[0],
    "only_part": lambda x: x.split([6])[0],
    "chunk": lambda x: x.chunk(3)[2],
    "unbind": lambda x: x.unbind(0)[3],
    "squeeze": lambda x: x.unsqueeze(1).squeeze(),
    "as_strided": lambda x: x.as_strided((2, 3), (4, 1), 5),
    "several": lambda x: x[1:].t()[:, 2:].unsqueeze(0)[0, 3],
}
# PyTorch's own slice in Python asks what native symbols cannot answer.
SLICES = {
    "slice",
    "slice_to_the_end",
    "slice_from_the_end",
    "whole",
    "steps",
    "steps_of_a_part",
    "narrow",
    "transpose",
    "several",
}
CASES = pytest.mark.parametrize("kind", VIEWS)
POLICIES = pytest.mark.parametrize("policy", ["duck", "dynamic"])


def make(kind):
    base = TwoTensor(torch.randn(6, 4), torch.randn(6, 4))
    return VIEWS[kind](base)


def get_numbers(t):
    """But for strides that address nothing: PyTorch's reshape gives others to symbolic sizes."""
    sizes = [int(size) for size in t.shape]
    used = [0 if 0 in sizes or size == 1 else n for size, n in zip(sizes, t.stride(), strict=True)]
    return [*sizes, *map(int, used), int(t.storage_offset())]


def check(made, view):
    assert get_numbers(made) == get_numbers(view)
    assert get_numbers(made.a) == get_numbers(view.a)
    assert get_numbers(made._base) == get_numbers(view._base)
    assert made.untyped_storage()._cdata == made._base.untyped_storage()._cdata


@CASES
@POLICIES
@pytest.mark.parametrize("own", [{}, {"x": "static"}], ids=["", "static"])
def test_made_with_a_shape_env(kind, policy, own):
    view = make(kind)
    env = ShapeEnv()
    module = metautils.describe(view, source="x").symbolize(sizes=policy, dims=own, shape_env=env)
    made = module.materialize(shape_env=env)["x"]
    assert all(isinstance(size, torch.SymInt) for size in made._base.shape)
    check(made, view)


@CASES
@POLICIES
def test_made_with_native_symbols(kind, policy):
    view = make(kind)
    module = metautils.describe(view, source="x").symbolize(sizes=policy)
    if kind not in SLICES:
        check(module.materialize()["x"], view)
        return
    with pytest.raises(AttributeError) as error:
        module.materialize()
    assert error.value.__notes__ == [
        "a view of a wrapper class with symbolic sizes may want those of a ShapeEnv: pass "
        "'shape_env'",
        "while 'x' was made",
    ]


@CASES
def test_static_views_keep_their_indices(kind):
    view = make(kind)
    module = metautils.describe(view, source="x").symbolize(sizes="static")
    assert "meta.symbol" not in str(module)
    check(module.materialize()["x"], view)


def make_context(t, policy):
    arguments = {
        "dynamic_sizes": [policy] * t.dim(),
        "constraint_sizes": [None] * t.dim(),
        "view_base_context": None if t._base is None else make_context(t._base, policy),
    }
    if type(t) is torch.Tensor:
        return StatelessSymbolicContext(**arguments)
    inner = {name: make_context(getattr(t, name), policy) for name in "ab"}
    return SubclassSymbolicContext(
        **arguments, inner_contexts=inner, tensor_source=ConstantSource("x")
    )


def get_symbols(env):
    """By the names of what has them, but for those that no guard can name."""
    return {
        source.name: symbol
        for symbol, sources in env.var_to_sources.items()
        for source in sources
        if not source.is_ephemeral()
    }


@CASES
@POLICIES
def test_symbols_of_pytorch(kind, policy):
    """All of those that PyTorch's converter asks for, under the same names."""
    view = make(kind)
    stock = ShapeEnv()
    context = make_context(view, DimDynamic[policy.upper()])
    with FakeTensorMode(shape_env=stock) as mode:
        fake = mode.from_tensor(view, source=ConstantSource("x"), symbolic_context=context)
    env = ShapeEnv()
    module = metautils.describe(view, source="x").symbolize(sizes=policy, shape_env=env)
    assert get_symbols(env) == get_symbols(stock)
    made = module.materialize(shape_env=env)["x"]
    assert get_numbers(made) == get_numbers(fake)


@POLICIES
@pytest.mark.parametrize("seed", range(40))
def test_chains(seed, policy):
    """Random ones of up to five views."""
    r = random.Random(seed)
    view = TwoTensor(torch.randn(6, 4, 3), torch.randn(6, 4, 3))
    for _ in range(r.randint(1, 5)):
        dim = r.randrange(max(view.dim(), 1))
        size = view.size(dim) if view.dim() else 0
        first = r.randrange(max(size, 1))
        choices = [lambda: view.unsqueeze(0), lambda: view.squeeze()]
        if size:
            choices += [
                lambda: view.select(dim, first - size),
                lambda: view.narrow(dim, first, r.randint(0, size - first)),
                lambda: view.transpose(dim, 0),
                lambda: view.expand(2, *view.shape),
                lambda: view.tensor_split(3, dim)[r.randrange(3)],
                lambda: view.unflatten(dim, (1, size)),
            ]
        if view.is_contiguous():
            choices += [lambda: view.view(-1), lambda: view.view(1, -1)]
        view = r.choice(choices)()
    env = ShapeEnv()
    module = metautils.describe(view, source="x").symbolize(sizes=policy, shape_env=env)
    check(module.materialize(shape_env=env)["x"], view)
