# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors that wrap others, or that a class, a mode or a mark makes special."""

import functools

import torch
from torch import nn
from torch._library.opaque_object import register_opaque_type
from torch._opaque_base import OpaqueBase
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.functional_tensor import FunctionalTensor, FunctionalTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.testing._internal.two_tensor import TwoTensor
from zoo_tools import attempt, category, make_chain, make_dense


def transform(r, kind, function):
    match kind:
        case "vmap":
            return torch.func.vmap(function, in_dims=r.randrange(-1, 2), randomness="same")
        case "grad":
            return torch.func.grad(lambda x: function(x).sum())
        case "jvp":
            return lambda x: torch.func.jvp(function, (x,), (torch.ones_like(x),))[1]
    return torch.func.functionalize(function)


@category(150)
def functorch(r, see):
    kinds = r.choices(("vmap", "grad", "jvp", "functionalize"), k=r.randrange(1, 4))
    outer, leaked = make_dense(r, torch.float32, (1,)), []

    def body(x):
        see("/".join(kinds), [x, *make_chain(r, x * 2, 2), outer, outer + x])
        leaked.append(x)
        return x * 2

    function = body
    for kind in kinds:
        function = transform(r, kind, function)
    attempt(lambda: function(make_dense(r, torch.float32, (3, 3, 3, 4), "none")))
    see("leaked", leaked)
    see("legacy vmap", [torch._add_batch_dim(torch.zeros(3, 2), r.randrange(2), 1)])


@category(60)
def functional(r, see):
    t = make_dense(r, torch.float32, (3, 4))
    with FunctionalTensorMode():
        f = FunctionalTensor.to_functional(t.detach())
        see("FunctionalTensor", [f, f.t(), f * 2])
    f = torch._to_functional_tensor(t)
    torch._enable_functionalization(reapply_views=r.random() < 0.5)
    try:
        g = f * 2
        g.add_(1)
        see("functional", [f, g, t, f.t()])
    finally:
        torch._disable_functionalization()


class Place(OpaqueBase):
    """What a wrapper may have beside tensors."""


register_opaque_type(Place, typ="reference")


class Placed(torch.Tensor):
    """A wrapper of a tensor whose strides are its own, and of an opaque object."""

    @staticmethod
    def __new__(cls, inner, place):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner, place):
        self.inner, self.place = inner, place

    def __tensor_flatten__(self):
        return ["inner", "place"], {"note": 3}

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return Placed(parts["inner"], parts["place"])

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return NotImplemented

    __repr__ = object.__repr__


def make_wrapper(r, depth):
    parts = [make_wrapper(r, depth - 1) if depth > 1 else torch.zeros(4, 6) for _ in range(2)]
    return TwoTensor(*parts)


@category(120)
def subclasses(r, see):
    t = make_wrapper(r, r.randrange(1, 4))
    match r.randrange(4):
        case 0:
            t = nn.Parameter(t)
        case 1:
            t = t.requires_grad_().clone()
        case 2:
            t.requires_grad_()
            t.grad = make_wrapper(r, 1)
    see("wrapper", make_chain(r, t, r.randrange(3)))
    see("placed", [Placed(torch.zeros(4, 3).t(), Place())])


class Plain(torch.Tensor):
    """A subclass that wraps nothing and inherits `__torch_function__`."""


class Resized(torch.Tensor):
    """Says something else than its tensor."""

    def size(self, *args):
        return torch.Size((7, 7))

    @property
    def dtype(self):
        return torch.int8


class Watching(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})


@functools.cache
def make_mesh():
    import torch.distributed as dist
    from torch.testing._internal.distributed.fake_pg import FakeStore

    dist.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
    return dist.init_device_mesh("cpu", (2,))


def make_distributed(r):
    from torch.distributed.tensor import Replicate, Shard, distribute_tensor

    t = torch.zeros(4, 6, requires_grad=r.random() < 0.5)
    placed = distribute_tensor(t, make_mesh(), [r.choice((Replicate(), Shard(0)))])
    return [placed, placed.t(), placed.to_local()]


@category(60)
def other_subclasses(r, see):
    t = make_dense(r, torch.float32, (2, 3))
    for cls in (Plain, Resized, Watching):
        coo = torch.Tensor._make_subclass(cls, torch.eye(2).to_sparse())
        see(cls.__name__, [t.as_subclass(cls), coo, t.t().as_subclass(cls)])
    hidden = torch.zeros(2)
    hidden.storage_offset = lambda: 5
    marked = torch.zeros(2)
    marked._is_param = True
    see("objects", [hidden, marked, nn.Buffer(torch.zeros(2)), nn.UninitializedParameter()])
    see("masked", [torch.masked.masked_tensor(torch.zeros(2), torch.tensor([True, False]))])
    see("distributed", make_distributed(r))
    with torch.overrides.BaseTorchFunctionMode():
        see("function mode", [t, t.t()])


@category(60)
def fake(r, see):
    mode = FakeTensorMode(shape_env=r.choice((None, ShapeEnv())), static_shapes=None)
    chain = make_chain(r, make_dense(r), r.randrange(3))
    made = [attempt(lambda t=t: mode.from_tensor(t)) for t in chain]
    see("fake", [t for t in made if t is not None])
    with mode:
        see("under the mode", [torch.zeros(3), *chain])


@category(40)
def marks(r, see):
    from torch._dynamo import decorators

    t = make_dense(r, torch.float32, (4, 3))
    decorators.mark_dynamic(t, r.randrange(2))
    other = torch.zeros(5)
    decorators.mark_dynamic(other, 0, hint_override=r.randrange(2, 99))
    see("marks", [t, t[1:], other])
