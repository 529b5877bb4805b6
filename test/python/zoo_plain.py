# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors that wrap no other: views, dtypes, layouts, quantized, nested, of modules."""

import torch
from torch import nn
from zoo_tools import MODES, VIEWS, attempt, category, make_chain, make_dense


@category(400)
def views(r, see):
    see("chain", make_chain(r, make_dense(r), r.randrange(5)))


@category(100)
def each_view(r, see):
    t = make_dense(r, r.choice((torch.float32, torch.complex64)), (2, 3))
    made = [attempt(lambda view=view: view(r, t)) for view in VIEWS]
    see("each view", [t, *(view for view in made if view is not None)])


@category(40)
def dtypes(r, see):
    every = sorted({d for d in vars(torch).values() if isinstance(d, torch.dtype)}, key=str)
    t = torch.empty(4, 8, dtype=r.choice(every))
    if not t.is_quantized:
        see("dtype", [t, t[1:], attempt(lambda: t.view(torch.int8), t)])


@category(100)
def complex_bits(r, see):
    t = make_dense(r, torch.complex64, (2, 3))
    see("bits", [t, t.conj(), t.conj().imag, t.real, t.mH, torch._neg_view(t.conj())])


@category(60)
def leaf_views(r, see):
    x = torch.zeros(4, 2)
    with r.choice(MODES[1:3])():
        y = x.view(2, 4)
    attempt(lambda: y.requires_grad_())
    z = y.view(8)[1:]
    parts = torch.zeros(2, 3, requires_grad=True).clone().unbind(0)
    see("leaf view", [z, y, x, *parts])


@category(60)
def storages(r, see):
    pool = torch.zeros(24)
    other = torch.empty(0).set_(pool.untyped_storage(), 4, (2, 3), (6, 1))
    swapped = torch.zeros(3)
    swapped.data = pool[3:]
    see("one storage", r.sample([pool, pool[2:], other, swapped, pool.detach()], 4))


@category(30)
def extremes(r, see):
    huge = torch.empty(1, device="meta").expand(2**40)
    see("extreme", [huge, torch._efficientzerotensor(2, 3), torch.empty(0, 2**40), huge[5:]])


@category(60)
def inference(r, see):
    t = make_dense(r, torch.float32, (2, 3))
    with torch.inference_mode():
        made = torch.zeros(2, 3)
        see("in inference mode", [made, made.t(), t, t[1:]])
    see("inference tensors", [made, made[1:], made.t(), t[1:]])


@category(40)
def dual(r, see):
    import torch.autograd.forward_ad as forward

    with forward.dual_level():
        t = forward.make_dual(torch.zeros(2, 3), torch.ones(2, 3))
        see("dual", [t, t.t(), forward.unpack_dual(t).tangent, t * 2])


# --------------------------------------------------------------------- other layouts and dtypes

COMPRESSED = {"csr": None, "csc": None, "bsr": (2, 2), "bsc": (2, 2)}


def make_compressed(r):
    name, block = r.choice(list(COMPRESSED.items()))
    shape = r.choice(((4, 4), (2, 4, 4), (4, 4, 3)))
    return torch.ones(shape).to_sparse(
        layout=getattr(torch, f"sparse_{name}"), blocksize=block, dense_dim=int(shape[-1] == 3)
    )


@category(200)
def sparse(r, see):
    if r.random() < 0.5:
        t = make_compressed(r).requires_grad_(r.random() < 0.3)
        see("compressed", [t, t.values(), t.detach(), t * 2, t])
        return
    indices = torch.tensor([[0, 1, 1], [2, 0, 0]])
    values = torch.ones(3, 2)[:, : r.randrange(1, 3)].requires_grad_(r.random() < 0.5)
    t = torch.sparse_coo_tensor(indices, values, (2, 3, values.shape[1]))
    parts = attempt(lambda: [t.coalesce().values(), t.coalesce().indices()[:1]], [])
    dense = torch.zeros(2, 3, requires_grad=True)
    dense.grad = torch.eye(2, 3).to_sparse()
    see("coo", [t, t.coalesce(), t.detach(), dense, *parts])


@category(20)
def mkldnn(r, see):
    t = torch.zeros(2, 3, requires_grad=r.random() < 0.5)
    see("mkldnn", [t.to_mkldnn(), t.to_mkldnn().detach(), t])


@category(20)
def quantized(r, see):
    x = torch.zeros(2, 4)
    q = torch.quantize_per_tensor(x, 0.1, 3, r.choice((torch.quint8, torch.qint32)))
    by_channel = torch.quantize_per_channel(x, torch.ones(4), torch.zeros(4), 1, torch.qint8)
    see("quantized", [q, q.t(), by_channel, q.int_repr()])


@category(60)
def nested(r, see):
    rows = [torch.zeros(r.randrange(1, 4), 4) for _ in range(2)]
    grad = r.random() < 0.5
    strided = torch.nested.nested_tensor(rows, requires_grad=grad)
    see("strided", [strided, strided.transpose(1, 2), strided.detach()])
    jagged = torch.nested.nested_tensor(rows, layout=torch.jagged, requires_grad=grad)
    parts = [jagged, jagged.offsets(), jagged.values(), jagged * 2, jagged.transpose(1, 2)]
    with r.choice(MODES)():
        see("jagged", [*parts, *(v for v in [attempt(lambda: jagged[..., :2])] if v is not None)])


@category(20)
def modules(r, see):
    linear = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 4))
    linear[2].weight = linear[0].weight
    linear(torch.zeros(2, 4)).sum().backward()
    embedding = nn.Embedding(9, 4, sparse=True)
    embedding(torch.tensor([1, 2])).sum().backward()
    flat = nn.Parameter(torch.zeros(24))
    see("model", [*linear.parameters(), *linear.buffers(), embedding.weight])
    see("flat", [*(part.view(3, 4) for part in flat.split(12)), flat])


OPERATORS = (
    lambda t: t @ t.mT,
    lambda t: t.cumsum(0),
    lambda t: t.sort(-1).values,
    lambda t: t.topk(1).values,
    lambda t: torch.fft.rfft(t),
    lambda t: torch.linalg.svd(t, full_matrices=False).U,
    lambda t: torch.cat([t, t]).contiguous(),
    lambda t: t[t >= 0],
    lambda t: nn.functional.pad(t, (1, 1)),
    lambda t: torch.einsum("...ij->...ji", t),
    lambda t: t.to(torch.float16),
    lambda t: t.add_(1),
    lambda t: t.sum(),
)


@category(40)
def operators(r, see):
    t = make_dense(r, torch.float32, r.choice(((4, 4), (2, 3, 4))))
    made = [attempt(lambda f=f: f(t)) for f in r.sample(OPERATORS, 6)]
    see("results", [t, *(result for result in made if result is not None)])
