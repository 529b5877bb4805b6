# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the categories of tensor_zoo.py are made with."""

import contextlib

import torch
from torch import nn

CATEGORIES = {}  # name -> (generator, groups at scale 1)


def category(groups):
    def register(generate):
        CATEGORIES[generate.__name__] = generate, groups
        return generate

    return register


# Refused combinations of a kind and an operation are no cases.
REFUSED = (RuntimeError, NotImplementedError, ValueError, TypeError, AssertionError, IndexError)


def attempt(make, default=None):
    with contextlib.suppress(*REFUSED):
        return make()
    return default


def is_refused(category, error, refusals):
    """Whether an error is one that a category may have: `refusals` has these by their text."""
    return any(category in categories and text in error for text, categories in refusals.items())


DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.int64, torch.bool, torch.complex64)
SHAPES = ((), (0,), (5,), (2, 3), (4, 4), (1, 3, 1), (2, 0, 3), (2, 3, 4))
STATES = ("none", "leaf", "nonleaf", "grad", "parameter")


def make_dense(r, dtype=None, shape=None, state=None):
    t = torch.zeros(r.choice(SHAPES) if shape is None else shape, dtype=dtype or r.choice(DTYPES))
    state = state or r.choice(STATES)
    if state == "none" or not (t.is_floating_point() or t.is_complex()):
        return t
    if state == "parameter":
        return nn.Parameter(t)
    t.requires_grad_()
    if state == "nonleaf":
        return t.clone()
    if state == "grad":
        t.grad = torch.ones_like(t)
    return t


VIEWS = (
    lambda r, t: t.t(),
    lambda r, t: t.transpose(0, -1),
    lambda r, t: t[1:],
    lambda r, t: t[..., ::2],
    lambda r, t: t.unsqueeze(r.randrange(t.dim() + 1)),
    lambda r, t: t.view(-1),
    lambda r, t: t.expand(3, *t.shape),
    lambda r, t: t.unbind(0)[0],
    lambda r, t: t.split(1, -1)[-1],
    lambda r, t: t.detach(),
    lambda r, t: t.diagonal(),
    lambda r, t: t.as_strided((2,), (1,), 0),
    lambda r, t: t.conj(),
    lambda r, t: t.imag,
    lambda r, t: torch._neg_view(t),
    lambda r, t: torch.view_as_real(t),
    lambda r, t: t.view(torch.uint8),
)
MODES = (contextlib.nullcontext, torch.no_grad, torch.inference_mode, torch.enable_grad)


def make_small(r):
    """A base, or a view of one, with sizes that are often equal, 0 or 1."""
    sizes = [r.choice((0, 1, 2, 3, 3, 4, 5, 6)) for _ in range(r.randrange(4))]
    t = torch.zeros(sizes)
    match r.randrange(6):
        case 0 if t.dim() > 1:
            t = t.transpose(0, 1)
        case 1 if t.dim() > 0 and t.shape[0] > 1:
            t = t[1:]
        case 2 if t.dim() > 0:
            t = t.unsqueeze(0).expand(3, *t.shape)
        case 3 if t.dim() > 1:
            t = t[:, ::2].detach()
        case 4:
            t = torch.zeros(40).as_strided((2, 3), (7, 2), r.randrange(4))
    return t


def make_chain(r, t, length):
    """`t` and views of it, each of the one before."""
    chain = [t]
    for _ in range(length):
        with r.choice(MODES)():
            view = attempt(lambda: r.choice(VIEWS)(r, chain[-1]))
        if view is not None:
            chain.append(view)
    return chain
