# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of tensors that describers and converters have got wrong, with what is right."""

import pytest
import torch
from stock_compare import get_interpreters

import metautils
from metautils import exact

DESCRIBERS = [metautils.MetaTensorDescriber, exact.MetaTensorDescriber]
every_describer = pytest.mark.parametrize("make", DESCRIBERS)


def layout(desc):
    return tuple(desc.size), desc.stride, desc.storage_offset


@every_describer
def test_values_of_a_sparse_tensor_are_a_view_of_it(make):
    """A cycle, which is not walked twice."""
    csr = torch.tensor([[1.0, 0, 2], [0, 3, 0]]).to_sparse_csr()
    describer = make()
    whole = describer.describe_tensor(csr)
    assert (tuple(whole.size), whole.stride, whole.storage) == ((2, 3), None, None)
    assert (whole.crow_indices.size, whole.crow_indices.dtype) == ((3,), torch.int64)
    assert (whole.col_indices.size, whole.values.size) == ((3,), (3,))
    assert whole.values.is_view and whole.values.base is None
    values = describer.describe_tensor(csr.values())
    assert layout(values) == ((3,), (1,), 0) and values.storage.size == 12
    assert values.is_view and values.base.id == whole.id


def change_data(t):
    t.data = torch.zeros(7)


CHANGES = {
    "t_": (lambda t: t.t_(), ((3, 2), (1, 3), 0), 24),
    "unsqueeze_": (lambda t: t.unsqueeze_(0), ((1, 2, 3), (6, 3, 1), 0), 24),
    "resize_": (lambda t: t.resize_(5, 5), ((5, 5), (5, 1), 0), 100),
    "data": (change_data, ((7,), (1,), 0), 28),
}


@every_describer
@pytest.mark.parametrize("change", CHANGES)
def test_tensor_changed_since_it_was_described(make, change):
    """One describer tells what the tensor is now, under its id of before."""
    apply, expected, nbytes = CHANGES[change]
    t = torch.zeros(2, 3)
    describer = make()
    before = describer.describe_tensor(t)
    apply(t)
    after = describer.describe_tensor(t)
    assert (layout(after), after.storage.size) == (expected, nbytes)
    assert after.id == before.id
    assert (after.storage.id == before.storage.id) == (change != "data")


def test_opaque_layout_has_no_strides():
    desc = exact.MetaTensorDescriber().describe_tensor(torch.zeros(4, 4).to_mkldnn())
    assert desc.is_mkldnn and desc.layout is torch._mkldnn
    assert (desc.size, desc.dtype, desc.stride, desc.storage) == ((4, 4), torch.float32, None, None)


def make_bsr():
    t = torch.zeros(4, 6, 2)
    t[0:2, 0:3] = 1
    t[2:4, 3:6] = 2
    return t.to_sparse_bsr((2, 3), dense_dim=1)


def make_narrow_csr():
    rows, columns = (torch.tensor(i, dtype=torch.int32) for i in ([0, 2, 3], [0, 2, 1]))
    return torch.sparse_csr_tensor(rows, columns, torch.tensor([1.0, 2, 3]), (2, 3))


# nnz, sizes of the values and of the indices that are compressed, their dtype, dense_dim
SPARSE = {
    "csr": (make_narrow_csr, (3, (3,), (3,), torch.int32, 0)),
    "csc": (lambda: torch.eye(3).to_sparse_csc(), (3, (3,), (4,), torch.int64, 0)),
    "bsr": (make_bsr, (2, (2, 2, 3, 2), (3,), torch.int64, 1)),
    "batched": (lambda: torch.ones(3, 2, 4).to_sparse_csr(), (8, (3, 8), (3, 3), torch.int64, 0)),
}


@pytest.mark.parametrize("kind", SPARSE)
def test_stored_elements_are_counted(kind):
    make, expected = SPARSE[kind]
    desc = exact.MetaTensorDescriber().describe_tensor(make())
    compressed = desc.crow_indices or desc.ccol_indices
    found = desc.nnz, desc.values.size, compressed.size, compressed.dtype, desc.dense_dim
    assert found == expected


@every_describer
@pytest.mark.parametrize("view_first", [False, True])
def test_view_of_a_parameter_in_either_order(make, view_first):
    p = torch.nn.Parameter(torch.zeros(2, 3))
    v = p.view(6)[1:]
    describer = make()
    described = {}
    for name, t in sorted({"p": p, "v": v}.items(), reverse=view_first):
        described[name] = describer.describe_tensor(t)
    p, v = described["p"], described["v"]
    assert v.base.id == p.id and v.storage.id == p.storage.id and p.storage.size == 24
    assert all(base.is_parameter and base.is_leaf and base.requires_grad for base in (p, v.base))
    assert v.requires_grad and not v.is_parameter and not v.is_leaf
    assert layout(v) == ((5,), (1,), 1)


def test_view_of_a_leaf_view():
    x = torch.zeros(4)
    with torch.no_grad():
        y = x.view(2, 2)
    y.requires_grad_()
    z = y.view(4)[1:]
    describer = exact.MetaTensorDescriber()
    x, y, z = map(describer.describe_tensor, (x, y, z))
    creation = torch._C._autograd.CreationMeta
    assert (z.requires_grad, z.is_leaf, z.base.requires_grad) == (True, False, False)
    assert (layout(z), z.grad_fn) == (((3,), (1,), 1), "SliceBackward0")
    assert z.creation_meta == y.creation_meta == creation.NO_GRAD_MODE
    assert (y.requires_grad, y.is_leaf) == (True, True)
    assert x.id == y.base.id == z.base.id
    assert x.storage == y.storage == z.storage and x.storage.size == 16


