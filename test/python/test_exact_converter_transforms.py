# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.exact.MetaConverter in transforms of functorch, and functionalization."""

import pytest
import torch
from converter_check import get_storage

import metautils
from metautils import exact


def test_functional_views():
    t = torch._to_functional_tensor(torch.zeros(3, 4))
    torch._enable_functionalization(reapply_views=True)
    try:
        view = t[1:]
    finally:
        torch._disable_functionalization()
    made = exact.MetaConverter()(view)
    assert torch._is_functional_tensor(made) and made._base.shape == (3, 4)


def test_transforms():
    """Levels are those that are open, and views and non-leaves stay such."""
    functorch, seen = torch._C._functorch, []

    def function(x):
        convert = exact.MetaConverter()
        for t in (x, x[0], x * 2):
            made = convert(t)
            seen.append(made)
            assert functorch.maybe_get_level(made) == functorch.maybe_get_level(t) == 2
            assert (made.requires_grad, made.is_leaf) == (t.requires_grad, t.is_leaf)
            assert made._is_view() == t._is_view()
        return (x * 2).sum()

    torch.func.vmap(torch.func.grad(function))(torch.zeros(3, 2, 2))
    assert len(seen) == 3


def test_functionalized_batches():
    """Views of them are made in their transforms, and cannot be made after these."""
    views = []

    def function(x):
        with torch.inference_mode():
            views[:] = [x[0], x.t()]
        views.append(x[0])
        for view in views:
            made = exact.MetaConverter()(view)
            assert torch._is_functional_tensor(made)
            assert (made.shape, made.stride()) == (view.shape, view.stride())
            assert made.is_inference() == view.is_inference()
        return x

    torch.vmap(torch.func.functionalize(function))(torch.zeros(3, 2, 4))
    with pytest.raises(metautils.Error, match="could not make 'tensor'"):
        exact.MetaConverter()(views[-1])


def test_functionalized_duals():
    """A view has the tangent of its base, and one of its own of other strides."""

    def function(x):
        made = exact.MetaConverter()(x)
        assert made._is_view() and made.stride() == x.stride()
        tangents = [torch.autograd.forward_ad.unpack_dual(t, level=0).tangent for t in (x, made)]
        assert tangents[0].stride() == tangents[1].stride()
        return x * 2

    def dual(x):
        return torch.func.jvp(function, (x,), (torch.ones_like(x),))[1]

    part = torch.zeros(29).as_strided((3, 2, 4), (8, 4, 1), 5)
    torch.vmap(torch.func.functionalize(dual))(part)


def test_functionalized_twice():
    def function(x):
        for t in (x, x.view(-1), x[1:].t()):
            made = exact.MetaConverter()(t)
            assert (made.shape, made.stride()) == (t.shape, t.stride())
        return x.sum()

    inner = torch.func.grad(torch.func.functionalize(function))
    torch.func.functionalize(inner)(torch.zeros(2, 3))


def test_functionalized_tangent():
    """Functionalization gives tangents of expanded tensors strides of their own."""
    forward = torch.autograd.forward_ad

    def function(x):
        made = exact.MetaConverter()(x)
        tangent, copied = (forward.unpack_dual(t, level=0).tangent for t in (x, made))
        assert (copied.shape, copied.stride()) == (tangent.shape, tangent.stride())
        assert x.stride() == made.stride() == (0, 1) and copied.stride() == (3, 1)
        return x

    x = torch.zeros(3).expand(2, 3)
    torch.func.functionalize(lambda x: torch.func.jvp(function, (x,), (x + 1,))[1])(x)


def test_functionalized_storages():
    def function(x):
        convert, view = exact.MetaConverter(), x[0]
        assert get_storage(x) == get_storage(view)
        assert get_storage(convert(x)) != get_storage(convert(view))
        return x

    torch.func.functionalize(function)(torch.zeros(2, 2))
