# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random parameters for each named view of the meta dialect.

Each function returns what stands behind `meta.<view> %base`, and the call of torch that it
stands for. Of a view with many results ` #i:n` follows: the chain goes on with number i of n.
With `wild`, some parameters are such as torch refuses.
"""

import math
from collections.abc import Callable

import torch
from element_types import ELEMENT_TYPES

DTYPES = list(ELEMENT_TYPES)
COMPLEX = [torch.complex32, torch.complex64, torch.complex128]
FLOAT = [torch.float16, torch.float32, torch.float64]
MAX_RANK = 6
MAX_ELEMENTS = 1 << 12
# What overflows when it is added to or multiplied.
EXTREMES = [2**63 - 1, 2**63 - 2, -(2**63) + 1, 2**62, 2**40, -(2**40)]

Parameters = tuple[str, Callable[[torch.Tensor], torch.Tensor]]


class NotApplicable(Exception):
    """No parameters of this view would suit the tensor."""


def pick_dim(rng, t, wild, extra=0) -> int:
    if wild and rng.random() < 0.2:
        return t.dim() + extra + rng.randrange(2)
    if t.dim() + extra == 0:
        raise NotApplicable
    return rng.randrange(t.dim() + extra)


def pick_number(rng, low, high, wild) -> int:
    if wild and rng.random() < 0.3:
        return rng.choice(EXTREMES) if rng.random() < 0.5 else rng.choice([low - 1, high + 1])
    return rng.randint(low, max(low, high))


def permute(rng, t, wild) -> Parameters:
    order = list(range(t.dim()))
    rng.shuffle(order)
    if wild and order:
        order[rng.randrange(len(order))] = rng.randrange(len(order) + 1)
    return f"{order}", lambda t: t.permute(order)


def transpose(rng, t, wild) -> Parameters:
    rank = max(t.dim(), 1)
    a, b = rng.randrange(rank), rng.randrange(rank + wild)
    return f", {a}, {b}", lambda t: t.transpose(a, b)


def slice_(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    start, end = (rng.choice([None, rng.randint(-6, 6)]) for _ in range(2))
    step = rng.choice([None, 1, 2, 3])
    if wild:
        start, end = pick_number(rng, -6, 6, wild), rng.choice([end, *EXTREMES])
        step = rng.choice([step, 0, -1])  # Of a huge one torch computes a wrong size.
    bounds = {"from": start, "to": end, "step": step}
    text = "".join(f" {word} {bound}" for word, bound in bounds.items() if bound is not None)
    step = 1 if step is None else step
    return f"dim {dim}{text}", lambda t: torch.ops.aten.slice.Tensor(t, dim, start, end, step)


def narrow(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    size = t.size(dim) if dim < t.dim() else 2
    start = pick_number(rng, -size if size else 0, size, wild)
    most = size - start if start >= 0 else -start
    length = pick_number(rng, 0, min(max(most, 0), size), wild)
    return f"dim {dim} start {start} length {length}", lambda t: t.narrow(dim, start, length)


def select(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    size = t.size(dim) if dim < t.dim() else 2
    if size == 0 and not wild:
        raise NotApplicable
    index = pick_number(rng, -size, size - 1, wild)
    return f"dim {dim} index {index}", lambda t: t.select(dim, index)


def split(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    size = t.size(dim) if dim < t.dim() else 3
    cuts = sorted(rng.randint(0, size) for _ in range(rng.randrange(3)))
    sizes = [end - start for start, end in zip([0, *cuts], [*cuts, size])]
    if wild:
        sizes[rng.randrange(len(sizes))] += rng.choice([-1, 1])
    piece = rng.randrange(len(sizes))
    call = torch.split_with_sizes
    return f"dim {dim} sizes {sizes} #{piece}:{len(sizes)}", lambda t: call(t, sizes, dim)[piece]


def unbind(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    size = t.size(dim) if dim < t.dim() else 1
    if size == 0 or size > 16:
        raise NotApplicable
    piece = rng.randrange(size)
    return f"dim {dim} #{piece}:{size}", lambda t: t.unbind(dim)[piece]


def expand(rng, t, wild) -> Parameters:
    sizes = [rng.choice([-1, n]) if n != 1 else rng.choice([-1, 1, 2, 3, 0]) for n in t.shape]
    while len(sizes) < MAX_RANK and rng.random() < 0.4:
        sizes.insert(0, rng.choice([0, 1, 2, 3]))
    if wild and sizes:
        sizes[rng.randrange(len(sizes))] = rng.choice([-2, -1, 5])
    if math.prod(abs(n) for n in sizes) > MAX_ELEMENTS:
        raise NotApplicable
    return f"to {sizes}", lambda t: t.expand(sizes)


def factorize(rng, number: int) -> list[int]:
    factors = []
    while number > 1:
        factor = rng.choice([n for n in range(2, number + 1) if number % n == 0])
        factors.append(factor)
        number //= factor
    return factors


def reshape(rng, t, wild) -> Parameters:
    sizes = list(t.shape)
    mode = rng.random()
    if mode < 0.4 and len(sizes) > 1:
        # Two neighbours as one, which a stride may forbid.
        i = rng.randrange(len(sizes) - 1)
        sizes[i : i + 2] = [sizes[i] * sizes[i + 1]]
    elif mode < 0.8 and sizes:
        # One as two.
        i = rng.randrange(len(sizes))
        if sizes[i] > MAX_ELEMENTS:
            raise NotApplicable
        first = rng.choice(factorize(rng, sizes[i]) or [1])
        sizes[i : i + 1] = rng.sample([first, sizes[i] // first], 2)
    elif t.numel() <= MAX_ELEMENTS:
        sizes = factorize(rng, t.numel()) if t.numel() else [0, rng.randrange(3)]
    if rng.random() < 0.2:
        sizes.insert(rng.randint(0, len(sizes)), 1)
    if wild and sizes:
        sizes[rng.randrange(len(sizes))] += rng.choice([-1, 1])
    if sizes and rng.random() < 0.2:
        sizes[rng.randrange(len(sizes))] = -1
    return f"to {sizes}", lambda t: t.view(sizes)


def unflatten(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild)
    size = t.size(dim) if dim < t.dim() else 6
    if size > MAX_ELEMENTS:
        raise NotApplicable
    parts = factorize(rng, size) or [size]
    while len(parts) + t.dim() < MAX_RANK and rng.random() < 0.3:
        parts.insert(rng.randint(0, len(parts)), 1)
    if wild:
        parts[rng.randrange(len(parts))] += rng.choice([-1, 1])
    if rng.random() < 0.2:
        parts[rng.randrange(len(parts))] = -1
    return f"dim {dim} into {parts}", lambda t: t.unflatten(dim, parts)


def squeeze(rng, t, wild) -> Parameters:
    if rng.random() < 0.3:
        return "", lambda t: t.squeeze()
    dims = [dim for dim in range(t.dim()) if rng.random() < 0.6]
    if wild:
        dims += [rng.randrange(t.dim() + 1)]
    if not dims:
        raise NotApplicable
    return f"dims {dims}", lambda t: torch.ops.aten.squeeze.dims(t, dims)


def unsqueeze(rng, t, wild) -> Parameters:
    dim = pick_dim(rng, t, wild, extra=1)
    return f"dim {dim}", lambda t: t.unsqueeze(dim)


def diagonal(rng, t, wild) -> Parameters:
    a, b = pick_dim(rng, t, wild), pick_dim(rng, t, wild)
    offset = pick_number(rng, -3, 3, wild)
    text = f" offset {offset}" if offset else ""
    return f"dims {a}, {b}{text}", lambda t: t.diagonal(offset, a, b)


def unfold(rng, t, wild) -> Parameters:
    dim = rng.randrange(max(t.dim(), 1) + wild)
    size = t.size(dim) if dim < t.dim() else 1
    length = pick_number(rng, 0, size, wild)
    step = rng.choice([1, 2, 3, *([0, -1] * wild)])  # What a huge one leads to wraps in torch.
    return f"dim {dim} size {length} step {step}", lambda t: t.unfold(dim, length, step)


def as_strided(rng, t, wild) -> Parameters:
    rank = rng.randrange(4)
    sizes = [rng.choice([0, 1, 2, 3, 4]) for _ in range(rank)]
    strides = [rng.choice([0, 1, 2, 3, 5]) for _ in range(rank)]
    offset = rng.choice([None, rng.randrange(8)])
    if wild and rank:
        rng.choice([sizes, strides])[rng.randrange(rank)] = -1
    if wild and rng.random() < 0.3:
        offset = rng.choice([-1, -(2**40)])
    text = "" if offset is None else f" offset {offset}"
    return f"sizes {sizes} strides {strides}{text}", lambda t: t.as_strided(sizes, strides, offset)


def alias(rng, t, wild) -> Parameters:
    return "", rng.choice([torch.ops.aten.alias.default, torch.Tensor.detach])


def bitcast(rng, t, wild) -> Parameters:
    # To a dtype itself torch also casts what has a bit set.
    others = [dtype for dtype in DTYPES if dtype is not t.dtype]
    if not wild and t.dim() and t.stride(-1) == 1:
        last = t.dtype.itemsize * t.size(-1)
        others = [dtype for dtype in others if last % dtype.itemsize == 0]
    elif not wild:
        others = [dtype for dtype in others if dtype.itemsize == t.dtype.itemsize]
    if not others:
        raise NotApplicable
    dtype = rng.choice(others)
    return f"as {ELEMENT_TYPES[dtype]}", lambda t: t.view(dtype)


def of_dtypes(dtypes, call) -> Callable:
    """A view without parameters. On other dtypes some are no view in torch, no error."""

    def parameters(rng, t, wild) -> Parameters:
        if t.dtype not in dtypes:
            raise NotApplicable
        return "", call

    return parameters


VIEWS: dict[str, Callable] = {
    "permute": permute,
    "transpose": transpose,
    "slice": slice_,
    "narrow": narrow,
    "select": select,
    "split": split,
    "unbind": unbind,
    "expand": expand,
    "reshape": reshape,
    "unflatten": unflatten,
    "squeeze": squeeze,
    "unsqueeze": unsqueeze,
    "diagonal": diagonal,
    "unfold": unfold,
    "as_strided": as_strided,
    "alias": alias,
    "bitcast": bitcast,
    "view_as_real": of_dtypes(COMPLEX, torch.view_as_real),
    "view_as_complex": of_dtypes(FLOAT, torch.view_as_complex),
    "real": of_dtypes(COMPLEX, torch.real),
    "imag": of_dtypes(COMPLEX, torch.imag),
    "conj": of_dtypes(COMPLEX, torch.conj),
    "neg": of_dtypes(DTYPES, torch._neg_view),
}

# Those that suit few tensors are tried more often.
WEIGHTS = {"view_as_real": 2, "view_as_complex": 6, "real": 2, "imag": 2, "conj": 4, "diagonal": 2}