class Box(torch.Tensor):
    """Its strides are not those of the tensor in it."""

    @staticmethod
    def __new__(cls, a, size=None, stride=None):
        return torch.Tensor._make_wrapper_subclass(
            cls,
            size or a.shape,
            strides=stride or a.stride(),
            dtype=a.dtype,
            requires_grad=a.requires_grad,
        )

    def __init__(self, a, size=None, stride=None):
        self.a = a

    def __tensor_flatten__(self):
        return ["a"], None

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return Box(parts["a"], size, stride)

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        if function is not torch.ops.aten.detach.default:
            return NotImplemented
        return Box(args[0].a.detach(), args[0].shape, args[0].stride())

    __repr__ = object.__repr__


class MakeBox(torch.autograd.Function):
    @staticmethod
    def forward(context, a):
        return Box(a.detach(), (3, 4), (4, 1))

    @staticmethod
    def backward(context, grad):
        return grad


@every_describer
def test_strides_of_a_wrapper_are_its_own(make):
    z = make().describe_tensor(MakeBox.apply(torch.zeros(4, 3, requires_grad=True).t()))
    assert (z.is_leaf, z.requires_grad, layout(z)) == (False, True, ((3, 4), (4, 1), 0))
    assert layout(z.attrs["a"]) == ((3, 4), (1, 3), 0)
    s = make().describe_tensor(Box(torch.zeros(6, 5, 4)[:, 2]))
    inner = s.attrs["a"]
    assert (layout(s)[:2], layout(inner)) == (((6, 4), (20, 1)), ((6, 4), (20, 1), 8))
    assert inner.is_view and (inner.base.size, inner.storage.size) == ((6, 5, 4), 480)


@every_describer
def test_bits_of_views(make):
    c = torch.tensor([1 + 2j, 3 - 1j]).conj()
    n = torch._neg_view(torch.ones(6))
    described = {
        name: make().describe_tensor(t)
        for name, t in {
            "conj": c,
            "slice": c[1:],
            "imag": c.imag,
            "real": c.real,
            "mH": torch.zeros(3, 4, dtype=torch.cfloat).mH,
            "strided": c.as_strided((2,), (1,), 0),
            "neg": n.as_strided((2, 3), (3, 1)),
        }.items()
    }
    bits = {name: (desc.is_conj, desc.is_neg) for name, desc in described.items()}
    assert bits == {
        "conj": (True, False),
        "slice": (True, False),
        "imag": (False, True),
        "real": (False, False),
        "mH": (True, False),
        "strided": (True, False),
        "neg": (False, True),
    }
    assert layout(described["imag"]) == ((2,), (2,), 1)
    assert layout(described["real"]) == ((2,), (2,), 0)
    assert layout(described["mH"]) == ((4, 3), (1, 4), 0)
    assert described["imag"].dtype is torch.float32


@every_describer
def test_view_of_a_jagged_tensor(make):
    nt = torch.nested.nested_tensor([torch.zeros(2, 4), torch.zeros(3, 4)], layout=torch.jagged)
    view = nt.view(2, -1, 2, 2)
    describer = make()
    whole, split = describer.describe_tensor(nt), describer.describe_tensor(view)
    ragged = whole.size[1]
    assert whole.size == (2, ragged, 4) and whole.stride == (4 * ragged, 4, 1)
    assert split.size == (2, ragged, 2, 2) and split.stride == (4 * ragged, 4, 2, 1)
    values, inner = whole.attrs["_values"], split.attrs["_values"]
    assert (layout(values), layout(inner)) == (((5, 4), (4, 1), 0), ((5, 2, 2), (4, 2, 1), 0))
    assert values.storage == inner.storage and values.storage.size == 80
    assert whole.attrs["_offsets"].id == split.attrs["_offsets"].id
    assert (whole.attrs["_offsets"].size, whole.attrs["_offsets"].dtype) == ((3,), torch.int64)


@every_describer
def test_strides_of_size_1_are_those_of_the_tensor(make):
    q = torch.zeros(1, 2, 6, 7).to(memory_format=torch.channels_last)
    turned = torch.empty(1, 2, 3).transpose(0, 1).contiguous()
    tensors = q, q.view(1, 2, 42), q[0].unsqueeze(0), turned
    strides = [make().describe_tensor(t).stride for t in tensors]
    assert strides == [(84, 1, 14, 2), (2, 1, 2), (2, 1, 14, 2), (3, 6, 1)]


def chain(desc):
    """From a wrapper to what it wraps: size, stride, batch dimension, level, bytes."""
    while desc is not None:
        nbytes = desc.storage and desc.storage.size
        yield tuple(desc.size), desc.stride, desc.bdim, desc.level, nbytes
        desc = desc.unwrapped


@every_describer
def test_tensor_in_vmap(make):
    seen = []

    def body(x):
        seen.append(list(chain(make().describe_tensor(x))))
        return x

    torch.func.vmap(body, in_dims=1)(torch.zeros(3, 4))
    torch.func.vmap(torch.func.vmap(body))(torch.zeros(2, 3, 4))
    assert seen[0] == [((3,), (4,), 1, 1, None), ((3, 4), (4, 1), None, None, 48)]
    assert seen[1] == [
        ((4,), (1,), 0, 2, None),
        ((3, 4), (4, 1), 0, 1, None),
        ((2, 3, 4), (12, 4, 1), None, None, 96),
    ]


@every_describer
def test_tensor_in_grad(make):
    seen = []

    def body(x):
        seen.append(make().describe_tensor(x))
        return x.sum()

    torch.func.grad(body)(torch.zeros(3))
    (desc,) = seen
    assert (desc.level, desc.is_gradtrackingtensor) == (1, True)
    assert desc.requires_grad and desc.is_leaf
    # A level means nothing without the transforms around it.
    assert [level for _, level in get_interpreters(desc.functorch_stack)] == [1]
