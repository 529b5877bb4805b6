# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many tensors of one kind each, handed to a function, since some only live in a transform."""

import torch
from torch.testing._internal.two_tensor import TwoTensor

COUNT = 2_000


def in_transform(transform, make, run):
    """Runs with tensors that only live in a transform of functorch."""

    def body(x):
        run(make(x))
        return (x * 1.0).sum()

    transform(body)(torch.zeros(2, 3))


def repeat(make):
    return [make() for _ in range(COUNT)]


def plain(run):
    run(repeat(lambda: torch.zeros(2, 3)))


def parameters(run):
    run(repeat(lambda: torch.nn.Parameter(torch.zeros(2, 3))))


def views(run):
    run(repeat(lambda: torch.zeros(2, 3).t()))


def coo(run):
    run(repeat(lambda: torch.eye(3).to_sparse()))


def csr(run):
    run(repeat(lambda: torch.eye(3).to_sparse_csr()))


def subclasses(run):
    run(repeat(lambda: TwoTensor(torch.zeros(2, 3), torch.zeros(2, 3))))


def batched(run):
    in_transform(torch.func.vmap, lambda x: repeat(lambda: x * 2), run)


def tracked(run):
    in_transform(torch.func.grad, lambda x: repeat(lambda: x * 2), run)


KINDS = {
    "plain": plain,
    "parameters": parameters,
    "views": views,
    "COO": coo,
    "CSR": csr,
    "subclasses": subclasses,
    "batched": batched,
    "grad-tracking": tracked,
}
