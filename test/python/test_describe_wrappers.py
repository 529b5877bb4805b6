# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrappers of functorch and of functionalization, tangents, and who shares a version counter."""

import random
import re

import pytest
import torch
import torch.autograd.forward_ad as forward_ad
from description_check import check, check_one, check_versions, describe
from ir_reader import read_whole_module
from tensor_zoo import visit
from torch.func import functionalize, grad, jvp, vmap

import metautils


@pytest.mark.parametrize("category", ["functorch", "functional", "dual", "inference", "storages"])
def test_random_groups(category, seed):
    count = 0

    def see(label, tensors):
        nonlocal count
        tensors = [t for t in tensors if type(t) in (torch.Tensor, torch.nn.Parameter)]
        if not tensors:
            return
        described = describe(tensors)
        described = [described[str(i)] for i in range(len(tensors))]
        for one, t in zip(described, tensors, strict=True):
            check(one, t)
        check_versions(described, tensors)
        count += len(tensors)

    visit(category, random.Random(seed), see)
    assert count > 20


def inside(transform, x):
    """What a description says of the tensor that a function sees under a transform."""
    modules = []

    def function(x):
        modules.append(read_whole_module(metautils.describe(x)))
        return x.sum()

    transform(function)(x)
    return modules[0]


def test_interpreters():
    both = lambda f: vmap(grad(f), randomness="different")  # noqa: E731
    module = inside(both, torch.zeros(3, 2))
    assert module.interpreters == [
        ("vmap", 1, "batch_size 3 randomness different"),
        ("grad", 2, ""),
    ]
    outer = module.sources["tensor"]
    assert outer.words == {"requires_grad"}
    assert outer.parts["level"] == 2
    assert outer.parts["inner"].parts["level"] == 1
    assert outer.parts["inner"].parts["inner"].size == (3, 2)
    with torch.no_grad():
        module = inside(grad, torch.zeros(2))
    assert module.interpreters == [("grad", 1, "outer_mode_off")]
    with torch.inference_mode():
        module = inside(grad, torch.zeros(2))
    assert module.interpreters == [("grad", 1, "outer_mode_off outer_inference")]
    module = inside(functionalize, torch.zeros(2))
    assert module.interpreters == [("functionalize", 1, "add_back_views")]
    views = lambda f: functionalize(f, remove="mutations_and_views")  # noqa: E731
    assert inside(views, torch.zeros(2)).interpreters == [("functionalize", 1, "")]


def test_no_interpreter_outside():
    kept = []
    grad(lambda x: (kept.append(x), x.sum())[1])(torch.zeros(2))
    module = read_whole_module(metautils.describe(kept))
    assert module.interpreters == []
    assert module.sources["0"].parts["level"] is None


def test_jvp_has_tangents():
    module = inside(lambda f: lambda x: jvp(f, (x,), (torch.ones(2),)), torch.zeros(2))
    tensor = module.sources["tensor"]
    assert tensor.tangent.size == (2,)
    assert tensor.tangent.parts["level"] == tensor.parts["level"] == 1


def test_tangent():
    x = torch.zeros(2, 3)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.ones(2, 3))
        assert describe(dual)["tensor"].tangent.size == (2, 3)
        # A view has none before it is asked: it is made out of its base's.
        assert describe(x)["tensor"].tangent is None
        view = dual[1]
        assert describe(view)["tensor"].base.size == (2, 3)
    assert describe(dual)["tensor"].tangent is None


def test_functional_views():
    t = torch.zeros(4, 3)
    torch._enable_functionalization(reapply_views=True)
    try:
        f = torch._to_functional_tensor(t)
        views = [f[1], f.t()[1:], f.unsqueeze(0).expand(2, 4, 3), f.split(2)[1], f.view(-1)]
        described = describe([f, *views])
    finally:
        torch._disable_functionalization()
    whole = described["0"]
    for i, view in enumerate(views):
        one = described[str(i + 1)]
        assert one.base is whole
        assert one.storage is whole.storage
        inner = torch._from_functional_tensor(view)
        check(one.parts["inner"], inner)
        # The recorded views give what it wraps.
        chain = one.parts["view"]
        assert (chain.size, chain.stride) == (tuple(inner.shape), inner.stride())
        assert chain.offset == inner.storage_offset()
        assert chain.storage is whole.parts["inner"].storage


def test_pending_writes_are_brought_in():
    f = torch._to_functional_tensor(torch.zeros(4))
    torch._enable_functionalization(reapply_views=True)
    try:
        row = f[1:]
        row.add_(1)
        described = describe([f, row])
    finally:
        torch._disable_functionalization()
    # The write made a new value, of which the row is a view again.
    whole, inner = described["0"].parts["inner"], described["1"].parts["inner"]
    assert inner.storage is whole.storage
    check(whole, torch._from_functional_tensor(f))
    check(inner, torch._from_functional_tensor(row))


def test_recorded_view_functions():
    x = torch.zeros(4, 6, dtype=torch.complex64, requires_grad=True)
    for view, ops in (
        (x.conj(), ["conj"]),
        (x[1:].conj().t(), ["as_strided", "conj", "as_strided"]),
        (torch.view_as_real(x), ["view_as_real"]),
        (x.imag, ["view_as_real", "as_strided"]),
    ):
        check_one(view)
        chain = re.findall(r"= meta\.(\w+)", str(metautils.describe(view)))
        assert [name for name in chain if name not in ("storage", "tensor")] == ops
    check_one(x.conj().imag)
    check_one(x.conj().real[1:])
    check_one(torch._neg_view(x.real))


def test_version_counters():
    x = torch.zeros(4)
    with torch.no_grad():
        bits = x.view(torch.int32)
    tensors = [x, x[1:], x.detach(), x.data, x.detach()[1:], bits]
    described = describe(tensors)
    described = [described[str(i)] for i in range(len(tensors))]
    check_versions(described, tensors)
    assert described[3].version_of is None
    # A view whose counter is not that of its base.
    view = torch.zeros(4)[1:]
    torch._C._autograd._unsafe_set_version_counter((view,), (3,))
    check_one(view)


def test_kept_grads_and_outputs():
    x = torch.zeros(3, 2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    assert check_one(y).words == {"requires_grad", "non_leaf", "retains_grad"}
    assert check_one((x * 2).unbind(0)[2]).output == 2
    assert check_one(torch.linalg.qr(x)[1]).output == 1
