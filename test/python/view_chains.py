# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of views: the same ones as ops of the meta dialect and as calls of torch.

A chain begins with a strided tensor somewhere in a storage. Each step is one named view of
the dialect, with the call of torch that it stands for.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from element_types import ELEMENT_TYPES
from ir_reader import contiguous_strides
from view_parameters import COMPLEX, DTYPES, FLOAT, MAX_RANK, VIEWS, WEIGHTS, NotApplicable


def type_of(tensor: torch.Tensor) -> str:
    size, stride = tuple(tensor.shape), tensor.stride()
    strided = "" if stride == contiguous_strides(size) else f", strided<{list(stride)}>"
    bits = ", conj" * tensor.is_conj() + ", neg" * tensor.is_neg()
    device = ", meta" * tensor.is_meta
    element = ELEMENT_TYPES[tensor.dtype]
    return f"!meta.tensor<{''.join(f'{n}x' for n in size)}{element}{strided}{device}{bits}>"


@dataclass
class Step:
    """One view: its parameters in text, and of how many results the chain goes on with which."""

    view: str
    text: str
    result: int = 0
    results: int = 1


@dataclass
class Chain:
    """`tensors[0]` is the root, `tensors[i + 1]` what torch says step `i` gives."""

    root: torch.Tensor
    steps: list[Step] = field(default_factory=list)
    tensors: list[torch.Tensor] = field(default_factory=list)

    @property
    def result(self) -> torch.Tensor:
        return self.tensors[-1]

    def types(self) -> list[str]:
        return [type_of(tensor) for tensor in self.tensors]

    def root_text(self, name: str) -> str:
        """The storage `%s<name>` and a view of it, `%v<name>_0`."""
        t = self.root
        storage = "!meta.storage<meta>" if t.is_meta else "!meta.storage"
        offset = f" offset {t.storage_offset()}" if t.storage_offset() else ""
        return (
            f"%s{name} = meta.storage {t.untyped_storage().nbytes()} : {storage}\n"
            f"%v{name}_0 = meta.view %s{name}{offset} : {storage} -> {type_of(t)}\n"
        )

    def dynamic_root(self, name: str) -> tuple[str, str]:
        """The same, but each number is an operand. Also the type of the root."""
        t = self.root
        storage = "!meta.storage<meta>" if t.is_meta else "!meta.storage"
        contiguous = t.stride() == contiguous_strides(tuple(t.shape))
        numbers = [*t.shape, *(() if contiguous else t.stride()), t.storage_offset()]
        names = [f"%n{name}_{i}" for i in range(len(numbers))]
        unknown = "?x" * t.dim() + ELEMENT_TYPES[t.dtype]
        if not contiguous:
            unknown += f", strided<[{', '.join('?' * t.dim())}]>"
        result = f"!meta.tensor<{unknown}{', meta' * t.is_meta}>"
        constants = "".join(
            f"{operand} = arith.constant {number} : index\n"
            for operand, number in zip(names, numbers)
        )
        layout = f"[{', '.join(names[:-1])}]" if names[:-1] else ""
        return (
            f"{constants}%s{name} = meta.storage {t.untyped_storage().nbytes()} : {storage}\n"
            f"%v{name}_0 = meta.view %s{name}{layout} offset {names[-1]} : {storage} -> {result}\n"
        ), result

    def steps_text(self, name: str, types: list[str]) -> str:
        """The steps; `types` are those of their bases."""
        lines, base = [], f"%v{name}_0"
        for i, (step, base_type) in enumerate(zip(self.steps, types), 1):
            packed = f":{step.results}" if step.results > 1 else ""
            separator = "" if step.view == "transpose" else " "
            parameters = f"{separator}{step.text} : {base_type}"
            lines.append(f"%v{name}_{i}{packed} = meta.{step.view} {base}{parameters}\n")
            base = f"%v{name}_{i}#{step.result}" if packed else f"%v{name}_{i}"
        return "".join(lines)

    def end_text(self, name: str, types: list[str]) -> str:
        """Makes the result a live tensor called `name`."""
        last = f"%v{name}_{len(self.steps)}"
        if self.steps and self.steps[-1].results > 1:
            last += f"#{self.steps[-1].result}"
        return (
            f"%t{name} = meta.tensor {last} : {types[-1]}\n"
            f'meta.source %t{name}, "{name}" : {types[-1]}\n'
        )

    def text(self, name: str) -> str:
        types = self.types()
        return self.root_text(name) + self.steps_text(name, types) + self.end_text(name, types)


def make_root(rng, device: str, dtype: torch.dtype, least: int) -> torch.Tensor:
    """Sizes of `least` and more; contiguous, or permuted with gaps, at some offset."""
    rank = rng.randrange(5)
    sizes = [rng.choice([n for n in (0, 1, 2, 2, 3, 4, 6, 8) if n >= least]) for _ in range(rank)]
    order = list(range(rank))
    if rng.random() < 0.4:
        rng.shuffle(order)
    strides, step = [1] * rank, 1
    for dim in order:
        if rng.random() < 0.15:
            step += rng.randrange(3)
        strides[dim] = step
        step *= max(sizes[dim], 1)
    if rng.random() < 0.4:
        strides = list(contiguous_strides(tuple(sizes)))
    offset = rng.choice([0, 0, rng.randrange(9)])
    if dtype in FLOAT and rng.random() < 0.4:
        # Pairs, which can be read as complex numbers.
        sizes, strides, offset = [*sizes, 2], [*(2 * n for n in strides), 1], 2 * offset
    reach = offset + sum(max(n - 1, 0) * step for n, step in zip(sizes, strides)) + 1
    nbytes = reach * dtype.itemsize + rng.choice([0, 0, 64, 512])
    storage = torch.empty(nbytes, dtype=torch.uint8, device=device).untyped_storage()
    return torch.empty(0, dtype=dtype, device=device).set_(storage, offset, sizes, strides)


def make_step(rng, views: dict, t: torch.Tensor, wild=False) -> tuple[Step, Callable]:
    """A view of `t`; raises NotApplicable."""
    view = rng.choice([name for name in views for _ in range(WEIGHTS.get(name, 1))])
    text, call = views[view](rng, t, wild)
    text, _, results = text.partition(" #")
    if not results:
        return Step(view, text), call
    result, count = map(int, results.split(":"))
    return Step(view, text, result, count), call


def make_chain(rng: random.Random, depth: int, views=VIEWS, device=None, least=0) -> Chain:
    device = device or rng.choice(["cpu", "meta"])
    dtype = rng.choice(DTYPES if rng.random() < 0.6 else COMPLEX + FLOAT)
    chain = Chain(make_root(rng, device, dtype, least))
    chain.tensors.append(chain.root)
    while len(chain.steps) < depth:
        try:
            step, call = make_step(rng, views, chain.result)
            tensor = call(chain.result)
        except (NotApplicable, RuntimeError):
            continue  # Of what torch refuses, make_refused has its own.
        if tensor.dim() <= MAX_RANK:
            chain.steps.append(step)
            chain.tensors.append(tensor)
    return chain


def make_refused(rng: random.Random) -> tuple[Chain, str]:
    """A chain whose last step torch refuses, and what it says.

    On the meta device: of the bounds of a storage the dialect says nothing here.
    """
    while True:
        chain = make_chain(rng, rng.randrange(3), device="meta")
        try:
            step, call = make_step(rng, VIEWS, chain.result, wild=True)
        except NotApplicable:
            continue
        try:
            call(chain.result)
        except (RuntimeError, IndexError, ValueError) as error:
            chain.steps.append(step)
            return chain, str(error)
